import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Replaces a small file by one rename: a reader sees the old content or the new one, even after a power cut. */
export const writeAtomic = async (path: string, content: string | Uint8Array): Promise<void> => {
  const beside = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(beside, 'w')
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
    await syncPath(dirname(path))
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some file systems cannot sync a folder.
    if (!['EINVAL', 'EISDIR', 'EPERM', 'ENOTSUP'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await handle.close()
  }
}

/** Syncs everything under a folder to the disk, the folder itself last. */
export const syncTree = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    await (entry.isDirectory() ? syncTree(path) : syncPath(path))
  }
  await syncPath(folder)
}

/** Renames a folder and makes the rename durable. */
export const renameDurably = async (from: string, to: string): Promise<void> => {
  await rename(from, to)
  await syncPath(dirname(to))
}
