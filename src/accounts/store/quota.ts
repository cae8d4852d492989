import type { Sql } from '../../kernel/sql/database.ts'
import { notify, runBoth } from '../../kernel/sql/steps.ts'
import { leaveInstance, liveInstances } from './instances.ts'
import type { Lease, LeaseRequest } from './store.ts'
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

export type OfMonth = Pick<LeaseRequest, 'accountId' | 'month'>

/** A lease with its number, and the numbers of those before it of which nobody knows whether they took place. */
export interface NumberedRequest extends LeaseRequest {
  number: number
  unknown: readonly number[]
}

export interface VersionedLease extends Lease {
  /** Of the month's row, after this lease. */
  version: number
}

/**
 * Leases units to an instance. Waiting requests are served while anything is free. Units for later are at most a
 * quarter of what is free, and none right after a recall, so that no instance hoards the last units. When too little is
 * free, the idle units of other instances are recalled.
 */
export const lease = async (sql: Sql, request: NumberedRequest): Promise<VersionedLease> => {
  const { nowMs, waiting, wanted, least = 1 } = request
  const month = await lockMonth(sql, request)
  const { quota, taken, recall, version } = month
  const result = { granted: 0, quota, taken, recall, unanswered: 0, version }
  const lost = await takeLost(sql, request)
  if (lost > 0) return { ...result, granted: lost }
  const free = Math.max(0, quota - taken)
  // Two instances that gathered units for a request each would take them from each other for ever.
  if (free < Math.max(1, least)) return { ...result, ...(await recallUnits(sql, request, month)) }
  const ahead = nowMs - month.recalledAtMs < RECALL_MS ? 0 : Math.min(wanted, Math.floor(free / 4))
  const granted = Math.min(free, Math.max(waiting, ahead))
  if (granted > 0) await addLeased(sql, request, granted, recall)
  return { ...result, granted, taken: taken + granted, version: granted > 0 ? version + 1 : version }
}

/** The row of the month, locked until the transaction ends; created when this is its first lease. */
export const lockMonth = async (sql: Sql, { accountId, month }: OfMonth): Promise<MonthRow> => {
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
    `INSERT INTO account_months (account_id, month, taken, revision) SELECT id, $2, 0, ${sql.dialect.revision} FROM accounts
     WHERE id = $1 ON CONFLICT DO NOTHING`,
    accountId,
    month,
  )
  const made = await find()
  if (!made) throw storeUnavailable('no such account')
  return made
}

const changeOfTaken = ({ dialect }: Sql): string =>
  `UPDATE account_months SET taken = taken + $3, version = version + 1, revision = ${dialect.revision}
   WHERE account_id = $1 AND month = $2`

export const changeTaken = (sql: Sql, { accountId, month }: OfMonth, units: number): Promise<number> =>
  sql.run(changeOfTaken(sql), accountId, month, units)

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

const addLeased = (sql: Sql, request: NumberedRequest, units: number, recall: number): Promise<void> => {
  const { accountId, month, instanceId, number } = request
  return runBoth(
    sql,
    changeOfTaken(sql),
    `INSERT INTO leases AS l (account_id, month, instance_id, units, answered, last_lease, last_granted)
     VALUES ($1, $2, $4, $3, $5, $6, $3)
     ON CONFLICT (account_id, month, instance_id) DO UPDATE
     SET units = l.units + excluded.units, last_lease = excluded.last_lease, last_granted = excluded.last_granted`,
    ...[accountId, month, units, instanceId, recall, number],
  )
}

/** Asks the other live holders to return idle units, and says how many of them have not answered. */
const recallUnits = async (
  sql: Sql,
  request: LeaseRequest,
  { recall: latest, version }: MonthRow,
): Promise<Pick<VersionedLease, 'recall' | 'unanswered' | 'version'>> => {
  const { instanceId, accountId, month, nowMs } = request
  const holders = await sql.all<{ id: string; answered: number }>(
    `SELECT instance_id AS id, answered FROM leases
     WHERE account_id = $1 AND month = $2 AND units > 0 AND instance_id <> $3`,
    ...[accountId, month, instanceId],
  )
  const live = holders.length > 0 ? await liveInstances(sql, nowMs) : []
  const asked = holders.filter(({ id }) => live.includes(id))
  if (asked.length === 0) return { recall: latest, unanswered: 0, version }
  const recall = request.recall ?? latest + 1
  await sql.run(
    `UPDATE account_months SET recall = $3, recalled_at = $4, version = version + 1, revision = ${sql.dialect.revision}
     WHERE account_id = $1 AND month = $2`,
    ...[accountId, month, Math.max(recall, latest), nowMs],
  )
  const unanswered = asked.filter(({ answered }) => answered < recall).length
  if (recall > latest) await notify(sql)
  return { recall, unanswered, version: version + 1 }
}

/** A lease whose answer did not arrive, and its numbers. */
export type LostLease = OfMonth & { numbers: number[] }

/** Removes an instance that has settled everything. Units of leases whose answers did not arrive go back. */
export const leave = async (
  sql: Sql,
  { instanceId, lost }: { instanceId: string; lost: LostLease[] },
): Promise<void> => {
  for (const { accountId, month, numbers } of lost) {
    const units = await takeLost(sql, { accountId, month, instanceId, number: 0, unknown: numbers })
    await changeTaken(sql, { accountId, month }, -units)
  }
  await leaveInstance(sql, instanceId)
}
