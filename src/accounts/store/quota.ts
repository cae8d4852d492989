import type { Sql } from '../../kernel/sql/database.ts'
import type { Dialect } from '../../kernel/sql/dialect.ts'
import { liveInstances } from './instances.ts'
import type { Lease, LeaseRequest, Settlement, UsageCount } from './store.ts'
import { storeUnavailable } from './store-failure.ts'

// Longer than all instances need to answer a recall.
const RECALL_MS = 1_000

interface MonthRow {
  quota: number
  taken: number
  recall: number
  recalledAtMs: number
  version: number
}

type OfMonth = Pick<LeaseRequest, 'accountId' | 'month'>

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
 * Leases units to an instance. Waiting requests are served while anything is free. Units for later are at most a
 * quarter of what is free, and none right after a recall, so that no instance hoards the last units. When nothing is
 * free, the idle units of other instances are recalled.
 */
export const lease = async (sql: Sql, dialect: Dialect, request: NumberedRequest): Promise<VersionedLease> => {
  const { nowMs, waiting, wanted } = request
  const month = await lockMonth(sql, dialect, request)
  const { quota, taken, recall, version } = month
  const result = { granted: 0, quota, taken, recall, unanswered: 0, version, recalls: false }
  const lost = await takeLost(sql, request)
  if (lost > 0) return { ...result, granted: lost }
  const free = Math.max(0, quota - taken)
  const ahead = nowMs - month.recalledAtMs < RECALL_MS ? 0 : Math.min(wanted, Math.floor(free / 4))
  const granted = Math.min(free, Math.max(waiting, ahead))
  if (granted > 0) await addLeased(sql, dialect, request, granted, recall)
  if (free > 0) return { ...result, granted, taken: taken + granted, version: granted > 0 ? version + 1 : version }
  return { ...result, ...(await recallUnits(sql, dialect, request, month)) }
}

/** The row of the month, locked until the transaction ends; created when this is its first lease. */
export const lockMonth = async (sql: Sql, { revision }: Dialect, { accountId, month }: OfMonth): Promise<MonthRow> => {
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
    `INSERT INTO account_months (account_id, month, taken, revision) SELECT id, $2, 0, ${revision} FROM accounts
     WHERE id = $1 ON CONFLICT DO NOTHING`,
    accountId,
    month,
  )
  const made = await find()
  if (!made) throw storeUnavailable('no such account')
  return made
}

export const changeTaken = async (
  sql: Sql,
  { revision }: Dialect,
  { accountId, month }: OfMonth,
  units: number,
): Promise<void> => {
  await sql.run(
    `UPDATE account_months SET taken = taken + $3, version = version + 1, revision = ${revision}
     WHERE account_id = $1 AND month = $2`,
    ...[accountId, month, units],
  )
}

/** Units of a lease that took place without its answer arriving: nobody has used them. */
const takeLost = async (
  sql: Sql,
  request: Pick<NumberedRequest, 'accountId' | 'month' | 'instanceId' | 'number' | 'unknown'>,
): Promise<number> => {
  const { accountId, month, instanceId, number, unknown } = request
  if (unknown.length === 0) return 0
  const row = await sql.get<{ units: number }>(
    `UPDATE leases SET last_lease = $4
     WHERE account_id = $1 AND month = $2 AND instance_id = $3 AND last_lease IN (${unknown.map(Number).join(', ')})
     RETURNING last_granted AS units`,
    ...[accountId, month, instanceId, number],
  )
  return row?.units ?? 0
}

const addLeased = async (
  sql: Sql,
  dialect: Dialect,
  request: NumberedRequest,
  units: number,
  recall: number,
): Promise<void> => {
  const { accountId, month, instanceId, number } = request
  await changeTaken(sql, dialect, request, units)
  await sql.run(
    `INSERT INTO leases AS l (account_id, month, instance_id, units, answered, last_lease, last_granted)
     VALUES ($1, $2, $3, $4, $5, $6, $4)
     ON CONFLICT (account_id, month, instance_id) DO UPDATE
     SET units = l.units + excluded.units, last_lease = excluded.last_lease, last_granted = excluded.last_granted`,
    ...[accountId, month, instanceId, units, recall, number],
  )
}

/** Asks the other live holders to return idle units, and says how many of them have not answered. */
const recallUnits = async (
  sql: Sql,
  { revision }: Dialect,
  request: LeaseRequest,
  { recall: latest, version }: MonthRow,
): Promise<Pick<VersionedLease, 'recall' | 'unanswered' | 'version' | 'recalls'>> => {
  const { instanceId, accountId, month, nowMs } = request
  const holders = await sql.all<{ id: string; answered: number }>(
    `SELECT instance_id AS id, answered FROM leases
     WHERE account_id = $1 AND month = $2 AND units > 0 AND instance_id <> $3`,
    ...[accountId, month, instanceId],
  )
  const live = holders.length > 0 ? await liveInstances(sql, nowMs) : []
  const asked = holders.filter(({ id }) => live.includes(id))
  if (asked.length === 0) return { recall: latest, unanswered: 0, version, recalls: false }
  const recall = request.recall ?? latest + 1
  await sql.run(
    `UPDATE account_months SET recall = $3, recalled_at = $4, version = version + 1, revision = ${revision}
     WHERE account_id = $1 AND month = $2`,
    ...[accountId, month, Math.max(recall, latest), nowMs],
  )
  const unanswered = asked.filter(({ answered }) => answered < recall).length
  return { recall, unanswered, version: version + 1, recalls: recall > latest }
}

