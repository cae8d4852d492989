import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomic } from '../../kernel/files/atomic-file.ts'
import type { DatasetId, DatasetStatus, EditionFacts } from './dataset.ts'

/** Which edition is in service: the whole of `current`, replaced by one rename. */
export interface Pointer {
  edition: string
  previous: string | null
  /** Epoch milliseconds from which readers that have it open answer with it: all of them change at one moment. */
  from: number
}

/** What the last refresh left behind for `data status` and the health page: the whole of `status.json`. */
export type RefreshState = Pick<DatasetStatus, 'estado' | 'desde' | 'error'> & {
  intento: string | null
  revisado: string | null
}

export const NEVER_REFRESHED: RefreshState = { estado: 'idle', desde: null, error: null, intento: null, revisado: null }

/** Where one dataset keeps its editions. Nobody else writes below `root`. */
export interface Shelf {
  root: string
  editions: string
  cache: string
  lock: string
}

export const shelfOf = (dataDir: string, id: DatasetId): Shelf => {
  const root = join(dataDir, id)
  return { root, editions: join(root, 'editions'), cache: join(root, 'cache'), lock: join(root, 'refresh.lock') }
}

export const prepareShelf = async (shelf: Shelf): Promise<void> => {
  await mkdir(shelf.editions, { recursive: true })
  await mkdir(shelf.cache, { recursive: true })
}

const readJson = async <Shape>(path: string): Promise<Shape | null> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Shape
  } catch {
    return null
  }
}

export const readPointer = async (shelf: Shelf): Promise<Pointer | null> => {
  const pointer = await readJson<Pointer>(join(shelf.root, 'current'))
  return typeof pointer?.edition === 'string' ? pointer : null
}

export const writePointer = (shelf: Shelf, pointer: Pointer): Promise<void> =>
  writeAtomic(join(shelf.root, 'current'), `${JSON.stringify(pointer)}\n`)

export const readState = async (shelf: Shelf): Promise<RefreshState> =>
  (await readJson<RefreshState>(join(shelf.root, 'status.json'))) ?? NEVER_REFRESHED

export const writeState = (shelf: Shelf, state: RefreshState): Promise<void> =>
  writeAtomic(join(shelf.root, 'status.json'), `${JSON.stringify(state, null, 2)}\n`)

/** Changes with every switch and every new state; two looks at the disk in place of reading both files. */
export const stampOf = async (shelf: Shelf): Promise<string> => {
  const looks = ['current', 'status.json'].map((name) => stat(join(shelf.root, name)).catch(() => null))
  return (await Promise.all(looks)).map((look) => (look ? `${look.ino}:${look.mtimeMs}` : '')).join(' ')
}

export const editionDir = (shelf: Shelf, edition: string): string => join(shelf.editions, edition)

export const readFacts = async (dir: string): Promise<EditionFacts | null> => {
  const facts = await readJson<EditionFacts>(join(dir, 'edition.json'))
  return typeof facts?.sha256 === 'string' && typeof facts.filas === 'number' ? facts : null
}

export const writeFacts = (dir: string, facts: EditionFacts): Promise<void> =>
  writeAtomic(join(dir, 'edition.json'), `${JSON.stringify(facts, null, 2)}\n`)

/** Removes what no pointer names: editions gone by, work folders and half-written files of runs that were killed. */
export const sweep = async (shelf: Shelf): Promise<void> => {
  const pointer = await readPointer(shelf)
  const kept = new Set([pointer?.edition, pointer?.previous])
  // Without a readable pointer nothing can be told from rubbish, so every edition stays.
  const editions = pointer ? (await readdir(shelf.editions)).filter((name) => !kept.has(name)) : []
  const strays = (await readdir(shelf.root)).filter((name) => name.startsWith('work-') || name.endsWith('.tmp'))
  for (const path of [
    ...editions.map((name) => join(shelf.editions, name)),
    ...strays.map((name) => join(shelf.root, name)),
    ...(await halfWritten(shelf)),
  ])
    await rm(path, { recursive: true, force: true })
}

/** Files in the editions themselves. One that is being written now is written again at the next start. */
const halfWritten = async (shelf: Shelf): Promise<string[]> => {
  const files = await readdir(shelf.editions, { recursive: true })
  return files.filter((name) => name.endsWith('.tmp')).map((name) => join(shelf.editions, name))
}

/** The editions worth opening, best first. */
export const candidates = async (shelf: Shelf): Promise<string[]> => {
  const pointer = await readPointer(shelf)
  if (pointer) return [pointer.edition, ...(pointer.previous ? [pointer.previous] : [])]
  return (await readdir(shelf.editions).catch(() => [])).sort().reverse()
}

/** The best edition whose facts can be read. */
export const editionInService = async (shelf: Shelf): Promise<string | null> => {
  const pointer = await readPointer(shelf)
  for (const name of pointer ? await candidates(shelf) : []) if (await readFacts(editionDir(shelf, name))) return name
  return null
}

export const factsInService = async (shelf: Shelf): Promise<EditionFacts | null> => {
  const name = await editionInService(shelf)
  return name ? readFacts(editionDir(shelf, name)) : null
}
