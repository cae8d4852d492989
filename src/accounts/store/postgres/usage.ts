import type { Sql } from '../../../kernel/sql/database.ts'
import type { AccountUsage } from '../store.ts'
import { liveInstances } from './instances.ts'
import { REVISION } from './migrations.ts'

/** Starts a recall on every account of which a live instance holds units of the month: it answers with a settlement. */
export const requestSettlements = async (sql: Sql, month: string, nowMs: number): Promise<void> => {
  const live = await liveInstances(sql, nowMs)
  await sql.run(
    `UPDATE account_months m SET recall = recall + 1, version = version + 1, revision = ${REVISION}
     WHERE m.month = $1 AND m.account_id IN (
       SELECT account_id FROM leases WHERE month = $1 AND units > 0 AND instance_id = ANY ($2)
     )`,
    month,
    [...live],
  )
}

/** How many live instances have not answered the latest recalls of the month. */
export const countUnsettled = async (sql: Sql, month: string, nowMs: number): Promise<number> => {
  const live = await liveInstances(sql, nowMs)
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM leases l
     JOIN account_months m ON m.account_id = l.account_id AND m.month = l.month
     WHERE l.month = $1 AND l.units > 0 AND l.answered < m.recall AND l.instance_id = ANY ($2)`,
    month,
    [...live],
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
  const live = await liveInstances(sql, nowMs)
  return sql.all<AccountUsage>(
    `SELECT a.id AS "accountId", a.name, a.quota,
       coalesce(m.taken, 0) - coalesce((
         SELECT sum(l.units)::bigint FROM leases l
         WHERE l.account_id = a.id AND l.month = $1 AND l.instance_id = ANY ($2)
       ), 0) AS used,
       coalesce((
         SELECT json_agg(
           json_build_object('keyId', u.key_id, 'endpoint', u.endpoint, 'charged', u.charged)
           ORDER BY u.key_id COLLATE "C", u.endpoint COLLATE "C"
         ) FROM usage u WHERE u.account_id = a.id AND u.month = $1
       ), '[]') AS usage
     FROM accounts a LEFT JOIN account_months m ON m.account_id = a.id AND m.month = $1
     WHERE $3::text IS NULL OR a.id = $3 ORDER BY a.created_at, a.id COLLATE "C"`,
    month,
    [...live],
    accountId,
  )
}
