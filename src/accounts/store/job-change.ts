import type { JobCharge } from './store.ts'

/** By how much the charge changes: up as far as units are free, down only where it may and within the month. */
export const jobChange = (
  { total, lowers, month }: Pick<JobCharge, 'total' | 'lowers' | 'month'>,
  before: { charged: number; month: string; free: number },
): number => {
  const wanted = total - before.charged
  if (wanted >= 0) return Math.min(wanted, before.free)
  return lowers && before.month === month ? wanted : 0
}
