import { addDays, dayNumber, isBusinessDay } from './calendar.ts'

export interface Rate {
  compra: string
  venta: string
}

/** A hash of a day from 0 to 1: unlike a generator, it needs no previous day. */
const noiseOf = (day: number): number => {
  let hash = Math.imul(day ^ 0x9e3779b9, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** An invented market value: slow waves and a little noise. */
export const marketValue = (day: number, level: number, swing: number): number =>
  level +
  swing * (Math.sin(day / 900) + 0.35 * Math.sin(day / 170 + 1) + 0.08 * Math.sin(day / 23 + 2)) +
  swing * 0.03 * (noiseOf(day) - 0.5)

/** The invented closing rate of the banking system; null on days without trade, and when not yet known on `today`. */
export const closeOf = (date: string, today: string): Rate | null => {
  // A day's close is known on the next day.
  if (!isBusinessDay(date) || date >= today) return null
  const day = dayNumber(date)
  const buy = marketValue(day, 3.42, 0.26)
  return { compra: buy.toFixed(3), venta: (buy + 0.003 + 0.006 * noiseOf(day + 1)).toFixed(3) }
}

/** What the tax authority publishes on a date: the close of the day before; null when that day had none. */
export const publicationOf = (date: string, today: string): Rate | null => closeOf(addDays(date, -1), today)
