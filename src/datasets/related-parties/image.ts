import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foldName } from '../../domain/names/normalise.ts'
import { isRuc } from '../../domain/ruc.ts'
import { Failure } from '../../kernel/errors.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import { readShared } from '../../kernel/files/shared-file.ts'
import type { EditionFacts } from '../editions/dataset.ts'
import { type CipherFacts, DocumentCipher } from '../procurement-files/document-cipher.ts'
import { type Dictionary, nameHash, readParties } from './party-bytes.ts'
import type { RelatedParties } from './related-parties.ts'

// The parties of all suppliers, encrypted on disk and in memory: RUCs in order, where the rows of each begin, the numbers of
// all names in order and the supplier of each, words, rows.

export const IMAGE_FILE = 'vinculados.bin'
export const IMAGE_HEADER = 'vinculados.json'
export const IMAGE_FORMAT = { format: 'chasqui-vinculados', version: 1 } as const

export interface ImageHeader extends CipherFacts {
  format: string
  version: number
  rows: number
  suppliers: number
  /** Bytes of the words. */
  dictionary: number
  /** Of the whole file, and their checksum as they are on disk. */
  bytes: number
  sha256: string
}

/** What threads share: one copy in memory, and the secret that opens it. */
export interface SharedImage {
  header: ImageHeader
  /** As on disk. */
  sealed: Uint8Array
  /** All before the words, decrypted: every question searches it. */
  index: Uint8Array
  secret: Uint8Array
}

export interface OpenParties extends RelatedParties {
  shared: SharedImage
}

const damaged = (detail: string): Failure =>
  new Failure('dataset-unavailable', 'El archivo guardado de personas vinculadas está dañado', { detail })

const indexBytes = ({ suppliers, rows }: ImageHeader): number => 12 * suppliers + 4 + 8 * rows

// So much is hashed before the event loop may run.
const HASHED_AT_ONCE = 4 << 20

/** Opens the files of an edition: every byte is checked, then held in memory once for all threads. */
export const openImage = async (dir: string, facts: EditionFacts, secret: Uint8Array): Promise<OpenParties> => {
  const header = await readHeader(join(dir, IMAGE_HEADER))
  if (header.rows !== facts.filas) throw damaged('rows')
  const cipher = DocumentCipher.open(secret, header)
  const sealed = await readShared(join(dir, IMAGE_FILE)).catch((error: { code?: string }) => {
    throw damaged(error.code ?? 'read error')
  })
  if (sealed.length !== header.bytes) throw damaged('length')
  const hash = createHash('sha256')
  for (let at = 0; at < sealed.length; at += HASHED_AT_ONCE) {
    hash.update(sealed.subarray(at, at + HASHED_AT_ONCE))
    await yieldToEventLoop()
  }
  if (hash.digest('hex') !== header.sha256) throw damaged('checksum')
  const index = new Uint8Array(new SharedArrayBuffer(indexBytes(header)))
  index.set(cipher.apply(sealed.subarray(0, index.length), 0))
  return partiesOver({ header, sealed, index, secret }, facts)
}

const readHeader = async (path: string): Promise<ImageHeader> => {
  try {
    const header = JSON.parse(await readFile(path, 'utf8')) as ImageHeader
    const { format, version } = IMAGE_FORMAT
    if (header.format === format && header.version === version) return header
  } catch {
    // Told below.
  }
  throw damaged('foreign file or version')
}

/** Answers over memory that is open already. */
export const partiesOver = (shared: SharedImage, facts: EditionFacts): OpenParties => {
  const { header, index } = shared
  const cipher = DocumentCipher.open(shared.secret, header)
  const sealed = Buffer.from(shared.sealed.buffer, shared.sealed.byteOffset, shared.sealed.byteLength)
  const keys = new Float64Array(index.buffer, index.byteOffset, header.suppliers)
  const starts = new Uint32Array(index.buffer, index.byteOffset + 8 * header.suppliers, header.suppliers + 1)
  const names = new Uint32Array(index.buffer, starts.byteOffset + starts.byteLength, header.rows)
  const suppliers = new Uint32Array(index.buffer, names.byteOffset + names.byteLength, header.rows)
  const plain = (from: number, to: number): Buffer => cipher.apply(sealed.subarray(from, to), from)
  const records = index.length + header.dictionary
  const dictionary = JSON.parse(plain(index.length, records).toString('utf8')) as Dictionary

  const partiesAt = (at: number) =>
    readParties(plain(records + (starts[at] as number), records + (starts[at + 1] as number)), dictionary)

  return {
    facts,
    shared,
    of(ruc) {
      if (!isRuc(ruc)) return []
      const at = lowerBound(keys, Number(ruc))
      return keys[at] === Number(ruc) ? partiesAt(at) : []
    },
    named(nombre) {
      const folded = foldName(nombre)
      const hash = nameHash(folded)
      const found = new Set<number>()
      for (let at = lowerBound(names, hash); names[at] === hash; at++) found.add(suppliers[at] as number)
      return [...found].flatMap((at) => {
        const ruc = String(keys[at]).padStart(11, '0')
        return partiesAt(at).flatMap((party) => (foldName(party.nombre) === folded ? [{ ruc, ...party }] : []))
      })
    },
    close: async () => {},
  }
}

/** The first place whose value is not below the wanted one. */
const lowerBound = (sorted: Float64Array | Uint32Array, wanted: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
