import type { SqliteFile } from '../../../kernel/files/sqlite.ts'
import type { Lease, LeaseRequest, Settlement, UsageCount } from '../store.ts'
import { liveInstances, writeHeartbeat } from './instances.ts'
import { nextRevision } from './revision.ts'

// Longer than all instances need to answer a recall.
const RECALL_MS = 1_000

interface MonthRow {
  quota: number
  taken: number
  recall: number
  recalledAtMs: number
}

/**
 * Leases units to an instance. Waiting requests are served while anything is free. Units for later are at most a
 * quarter of what is free, and none right after a recall, so that no instance hoards the last units. When nothing is
 * free, the idle units of other instances are recalled.
 */
export const lease = (db: SqliteFile, request: LeaseRequest): Lease => {
  const { nowMs, waiting, wanted } = request
  const { quota, taken, recall, recalledAtMs } = openMonth(db, request)
  const free = Math.max(0, quota - taken)
  const ahead = nowMs - recalledAtMs < RECALL_MS ? 0 : Math.min(wanted, Math.floor(free / 4))
  const granted = Math.min(free, Math.max(waiting, ahead))
  if (granted > 0) addLeased(db, request, granted, recall)
  const result = { granted, quota, taken: taken + granted }
  if (free > 0) return { ...result, recall, unanswered: 0 }
  return { ...result, ...recallUnits(db, request, recall) }
}

/** The row of the month, created when this is its first lease. */
export const openMonth = (
  db: SqliteFile,
  { accountId, month }: Pick<LeaseRequest, 'accountId' | 'month'>,
): MonthRow => {
  const find = () =>
    db.get<MonthRow>(
      `SELECT a.quota, m.taken, m.demand AS recall, m.wanted_at AS recalledAtMs
       FROM account_months m JOIN accounts a ON a.id = m.account_id
       WHERE m.account_id = ? AND m.month = ?`,
      accountId,
      month,
    )
  const row = find()
  if (row) return row
  db.run(
    'INSERT INTO account_months (account_id, month, taken, revision) VALUES (?, ?, 0, ?)',
    accountId,
    month,
    nextRevision(db),
  )
  return find() as MonthRow
}

const addLeased = (db: SqliteFile, request: LeaseRequest, units: number, recall: number): void => {
  const { accountId, month, instanceId } = request
  changeTaken(db, accountId, month, units)
  db.run(
    `INSERT INTO leases (account_id, month, instance_id, units, answered) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET units = units + excluded.units`,
    accountId,
    month,
    instanceId,
    units,
    recall,
  )
}

export const changeTaken = (db: SqliteFile, accountId: string, month: string, units: number): void => {
  db.run(
    'UPDATE account_months SET taken = taken + ?, revision = ? WHERE account_id = ? AND month = ?',
    units,
    nextRevision(db),
    accountId,
    month,
  )
}

/** Asks the other live holders to return idle units, and says how many of them have not answered. */
const recallUnits = (db: SqliteFile, request: LeaseRequest, latest: number): Pick<Lease, 'recall' | 'unanswered'> => {
  const { instanceId, accountId, month, nowMs } = request
  const holders = db.all<{ id: string; answered: number }>(
    `SELECT instance_id AS id, answered FROM leases
     WHERE account_id = ? AND month = ? AND units > 0 AND instance_id <> ?`,
    accountId,
    month,
    instanceId,
  )
  const live = holders.length > 0 ? liveInstances(db, nowMs) : new Set<string>()
  const asked = holders.filter(({ id }) => live.has(id))
  if (asked.length === 0) return { recall: latest, unanswered: 0 }
  const recall = request.recall ?? latest + 1
  db.run(
    `UPDATE account_months SET demand = max(demand, ?), wanted_at = ?, revision = ?
     WHERE account_id = ? AND month = ?`,
    recall,
    nowMs,
    nextRevision(db),
    accountId,
    month,
  )
  return { recall, unanswered: asked.filter(({ answered }) => answered < recall).length }
}

/** Writes down what an instance charged and returned. */
export const settle = (db: SqliteFile, instanceId: string, nowMs: number, settlements: readonly Settlement[]): void => {
  writeHeartbeat(db, instanceId, nowMs)
  for (const settlement of settlements) {
    const { accountId, month, charged, returned, answeredRecall, usage } = settlement
    const leased = leasedUnits(db, instanceId, settlement)
    const settled = Math.min(leased, charged)
    const given = Math.min(leased - settled, returned)
    db.run(
      `UPDATE leases SET units = units - ?, answered = max(answered, ?)
       WHERE account_id = ? AND month = ? AND instance_id = ?`,
      settled + given,
      answeredRecall,
      accountId,
      month,
      instanceId,
    )
    if (given > 0) changeTaken(db, accountId, month, -given)
    if (charged > settled) countUnleased(db, settlement, charged - settled)
    for (const count of usage) addUsage(db, accountId, month, count)
  }
}

const leasedUnits = (db: SqliteFile, instanceId: string, { accountId, month }: Settlement): number =>
  db.get<{ units: number }>(
    'SELECT units FROM leases WHERE account_id = ? AND month = ? AND instance_id = ?',
    accountId,
    month,
    instanceId,
  )?.units ?? 0

/** Units that were charged on leases of a file which this one replaced: they are spent all the same. */
const countUnleased = (db: SqliteFile, { accountId, month }: Settlement, units: number): void => {
  db.run(
    `INSERT INTO account_months (account_id, month, taken, revision) SELECT id, ?, ?, ? FROM accounts WHERE id = ?
     ON CONFLICT DO UPDATE SET taken = taken + excluded.taken, revision = excluded.revision`,
    month,
    units,
    nextRevision(db),
    accountId,
  )
}

export const addUsage = (db: SqliteFile, accountId: string, month: string, count: UsageCount): void => {
  db.run(
    `INSERT INTO usage (month, account_id, key_id, endpoint, charged) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET charged = charged + excluded.charged`,
    month,
    accountId,
    count.keyId,
    count.endpoint,
    count.charged,
  )
}
