import type { SqliteFile } from '../../../kernel/files/sqlite.ts'
import { runningInstances } from '../running-instances.ts'
import { type Instance, LEASE_HOLDER_TIMEOUT_MS } from '../store.ts'

// Longer than a month, so that the leases deleted with an instance are of past months.
const DELETE_AFTER_MS = 40 * 86_400_000

/** Registers an instance and deletes those that ended long ago. */
export const joinInstance = (db: SqliteFile, { id, host, pid }: Instance, nowMs: number): void => {
  const before = nowMs - DELETE_AFTER_MS
  // The units a killed instance held stay taken: it may have answered requests with them.
  db.run('DELETE FROM leases WHERE instance_id IN (SELECT id FROM instances WHERE seen_at < ?)', before)
  db.run('DELETE FROM instances WHERE seen_at < ?', before)
  db.run('INSERT INTO instances (id, host, pid, seen_at) VALUES (?, ?, ?, ?)', id, host, pid, nowMs)
}

export const isJoined = (db: SqliteFile, instanceId: string): boolean =>
  db.get('SELECT id FROM instances WHERE id = ?', instanceId) !== undefined

export const leaveInstance = (db: SqliteFile, instanceId: string): void => {
  db.run('DELETE FROM leases WHERE instance_id = ?', instanceId)
  db.run('DELETE FROM instances WHERE id = ?', instanceId)
}

export const writeHeartbeat = (db: SqliteFile, instanceId: string, nowMs: number): void => {
  db.run('UPDATE instances SET seen_at = ? WHERE id = ?', nowMs, instanceId)
}

/** The instances that still run, as far as this one can know. */
export const liveInstances = (db: SqliteFile, nowMs: number, timeoutMs = LEASE_HOLDER_TIMEOUT_MS): Set<string> =>
  runningInstances(db.all<Instance>('SELECT id, host, pid FROM instances WHERE seen_at > ?', nowMs - timeoutMs))
