import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/errors.ts'
import { writeAtomic } from '../../../kernel/files/atomic-file.ts'
import { sha256OfFile } from '../../../kernel/files/checksum.ts'
import { waitForLock } from '../../../kernel/files/file-lock.ts'
import { makeFolder } from '../../../kernel/files/make-folder.ts'
import { jwsSigner } from '../../../kernel/signing/jws.ts'
import type { PublicKey, SigningKey } from '../../../kernel/signing/signing-key.ts'
import type { Dataset, DatasetId, EditionFacts, EditionReader } from '../dataset.ts'
import { editionDir, editionFolderOf, editionInService, readFacts, readState } from '../edition-folder.ts'
import {
  contentOf,
  datasetNamed,
  editionOf,
  FACTS_FILE,
  KIND,
  MANIFEST_FILE,
  type Manifest,
  manifestText,
  type PublishedEdition,
  type PublishedFile,
  parseManifest,
  signatureOf,
} from './manifest.ts'
import { removeUnused } from './remove-unused.ts'
import type { TrustedKeys } from './trusted-keys.ts'

export interface PublishSettings {
  dataDir: string
  /** Where the editions and their manifest go. */
  folder: string
  datasets: readonly Pick<Dataset<EditionReader>, 'id' | 'format'>[]
  clock: Clock
  /** `always`: what is in service here. `newer`: leave an edition that another publisher loaded later. */
  replace: 'always' | 'newer'
  /** Read published files again, and replace those that differ from their checksum. */
  verify: boolean
  /** The installation's own keys, as they are now. */
  keys: () => { signing: SigningKey; known: readonly PublicKey[] }
  /** The keys of other installations that publish into the same folder. */
  trusted?: TrustedKeys | undefined
  signal: AbortSignal
}

/** How the publication of one dataset ended. `absent`: none in service. `uncounted`: made before lost rows were counted. */
export interface PublishReport {
  id: DatasetId
  outcome: 'published' | 'unchanged' | 'kept' | 'absent' | 'uncounted'
  facts: EditionFacts | null
}

const LOCK_FILE = '.publish.lock'

/**
 * Writes the editions in service into a folder that others take them from: files under names that hold their checksum,
 * then the manifest by one rename. A reader sees the old manifest or the new one, each with all of its files.
 */
export const publishEditions = async (settings: PublishSettings): Promise<PublishReport[]> => {
  const { folder, signal } = settings
  makeFolder(folder)
  const lock = await waitForLock(join(folder, LOCK_FILE), signal)
  try {
    const { text: textBefore, manifest: before } = await readManifest(settings)
    const published = []
    for (const dataset of settings.datasets) published.push(await publishOne(dataset, before, settings))
    const after = manifestOf(before, published)
    // With nothing to offer, what is there stays.
    if (after.editions.length > 0) {
      const text = manifestText(after, jwsSigner(KIND, settings.keys().signing))
      if (text !== textBefore) await writeAtomic(join(folder, MANIFEST_FILE), text)
      await removeUnused(folder, after, settings.datasets)
    }
    return published.map(({ report }) => report)
  } finally {
    lock.release()
  }
}

/**
 * What is published there. One that cannot be read is replaced, and so is one without a signature: our own would vouch
 * for entries that anybody could have written. That of another installation is not ours to replace.
 */
const readManifest = async ({ folder, keys, trusted, signal }: PublishSettings) => {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => '')
  const nothing: Manifest = { editions: [] }
  let manifest: Manifest
  try {
    manifest = parseManifest(text)
  } catch {
    return { text, manifest: nothing }
  }
  const own = signatureOf(manifest, keys().known)
  const signature = own === 'unknown key' && trusted ? await trusted.signatureOf(manifest, signal) : own
  if (signature === 'unknown key')
    throw new Failure(
      'dataset-unavailable',
      'La carpeta de publicación tiene ediciones firmadas por otra instalación, cuya clave no es de confianza',
      { detail: 'manifest signature: unknown key' },
    )
  return { text, manifest: signature === 'valid' ? manifest : nothing }
}

interface Published {
  report: PublishReport
  /** The entry of the manifest; null when there was none and none is in service. */
  entry: PublishedEdition | null
}

/** Entries of datasets that this installation does not have stay as they are: another one publishes them. */
const manifestOf = (before: Manifest, published: readonly Published[]): Manifest => {
  const own = published.map(({ report }) => report.id as unknown)
  const others = before.editions.filter((entry) => !own.includes(datasetNamed(entry)))
  return { editions: [...published.flatMap(({ entry }) => entry ?? []), ...others] }
}

