import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

interface FileLock {
  release(): void
}

const BUSY = 5
// `isLocked` of another process holds the file for less than this.
const PROBE_MS = 10

const isBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === BUSY

/**
 * A lock between processes and threads. It is the operating system's file lock, held through SQLite, so it ends with
 * its holder, however that ends: there is no stale lock to clean up. Never waits inside SQLite, which would block the
 * thread.
 */
const lockNow = (path: string): FileLock | null => {
  mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
}

/** The lock, or null when it is held. */
export const tryLock = async (path: string): Promise<FileLock | null> => {
  const lock = lockNow(path)
  if (lock) return lock
  await pause(PROBE_MS)
  return lockNow(path)
}

/** Waits until the lock is free. */
export const waitForLock = async (path: string, signal: AbortSignal, retryMs = 200): Promise<FileLock> => {
  for (;;) {
    const lock = lockNow(path)
    if (lock) return lock
    await pause(retryMs, undefined, { signal })
  }
}

/** Whether it is held now. Asks with a shared lock, so that several can ask at once. */
export const isLocked = (path: string): boolean => {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 0 })
    database.prepare('SELECT count(*) FROM sqlite_master').get()
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    database?.close()
  }
}
