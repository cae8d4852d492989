import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isLocked, tryLock } from '../../kernel/files/file-lock.ts'
import { makeFolder } from '../../kernel/files/make-folder.ts'

const PREFIX = 'work-'
const LOCK = 'lock'
/** A folder without a lock may be one that is just being made. */
const FRESH_MS = 60_000

/** A folder for what this process is just receiving or sending. What an ended process left is removed. */
export interface WorkFolder {
  path: string
  /** A name for a new file. */
  newFile(): string
  close(): Promise<void>
}

export const makePrivateFolder = async (path: string): Promise<void> => {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

export const openWorkFolder = async (folder: string): Promise<WorkFolder> => {
  makeFolder(folder)
  await chmod(folder, 0o700)
  await removeAbandoned(folder)
  const path = join(folder, `${PREFIX}${randomUUID()}`)
  await makePrivateFolder(path)
  // Ends with the process, however that ends.
  const lock = await tryLock(join(path, LOCK))
  return {
    path,
    newFile: () => join(path, randomUUID()),
    close: async () => {
      lock?.release()
      await rm(path, { recursive: true, force: true })
    },
  }
}

const removeAbandoned = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(folder, name)
    if (await isAbandoned(path)) await rm(path, { recursive: true, force: true })
  }
}

const isAbandoned = async (path: string): Promise<boolean> => {
  const lock = await stat(join(path, LOCK)).catch(() => null)
  if (lock) return !isLocked(join(path, LOCK))
  const made = await stat(path).catch(() => null)
  return made !== null && Date.now() - made.mtimeMs > FRESH_MS
}
