import { addMonths, MONTH_NAMES } from '../../figures/calendar.ts'
import { formatDate } from '../../format.ts'

export type Frequency = 'diaria' | 'mensual' | 'trimestral' | 'anual'

// The bank prints September as "Set" or "Sep"; its English answers have Jan, Apr, Aug and Dec.
const MONTHS = new Map(
  ['ene jan', 'feb', 'mar', 'abr apr', 'may', 'jun', 'jul', 'ago aug', 'set sep sept', 'oct', 'nov', 'dic dec'].flatMap(
    (names, at) => names.split(' ').map((name) => [name, at + 1] as const),
  ),
)

const SHAPES: Readonly<Record<Frequency, RegExp>> = {
  diaria: /^(?<day>\d{1,2})[.\-/ ](?<month>[a-z]{3,4})\.?[.\-/ ](?<year>\d{4}|\d{2})$/i,
  mensual: /^(?<month>[a-z]{3,4})\.?[.\-/ ]?(?<year>\d{4}|\d{2})$/i,
  trimestral: /^[tq](?<quarter>[1-4])[.\-/ ]?(?<year>\d{4}|\d{2})$/i,
  anual: /^(?<year>\d{4})$/,
}

/**
 * The first days of printed periods (`20.Ago.26`, `Ago.2026`, `T1.24`, `2024`), null for what is none. They are in
 * their order, and none is after `end`: a year of two digits is the latest that fits.
 */
export const periodStarts = (frequency: Frequency, printed: readonly string[], end: string): (string | null)[] => {
  let limit = end
  return printed
    .toReversed()
    .map((one) => {
      const start = startBefore(frequency, one.trim(), limit)
      if (start !== null) limit = start
      return start
    })
    .reverse()
}

const startBefore = (frequency: Frequency, printed: string, limit: string): string | null => {
  const parts = SHAPES[frequency].exec(printed)?.groups
  if (!parts?.year) return null
  const month = parts.month ? MONTHS.get(parts.month.toLowerCase()) : parts.quarter ? Number(parts.quarter) * 3 - 2 : 1
  if (!month) return null
  const rest = `-${String(month).padStart(2, '0')}-${(parts.day ?? '1').padStart(2, '0')}`
  if (parts.year.length === 4) return realDate(parts.year + rest)
  const centuries = ['21', '20', '19', '18'].map((century) => realDate(century + parts.year + rest))
  return centuries.find((date) => date !== null && date <= limit) ?? null
}

const realDate = (date: string): string | null => {
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : null
}

/** A period by its first day: `20/08/2026`, `agosto de 2026`, `1.er trimestre de 2024`, `2024`. */
export const periodWords = (frequency: Frequency, start: string): string => {
  const [year, month] = [start.slice(0, 4), Number(start.slice(5, 7))]
  if (frequency === 'diaria') return formatDate(start)
  if (frequency === 'mensual') return `${MONTH_NAMES[month - 1]} de ${year}`
  return frequency === 'anual' ? year : `${ORDINALS[Math.ceil(month / 3) - 1]} trimestre de ${year}`
}
const ORDINALS = ['1.er', '2.º', '3.er', '4.º']

const MONTHS_OF = { mensual: 1, trimestral: 3, anual: 12 } as const

/** The first day of the next period. Days have none: not every day has a value. */
export const nextPeriod = (frequency: Exclude<Frequency, 'diaria'>, start: string): string =>
  `${addMonths(start.slice(0, 7), MONTHS_OF[frequency])}-01`
