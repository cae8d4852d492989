import type { Sql } from '../../../kernel/sql/database.ts'
import type { Lease, LeaseRequest, Settlement } from '../store.ts'
import { storeUnavailable } from '../store-failure.ts'
import { liveInstances } from './instances.ts'
import { REVISION } from './migrations.ts'

// Longer than all instances need to answer a recall.
const RECALL_MS = 1_000

interface MonthRow {
  quota: number
  taken: number
  recall: number
  recalledAtMs: number
  version: number
}

/** A lease with its number, and the numbers of those before it of which nobody knows whether they took place. */
export interface NumberedRequest extends LeaseRequest {
  number: number
  unknown: readonly number[]
}

export interface VersionedLease extends Lease {
  /** Of the month's row, after this lease. */
  version: number
  /** True when somebody must be told about a recall. */
  recalls: boolean
}

/**
 * Leases units to an instance, by the same rules as in SQLite: waiting requests are served while anything is free; units
 * for later are at most a quarter of what is free, and none right after a recall. When nothing is free, the idle units of
 * other instances are recalled.
 */
export const lease = async (sql: Sql, request: NumberedRequest): Promise<VersionedLease> => {
  const { nowMs, waiting, wanted } = request
  const month = await lockMonth(sql, request)
  const { quota, taken, recall, version } = month
  const result = { granted: 0, quota, taken, recall, unanswered: 0, version, recalls: false }
  const lost = await takeLost(sql, request)
  if (lost > 0) return { ...result, granted: lost }
  const free = Math.max(0, quota - taken)
  const ahead = nowMs - month.recalledAtMs < RECALL_MS ? 0 : Math.min(wanted, Math.floor(free / 4))
  const granted = Math.min(free, Math.max(waiting, ahead))
  if (granted > 0) await addLeased(sql, request, granted, recall)
  if (free > 0) return { ...result, granted, taken: taken + granted, version: granted > 0 ? version + 1 : version }
  return { ...result, ...(await recallUnits(sql, request, month)) }
}

/** The row of the month, locked until the transaction ends; created when this is its first lease. */
export const lockMonth = async (
  sql: Sql,
  { accountId, month }: Pick<LeaseRequest, 'accountId' | 'month'>,
): Promise<MonthRow> => {
  const find = () =>
    sql.get<MonthRow>(
      `SELECT a.quota, m.taken, m.recall, m.recalled_at AS "recalledAtMs", m.version
       FROM account_months m JOIN accounts a ON a.id = m.account_id
       WHERE m.account_id = $1 AND m.month = $2 FOR UPDATE OF m`,
      accountId,
      month,
    )
  const row = await find()
  if (row) return row
  await sql.run(
    `INSERT INTO account_months (account_id, month, taken, revision) SELECT id, $2, 0, ${REVISION} FROM accounts
     WHERE id = $1 ON CONFLICT DO NOTHING`,
    accountId,
    month,
  )
  const made = await find()
  if (!made) throw storeUnavailable('no such account')
  return made
}

/** Units of a lease that took place without its answer arriving: nobody has used them. */
const takeLost = async (
  sql: Sql,
  { accountId, month, instanceId, number, unknown }: Omit<NumberedRequest, 'nowMs' | 'waiting' | 'wanted' | 'recall'>,
): Promise<number> => {
  if (unknown.length === 0) return 0
  const row = await sql.get<{ units: number }>(
    `UPDATE leases SET last_lease = $5
     WHERE account_id = $1 AND month = $2 AND instance_id = $3 AND last_lease = ANY ($4) RETURNING last_granted AS units`,
    accountId,
    month,
    instanceId,
    unknown,
    number,
  )
  return row?.units ?? 0
}

const addLeased = async (sql: Sql, request: NumberedRequest, units: number, recall: number): Promise<void> => {
  const { accountId, month, instanceId, number } = request
  await sql.run(
    `WITH changed AS (
       UPDATE account_months SET taken = taken + $4, version = version + 1, revision = ${REVISION}
       WHERE account_id = $1 AND month = $2
     )
     INSERT INTO leases AS l (account_id, month, instance_id, units, answered, last_lease, last_granted)
     VALUES ($1, $2, $3, $4, $5, $6, $4)
     ON CONFLICT (account_id, month, instance_id) DO UPDATE
     SET units = l.units + excluded.units, last_lease = excluded.last_lease, last_granted = excluded.last_granted`,
    accountId,
    month,
    instanceId,
    units,
    recall,
    number,
  )
}

