import type { SqliteFile } from '../../../kernel/files/sqlite.ts'
import { jobChange } from '../job-change.ts'
import type { JobCharge, JobCharged } from '../store.ts'
import { addUsage, changeTaken, openMonth } from './quota.ts'

/** Charges a job up to its total, in one transaction with the count that makes a second charge of the same rows harmless. */
export const chargeJob = (db: SqliteFile, charge: JobCharge): JobCharged => {
  const { jobId, accountId, keyId, endpoint, month } = charge
  const before = db.get<{ units: number; month: string }>(
    'SELECT units, month FROM job_charges WHERE job_id = ?',
    jobId,
  )
  if (!before) db.run('DELETE FROM job_charges WHERE expires_at < ?', charge.nowMs)
  const { quota, taken } = openMonth(db, charge)
  const charged = before?.units ?? 0
  const change = jobChange(charge, { charged, month: before?.month ?? month, free: Math.max(0, quota - taken) })
  if (change === 0) return { charged, taken }
  changeTaken(db, accountId, month, change)
  addUsage(db, accountId, month, { keyId, endpoint, charged: change })
  db.run(
    `INSERT INTO job_charges (job_id, month, units, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET units = excluded.units, month = excluded.month`,
    jobId,
    month,
    charged + change,
    charge.expiresAtMs,
  )
  return { charged: charged + change, taken: taken + change }
}
