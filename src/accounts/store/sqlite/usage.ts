import type { AccountUsage, UsageCount } from '../store.ts'
import type { SqliteFile } from './file.ts'
import { nextRevision } from './keys.ts'
import { livingInstances } from './quota.ts'

/** Opens a demand on every account of the month of which a living instance holds units. */
export const callReports = (db: SqliteFile, month: string, nowMs: number): void => {
  const living = livingInstances(db, nowMs)
  const holders = db.all<{ accountId: string; instanceId: string }>(
    'SELECT account_id AS accountId, instance_id AS instanceId FROM leases WHERE month = ? AND units > 0',
    month,
  )
  const called = new Set(holders.filter(({ instanceId }) => living.has(instanceId)).map(({ accountId }) => accountId))
  for (const accountId of called) {
    db.run(
      'UPDATE account_months SET demand = demand + 1, revision = ? WHERE account_id = ? AND month = ?',
      nextRevision(db),
      accountId,
      month,
    )
  }
}

/** How many living instances have not yet answered the latest demands of the month. */
export const missingReports = (db: SqliteFile, month: string, nowMs: number): number => {
  const living = livingInstances(db, nowMs)
  return db
    .all<{ instanceId: string }>(
      `SELECT l.instance_id AS instanceId FROM leases l
       JOIN account_months m ON m.account_id = l.account_id AND m.month = l.month
       WHERE l.month = ? AND l.units > 0 AND l.answered < m.demand`,
      month,
    )
    .filter(({ instanceId }) => living.has(instanceId)).length
}

/** Units in the hands of living instances are not used yet; those a killed one held are. */
export const readUsage = (db: SqliteFile, month: string, nowMs: number): AccountUsage[] => {
  const living = livingInstances(db, nowMs)
  const held = new Map<string, number>()
  const leases = db.all<{ accountId: string; instanceId: string; units: number }>(
    'SELECT account_id AS accountId, instance_id AS instanceId, units FROM leases WHERE month = ?',
    month,
  )
  for (const { accountId, instanceId, units } of leases) {
    if (living.has(instanceId)) held.set(accountId, (held.get(accountId) ?? 0) + units)
  }
  const counts = db.all<UsageCount & { accountId: string }>(
    `SELECT account_id AS accountId, key_id AS keyId, endpoint, charged FROM usage
     WHERE month = ? ORDER BY key_id, endpoint`,
    month,
  )
  const usage = Map.groupBy(counts, ({ accountId }) => accountId)
  return db
    .all<{ accountId: string; name: string; quota: number; taken: number }>(
      `SELECT a.id AS accountId, a.name, a.quota, coalesce(m.taken, 0) AS taken FROM accounts a
       LEFT JOIN account_months m ON m.account_id = a.id AND m.month = ? ORDER BY a.created_at, a.id`,
      month,
    )
    .map(({ taken, ...account }) => ({
      ...account,
      used: taken - (held.get(account.accountId) ?? 0),
      usage: (usage.get(account.accountId) ?? []).map(({ accountId: _, ...count }) => count),
    }))
}
