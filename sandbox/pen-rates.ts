import { addDays, dayNumber, isBusinessDay } from './calendar.ts'

export interface Rate {
  compra: string
  venta: string
}

/** A number from 0 to 1 that belongs to a day, the same in every run. */
const chance = (day: number): number => {
  let hash = Math.imul(day ^ 0x9e3779b9, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** Slow waves and a little noise: what a quiet market looks like from far away. */
export const wander = (day: number, level: number, swing: number): number =>
  level +
  swing * (Math.sin(day / 900) + 0.35 * Math.sin(day / 170 + 1) + 0.08 * Math.sin(day / 23 + 2)) +
  swing * 0.03 * (chance(day) - 0.5)

/** The invented close of the banking system; null on days without trade, and after the last one by `today`. */
export const closeOf = (date: string, today: string): Rate | null => {
  // A day's close is known on the next day.
  if (!isBusinessDay(date) || date >= today) return null
  const day = dayNumber(date)
  const buy = wander(day, 3.42, 0.26)
  return { compra: buy.toFixed(3), venta: (buy + 0.003 + 0.006 * chance(day + 1)).toFixed(3) }
}

/** What the tax authority publishes on a date: the close of the day before; null when that day had none. */
export const publicationOf = (date: string, today: string): Rate | null => closeOf(addDays(date, -1), today)
