import type { Sql } from '../../kernel/sql/database.ts'
import { changeTaken, lockMonth } from './quota.ts'
import { addUsage } from './settlements.ts'
import type { JobCharge, JobCharged } from './store.ts'

/** Charges a job up to its total, in one transaction with the count that makes a second charge of the same rows harmless. */
export const chargeJob = async (sql: Sql, charge: JobCharge): Promise<JobCharged & { version: number }> => {
  const { jobId, accountId, keyId, endpoint, month } = charge
  const { quota, taken, version } = await lockMonth(sql, charge)
  const before = await sql.get<{ units: number; month: string }>(
    'SELECT units, month FROM job_charges WHERE job_id = $1',
    jobId,
  )
  if (!before) await sql.run('DELETE FROM job_charges WHERE expires_at < $1', charge.nowMs)
  const charged = before?.units ?? 0
  const change = changeOf(charge, { charged, month: before?.month ?? month, free: Math.max(0, quota - taken) })
  if (change === 0) return { charged, taken, version }
  await changeTaken(sql, charge, change)
  await addUsage(sql, [{ accountId, month, keyId, endpoint, charged: change }])
  await sql.run(
    `INSERT INTO job_charges (job_id, month, units, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (job_id) DO UPDATE SET units = excluded.units, month = excluded.month`,
    ...[jobId, month, charged + change, charge.expiresAtMs],
  )
  return { charged: charged + change, taken: taken + change, version: version + 1 }
}

/** By how much the charge changes: up as far as units are free, down only where it may and within the month. */
const changeOf = (
  { total, lowers, month }: Pick<JobCharge, 'total' | 'lowers' | 'month'>,
  before: { charged: number; month: string; free: number },
): number => {
  const wanted = total - before.charged
  if (wanted >= 0) return Math.min(wanted, before.free)
  return lowers && before.month === month ? wanted : 0
}
