import type { Serie } from '../../client.ts'
import { addDays, daysBetween } from '../../figures/calendar.ts'
import { count, formatDate, formatNumber, joinWords } from '../../format.ts'
import { nextPeriod, periodStarts, periodWords } from './periods.ts'

/** One period of a series. */
export interface SeriesPoint {
  /** Its first day; null when the printed period cannot be read. */
  start: string | null
  words: string
  /** As the bank prints it; empty for a period that it left out. */
  printed: string
  /** Null where the bank has no value. */
  value: number | null
}

// Weekends and holidays leave days out: at most a week is no gap.
const MOST_DAYS_OFF = 7
// A series that skips more than this between two values is not worth one row for each.
const MOST_ABSENT = 400
const NAMED = 4

/** The values of a series with the periods between them that have none. */
export const seriesPoints = ({ frecuencia, valores }: Serie, end: string): SeriesPoint[] => {
  const frequency = frecuencia ?? 'diaria'
  const starts = periodStarts(
    frequency,
    valores.map(({ periodo }) => periodo),
    end,
  )
  const points: SeriesPoint[] = []
  valores.forEach(({ periodo, valor }, at) => {
    const start = starts[at] ?? null
    const before = points.at(-1)?.start
    if (start && before) points.push(...absentBetween(frequency, before, start))
    points.push({ start, words: start ? periodWords(frequency, start) : periodo, printed: periodo, value: valor })
  })
  return points
}

const absentBetween = (frequency: NonNullable<Serie['frecuencia']>, from: string, to: string): SeriesPoint[] => {
  if (frequency === 'diaria') {
    if (daysBetween(from, to) <= MOST_DAYS_OFF) return []
    const [first, last] = [addDays(from, 1), addDays(to, -1)]
    return [{ start: first, words: `del ${formatDate(first)} al ${formatDate(last)}`, printed: '', value: null }]
  }
  const absent: SeriesPoint[] = []
  for (let start = nextPeriod(frequency, from); start < to; start = nextPeriod(frequency, start)) {
    absent.push({ start, words: periodWords(frequency, start), printed: '', value: null })
    if (absent.length === MOST_ABSENT) break
  }
  return absent
}

/** "Sin dato en 2 periodos: …"; null when nothing is absent. */
export const gapWords = (points: readonly SeriesPoint[]): string | null => {
  const absent = points.filter(({ value }) => value === null).map(({ words }) => words)
  if (absent.length === 0) return null
  const named =
    absent.length <= NAMED ? joinWords(absent) : `entre ${absent[0]} y ${absent.at(-1)}, marcados en la tabla`
  const many = absent.some((words) => words.startsWith('del '))
    ? count(absent.length, 'tramo', 'tramos')
    : count(absent.length, 'periodo', 'periodos')
  return `Sin dato en ${many}: ${named}. El gráfico deja ahí un vacío, no un cero.`
}

/** As many decimals as the values have, up to three; two for large figures. Copies keep every digit. */
export const decimalsFor = (values: readonly number[]): number => {
  const most = Math.max(0, ...values.map((value) => String(value).split('.')[1]?.length ?? 0))
  return Math.min(most, values.some((value) => Math.abs(value) >= 1000) ? 2 : 3)
}

export const valueFormat = (points: readonly SeriesPoint[]): ((value: number | null) => string) => {
  const decimals = decimalsFor(points.flatMap(({ value }) => (value === null ? [] : [value])))
  return (value) => (value === null ? 'sin dato' : formatNumber(value, decimals))
}
