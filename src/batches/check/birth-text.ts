import { isCalendarDate } from '../../domain/lima-time.ts'
import { stripAccents } from '../../domain/names/normalise.ts'

/** The first letters of months, in Spanish and in English. */
const MONTHS = [
  'ENE|JAN',
  'FEB',
  'MAR',
  'ABR|APR',
  'MAY',
  'JUN',
  'JUL',
  'AGO|AUG',
  'SEP|SET',
  'OCT',
  'NOV',
  'DIC|DEC',
].map((letters) => new RegExp(`^(?:${letters})`))

const TIME = /[T ]+[0-9]{1,2}:[0-9]{2}.*$/
const DAY_FIRST = /^([0-9]{1,2})[-./ ]([0-9]{1,2})[-./ ]([0-9]{4}|[0-9]{2})$/
const YEAR_FIRST = /^([0-9]{4})[-./ ]([0-9]{1,2})[-./ ]([0-9]{1,2})$/
const COMPACT = /^([0-9]{4})([0-9]{2})([0-9]{2})$/
const MONTH_AND_YEAR = /^([0-9]{1,2})[-./ ]([0-9]{4})$/
const YEAR_AND_MONTH = /^([0-9]{4})[-./ ]([0-9]{1,2})$/
const NAMED_MONTH = /^([0-9]{1,2})[-./ ]*(?:DE )?([A-Z]{3,10})[-./, ]*(?:DEL? )?([0-9]{4}|[0-9]{2})$/

/** A date as files have it, in the form that the lookup takes; anything else stays, so that the lookup refuses it. */
export const birthText = (text: string): string => {
  if (text === '') return ''
  const day = text.replace(/^'/, '').replace(TIME, '')
  return yearOnly(day) ?? fullDate(day) ?? monthOnly(day) ?? day
}

/** The same of a voucher, which is of this century. A number of five digits is a day as spreadsheets count them. */
export const issueDateText = (text: string): string => {
  const day = text.replace(/^'/, '').replace(TIME, '')
  return fullDate(day, (year) => (year.length === 4 ? year : `20${year}`)) ?? sheetDay(day) ?? day
}

const DAY_MS = 86_400_000
/** Day 0 of spreadsheets. */
const SHEET_EPOCH_MS = Date.UTC(1899, 11, 30)

const sheetDay = (text: string): string | null => {
  const [, day] = /^([3-6][0-9]{4})(?:[.,]0+)?$/.exec(text) ?? []
  return day === undefined ? null : new Date(SHEET_EPOCH_MS + Number(day) * DAY_MS).toISOString().slice(0, 10)
}

/**
 * A date below a header in English, where the month may come first. Where both orders give a date, only the year is certain: a
 * wrong day would count against a match.
 */
export const monthFirstText = (text: string): string => {
  const [, first = '', second = '', written] = DAY_FIRST.exec(text.replace(/^'/, '').replace(TIME, '')) ?? []
  if (written === undefined) return birthText(text)
  const year = fullYear(written)
  const [dayFirst, monthFirst] = [isoDate(year, second, first), isoDate(year, first, second)]
  if (dayFirst && monthFirst && dayFirst !== monthFirst) return dayFirst.slice(0, 4)
  return dayFirst ?? monthFirst ?? text
}

/** A year that a program took for a number with decimals: `1961.0`. */
const yearOnly = (text: string): string | null => /^((?:18|19|20)[0-9]{2})[.,]0+$/.exec(text)?.[1] ?? null

const fullDate = (text: string, yearOf = fullYear): string | null => {
  const [, day, month, year] = DAY_FIRST.exec(text) ?? []
  if (year !== undefined) return isoDate(yearOf(year), month, day)
  const [, first, second, third] = YEAR_FIRST.exec(text) ?? COMPACT.exec(text) ?? []
  return first !== undefined ? isoDate(first, second, third) : namedMonth(text, yearOf)
}

const namedMonth = (text: string, yearOf: typeof fullYear): string | null => {
  const [, day, name = '', year = ''] = NAMED_MONTH.exec(stripAccents(text)) ?? []
  const month = MONTHS.findIndex((letters) => letters.test(name)) + 1
  return day !== undefined && month > 0 ? isoDate(yearOf(year), String(month), day) : null
}

const monthOnly = (text: string): string | null => {
  const [, month, year] = MONTH_AND_YEAR.exec(text) ?? []
  const [, otherYear, otherMonth] = YEAR_AND_MONTH.exec(text) ?? []
  const date = isoDate(year ?? otherYear, month ?? otherMonth, '1')
  return date?.slice(0, 7) ?? null
}

const isoDate = (year: string | null | undefined, month = '', day = ''): string | null => {
  if (!year) return null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}

/** The century of two digits, where only one makes sense for somebody alive. From 16 to 29 it could be either: nothing is guessed. */
const fullYear = (year: string): string | null => {
  if (year.length === 4) return year
  const digits = Number(year)
  if (digits <= 15) return `20${year}`
  return digits >= 30 ? `19${year}` : null
}
