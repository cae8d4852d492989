// Monthly copies of the open-data register hold a part of all RUCs: who is absent from one may be anything. They are kept as
// a history of their own, whose last edition is an imaginary one without rows. A null step means "says nothing".
import { Failure } from '../../../kernel/errors.ts'
import type { PastRow, Sighting, Step } from '../register.ts'
import { NO_MORE, type SortedRows } from './edition-rows.ts'
import type { HistoryList, LoadedMonths } from './history-list.ts'
import { MonthRows } from './month-rows.ts'
import { type Change, stepsOf } from './past-row.ts'
import type { SegmentReader } from './segment-reader.ts'
import { type EditionWithHistory, linkFiles, placeRows } from './write-history.ts'

/** After every month. */
const END = '9999-12'
const NONE: LoadedMonths = { ediciones: [END], segmentos: [], indexes: [] }

const noRows = (): SortedRows => ({
  ...{ ruc: NO_MORE, rows: 0, next: () => {}, isSame: () => false, close: () => {} },
  row: (): PastRow => {
    throw new RangeError('no rows')
  },
})

/** The months that are known, oldest first. */
export const monthsOf = (months: LoadedMonths | null): string[] => (months?.ediciones ?? []).slice(0, -1)

/** What the months said of a RUC, oldest first; those that do not have it are left out. */
export const sightingsOf = (months: LoadedMonths, readers: readonly SegmentReader[], ruc: string): Sighting[] => {
  const changes: Change[] = []
  for (const reader of readers) reader.findChanges(Number(ruc), changes)
  if (changes.length === 0) return []
  const steps = stepsOf(months.ediciones[0] as string, null, changes)
  return monthsOf(months).flatMap((mes) => {
    const { row } = steps.findLast(({ desde }) => desde <= mes) as Step
    return row ? [{ mes, row }] : []
  })
}

/** The list with the months of the edition before, and their files. */
export const carryMonths = (last: EditionWithHistory, dir: string, list: HistoryList): HistoryList => {
  const { months } = last.history
  if (!months) return list
  const { ediciones, segmentos } = months
  linkFiles(
    segmentos.map(({ archivo }) => archivo),
    last.dir,
    dir,
  )
  return { ...list, meses: { ediciones, segmentos } }
}

interface PlacedMonth {
  month: string
  rows: number
  /** Null when the month was known. */
  list: HistoryList | null
}

/** Writes into `dir` the history of the edition in service with one more month; `wanted` is what the operator or the name says. */
export const placeMonth = async (
  { dir: from, history: { ediciones, segmentos, months } }: EditionWithHistory,
  { path, wanted }: { path: string; wanted: string | undefined },
  dir: string,
  report: (done: number, total: number) => void,
): Promise<PlacedMonth> => {
  const added = await MonthRows.read(path, report)
  const { month, rows } = added
  if (wanted !== undefined && wanted !== month)
    throw new Failure('invalid-input', `La copia es del mes ${month}, no del ${wanted}`)
  if (month > (ediciones.at(-1) as string))
    throw new Failure('invalid-input', `La copia es del mes ${month}, posterior a la edición en servicio`)
  const known = months ?? NONE
  if (known.ediciones.includes(month)) return { month, rows, list: null }
  const meses = placeRows(known, noRows(), { added, fecha: month, as: 'insert' }, { to: dir, report })
  linkFiles(
    segmentos.map(({ archivo }) => archivo),
    from,
    dir,
  )
  return { month, rows, list: { ediciones, segmentos, meses } }
}
