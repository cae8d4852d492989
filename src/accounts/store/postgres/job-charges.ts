import type { Sql } from '../../../kernel/sql/database.ts'
import { jobChange } from '../job-change.ts'
import type { JobCharge, JobCharged } from '../store.ts'
import { REVISION } from './migrations.ts'
import { addUsage, lockMonth } from './quota.ts'

/** Charges a job up to its total, by the same rules as in SQLite. The month's row is locked until the transaction ends. */
export const chargeJob = async (sql: Sql, charge: JobCharge): Promise<JobCharged & { version: number }> => {
  const { jobId, accountId, keyId, endpoint, month } = charge
  const { quota, taken, version } = await lockMonth(sql, charge)
  const before = await sql.get<{ units: number; month: string }>(
    'SELECT units, month FROM job_charges WHERE job_id = $1',
    jobId,
  )
  if (!before) await sql.run('DELETE FROM job_charges WHERE expires_at < $1', charge.nowMs)
  const charged = before?.units ?? 0
  const change = jobChange(charge, { charged, month: before?.month ?? month, free: Math.max(0, quota - taken) })
  if (change === 0) return { charged, taken, version }
  await sql.run(
    `UPDATE account_months SET taken = taken + $3, version = version + 1, revision = ${REVISION}
     WHERE account_id = $1 AND month = $2`,
    accountId,
    month,
    change,
  )
  await addUsage(sql, [{ accountId, month, usage: [{ keyId, endpoint, charged: change }] }])
  await sql.run(
    `INSERT INTO job_charges (job_id, month, units, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (job_id) DO UPDATE SET units = excluded.units, month = excluded.month`,
    jobId,
    month,
    charged + change,
    charge.expiresAtMs,
  )
  return { charged: charged + change, taken: taken + change, version: version + 1 }
}
