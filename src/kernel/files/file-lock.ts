import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder } from './make-folder.ts'
import { isBusyError } from './sqlite-errors.ts'

export interface FileLock {
  release(): void
}

// `isLocked` of another process holds the file for less than this.
const PROBE_MS = 10
const SOON_MS = 10_000

/**
 * A lock between processes and threads. It is the operating system's file lock, held through SQLite, so it ends with
 * its holder, however that ends: there is no stale lock to clean up. Never waits inside SQLite, which would block the
 * thread.
 */
const lockNow = (path: string): FileLock | null => {
  makeFolder(dirname(path))
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (isBusyError(error)) return null
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

/** Waits in the calling thread, for use before a service takes requests. Throws when the lock stays held for ten seconds. */
export const lockSoon = (path: string): FileLock => {
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  for (let waitedMs = 0; waitedMs < SOON_MS; waitedMs += PROBE_MS) {
    const lock = lockNow(path)
    if (lock) return lock
    Atomics.wait(sleeper, 0, 0, PROBE_MS)
  }
  throw new Error('the lock is held by another process')
}

/** Holds a lock together with others who share it, and keeps everybody else from it; null when one of those has it. */
export const shareLock = (path: string): FileLock | null => {
  makeFolder(dirname(path))
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    // A read transaction takes the shared lock with its first read, and keeps it to its end.
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM sqlite_master').get()
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (isBusyError(error)) return null
    throw error
  }
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
    return isBusyError(error)
  } finally {
    database?.close()
  }
}