/** What an instance settles at one time, numbered: it is written once, however often it is sent. */
export interface NumberedSettlements {
  instanceId: string
  number: number
  nowMs: number
  settlements: readonly Settlement[]
}

/** Writes down what an instance charged and returned, all accounts at once. False: this instance is not known here. */
export const settle = async (sql: Sql, dialect: Dialect, sent: NumberedSettlements): Promise<boolean> => {
  const { instanceId, number, nowMs } = sent
  const before = await sql.get<{ settled: number }>(
    'SELECT settled FROM instances WHERE id = $1 FOR UPDATE',
    instanceId,
  )
  const settled = Math.max(before?.settled ?? 0, number)
  await sql.run('UPDATE instances SET seen_at = $2, settled = $3 WHERE id = $1', instanceId, nowMs, settled)
  if (before && before.settled >= number) return true
  if (sent.settlements.length > 0) await writeSettlements(sql, dialect, sent)
  return before !== undefined
}

const SETTLEMENT = {
  accountId: 'text',
  month: 'text',
  charged: 'bigint',
  returned: 'bigint',
  answeredRecall: 'bigint',
} as const

const writeSettlements = async (
  sql: Sql,
  dialect: Dialect,
  { instanceId, settlements }: NumberedSettlements,
): Promise<void> => {
  const json = JSON.stringify(settlements.map(({ usage: _, ...row }) => row))
  const rows = dialect.rows('$1', SETTLEMENT)
  await sql.run(
    `INSERT INTO account_months (account_id, month, taken, revision)
     SELECT a.id, r.month, 0, ${dialect.revision} FROM ${rows} JOIN accounts a ON a.id = r."accountId"
     WHERE true ON CONFLICT DO NOTHING`,
    json,
  )
  // In one order for everybody, so that two instances never wait for each other.
  await sql.all(
    `SELECT 1 FROM account_months WHERE (account_id, month) IN (SELECT r."accountId", r.month FROM ${rows})
     ORDER BY account_id, month FOR UPDATE`,
    json,
  )
  // Units charged without a lease were leased by a store that this one replaced: they are spent all the same.
  await sql.run(
    `UPDATE account_months AS m
     SET taken = m.taken + p.change, version = m.version + 1, revision = ${dialect.revision}
     FROM (
       SELECT r."accountId", r.month, CASE WHEN coalesce(l.units, 0) - r.charged < r.returned
         THEN r.charged - coalesce(l.units, 0) ELSE -r.returned END AS change
       FROM ${rows}
       LEFT JOIN leases l ON l.account_id = r."accountId" AND l.month = r.month AND l.instance_id = $2
     ) AS p
     WHERE m.account_id = p."accountId" AND m.month = p.month AND p.change <> 0`,
    json,
    instanceId,
  )
  await sql.run(
    `UPDATE leases AS l
     SET units = CASE WHEN l.units > r.charged + r.returned THEN l.units - r.charged - r.returned ELSE 0 END,
       answered = CASE WHEN l.answered < r."answeredRecall" THEN r."answeredRecall" ELSE l.answered END
     FROM ${rows} WHERE l.account_id = r."accountId" AND l.month = r.month AND l.instance_id = $2`,
    json,
    instanceId,
  )
  const counts = settlements.flatMap(({ accountId, month, usage }) =>
    usage.map((count) => ({ accountId, month, ...count })),
  )
  await addUsage(sql, dialect, counts)
}

const COUNT = { accountId: 'text', month: 'text', keyId: 'text', endpoint: 'text', charged: 'bigint' } as const

export const addUsage = async (
  sql: Sql,
  { rows }: Dialect,
  counts: readonly (UsageCount & OfMonth)[],
): Promise<void> => {
  if (counts.length === 0) return
  await sql.run(
    `INSERT INTO usage AS u (month, account_id, key_id, endpoint, charged)
     SELECT month, "accountId", "keyId", endpoint, CAST(sum(charged) AS bigint) FROM ${rows('$1', COUNT)}
     WHERE true GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
     ON CONFLICT (month, account_id, key_id, endpoint) DO UPDATE SET charged = u.charged + excluded.charged`,
    JSON.stringify(counts),
  )
}

/** Returns the units of leases that took place without their answers arriving. */
export const returnLost = async (
  sql: Sql,
  dialect: Dialect,
  instanceId: string,
  lost: readonly (OfMonth & { numbers: readonly number[] })[],
): Promise<void> => {
  for (const { accountId, month, numbers } of lost) {
    const units = await takeLost(sql, { accountId, month, instanceId, number: 0, unknown: numbers })
    await changeTaken(sql, dialect, { accountId, month }, -units)
  }
}
