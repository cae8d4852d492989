import type { Sql } from '../../kernel/sql/database.ts'
import { liveInstances } from './instances.ts'
import type { AccountUsage, UsageCount } from './store.ts'

/** Starts a recall on every account of which a live instance holds units of the month: it answers with a settlement. */
export const requestSettlements = async (sql: Sql, month: string, nowMs: number): Promise<void> => {
  await sql.run(
    `UPDATE account_months SET recall = recall + 1, version = version + 1, revision = ${sql.dialect.revision}
     WHERE month = $1 AND account_id IN (
       SELECT account_id FROM leases WHERE month = $1 AND units > 0 AND instance_id IN ${sql.dialect.list('$2')}
     )`,
    month,
    JSON.stringify(await liveInstances(sql, nowMs)),
  )
}

/** How many live instances have not answered the latest recalls of the month. */
export const countUnsettled = async (sql: Sql, month: string, nowMs: number): Promise<number> => {
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM leases l
     JOIN account_months m ON m.account_id = l.account_id AND m.month = l.month
     WHERE l.month = $1 AND l.units > 0 AND l.answered < m.recall AND l.instance_id IN ${sql.dialect.list('$2')}`,
    month,
    JSON.stringify(await liveInstances(sql, nowMs)),
  )
  return row?.n ?? 0
}

/** What each account, or one, used in the month. Units held by live instances do not count; units a killed one held do. */
export const selectUsage = async (
  sql: Sql,
  month: string,
  nowMs: number,
  accountId: string | null = null,
): Promise<AccountUsage[]> => {
  // Only what is asked for is read: everybody may ask, for nothing.
  const one = accountId === null ? [] : [accountId]
  const accounts = await sql.all<Omit<AccountUsage, 'usage'>>(
    `SELECT a.id AS "accountId", a.name, a.quota,
       coalesce(m.taken, 0) - coalesce((
         SELECT CAST(sum(l.units) AS bigint) FROM leases l
         WHERE l.account_id = a.id AND l.month = $1 AND l.instance_id IN ${sql.dialect.list('$2')}
       ), 0) AS used
     FROM accounts a LEFT JOIN account_months m ON m.account_id = a.id AND m.month = $1
     ${one.length > 0 ? 'WHERE a.id = $3' : ''} ORDER BY a.created_at, a.id COLLATE "C"`,
    month,
    JSON.stringify(await liveInstances(sql, nowMs)),
    ...one,
  )
  const counts = await sql.all<UsageCount & { accountId: string }>(
    `SELECT account_id AS "accountId", key_id AS "keyId", endpoint, charged FROM usage
     WHERE month = $1 ${one.length > 0 ? 'AND account_id = $2' : ''} ORDER BY key_id COLLATE "C", endpoint COLLATE "C"`,
    month,
    ...one,
  )
  const usage = Map.groupBy(counts, (count) => count.accountId)
  return accounts.map((account) => ({
    ...account,
    usage: (usage.get(account.accountId) ?? []).map(({ accountId: _, ...count }) => count),
  }))
}
