const DAY_MS = 86_400_000

/** Lima's date by the real clock (UTC-5 all year). */
export const limaToday = (): string => isoOf(Math.floor((Date.now() - 5 * 3_600_000) / DAY_MS))

/** A date as a number of days. */
export const dayNumber = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / DAY_MS

const isoOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

export const addDays = (iso: string, days: number): string => isoOf(dayNumber(iso) + days)

/** Every date from one to another, both included. */
export const datesBetween = (first: string, last: string): string[] => {
  const from = dayNumber(first)
  return Array.from({ length: Math.max(0, dayNumber(last) - from + 1) }, (_, i) => isoOf(from + i))
}

const HOLIDAYS = new Set(['01-01', '05-01', '06-29', '07-28', '07-29', '08-30', '10-08', '11-01', '12-08', '12-25'])

/** Monday to Friday and none of the holidays with a fixed date. */
export const isBusinessDay = (iso: string): boolean => {
  const weekday = new Date(`${iso}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !HOLIDAYS.has(iso.slice(5))
}
