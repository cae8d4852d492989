/** A day, a month or a year; `month` and `day` are 0 where nothing is said of them. */
export interface PartialDate {
  year: number
  month: number
  day: number
}

/** When somebody was born, as far as a list knows: from one date to another, mostly the same; `circa` when it is a guess. */
export interface ListedBirth {
  from: PartialDate
  to: PartialDate
  circa: boolean
}

export const MIN_BIRTH_YEAR = 1850
const MAX_YEAR = 2100
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The date if it can exist; null otherwise. */
const realDate = (year: number, month: number, day: number): PartialDate | null => {
  if (year < MIN_BIRTH_YEAR || year > MAX_YEAR || month > 12) return null
  if (day > (DAYS[month - 1] ?? 0)) return null
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 && day === 29 && !isLeap ? null : { year, month, day }
}

/** `1960`, `1960-01` or `1960-01-20`, as callers and the UN list write it; null for anything else. */
export const readDate = (text: string): PartialDate | null => {
  const found = /^([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?$/.exec(text)
  if (!found || found[2] === '00' || found[3] === '00') return null
  return realDate(Number(found[1]), Number(found[2] ?? 0), Number(found[3] ?? 0))
}

/** `20 Jan 1960`, `Jan 1960`, `August 1960`, as the US list and the notes of the UN list write it. */
const readEnglishDate = (text: string): PartialDate | null => {
  const found = /^(?:([0-9]{1,2}) )?([a-z]{3})[a-z]*\.? ([0-9]{4})$/i.exec(text)
  const month = MONTHS.indexOf(found?.[2]?.toLowerCase() ?? '') + 1
  if (!found || month === 0) return null
  // A publisher's impossible day leaves its year.
  return realDate(Number(found[3]), month, Number(found[1] ?? 0)) ?? realDate(Number(found[3]), 0, 0)
}

const CIRCA = /^(?:circa|approximately|approx\.?|about|c\.) */i
/** What follows a date in brackets, and the time zone that a few dates of the UN list have. */
const AFTER_DATE = /\s*\(.*\)$|(?<=-[0-9]{2})(?:Z|[+-][0-9]{2}:[0-9]{2})$/

/** What a list says of a birth; null when it is in no form that we know. */
export const readBirth = (text: string): ListedBirth | null => {
  const stated = text.trim().replace(AFTER_DATE, '')
  const circa = CIRCA.test(stated)
  const dates = stated.replace(CIRCA, '').replace(/^between (.*) and /i, '$1 to ')
  const [first = '', second, ...more] = splitRange(dates)
  const from = readOneDate(first)
  const to = second === undefined ? from : readOneDate(second)
  if (!from || !to || more.length > 0 || to.year < from.year) return null
  return { from, to, circa }
}

const splitRange = (dates: string): string[] =>
  /^[0-9]{4}-[0-9]{4}$/.test(dates) ? dates.split('-') : dates.split(/ to (?:circa )?/)

const readOneDate = (text: string): PartialDate | null => readDate(text.trim()) ?? readEnglishDate(text.trim())
