import { Cron } from 'croner'

/** So many scheduled times in a row without a good answer of the publisher, and a list counts as overdue. */
const MISSED_TIMES = 3
const KEPT_MS = 60_000

/** The last scheduled times before `now`, the latest first, in epoch milliseconds. */
export const scheduledBefore = (schedule: string, now: number, times: number): number[] => {
  const cron = new Cron(schedule, { timezone: 'America/Lima', paused: true })
  const runs = cron.previousRuns(times, new Date(now))
  cron.stop()
  return runs.map((run) => run.getTime()).sort((a, b) => b - a)
}

/** Says whether a list missed its schedule three times, given when its publisher last answered well. One per dataset. */
export const overdueCheck = (schedule: string): ((checked: string | null, now: number) => boolean) => {
  // Working out the schedule is slow, and the probes ask often.
  let kept = { at: Number.NEGATIVE_INFINITY, limit: Number.NEGATIVE_INFINITY }
  return (checked, now) => {
    if (checked === null) return false
    if (Math.abs(now - kept.at) > KEPT_MS)
      kept = { at: now, limit: scheduledBefore(schedule, now, MISSED_TIMES)[MISSED_TIMES - 1] ?? kept.limit }
    return Date.parse(checked) < kept.limit
  }
}
