import type { SqliteFile } from '../../../kernel/files/sqlite.ts'
import type { AccountUsage, UsageCount } from '../store.ts'
import { liveInstances } from './instances.ts'
import { nextRevision } from './revision.ts'

/** Starts a recall on every account of which a live instance holds units of the month: it answers with a settlement. */
export const requestSettlements = (db: SqliteFile, month: string, nowMs: number): void => {
  const live = liveInstances(db, nowMs)
  const holders = db.all<{ accountId: string; instanceId: string }>(
    'SELECT account_id AS accountId, instance_id AS instanceId FROM leases WHERE month = ? AND units > 0',
    month,
  )
  const recalled = new Set(holders.filter(({ instanceId }) => live.has(instanceId)).map(({ accountId }) => accountId))
  for (const accountId of recalled) {
    db.run(
      'UPDATE account_months SET demand = demand + 1, revision = ? WHERE account_id = ? AND month = ?',
      nextRevision(db),
      accountId,
      month,
    )
  }
}

/** How many live instances have not answered the latest recalls of the month. */
export const countUnsettled = (db: SqliteFile, month: string, nowMs: number): number => {
  const live = liveInstances(db, nowMs)
  return db
    .all<{ instanceId: string }>(
      `SELECT l.instance_id AS instanceId FROM leases l
       JOIN account_months m ON m.account_id = l.account_id AND m.month = l.month
       WHERE l.month = ? AND l.units > 0 AND l.answered < m.demand`,
      month,
    )
    .filter(({ instanceId }) => live.has(instanceId)).length
}

/** What each account, or one, used in the month. Units held by live instances do not count; units a killed one held do. */
export const selectUsage = (
  db: SqliteFile,
  month: string,
  nowMs: number,
  accountId: string | null = null,
): AccountUsage[] => {
  const live = liveInstances(db, nowMs)
  // Only what is asked for is read: everybody may ask, for nothing.
  const values = accountId === null ? [month] : [month, accountId]
  const ofAccount = accountId === null ? '' : 'AND account_id = ?2'
  const held = new Map<string, number>()
  const leases = db.all<{ accountId: string; instanceId: string; units: number }>(
    `SELECT account_id AS accountId, instance_id AS instanceId, units FROM leases
     WHERE month = ?1 ${ofAccount}`,
    ...values,
  )
  for (const { accountId: holder, instanceId, units } of leases) {
    if (live.has(instanceId)) held.set(holder, (held.get(holder) ?? 0) + units)
  }
  const counts = db.all<UsageCount & { accountId: string }>(
    `SELECT account_id AS accountId, key_id AS keyId, endpoint, charged FROM usage
     WHERE month = ?1 ${ofAccount} ORDER BY key_id, endpoint`,
    ...values,
  )
  const usage = Map.groupBy(counts, ({ accountId }) => accountId)
  return db
    .all<{ accountId: string; name: string; quota: number; taken: number }>(
      `SELECT a.id AS accountId, a.name, a.quota, coalesce(m.taken, 0) AS taken FROM accounts a
       LEFT JOIN account_months m ON m.account_id = a.id AND m.month = ?1
       ${accountId === null ? '' : 'WHERE a.id = ?2'} ORDER BY a.created_at, a.id`,
      ...values,
    )
    .map(({ taken, ...account }) => ({
      ...account,
      used: taken - (held.get(account.accountId) ?? 0),
      usage: (usage.get(account.accountId) ?? []).map(({ accountId: _, ...count }) => count),
    }))
}
