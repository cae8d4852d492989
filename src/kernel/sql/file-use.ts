import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../errors.ts'
import { type FileLock, shareLock, tryLock } from '../files/file-lock.ts'

const RESTORE_MS = 10_000
const RETRY_MS = 50
/** What callers are told to wait. */
const RETRY_AFTER_MS = 2_000

/** Says that this process uses what the lock stands for, together with others. Waits for a restore to end. */
export const shareFile = async (path: string): Promise<FileLock> => {
  for (let waitedMs = 0; waitedMs < RESTORE_MS; waitedMs += RETRY_MS) {
    const lock = shareLock(path)
    if (lock) return lock
    await pause(RETRY_MS)
  }
  throw new Failure('store-unavailable', 'Se está recuperando un respaldo; intente cuando termine')
}

/** Keeps everybody else from it; null while a server or another command uses it. */
export const claimFile = (path: string): Promise<FileLock | null> => tryLock(path)

/** What callers get while the file cannot be used. `detail` is the cause, for the log. */
export const unavailable = (code: string, { title = 'almacén' }: { title?: string }): Failure =>
  new Failure('store-unavailable', `El ${title} no está disponible; intente de nuevo en unos segundos`, {
    detail: code,
    retryAfterMs: RETRY_AFTER_MS,
  })
