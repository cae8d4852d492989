// What monthly copies of the open data say: estado, condición and, of companies, ubigeo; one value for an unknown day of a month.
import type { PastRow, Sighting } from '../../datasets/padron/index.ts'
import { addDays } from '../../domain/lima-time.ts'
import type { Cambio, RegisterPeriod } from '../../domain/records.ts'

const FIELDS = ['estado', 'condicion', 'ubigeo'] as const

export const monthStart = (month: string): string => `${month}-01`

export const monthEnd = (month: string): string => addDays(monthStart(addDays(monthStart(month), 31).slice(0, 7)), -1)

/** What a row says otherwise than a monthly copy. A ubigeo that one of them does not have is no change. */
export const changesInMonth = (row: PastRow, before: PastRow): Cambio[] =>
  FIELDS.filter((field) => row[field] !== before[field] && (field !== 'ubigeo' || (row.ubigeo && before.ubigeo)))

export const agrees = (one: PastRow, other: PastRow): boolean => changesInMonth(one, other).length === 0

/** The first and the last month around a sighting that say the same, none between them otherwise. */
export const runAround = (sightings: readonly Sighting[], at: number): { first: string; last: string } => {
  const { row } = sightings[at] as Sighting
  let [first, last] = [at, at]
  while (first > 0 && agrees((sightings[first - 1] as Sighting).row, row)) first--
  while (last + 1 < sightings.length && agrees((sightings[last + 1] as Sighting).row, row)) last++
  return { first: (sightings[first] as Sighting).mes, last: (sightings[last] as Sighting).mes }
}

/** The periods of monthly copies, oldest first. */
export const monthlyPeriods = (sightings: readonly Sighting[]): RegisterPeriod[] => {
  const periods: RegisterPeriod[] = []
  for (const [at, { mes, row }] of sightings.entries()) {
    const before = sightings[at - 1]
    const cambios = before ? changesInMonth(row, before.row) : []
    const last = periods.at(-1)
    if (last && cambios.length === 0) last.hasta = monthEnd(mes)
    else
      periods.push({
        ...{ desde: monthStart(mes), hasta: monthEnd(mes), ...row },
        ...{ cambios, fuente: 'taxauth-open-data', grano: 'mes' },
      })
  }
  return periods
}
