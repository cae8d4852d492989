import type { ListedBirth, PartialDate } from './births.ts'
import { FACT_POLICY } from './fact-policy.ts'

const { birth } = FACT_POLICY

/** What a birth date tells, in bits: above 0 that it may be the same, below 0 that it is not. */
export const compareBirths = (asked: PartialDate, listed: ListedBirth): number => {
  const { from, to, circa } = listed
  return circa || from !== to ? compareWithRange(asked.year, listed) : compareDates(asked, from)
}

/** A range says less the longer it is; a guess is a range of some years around it. */
const compareWithRange = (year: number, { from, to, circa }: ListedBirth): number => {
  const around = circa ? birth.circaYears : 0
  const [first, last] = [from.year - around, to.year + around]
  if (year >= first && year <= last) return Math.max(birth.leastInRange, birth.sameYear - Math.log2(last - first + 1))
  return yearsApart(Math.max(first - year, year - last))
}

const compareDates = (asked: PartialDate, listed: PartialDate): number => {
  const years = Math.abs(asked.year - listed.year)
  const areFull = asked.day > 0 && listed.day > 0
  const isSameDay = areFull && asked.day === listed.day && asked.month === listed.month
  if (years === 0) return areFull ? compareDays(asked, listed, isSameDay) : compareMonths(asked, listed)
  if (isSameDay && years === 1) return birth.nextYear
  if (areTransposed(asked.year, listed.year)) return isSameDay ? birth.transposedYear : birth.transposedYearAlone
  return yearsApart(years)
}

/** Two full dates of one year. */
const compareDays = (asked: PartialDate, listed: PartialDate, isSameDay: boolean): number => {
  const mayBeYearOnly = isNewYear(asked) || isNewYear(listed)
  if (isSameDay) return mayBeYearOnly ? birth.sameNewYear : birth.sameDay
  if (asked.day === listed.month && asked.month === listed.day) return birth.swapped
  if (mayBeYearOnly) return birth.newYear
  return asked.month === listed.month && isOneSlip(asked.day, listed.day) ? birth.slippedDay : birth.otherDay
}

/** Dates of one year, at least one of them without its day. */
const compareMonths = (asked: PartialDate, listed: PartialDate): number => {
  if (asked.month === 0 || listed.month === 0 || isNewYear(asked) || isNewYear(listed)) return birth.sameYear
  return asked.month === listed.month ? birth.sameMonth : birth.otherDay
}

/** The first of January mostly stands for "some day of that year". */
const isNewYear = ({ month, day }: PartialDate): boolean => month === 1 && day === 1

const yearsApart = (years: number): number => birth.yearsApart[Math.min(years, birth.yearsApart.length - 1)] as number

/** Two neighbouring digits swapped: 1964 and 1946. */
const areTransposed = (one: number, other: number): boolean => {
  if (one === other) return false
  for (let unit = 1; unit < 1000; unit *= 10) {
    const digit = Math.floor(one / unit) % 10
    const next = Math.floor(one / (10 * unit)) % 10
    if (one + (next - digit) * unit + (digit - next) * 10 * unit === other) return true
  }
  return false
}

/** One digit of the two differs, or they are swapped: 12 and 13, 12 and 21. */
const isOneSlip = (one: number, other: number): boolean => {
  const [a, b] = [String(one).padStart(2, '0'), String(other).padStart(2, '0')]
  return a[0] === b[0] || a[1] === b[1] || (a[0] === b[1] && a[1] === b[0])
}