/** Asks the other live holders to return idle units, and says how many of them have not answered. */
const recallUnits = async (
  sql: Sql,
  request: LeaseRequest,
  { recall: latest, version }: MonthRow,
): Promise<Pick<VersionedLease, 'recall' | 'unanswered' | 'version' | 'recalls'>> => {
  const { instanceId, accountId, month, nowMs } = request
  const holders = await sql.all<{ id: string; answered: number }>(
    `SELECT instance_id AS id, answered FROM leases
     WHERE account_id = $1 AND month = $2 AND units > 0 AND instance_id <> $3`,
    accountId,
    month,
    instanceId,
  )
  const live = holders.length > 0 ? await liveInstances(sql, nowMs) : new Set<string>()
  const asked = holders.filter(({ id }) => live.has(id))
  if (asked.length === 0) return { recall: latest, unanswered: 0, version, recalls: false }
  const recall = request.recall ?? latest + 1
  await sql.run(
    `UPDATE account_months SET recall = greatest(recall, $1), recalled_at = $2, version = version + 1,
       revision = ${REVISION}
     WHERE account_id = $3 AND month = $4`,
    recall,
    nowMs,
    accountId,
    month,
  )
  const unanswered = asked.filter(({ answered }) => answered < recall).length
  return { recall, unanswered, version: version + 1, recalls: recall > latest }
}

/** One settlement of an instance, numbered: it is written once, however often it is sent. */
export interface Batch {
  instanceId: string
  number: number
  nowMs: number
  settlements: readonly Settlement[]
}

/** Writes down what an instance charged and returned, all accounts at once. False: this instance is not known here. */
export const settle = async (sql: Sql, batch: Batch): Promise<boolean> => {
  const instance = await sql.get<{ before: number }>(
    `UPDATE instances i SET seen_at = $2, settled = greatest(settled, $3)
     FROM (SELECT settled AS before FROM instances WHERE id = $1 FOR UPDATE) o
     WHERE i.id = $1 RETURNING before`,
    batch.instanceId,
    batch.nowMs,
    batch.number,
  )
  if (instance && instance.before >= batch.number) return true
  if (batch.settlements.length > 0) await writeSettlements(sql, batch)
  return instance !== undefined
}

const SETTLEMENTS = `jsonb_to_recordset($1::jsonb)
  AS s ("accountId" text, month text, charged bigint, returned bigint, "answeredRecall" bigint)`

const writeSettlements = async (sql: Sql, { instanceId, settlements }: Batch): Promise<void> => {
  const rows = JSON.stringify(settlements.map(({ usage: _, ...row }) => row))
  await sql.run(
    `INSERT INTO account_months (account_id, month, taken, revision)
     SELECT a.id, s.month, 0, ${REVISION} FROM ${SETTLEMENTS} JOIN accounts a ON a.id = s."accountId"
     ON CONFLICT DO NOTHING`,
    rows,
  )
  // In one order for everybody, so that two instances never wait for each other.
  await sql.all(
    `SELECT 1 FROM account_months
     WHERE (account_id, month) IN (SELECT s."accountId", s.month FROM ${SETTLEMENTS})
     ORDER BY account_id, month FOR UPDATE`,
    rows,
  )
  // Units charged without a lease were leased by a database that this one replaced: they are spent all the same.
  await sql.run(
    `WITH parts AS (
       SELECT s.*, least(coalesce(l.units, 0), s.charged) AS settled,
         least(coalesce(l.units, 0) - least(coalesce(l.units, 0), s.charged), s.returned) AS given
       FROM ${SETTLEMENTS}
       LEFT JOIN leases l ON l.account_id = s."accountId" AND l.month = s.month AND l.instance_id = $2
     ), lowered AS (
       UPDATE leases l SET units = l.units - p.settled - p.given, answered = greatest(l.answered, p."answeredRecall")
       FROM parts p WHERE l.account_id = p."accountId" AND l.month = p.month AND l.instance_id = $2
     )
     UPDATE account_months m
     SET taken = m.taken + p.charged - p.settled - p.given, version = m.version + 1, revision = ${REVISION}
     FROM parts p WHERE m.account_id = p."accountId" AND m.month = p.month AND p.charged - p.settled <> p.given`,
    rows,
    instanceId,
  )
  await addUsage(sql, settlements)
}

export const addUsage = async (
  sql: Sql,
  settlements: readonly Pick<Settlement, 'accountId' | 'month' | 'usage'>[],
): Promise<void> => {
  const counts = settlements.flatMap(({ accountId, month, usage }) =>
    usage.map((count) => ({ accountId, month, ...count })),
  )
  if (counts.length === 0) return
  await sql.run(
    `INSERT INTO usage AS u (month, account_id, key_id, endpoint, charged)
     SELECT month, "accountId", "keyId", endpoint, sum(charged)::bigint FROM jsonb_to_recordset($1::jsonb)
       AS c ("accountId" text, month text, "keyId" text, endpoint text, charged bigint)
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
     ON CONFLICT (month, account_id, key_id, endpoint) DO UPDATE SET charged = u.charged + excluded.charged`,
    JSON.stringify(counts),
  )
}

/** Returns the units of leases that took place without their answers arriving. */
export const returnLost = async (
  sql: Sql,
  instanceId: string,
  lost: readonly { accountId: string; month: string; numbers: readonly number[] }[],
): Promise<void> => {
  for (const { accountId, month, numbers } of lost) {
    const units = await takeLost(sql, { accountId, month, instanceId, number: 0, unknown: numbers })
    await sql.run(
      `UPDATE account_months SET taken = taken - $3, version = version + 1, revision = ${REVISION}
       WHERE account_id = $1 AND month = $2`,
      accountId,
      month,
      units,
    )
  }
}
