import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  copyFile,
  type FileHandle,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { SheetLook } from '../table.ts'
import { makePrivateFolder } from './work-folder.ts'

/** Where the rows of a result are, and how many bytes of them count. */
export interface ResultPlace {
  file: string
  bytes: number
}

/** Adds rows to a result. */
export interface ResultWriter {
  /** Writes behind so many bytes, over whatever is there. Resolves with the new end when the text is kept; null when the job is lost. */
  append(bytes: number, text: string): Promise<ResultPlace | null>
  close(): Promise<void>
}

/** A file to read from. */
export interface LocalFile {
  path: string
  /** Removes it if it is a copy that was made for this reader. */
  drop(): Promise<void>
}

/** The names of a result's columns, and how the sheet looks that they come from: too much for a task. */
export interface ResultHead {
  columns: readonly string[]
  look?: SheetLook | undefined
}

/** An earlier version kept the names alone. */
export const readHead = (text: string): ResultHead => {
  const kept: ResultHead | string[] = JSON.parse(text)
  return Array.isArray(kept) ? { columns: kept } : kept
}

/** Where uploads and results of batches are kept. A file that is not whole is an error, never a shorter file. */
export interface BatchFiles {
  /** Keeps an upload for a job, with what its result is headed by. The file is not in its old place afterwards. */
  keepUpload(id: string, path: string, head: ResultHead): Promise<void>
  /** The upload, of so many bytes; batches of earlier versions do not know how many. */
  upload(id: string, bytes: number | undefined): Promise<LocalFile>
  /** What the result is headed by; null for a batch of an earlier version. */
  head(id: string): Promise<ResultHead | null>
  /**
   * Goes on writing a result from where its progress says. What somebody writes who has lost the job and does not know it
   * yet is not part of it.
   */
  openResult(id: string, from: ResultPlace | null): Promise<ResultWriter>
  /** Removes all other rows of a job than those in these files. */
  keepOnly(id: string, files: readonly string[]): Promise<void>
  /** The rows of a result as a file, which may be longer than what counts. */
  result(id: string, place: ResultPlace): Promise<LocalFile>
  /** Erases the upload of a finished batch alone. */
  eraseUpload(id: string): Promise<void>
  erase(id: string): Promise<void>
  /** The ids of jobs that have files here. */
  keptIds(): Promise<string[]>
}

export const UPLOAD = 'upload'
export const COLUMNS = 'columns'
export const ROWS = 'rows-'
const ID = /^[0-9a-f]{32}$/

/** The files of batches in a folder of this machine, one folder per job, readable by nobody else. */
export const localFiles = (folder: string): BatchFiles => {
  const ofJob = (id: string): string => join(folder, id)
  return {
    keepUpload: async (id, path, head) => {
      await makePrivateFolder(ofJob(id))
      await writeFile(join(ofJob(id), COLUMNS), JSON.stringify(head), { mode: 0o600 })
      await rename(path, join(ofJob(id), UPLOAD))
    },
    upload: (id, bytes) => existing(join(ofJob(id), UPLOAD), (size) => bytes === undefined || size === bytes),
    head: async (id) => {
      const text = await readFile(join(ofJob(id), COLUMNS), 'utf8').catch(() => null)
      return text === null ? null : readHead(text)
    },
    openResult: async (id, from) => {
      const file = newResultName()
      const path = join(ofJob(id), file)
      if (from) {
        await copyFile(join(ofJob(id), from.file), path, constants.COPYFILE_FICLONE)
        await truncate(path, from.bytes)
      }
      return resultWriter(await open(path, 'a', 0o600), file)
    },
    keepOnly: async (id, files) => {
      for (const name of await readdir(ofJob(id)))
        if (name.startsWith(ROWS) && !files.includes(name)) await rm(join(ofJob(id), name), { force: true })
    },
    result: (id, { file, bytes }) => existing(join(ofJob(id), file), (size) => size >= bytes),
    eraseUpload: (id) => rm(join(ofJob(id), UPLOAD), { force: true }),
    // Somebody who works on the job may just be making a file in it.
    erase: (id) => rm(ofJob(id), { recursive: true, force: true, maxRetries: 5 }),
    keptIds: async () => (await readdir(folder)).filter((name) => ID.test(name)),
  }
}

export const newResultName = (): string => `${ROWS}${randomUUID()}`

/** What is said in the log of a file that is not all there; of whom it tells is not. */
export const notWhole = (): Error => new Error('a file of a batch is missing or not whole')

const existing = async (path: string, isWhole: (size: number) => boolean): Promise<LocalFile> => {
  const facts = await stat(path).catch(() => null)
  if (!facts || !isWhole(facts.size)) throw notWhole()
  return { path, drop: async () => {} }
}

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
