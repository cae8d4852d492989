import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomic } from '../../kernel/files/atomic-file.ts'
import { makeFolder } from '../../kernel/files/make-folder.ts'
import type { DatasetId, DatasetStatus, EditionFacts } from './dataset.ts'

/** Which edition is in service: the content of the file `current`, which is replaced by one rename. */
export interface Pointer {
  edition: string
  previous: string | null
  /** Epoch milliseconds from which every reader that has it open answers with it. */
  from: number
}

/** What the last refresh recorded for `data status` and the health page: the content of `status.json`. */
export type RefreshState = Pick<DatasetStatus, 'estado' | 'desde' | 'error'> & {
  intento: string | null
  revisado: string | null
  /** Absent in files of earlier versions. */
  duracionMs?: number | null
}

export const NEVER_REFRESHED: RefreshState = { estado: 'idle', desde: null, error: null, intento: null, revisado: null }

/** Where one dataset keeps its editions on disk. Only this room writes below `root`. */
export interface EditionFolder {
  root: string
  editions: string
  cache: string
  lock: string
}

export const editionFolderOf = (dataDir: string, id: DatasetId): EditionFolder => {
  const root = join(dataDir, id)
  return { root, editions: join(root, 'editions'), cache: join(root, 'cache'), lock: join(root, 'refresh.lock') }
}

export const createEditionFolder = (folder: EditionFolder): void => {
  makeFolder(folder.editions)
  makeFolder(folder.cache)
}

const readJson = async <Shape>(path: string): Promise<Shape | null> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Shape
  } catch {
    return null
  }
}

export const readPointer = async (folder: EditionFolder): Promise<Pointer | null> => {
  const pointer = await readJson<Pointer>(join(folder.root, 'current'))
  return typeof pointer?.edition === 'string' ? pointer : null
}

export const writePointer = (folder: EditionFolder, pointer: Pointer): Promise<void> =>
  writeAtomic(join(folder.root, 'current'), `${JSON.stringify(pointer)}\n`)

export const readState = async (folder: EditionFolder): Promise<RefreshState> =>
  (await readJson<RefreshState>(join(folder.root, 'status.json'))) ?? NEVER_REFRESHED

export const writeState = (folder: EditionFolder, state: RefreshState): Promise<void> =>
  writeAtomic(join(folder.root, 'status.json'), `${JSON.stringify(state, null, 2)}\n`)

/** Changes with every switch and every new state. Two calls of `stat` are cheaper than reading both files. */
export const changeStamp = async (folder: EditionFolder): Promise<string> => {
  const stats = ['current', 'status.json'].map((name) => stat(join(folder.root, name)).catch(() => null))
  return (await Promise.all(stats)).map((found) => (found ? `${found.ino}:${found.mtimeMs}` : '')).join(' ')
}

export const editionDir = (folder: EditionFolder, edition: string): string => join(folder.editions, edition)

export const readFacts = async (dir: string): Promise<EditionFacts | null> => {
  const facts = await readJson<EditionFacts>(join(dir, 'edition.json'))
  return typeof facts?.sha256 === 'string' && typeof facts.filas === 'number' ? facts : null
}

/** The content of `edition.json`. Its checksum names an edition that is passed on: keep it stable. */
export const factsText = (facts: EditionFacts): string => `${JSON.stringify(facts, null, 2)}\n`

export const writeFacts = (dir: string, facts: EditionFacts): Promise<void> =>
  writeAtomic(join(dir, 'edition.json'), factsText(facts))

/** Removes editions that the pointer does not name, and what killed runs left: work folders and half-written files. */
export const removeLeftovers = async (folder: EditionFolder): Promise<void> => {
  const pointer = await readPointer(folder)
  const kept = new Set([pointer?.edition, pointer?.previous])
  // Without a readable pointer we cannot know which editions are needed, so all of them stay.
  const editions = pointer ? (await readdir(folder.editions)).filter((name) => !kept.has(name)) : []
  const strays = (await readdir(folder.root)).filter((name) => name.startsWith('work-') || name.endsWith('.tmp'))
  for (const path of [
    ...editions.map((name) => join(folder.editions, name)),
    ...strays.map((name) => join(folder.root, name)),
    ...(await temporaryFilesOfEditions(folder)),
  ])
    await rm(path, { recursive: true, force: true })
}

/** A reader may write files into its edition. One that is removed while it is written is written again at the next start. */
const temporaryFilesOfEditions = async (folder: EditionFolder): Promise<string[]> => {
  const files = await readdir(folder.editions, { recursive: true })
  return files.filter((name) => name.endsWith('.tmp')).map((name) => join(folder.editions, name))
}

/** The editions to try to open, in this order. */
export const editionsToTry = async (folder: EditionFolder): Promise<string[]> => {
  const pointer = await readPointer(folder)
  if (pointer) return [pointer.edition, ...(pointer.previous ? [pointer.previous] : [])]
  return (await readdir(folder.editions).catch(() => [])).sort().reverse()
}

/** The first edition named by the pointer whose facts can be read. */
export const editionInService = async (folder: EditionFolder): Promise<string | null> => {
  if (!(await readPointer(folder))) return null
  for (const name of await editionsToTry(folder)) if (await readFacts(editionDir(folder, name))) return name
  return null
}

/** The folder and the facts of the edition in service. */
export const inService = async (folder: EditionFolder): Promise<{ dir: string; facts: EditionFacts } | null> => {
  const name = await editionInService(folder)
  const dir = name && editionDir(folder, name)
  const facts = dir && (await readFacts(dir))
  return dir && facts ? { dir, facts } : null
}

export const factsInService = async (folder: EditionFolder): Promise<EditionFacts | null> =>
  (await inService(folder))?.facts ?? null
