import { hostname } from 'node:os'
import {
  type Instance,
  LEASE_SILENT_MS,
  type Lease,
  type LeaseRequest,
  type Settlement,
  type UsageCount,
} from '../store.ts'
import type { SqliteFile } from './file.ts'
import { nextRevision } from './keys.ts'

// Longer than a month, after which its leases are history.
const FORGET_INSTANCE_MS = 40 * 86_400_000

// Longer than it takes all instances to answer a demand.
const WANTED_MS = 1_000

interface MonthRow {
  quota: number
  taken: number
  demand: number
  wantedAtMs: number
}

export const joinInstance = (db: SqliteFile, instance: Instance, nowMs: number): void => {
  const old = nowMs - FORGET_INSTANCE_MS
  // What an instance held when it was killed stays taken: it may have answered with it.
  db.run('DELETE FROM leases WHERE instance_id IN (SELECT id FROM instances WHERE seen_at < ?)', old)
  db.run('DELETE FROM instances WHERE seen_at < ?', old)
  db.run(
    'INSERT INTO instances (id, host, pid, seen_at) VALUES (?, ?, ?, ?)',
    instance.id,
    instance.host,
    instance.pid,
    nowMs,
  )
}

export const leaveInstance = (db: SqliteFile, instanceId: string): void => {
  db.run('DELETE FROM leases WHERE instance_id = ?', instanceId)
  db.run('DELETE FROM instances WHERE id = ?', instanceId)
}

/** Instances that are still there, as far as can be told; an error here costs a wait or a refusal, never a unit twice. */
export const livingInstances = (db: SqliteFile, nowMs: number, silentMs = LEASE_SILENT_MS): Set<string> =>
  new Set(
    db
      .all<Instance>('SELECT id, host, pid FROM instances WHERE seen_at > ?', nowMs - silentMs)
      .filter(({ host, pid }) => host !== hostname() || isRunning(pid))
      .map(({ id }) => id),
  )

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/**
 * Hands units to an instance. Those who wait are served while anything is free; stock for later is at most a quarter
 * of what is free, and none while somebody waits elsewhere, so that the last units are not hoarded. When nothing is
 * free, a demand calls idle units home.
 */
export const lease = (db: SqliteFile, request: LeaseRequest): Lease => {
  const { instanceId, accountId, month, nowMs, need, want } = request
  const row = openMonth(db, accountId, month)
  const free = Math.max(0, row.quota - row.taken)
  const stock = nowMs - row.wantedAtMs < WANTED_MS ? 0 : Math.min(want, Math.floor(free / 4))
  const granted = Math.min(free, Math.max(need, stock))
  if (granted > 0) {
    db.run(
      'UPDATE account_months SET taken = taken + ?, revision = ? WHERE account_id = ? AND month = ?',
      granted,
      nextRevision(db),
      accountId,
      month,
    )
    db.run(
      `INSERT INTO leases (account_id, month, instance_id, units, answered) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET units = units + excluded.units`,
      accountId,
      month,
      instanceId,
      granted,
      row.demand,
    )
  }
  const books = { granted, quota: row.quota, taken: row.taken + granted }
  if (free > 0) return { ...books, demand: row.demand, waitingFor: 0 }
  return { ...books, ...callHome(db, request, row.demand) }
}

const openMonth = (db: SqliteFile, accountId: string, month: string): MonthRow => {
  const find = () =>
    db.get<MonthRow>(
      `SELECT a.quota, m.taken, m.demand, m.wanted_at AS wantedAtMs FROM account_months m JOIN accounts a ON a.id = m.account_id
       WHERE m.account_id = ? AND m.month = ?`,
      accountId,
      month,
    )
  const known = find()
  if (known) return known
  db.run(
    'INSERT INTO account_months (account_id, month, taken, revision) VALUES (?, ?, 0, ?)',
    accountId,
    month,
    nextRevision(db),
  )
  return find() as MonthRow
}

const callHome = (db: SqliteFile, request: LeaseRequest, latest: number): Pick<Lease, 'demand' | 'waitingFor'> => {
  const { instanceId, accountId, month, nowMs } = request
  const holders = db.all<{ id: string; answered: number }>(
    `SELECT instance_id AS id, answered FROM leases
     WHERE account_id = ? AND month = ? AND units > 0 AND instance_id <> ?`,
    accountId,
    month,
    instanceId,
  )
  const living = holders.length > 0 ? livingInstances(db, nowMs) : new Set<string>()
  const asked = holders.filter(({ id }) => living.has(id))
  if (asked.length === 0) return { demand: latest, waitingFor: 0 }
  const demand = request.demand ?? latest + 1
  db.run(
    `UPDATE account_months SET demand = max(demand, ?), wanted_at = ?, revision = ?
     WHERE account_id = ? AND month = ?`,
    demand,
    nowMs,
    nextRevision(db),
    accountId,
    month,
  )
  return { demand, waitingFor: asked.filter(({ answered }) => answered < demand).length }
}

export const settle = (db: SqliteFile, instanceId: string, nowMs: number, settlements: readonly Settlement[]): void => {
  db.run('UPDATE instances SET seen_at = ? WHERE id = ?', nowMs, instanceId)
  for (const { accountId, month, charged, returned, answered, usage } of settlements) {
    db.run(
      `UPDATE leases SET units = units - ?, answered = max(answered, ?)
       WHERE account_id = ? AND month = ? AND instance_id = ?`,
      charged + returned,
      answered,
      accountId,
      month,
      instanceId,
    )
    if (returned > 0) {
      db.run(
        'UPDATE account_months SET taken = taken - ?, revision = ? WHERE account_id = ? AND month = ?',
        returned,
        nextRevision(db),
        accountId,
        month,
      )
    }
    for (const count of usage) addUsage(db, accountId, month, count)
  }
}

const addUsage = (db: SqliteFile, accountId: string, month: string, count: UsageCount): void => {
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
