import type { Sql } from '../../kernel/sql/database.ts'

export interface WebhookRow {
  id: string
  accountId: string
  /** Address and secrets. */
  sealed: Uint8Array
  state: 'activo' | 'desactivado'
  createdAtMs: number
  /** The last event that was handed over to deliveries. */
  cursor: number
}

const COLUMNS = 'id, account_id AS "accountId", sealed, state, created_at AS "createdAtMs", "cursor"'

export const saveWebhook = async (sql: Sql, { id, accountId, sealed, state, createdAtMs, cursor }: WebhookRow) => {
  await sql.run(
    `INSERT INTO watch_webhooks (id, account_id, sealed, state, created_at, "cursor") VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed, state = excluded.state`,
    ...[id, accountId, sealed, state, createdAtMs, cursor],
  )
}

export const listWebhooks = (sql: Sql, accountId: string): Promise<WebhookRow[]> =>
  sql.all(`SELECT ${COLUMNS} FROM watch_webhooks WHERE account_id = $1 ORDER BY created_at, id`, accountId)

export const findWebhook = (sql: Sql, id: string): Promise<WebhookRow | undefined> =>
  sql.get(`SELECT ${COLUMNS} FROM watch_webhooks WHERE id = $1`, id)

export const removeWebhook = async (sql: Sql, id: string): Promise<void> => {
  await sql.run('DELETE FROM watch_deliveries WHERE webhook_id = $1', id)
  await sql.run('DELETE FROM watch_webhooks WHERE id = $1', id)
}

export const disableWebhook = async (sql: Sql, id: string): Promise<void> => {
  await sql.run("UPDATE watch_webhooks SET state = 'desactivado' WHERE id = $1", id)
}

/** Active webhooks of accounts that have events which were not handed over yet. */
export const behindWebhooks = (sql: Sql): Promise<WebhookRow[]> =>
  sql.all(
    `SELECT ${COLUMNS} FROM watch_webhooks w WHERE w.state = 'activo'
       AND w."cursor" < (SELECT a.events FROM watch_accounts a WHERE a.account_id = w.account_id)`,
  )

/** Hands events over to deliveries; false when another instance has done so. */
export const enqueue = async (
  sql: Sql,
  { id, cursor }: WebhookRow,
  { numbers, last, nowMs }: { numbers: readonly number[]; last: number; nowMs: number },
): Promise<boolean> => {
  const moved = await sql.run(
    'UPDATE watch_webhooks SET "cursor" = $3 WHERE id = $1 AND "cursor" = $2',
    ...[id, cursor, last],
  )
  if (moved === 0 || numbers.length === 0) return moved > 0
  const columns = sql.dialect.rows('$3', { number: 'bigint' })
  await sql.run(
    `INSERT INTO watch_deliveries (webhook_id, number, next_at, at) SELECT $1, r.number, $2, $2 FROM ${columns}`,
    ...[id, nowMs, JSON.stringify(numbers.map((number) => ({ number })))],
  )
  return true
}

export interface DeliveryRow {
  webhookId: string
  number: number
  state: 'pendiente' | 'entregado' | 'fallido'
  attempts: number
  /** Of the last attempt: a status, or why there is none. */
  outcome: string | null
  /** When that was. */
  atMs: number
  nextAtMs: number
}

const DELIVERY = `webhook_id AS "webhookId", number, state, attempts, outcome, at AS "atMs", next_at AS "nextAtMs"`

/** Takes deliveries that are due, of every webhook the first one: a receiver that hangs holds up itself alone. */
export const takeDeliveries = (sql: Sql, nowMs: number, { most, holdMs }: { most: number; holdMs: number }) =>
  sql.all<DeliveryRow>(
    `UPDATE watch_deliveries SET held_until = $2 WHERE (webhook_id, number) IN (
       SELECT d.webhook_id, d.number FROM watch_deliveries d
       WHERE d.state = 'pendiente' AND d.next_at <= $1 AND d.held_until < $1 AND NOT EXISTS (
         SELECT 1 FROM watch_deliveries e WHERE e.webhook_id = d.webhook_id AND e.state = 'pendiente'
           AND (e.held_until >= $1 OR (e.next_at <= $1 AND e.number < d.number)))
       ORDER BY d.next_at LIMIT $3 FOR UPDATE SKIP LOCKED
     ) RETURNING ${DELIVERY}`,
    ...[nowMs, nowMs + holdMs, most],
  )

export const noteDelivery = async (sql: Sql, row: DeliveryRow): Promise<void> => {
  const { webhookId, number, state, attempts, outcome, atMs, nextAtMs } = row
  await sql.run(
    `UPDATE watch_deliveries SET state = $3, attempts = $4, outcome = $5, at = $6, next_at = $7, held_until = 0
     WHERE webhook_id = $1 AND number = $2`,
    ...[webhookId, number, state, attempts, outcome, atMs, nextAtMs],
  )
}

/** The latest first. */
export const listDeliveries = (sql: Sql, webhookId: string, most: number): Promise<DeliveryRow[]> =>
  sql.all(
    `SELECT ${DELIVERY} FROM watch_deliveries WHERE webhook_id = $1 ORDER BY number DESC LIMIT $2`,
    webhookId,
    most,
  )

/** Forgets deliveries that ended before a moment. */
export const forgetDeliveries = async (sql: Sql, beforeMs: number): Promise<void> => {
  await sql.run("DELETE FROM watch_deliveries WHERE state <> 'pendiente' AND at < $1", beforeMs)
}
