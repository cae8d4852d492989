import { type Clock, systemClock } from '../kernel/clock.ts'

// Peru keeps UTC-5 all year; it has had no daylight saving since 1994.
const LIMA_OFFSET_MS = -5 * 3_600_000
const DAY_MS = 86_400_000

/** The one clock of the service: real time, and the date it is in Lima (`YYYY-MM-DD`). */
export interface LimaClock extends Clock {
  limaDate(): string
  /** Milliseconds until Lima's next midnight. */
  untilLimaMidnightMs(): number
}

/** A clock over real time; `today` fixes Lima's date for rehearsals and tests, but not the time. */
export const limaClock = (today?: string, clock: Clock = systemClock): LimaClock => ({
  now: () => clock.now(),
  limaDate: today === undefined ? cachedLimaDate(clock) : () => today,
  untilLimaMidnightMs: () => DAY_MS - ((((clock.now() + LIMA_OFFSET_MS) % DAY_MS) + DAY_MS) % DAY_MS),
})

/** Formats the date once a day, because every request needs it. */
const cachedLimaDate = (clock: Clock): (() => string) => {
  let day = Number.NaN
  let text = ''
  return () => {
    const now = clock.now()
    const today = Math.floor((now + LIMA_OFFSET_MS) / DAY_MS)
    if (today !== day) {
      day = today
      text = limaDateAt(now)
    }
    return text
  }
}

export const limaDateAt = (epochMs: number): string => new Date(epochMs + LIMA_OFFSET_MS).toISOString().slice(0, 10)

/** True for a calendar date written `YYYY-MM-DD` that exists. Without a `Date`, because requests and rows ask it often. */
export const isCalendarDate = (text: string): boolean => {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8))
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(Number(text.slice(0, 4)), month)
}

const daysOf = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** `D/M/YYYY` or `DD/MM/YYYY`, as Peruvian sources print dates, to `YYYY-MM-DD`; null when it is no date. */
export const parseSlashDate = (text: string): string | null => {
  const match = /^\s*([0-9]{1,2})\/([0-9]{1,2})\/([0-9]{4})\s*$/.exec(text)
  if (!match) return null
  const iso = `${match[3]}-${match[2]?.padStart(2, '0')}-${match[1]?.padStart(2, '0')}`
  return isCalendarDate(iso) ? iso : null
}

/** `YYYY-MM-DD` to `DD/MM/YYYY`. */
export const toSlashDate = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`