const publishedBefore = (before: Manifest, id: DatasetId): PublishedEdition | null => {
  try {
    return editionOf(before, id)
  } catch {
    return null
  }
}

const publishOne = async (
  { id, format }: Pick<Dataset<EditionReader>, 'id' | 'format'>,
  manifest: Manifest,
  settings: PublishSettings,
): Promise<Published> => {
  const folder = editionFolderOf(settings.dataDir, id)
  const old = publishedBefore(manifest, id)
  for (let tries = 1; ; tries++) {
    const edition = await editionInService(folder)
    const dir = edition && editionDir(folder, edition)
    const facts = dir ? await readFacts(dir) : null
    if (!edition || !dir || !facts) return { report: { id, outcome: 'absent', facts: null }, entry: old }
    if (facts.descartadas === undefined) return { report: { id, outcome: 'uncounted', facts }, entry: old }
    if (settings.replace === 'newer' && old && isLater(old.loaded, facts.cargado, settings.clock))
      return { report: { id, outcome: 'kept', facts }, entry: old }
    try {
      const { revisado } = await readState(folder)
      const { files, copied } = await publishFiles({ id, dir, old }, settings)
      const isSame = old !== null && contentOf(old) === contentOf({ files })
      const previous = isSame || !old ? (old?.previous ?? null) : { edition: old.edition, files: old.files }
      const name = isSame ? old.edition : edition
      const described = { date: facts.edicion, rows: facts.filas, loaded: facts.cargado }
      const checked = isSame ? latest(old.checked, revisado) : revisado
      const entry = { dataset: id, edition: name, format, ...described, checked, files, previous }
      return { report: { id, outcome: copied || !isSame ? 'published' : 'unchanged', facts }, entry }
    } catch (error) {
      // A refresh may have removed the edition meanwhile: a newer one is in service.
      if ((error as { code?: string }).code !== 'ENOENT' || tries > 2) throw error
    }
  }
}

/** A time of another publisher that lies ahead of our clock proves nothing. */
const isLater = (loaded: string, than: string, clock: Clock): boolean =>
  Date.parse(loaded) > Date.parse(than) && Date.parse(loaded) <= clock.now()

/** Of two publishers of one edition, the one that asked last. */
const latest = (a: string | null, b: string | null): string | null =>
  a !== null && b !== null && Date.parse(a) > Date.parse(b) ? a : (b ?? a)

interface EditionSource {
  id: DatasetId
  dir: string
  old: PublishedEdition | null
}

const publishFiles = async (
  { id, dir, old }: EditionSource,
  settings: PublishSettings,
): Promise<{ files: PublishedFile[]; copied: boolean }> => {
  const isSame = old && contentOf(old) === (await sha256OfFile(join(dir, FACTS_FILE)))
  const entries = await readdir(dir, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp')).map(({ name }) => name)
  makeFolder(join(settings.folder, id))
  const files: PublishedFile[] = []
  let copied = false
  for (const name of names.sort()) {
    const known = isSame ? old.files.find((file) => file.name === name) : undefined
    const isThere = known !== undefined && (await isWhole(known, settings))
    files.push(isThere ? known : await copyFile(join(dir, name), id, name, settings))
    copied ||= !isThere
  }
  return { files, copied }
}

const isWhole = async ({ path, size, sha256 }: PublishedFile, settings: PublishSettings): Promise<boolean> => {
  const file = join(settings.folder, path)
  const found = await stat(file).catch(() => null)
  if (!found?.isFile() || found.size !== size) return false
  return !settings.verify || (await sha256OfFile(file, settings.signal)) === sha256
}

/** Copies a file and hashes what is copied: the name and the checksum are those of the bytes that were written. */
const copyFile = async (
  from: string,
  id: DatasetId,
  name: string,
  { folder, signal }: PublishSettings,
): Promise<PublishedFile> => {
  const beside = join(folder, id, `${randomUUID()}.tmp`)
  const hash = createHash('sha256')
  let size = 0
  const measured = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      size += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    const target = createWriteStream(beside, { flags: 'wx', flush: true })
    await pipeline(createReadStream(from, { highWaterMark: 1 << 20 }), measured, target, { signal })
    const sha256 = hash.digest('hex')
    const path = `${id}/${sha256}-${name}`
    await rename(beside, join(folder, path))
    return { name, path, size, sha256 }
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
