import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

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

/** Writes a file as a stream and puts it in its place by one rename. When it fails or is given up, nothing is left of it. */
export const writeAtomicStream = async (
  path: string,
  pieces: AsyncIterable<string | Uint8Array>,
  signal?: AbortSignal,
): Promise<void> => {
  const beside = join(dirname(path), `.${randomUUID()}.tmp`)
  try {
    await pipeline(pieces, createWriteStream(beside, { flush: true }), signal ? { signal } : {})
    await rename(beside, path)
    await syncPath(dirname(path))
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
