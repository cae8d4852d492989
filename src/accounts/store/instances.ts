import { hostname } from 'node:os'
import type { Sql } from '../../kernel/sql/database.ts'
import { type Instance, LEASE_HOLDER_TIMEOUT_MS } from './store.ts'

// Longer than a month, so that the leases deleted with an instance are of past months.
const DELETE_AFTER_MS = 40 * 86_400_000

/** An instance that joins the others, and the number of its latest settlement. */
export interface Joining {
  instance: Instance
  nowMs: number
  settled?: number
}

/** Registers an instance and deletes those that ended long ago. */
export const joinInstance = async (sql: Sql, { instance, nowMs, settled = 0 }: Joining): Promise<void> => {
  const before = nowMs - DELETE_AFTER_MS
  // The units a killed instance held stay taken: it may have answered requests with them.
  await sql.run('DELETE FROM leases WHERE instance_id IN (SELECT id FROM instances WHERE seen_at < $1)', before)
  await sql.run('DELETE FROM instances WHERE seen_at < $1', before)
  await sql.run(
    'INSERT INTO instances (id, host, pid, seen_at, settled) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING',
    ...[instance.id, instance.host, instance.pid, nowMs, settled],
  )
}

export const leaveInstance = async (sql: Sql, instanceId: string): Promise<void> => {
  await sql.run('DELETE FROM leases WHERE instance_id = $1', instanceId)
  await sql.run('DELETE FROM instances WHERE id = $1', instanceId)
}

/**
 * The instances that still run, as far as this one can know: it can look for processes of its own machine only. A wrong guess
 * makes a request wait or be rejected; it never grants a unit twice.
 */
export const liveInstances = async (sql: Sql, nowMs: number): Promise<string[]> => {
  const seen = await sql.all<Instance>(
    'SELECT id, host, pid FROM instances WHERE seen_at > $1',
    nowMs - LEASE_HOLDER_TIMEOUT_MS,
  )
  return seen.filter(({ host, pid }) => host !== hostname() || isRunning(pid)).map(({ id }) => id)
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
