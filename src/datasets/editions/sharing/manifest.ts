import { Failure } from '../../../kernel/errors.ts'
import { sha256OfText } from '../../../kernel/files/checksum.ts'
import { verifyJws } from '../../../kernel/signing/jws.ts'
import type { PublicKey } from '../../../kernel/signing/signing-key.ts'

export const MANIFEST_FILE = 'manifest.json'
export const FACTS_FILE = 'edition.json'
/** Also the `typ` of its signature. */
export const KIND = 'chasqui-editions'
const VERSION = 1

/** Far more than any edition needs: a manifest beyond them is not ours. */
const MAX_FILES = 64
const MAX_FILE_BYTES = 64 * 2 ** 30
const MAX_ENTRIES = 1_000
const MAX_PATH = 300

export interface PublishedFile {
  /** Its name in the edition's folder. */
  name: string
  /** Where it is, relative to the manifest. */
  path: string
  size: number
  sha256: string
}

/** One edition in a place of editions, as its manifest states it. */
export interface PublishedEdition {
  dataset: string
  edition: string
  /** Version of the dataset's files; a program reads only its own. */
  format: number
  /** The publisher's date of the data, its rows, and when it was loaded; for people who read the manifest. */
  date: string
  rows: number
  loaded: string
  /** When the publisher of the data was last asked with success, ISO. */
  checked: string | null
  files: PublishedFile[]
  /** The files of the edition before, kept for readers who have begun with them. */
  previous: { edition: string; files: PublishedFile[] } | null
}

/** The entries of a manifest, not yet checked: those of other versions pass through a publisher unchanged. */
export interface Manifest {
  editions: readonly unknown[]
  /** A JWS of the checksum of the entries, not yet verified; null when nobody signed them. */
  signature?: string | null
}

const refused = (detail: string): Failure =>
  new Failure('upstream-changed', 'El manifiesto de ediciones no es válido', { detail })

export const parseManifest = (text: string): Manifest => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new Failure('upstream-changed', 'El manifiesto de ediciones no es válido', {
      detail: 'not JSON',
      cause: error,
    })
  }
  const { kind, version, sha256, editions, signature } = fieldsOf(parsed)
  if (kind !== KIND) throw refused('not a manifest of editions')
  if (version !== VERSION)
    throw new Failure('upstream-changed', 'El manifiesto de ediciones es de otra versión de Chasqui', {
      detail: 'manifest version',
    })
  if (!Array.isArray(editions) || editions.length > MAX_ENTRIES) throw refused('editions')
  // Files have checksums; this one is for what the manifest itself says, such as when a publisher was last asked.
  if (sha256 !== checksumOf(editions))
    throw new Failure('upstream-changed', 'El manifiesto de ediciones no coincide con su suma de comprobación', {
      detail: 'manifest checksum',
    })
  return { editions, signature: typeof signature === 'string' ? signature : null }
}

/** What is signed of a manifest. */
interface Signed {
  version: number
  sha256: string
}

export const manifestText = ({ editions }: Manifest, sign?: (signed: Signed) => string): string => {
  const sha256 = checksumOf(editions)
  const signature = sign?.({ version: VERSION, sha256 })
  return `${JSON.stringify({ kind: KIND, version: VERSION, sha256, signature, editions }, null, 2)}\n`
}

export type Signature = 'valid' | 'unsigned' | 'unknown key' | 'wrong'

/** Whether one of these keys signed the entries of a manifest. */
export const signatureOf = ({ editions, signature }: Manifest, keys: readonly PublicKey[]): Signature => {
  if (!signature) return 'unsigned'
  const verdict = verifyJws(KIND, signature, keys)
  if (!verdict.valid) return verdict.reason === 'unknown key' ? 'unknown key' : 'wrong'
  const { version, sha256 } = fieldsOf(verdict.payload)
  return version === VERSION && sha256 === checksumOf(editions) ? 'valid' : 'wrong'
}

const checksumOf = (editions: readonly unknown[]): string => sha256OfText(JSON.stringify(editions))

export const datasetNamed = (entry: unknown): unknown => fieldsOf(entry).dataset

/** The edition that a manifest offers of a dataset; null when it offers none. A broken entry of another dataset is no matter. */
export const editionOf = ({ editions }: Manifest, dataset: string): PublishedEdition | null => {
  const [entry, ...more] = editions.filter((one) => datasetNamed(one) === dataset)
  if (entry === undefined) return null
  if (more.length > 0) throw refused(`${dataset} twice`)
  return checkedEntry(entry)
}

/** Names the content of an edition: the checksum of its facts, which hold when it was loaded and from what. */
export const contentOf = ({ files }: Pick<PublishedEdition, 'files'>): string | undefined =>
  files.find(({ name }) => name === FACTS_FILE)?.sha256

const checkedEntry = (entry: unknown): PublishedEdition => {
  const { dataset, edition, format, date, rows, loaded, checked, files, previous } = fieldsOf(entry)
  if (typeof dataset !== 'string' || !isName(edition)) throw refused('edition')
  if (!isCount(format)) throw refused('format')
  const found = checkedFiles(files)
  if (!contentOf({ files: found })) throw refused(`no ${FACTS_FILE}`)
  const before = fieldsOf(previous)
  return {
    ...{ dataset, edition, format },
    date: typeof date === 'string' ? date : '',
    rows: isCount(rows) ? rows : 0,
    loaded: typeof loaded === 'string' ? loaded : '',
    checked: typeof checked === 'string' && !Number.isNaN(Date.parse(checked)) ? checked : null,
    files: found,
    previous: isName(before.edition) ? { edition: before.edition, files: checkedFiles(before.files) } : null,
  }
}

const checkedFiles = (files: unknown): PublishedFile[] => {
  if (!Array.isArray(files) || files.length === 0 || files.length > MAX_FILES) throw refused('files')
  const found = files.map(checkedFile)
  if (new Set(found.map(({ name }) => name)).size < found.length) throw refused('a name twice')
  return found
}

const checkedFile = (file: unknown): PublishedFile => {
  const { name, path, size, sha256 } = fieldsOf(file)
  if (!isName(name) || name.endsWith('.tmp')) throw refused('file name')
  if (typeof path !== 'string' || path.length > MAX_PATH || !path.split('/').every(isName)) throw refused('path')
  if (!isCount(size) || size === 0 || size > MAX_FILE_BYTES) throw refused('size')
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) throw refused('checksum')
  return { name, path, size, sha256 }
}

/** One part of a path, never hidden and never `..`. */
const isName = (text: unknown): text is string =>
  typeof text === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,149}$/.test(text)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
