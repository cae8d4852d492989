import type { Mirror } from '../datasets/index.ts'
import type { Register, Sighting, Step } from '../datasets/padron/index.ts'
import type { RegisterPeriod, TaxpayerHistory } from '../domain/records.ts'
import type { Answer } from './shared/answer.ts'
import { rucInput } from './shared/input.ts'
import { NotFound } from './shared/not-found.ts'
import { changesInMonth, changesTo, editionBefore, monthEnd, monthStart } from './shared/register-on-day.ts'
import { MAX_AGE_SECONDS } from './shared/taxauth-chain.ts'
import { registerOrigins } from './shared/taxpayer-record.ts'

/** Everything that the register has said of a taxpayer since our first edition. */
export const rucHistoriaLookup =
  ({ register }: { register: Mirror<Register> }) =>
  async (query: { numero?: string | undefined }): Promise<Answer<TaxpayerHistory>> => {
    const numero = rucInput('numero', query.numero)
    return register.read((edition) => {
      const { history } = edition
      const { editions } = history
      const [desde, hasta] = [editions[0] as string, editions.at(-1) as string]
      const periodos = [
        ...periodsOf(history.stepsOf(numero), editions),
        ...monthlyPeriods(history.sightingsOf(numero)),
      ].sort((one, other) => other.desde.localeCompare(one.desde))
      const origins = registerOrigins(edition)
      if (periodos.length === 0)
        throw new NotFound('El RUC no figura en ninguna de las ediciones del padrón que se conocen', origins)
      const data = { numero, desde, hasta, periodos }
      return { data, origins, maxAgeSeconds: MAX_AGE_SECONDS, dependsOnToday: false }
    })
  }

/** Oldest first. */
const periodsOf = (steps: readonly Step[], editions: readonly string[]): RegisterPeriod[] => {
  return steps.flatMap(({ desde, row }, at): RegisterPeriod[] => {
    if (!row) return []
    const [before, following] = [steps[at - 1], steps[at + 1]]
    return [
      {
        desde,
        hasta: following ? (editionBefore(editions, following.desde) as string) : null,
        ...row,
        // Of our first edition nobody knows what was before.
        cambios: before ? changesTo(row, before.row) : [],
        fuente: 'taxauth-scraper',
        grano: 'dia',
      },
    ]
  })
}

/** The periods of monthly copies, oldest first. */
const monthlyPeriods = (sightings: readonly Sighting[]): RegisterPeriod[] => {
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
