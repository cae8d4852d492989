import { isCalendarDate } from './lima-time.ts'
import type { Frequency } from './records.ts'

export interface DateWindow {
  desde: string
  hasta: string
}

const FREQUENCY_OF_LETTER: Record<string, Frequency> = { D: 'diaria', M: 'mensual', Q: 'trimestral', A: 'anual' }

/** How often a series is published: the last letter of its code says it. */
export const frequencyOf = (codigo: string): Frequency | undefined => FREQUENCY_OF_LETTER[codigo.slice(-1)]

// The bank prints September as "Set"; its catalogue says "Sep", its English answers Jan, Apr, Aug and Dec.
const MONTH_NAMES: readonly (readonly string[])[] = [
  ['ene', 'jan'],
  ['feb'],
  ['mar'],
  ['abr', 'apr'],
  ['may'],
  ['jun'],
  ['jul'],
  ['ago', 'aug'],
  ['set', 'sep', 'sept'],
  ['oct'],
  ['nov'],
  ['dic', 'dec'],
]
const MONTHS = new Map(MONTH_NAMES.flatMap((names, at) => names.map((name) => [name, at + 1] as const)))

const DAY = /^(\d{1,2})[.\-/ ]([a-z]{3,4})\.?[.\-/ ](\d{4}|\d{2})$/i
const MONTH = /^([a-z]{3,4})\.?[.\-/ ]?(\d{4}|\d{2})$/i
const QUARTER = /^[tq]([1-4])[.\-/ ]?(\d{4}|\d{2})$/i
const YEAR = /^(\d{4})$/

export const monthOf = (date: string): number => Number(date.slice(5, 7))
export const quarterOf = (date: string): number => Math.ceil(monthOf(date) / 3)
const isoDate = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** The first day of the period a date lies in. */
export const periodStart = (frecuencia: Frequency, date: string): string => {
  if (frecuencia === 'diaria') return date
  if (frecuencia === 'mensual') return `${date.slice(0, 7)}-01`
  if (frecuencia === 'trimestral') return isoDate(Number(date.slice(0, 4)), quarterOf(date) * 3 - 2, 1)
  return `${date.slice(0, 4)}-01-01`
}

/** Whether a period, given by its first day, has a day in common with the window. */
export const isInWindow = (frecuencia: Frequency, start: string, { desde, hasta }: DateWindow): boolean =>
  start >= periodStart(frecuencia, desde) && start <= hasta

/** The first day of a printed period (`20.Ago.26`, `Ago.2026`, `T1.24`, `2024`); null when it is no period of that frequency. */
export const parsePeriod = (frecuencia: Frequency, printed: string, window: DateWindow): string | null => {
  const name = printed.trim()
  const inCentury = (year: string, month: number, day: number): string | null => {
    const dates = yearCandidates(year).map((candidate) => isoDate(candidate, month, day))
    const fitting = dates.find((date) => isCalendarDate(date) && isInWindow(frecuencia, date, window))
    return fitting ?? dates.find(isCalendarDate) ?? null
  }
  if (frecuencia === 'diaria') {
    const [, day = '', month = '', year = ''] = DAY.exec(name) ?? []
    return inCentury(year, MONTHS.get(month.toLowerCase()) ?? 0, Number(day))
  }
  if (frecuencia === 'mensual') {
    const [, month = '', year = ''] = MONTH.exec(name) ?? []
    return inCentury(year, MONTHS.get(month.toLowerCase()) ?? 0, 1)
  }
  if (frecuencia === 'trimestral') {
    const [, quarter = '', year = ''] = QUARTER.exec(name) ?? []
    return inCentury(year, Number(quarter) * 3 - 2, 1)
  }
  return inCentury(YEAR.exec(name)?.[1] ?? '', 1, 1)
}

/** The years that a printed year may mean, the likelier first: two digits above 50 belong to the last century. */
const yearCandidates = (printed: string): number[] => {
  if (printed.length !== 2) return printed ? [Number(printed)] : []
  const year = Number(printed)
  return year > 50 ? [1900 + year, 2000 + year] : [2000 + year, 1900 + year]
}
