import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../../kernel/errors.ts'
import { type FileLock, shareLock, tryLock } from '../../kernel/files/file-lock.ts'

const lockPath = (dataDir: string): string => join(dataDir, 'accounts.lock')
const RESTORE_MS = 10_000
const RETRY_MS = 50

const restoring = (dataDir: string): Failure =>
  new Failure('store-unavailable', `Se está recuperando un respaldo en ${dataDir}; intente cuando termine`)

/** Says that this process uses the accounts of the folder, together with others. Waits for a restore to end. */
export const joinFolder = async (dataDir: string): Promise<FileLock> => {
  for (let waitedMs = 0; waitedMs < RESTORE_MS; waitedMs += RETRY_MS) {
    const lock = shareLock(lockPath(dataDir))
    if (lock) return lock
    await pause(RETRY_MS)
  }
  throw restoring(dataDir)
}

/** The same for short commands: waits in the calling thread. */
export const joinFolderSync = (dataDir: string): FileLock => {
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  for (let waitedMs = 0; waitedMs < RESTORE_MS; waitedMs += RETRY_MS) {
    const lock = shareLock(lockPath(dataDir))
    if (lock) return lock
    Atomics.wait(sleeper, 0, 0, RETRY_MS)
  }
  throw restoring(dataDir)
}

/** Keeps everybody else from the accounts of the folder; null while a server or another command uses them. */
export const claimFolder = (dataDir: string): Promise<FileLock | null> => tryLock(lockPath(dataDir))
