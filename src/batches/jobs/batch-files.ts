import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, open, readdir, rename, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from './work-folder.ts'

/** Where the rows of a result are, and how many bytes of them count. */
export interface ResultPlace {
  file: string
  bytes: number
}

/** Adds rows to a result. */
export interface ResultWriter {
  /** Writes behind so many bytes, over whatever is there; resolves with the new end when the text is on disk. */
  append(bytes: number, text: string): Promise<ResultPlace>
  close(): Promise<void>
}

/** Where uploads and results of batches are kept. */
export interface BatchFiles {
  /** Keeps an upload for a job. The file is not in its old place afterwards. */
  keepUpload(id: string, path: string): Promise<void>
  /** The upload as a file of this machine; null when it is gone. */
  upload(id: string): Promise<string | null>
  /**
   * Goes on writing a result from where its progress says, in a file of its own: somebody who has lost the job and does
   * not know it yet writes into another.
   */
  openResult(id: string, from: ResultPlace | null): Promise<ResultWriter>
  /** The rows of a result as a file of this machine, which may be longer than what counts; null when they are gone. */
  result(id: string, place: ResultPlace): Promise<string | null>
  /** Removes copies that this machine has made for its own work. */
  letGo(id: string): Promise<void>
  erase(id: string): Promise<void>
  /** The ids of jobs that have files here for longer than an hour. */
  idsOnDisk(): Promise<string[]>
}

const UPLOAD = 'upload'
const ID = /^[0-9a-f]{32}$/
/** An upload gets its files before its job. */
const OLD_MS = 3_600_000

/** The files of batches in a folder of this machine, one folder per job, readable by nobody else. */
export const localFiles = (folder: string): BatchFiles => {
  const ofJob = (id: string): string => join(folder, id)
  return {
    keepUpload: async (id, path) => {
      await makePrivateFolder(ofJob(id))
      await rename(path, join(ofJob(id), UPLOAD))
    },
    upload: (id) => existing(join(ofJob(id), UPLOAD)),
    openResult: async (id, from) => {
      const file = newResultName()
      const path = join(ofJob(id), file)
      if (from) {
        await copyFile(join(ofJob(id), from.file), path, constants.COPYFILE_FICLONE)
        await truncate(path, from.bytes)
      }
      return resultWriter(await open(path, 'a', 0o600), file)
    },
    result: (id, { file }) => existing(join(ofJob(id), file)),
    letGo: async () => {},
    // Somebody who works on the job may just be making a file in it.
    erase: (id) => rm(ofJob(id), { recursive: true, force: true, maxRetries: 5 }),
    idsOnDisk: async () => {
      const old: string[] = []
      for (const name of await readdir(folder)) {
        const facts = ID.test(name) ? await stat(ofJob(name)).catch(() => null) : null
        if (facts && Date.now() - facts.mtimeMs > OLD_MS) old.push(name)
      }
      return old
    },
  }
}

export const newResultName = (): string => `rows-${randomUUID()}`

const existing = (path: string): Promise<string | null> =>
  stat(path).then(
    () => path,
    () => null,
  )

const resultWriter = (handle: FileHandle, file: string): ResultWriter => ({
  append: async (bytes, text) => {
    const piece = Buffer.from(text)
    await handle.truncate(bytes)
    await handle.appendFile(piece)
    await handle.datasync()
    return { file, bytes: bytes + piece.length }
  },
  close: () => handle.close(),
})
