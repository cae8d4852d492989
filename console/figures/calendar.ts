/** Lima has no daylight saving time: always five hours behind UTC. */
const LIMA_OFFSET_MS = 5 * 3_600_000
const DAY_MS = 86_400_000

export const MONTH_NAMES = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio'],
  ...['julio', 'agosto', 'setiembre', 'octubre', 'noviembre', 'diciembre'],
] as const
const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const

/** The date it is in Lima, `2026-11-15`. */
export const limaDate = (now: number): string => new Date(now - LIMA_OFFSET_MS).toISOString().slice(0, 10)

/** `2026-11` and -1 give `2026-10`. */
export const addMonths = (month: string, months: number): string => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}

/** The same day some months before; the last day of that month when it has no such day. */
export const monthsBefore = (date: string, months: number): string => {
  const month = addMonths(date.slice(0, 7), -months)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const day = `${month}-${date.slice(8)}`
  return day < last ? day : last
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

/** How many days a month has. */
export const daysIn = (month: string): number => daysBetween(`${month}-01`, `${addMonths(month, 1)}-01`)

/** `noviembre de 2026`. */
export const monthWords = (month: string): string =>
  `${MONTH_NAMES[Number(month.slice(5, 7)) - 1] ?? month} de ${month.slice(0, 4)}`

/** `domingo`. */
export const weekday = (date: string): string => WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''

/** True for a month written `2026-11`. */
export const isMonth = (text: string): boolean => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
