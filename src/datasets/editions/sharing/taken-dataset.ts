import { readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { LimaClock } from '../../../domain/lima-time.ts'
import { Failure } from '../../../kernel/errors.ts'
import { isAbsent } from '../../../kernel/files/absent-file.ts'
import { sha256OfFile, sha256OfText } from '../../../kernel/files/checksum.ts'
import { download } from '../../../kernel/files/download.ts'
import { refuseBackwards } from '../checks/backwards.ts'
import type { Dataset, EditionFacts, EditionReader, FetchedFile, RefreshJob } from '../dataset.ts'
import { factsText } from '../edition-folder.ts'
import { contentOf, FACTS_FILE, type PublishedEdition, type PublishedFile } from './manifest.ts'
import type { EditionPlace } from './place.ts'

/** As long as the publisher's own largest file may take. */
const DEADLINE_MS = 3 * 3_600_000
/** How often a publisher may replace the edition while it is taken. */
const RESTARTS = 3
const MAX_FACTS_BYTES = 4 << 20

export interface TakeSettings {
  clock: LimaClock
  userAgent: string
}

/**
 * The same dataset with its editions taken from a shared place: the files that another installation built, checked byte by
 * byte, and as plausible as if its publisher had sent them. Its publisher is never asked, and the edition's facts are those of the installation that loaded it.
 */
export const takenDataset = <Reader extends EditionReader, Parsed>(
  dataset: Dataset<Reader, Parsed>,
  place: EditionPlace,
  { clock, userAgent }: TakeSettings,
): Dataset<Reader, null> => ({
  ...dataset,
  place: {
    pollMs: place.pollMs,
    offered: async (signal) => {
      const edition = await place.editionOf(dataset.id, signal)
      return edition && (contentOf(edition) ?? null)
    },
    isEdition: (offered, facts) => sha256OfText(factsText(facts)) === offered,
    checked: () => place.lastKnown(dataset.id)?.checked ?? null,
  },

  async fetch(job) {
    for (let restarts = 0; ; restarts++) {
      const edition = await place.editionOf(dataset.id, job.signal)
      if (!edition)
        throw new Failure('not-configured', 'El lugar de las ediciones no ofrece esta lista', { detail: 'not offered' })
      refuseForeignFormat(edition, dataset.format)
      if (job.inService && sha256OfText(factsText(job.inService)) === contentOf(edition)) return 'unchanged'
      try {
        const refuse = (facts: EditionFacts): void => {
          refuseBackwards(job, facts, clock)
          dataset.check(job, facts)
        }
        return await fetchFiles(job, edition, { place, userAgent, refuse })
      } catch (error) {
        // A file that is gone belongs to an edition that has been replaced twice since.
        if (!isAbsent(error, ['missing']) || restarts >= RESTARTS) throw error
        const now = await place.editionOf(dataset.id, job.signal, 'anew')
        if (now && contentOf(now) === contentOf(edition)) throw error
      }
    }
  },

  async verify(job, files) {
    for (const file of files) await refuseDamaged(file, job.signal)
  },

  parse: async () => null,

  // The files that are taken hold what the other installation keeps of earlier editions.
  carry: async (_job, facts) => facts,

  async build(job, _parsed, files) {
    for (const { name, path } of files) await rename(path, join(job.dir, name))
    return readTakenFacts(join(job.dir, FACTS_FILE))
  },
})

/** All datasets of an installation, taken from one place. What their steps hand to each other is nobody else's matter. */
export const takeDatasets = <All extends Record<string, unknown>>(
  all: All,
  place: EditionPlace,
  settings: TakeSettings,
): All => {
  const listed = Object.entries(all as unknown as Record<string, Dataset<EditionReader>>)
  return Object.fromEntries(
    listed.map(([id, dataset]) => [id, takenDataset(dataset, place, settings)]),
  ) as unknown as All
}

const refuseDamaged = async ({ name, path, bytes, sha256 }: FetchedFile, signal: AbortSignal): Promise<void> => {
  const { size } = await stat(path)
  if (size !== bytes) throw damaged(`${name}: ${size} of ${bytes} bytes`)
  if ((await sha256OfFile(path, signal)) !== sha256) throw damaged(`${name}: checksum`)
}

const damaged = (detail: string): Failure =>
  new Failure('upstream-changed', 'La edición ofrecida no coincide con su suma de comprobación', { detail })

const refuseForeignFormat = ({ format }: PublishedEdition, own: number): void => {
  if (format === own) return
  throw new Failure(
    'upstream-changed',
    `La edición ofrecida tiene el formato ${format} y esta versión lee el ${own}: use la misma versión en ambos lados`,
    { detail: `format ${format}` },
  )
}

interface FetchSettings {
  place: EditionPlace
  userAgent: string
  /** Throws when the facts are those of an edition that must not be taken. */
  refuse: (facts: EditionFacts) => void
}

/** Downloads the files of an edition, and goes on with those of an earlier try. */
const fetchFiles = async (
  job: RefreshJob,
  edition: PublishedEdition,
  { place, userAgent, refuse }: FetchSettings,
): Promise<FetchedFile[]> => {
  // The facts come first: what they show to be implausible is not downloaded again and again.
  const files = edition.files.toSorted((a, b) => Number(b.name === FACTS_FILE) - Number(a.name === FACTS_FILE))
  await removeOthers(job.cacheDir, files)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  await refuseWithoutRoom(job.cacheDir, total)
  let done = 0
  const fetched: FetchedFile[] = []
  for (const { name, path, size, sha256 } of files) {
    const to = join(job.cacheDir, cacheName({ sha256, name }))
    if (!(await isComplete(to, size)))
      await download({
        ...{ from: place.addressOf(path), to, maxBytes: size, deadlineMs: DEADLINE_MS, userAgent, signal: job.signal },
        sameHost: true,
        onProgress: (bytes) => job.progress.report('fetch', done + bytes, total),
      })
    const file = { name, path: to, sha256, bytes: size }
    if (name === FACTS_FILE) {
      // What stays in the cache is not asked for again.
      await refuseDamaged(file, job.signal).catch((error) => rm(to, { force: true }).then(() => Promise.reject(error)))
      refuse(await readTakenFacts(to))
    }
    done += size
    fetched.push(file)
  }
  return fetched
}

/** The store of keys is often on the same disk: an edition that cannot fit must not fill it. */
const refuseWithoutRoom = async (cacheDir: string, total: number): Promise<void> => {
  const { bavail, bsize } = await statfs(cacheDir)
  let begun = 0
  for (const name of await readdir(cacheDir)) begun += (await stat(join(cacheDir, name))).size
  if (total - begun > bavail * bsize)
    throw new Failure('dataset-unavailable', 'No queda espacio en el disco de la carpeta de datos', {
      detail: `${total - begun} bytes needed, ${bavail * bsize} free`,
    })
}

const cacheName = ({ sha256, name }: Pick<PublishedFile, 'sha256' | 'name'>): string => `${sha256}-${name}`

const isComplete = async (path: string, size: number): Promise<boolean> =>
  (await stat(path).catch(() => null))?.size === size

/** What an earlier try has left of another edition is of no use any more. */
const removeOthers = async (cacheDir: string, files: readonly PublishedFile[]): Promise<void> => {
  for (const name of await readdir(cacheDir))
    if (!files.some((file) => name.startsWith(cacheName(file)))) await rm(join(cacheDir, name), { force: true })
}

/** The facts of the installation that loaded the edition; refused when they are not as it writes them. */
const readTakenFacts = async (path: string): Promise<EditionFacts> => {
  const foreign = (detail: string): Failure =>
    new Failure('upstream-changed', 'La edición ofrecida no es de Chasqui', { detail })
  if ((await stat(path)).size > MAX_FACTS_BYTES) throw foreign('facts too large')
  const text = await readFile(path, 'utf8')
  let facts: EditionFacts
  try {
    facts = JSON.parse(text)
  } catch {
    throw foreign('facts are not JSON')
  }
  // The facts are compared by the checksum of this text, so another way to write them would be taken again and again.
  if (typeof facts !== 'object' || facts === null || factsText(facts) !== text) throw foreign('facts are not canonical')
  const isKnown =
    /^\d{4}-\d\d-\d\d$/.test(String(facts.edicion)) &&
    [facts.filas, facts.descartadas].every((count) => Number.isSafeInteger(count) && (count as number) >= 0) &&
    typeof facts.sha256 === 'string' &&
    !Number.isNaN(Date.parse(String(facts.cargado)))
  if (!isKnown) throw foreign('facts')
  return facts
}
