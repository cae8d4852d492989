import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FileLock, tryLock } from '../files/file-lock.ts'

/** The process that serves a folder. */
export interface Serving {
  pid: number
  sinceMs: number
}

/**
 * Sees to it that one process serves a data folder: a lock until it is released, or who else has it. It ends with its holder,
 * however that ends. Null when the folder cannot be written, which whoever opens its files tells better.
 */
export const claimServing = async (dataDir: string, own: Serving): Promise<FileLock | Serving | null> => {
  const facts = join(dataDir, 'serving.json')
  try {
    const lock = await tryLock(join(dataDir, 'serving.lock'))
    if (!lock) return JSON.parse(readFileSync(facts, 'utf8')) as Serving
    writeFileSync(facts, JSON.stringify(own), { mode: 0o600 })
    return lock
  } catch {
    return null
  }
}
