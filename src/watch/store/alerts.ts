import type { Alert } from '../../domain/records.ts'
import type { Sql } from '../../kernel/sql/database.ts'
import type { StoredAlert } from '../review/review-alerts.ts'
import type { Vault } from '../vault.ts'
import type { Page } from './subjects.ts'

interface AlertRow {
  id: string
  sealed: Uint8Array
}

const openAll = (rows: readonly AlertRow[], vault: Vault): StoredAlert[] =>
  rows.map(({ id, sealed }) => vault.open<StoredAlert>(sealed, id))

export const alertsOf = async (sql: Sql, vault: Vault, subjectIds: readonly string[]): Promise<StoredAlert[]> =>
  openAll(
    await sql.all<AlertRow>(
      `SELECT id, sealed FROM watch_alerts WHERE subject_id IN ${sql.dialect.list('$1')}`,
      JSON.stringify(subjectIds),
    ),
    vault,
  )

export const findAlert = async (sql: Sql, vault: Vault, accountId: string, id: string): Promise<StoredAlert | null> => {
  const find = 'SELECT id, sealed FROM watch_alerts WHERE account_id = $1 AND id = $2'
  return openAll(await sql.all<AlertRow>(find, accountId, id), vault)[0] ?? null
}

/** Oldest first. */
export const listAlerts = async (
  sql: Sql,
  vault: Vault,
  accountId: string,
  { after, most, estado }: Page & { estado?: Alert['estado'] | undefined },
): Promise<StoredAlert[]> =>
  openAll(
    await sql.all<AlertRow>(
      `SELECT id, sealed FROM watch_alerts WHERE account_id = $1 AND ($4 = '' OR state = $4)
         AND ($2 = '' OR (created_at, id) > (SELECT a.created_at, a.id FROM watch_alerts a WHERE a.id = $2))
       ORDER BY created_at, id LIMIT $3`,
      ...[accountId, after ?? '', most, estado ?? ''],
    ),
    vault,
  )

export const saveAlert = async (sql: Sql, vault: Vault, accountId: string, alert: StoredAlert): Promise<void> => {
  const { id, subjectId, estado, venceEl, createdAtMs } = alert
  await sql.run(
    `INSERT INTO watch_alerts (id, account_id, subject_id, state, expires, created_at, sealed)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, expires = excluded.expires, sealed = excluded.sealed`,
    ...[id, accountId, subjectId, estado, venceEl, createdAtMs, vault.seal(alert, id)],
  )
}

/** Open or escalated alerts of each of these subjects. */
export const countOpen = async (sql: Sql, subjectIds: readonly string[]): Promise<Map<string, number>> => {
  const rows = await sql.all<{ id: string; alerts: number }>(
    `SELECT subject_id AS id, count(*) AS alerts FROM watch_alerts
     WHERE subject_id IN ${sql.dialect.list('$1')} AND state IN ('abierta', 'escalada') GROUP BY subject_id`,
    JSON.stringify(subjectIds),
  )
  return new Map(rows.map(({ id, alerts }) => [id, alerts]))
}
