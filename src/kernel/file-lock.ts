import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

export interface FileLock {
  release(): void
}

/**
 * A lock between processes and threads. It is the operating system's own file lock, held through SQLite, so it ends with
 * its holder however that holder ends: there is no stale lock to clean up and no process id to mistake for another.
 */
export const tryLock = (path: string): FileLock | null => {
  mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(path, { timeout: 50 })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === 5) return null
    throw error
  }
}

/** Waits its turn. */
export const waitForLock = async (path: string, signal: AbortSignal, retryMs = 200): Promise<FileLock> => {
  for (;;) {
    const lock = tryLock(path)
    if (lock) return lock
    await pause(retryMs, undefined, { signal })
  }
}

/** Whether somebody holds it now. Asks with a shared lock, which no other asker disturbs. */
export const isLocked = (path: string): boolean => {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 0 })
    database.prepare('SELECT count(*) FROM sqlite_master').get()
    return false
  } catch (error) {
    return (error as { errcode?: number }).errcode === 5
  } finally {
    database?.close()
  }
}
