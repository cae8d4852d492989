import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { endianness } from 'node:os'
import { afterSection, type IndexImage, imageOf, indexFromImage } from '../../domain/screening/index/index-image.ts'
import type { NameIndex } from '../../domain/screening/index/name-index.ts'
import type { ListedParty } from '../../domain/screening/party.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import { writeAtomic } from '../../kernel/files/atomic-file.ts'
import { readShared } from '../../kernel/files/shared-file.ts'

/**
 * The version of everything that shapes an index: the layout of this file, the code in `domain/screening/index`, and the
 * words, tables and weights it uses. Bump it when any of them changes; stored indexes are then built again.
 */
export const INDEX_VERSION = 2

/** The checksum of those sources; a test computes it and says what to do when it differs. */
export const INDEX_SOURCES_SHA256 = '103c358e3d17618b4d2e5caf91834e2d54b00e6d115ce43516d4014343d2e31d'

const FORMAT = 'chasqui-name-index'
const MAX_BYTES = 256 << 20
const LENGTH_DIGITS = 10
const CHECKSUM_LENGTH = 64
const CHECKSUM_CHUNK = 1 << 20

interface Header {
  format: string
  version: number
  /** Byte order of the arrays, and the versions that decide how letters fold and numbers round. */
  engine: string
  /** The checksum of the parties it was built from. */
  of: string
  sections: IndexImage['sections']
}

const ENGINE = `${endianness()} ${process.versions.unicode} ${process.versions.v8}`

const checksum = async (bytes: Uint8Array): Promise<string> => {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += CHECKSUM_CHUNK) {
    hash.update(bytes.subarray(at, at + CHECKSUM_CHUNK))
    await yieldToEventLoop()
  }
  return hash.digest('hex')
}

/** Stores an index beside the parties it was built from, whose checksum is `of`. It only saves time at a start. */
export const writeIndex = async (path: string, index: NameIndex, of: string): Promise<void> => {
  const { sections, bytes } = imageOf(index)
  const header: Header = { format: FORMAT, version: INDEX_VERSION, engine: ENGINE, of, sections }
  const text = JSON.stringify(header)
  // Spaces after the header make the body start where typed arrays may be laid over it.
  const padded = text.padEnd(afterSection(text.length + LENGTH_DIGITS) - LENGTH_DIGITS)
  const head = Buffer.from(String(padded.length).padEnd(LENGTH_DIGITS) + padded, 'latin1')
  const file = Buffer.alloc(bytes.reduce((at, section) => afterSection(at + section.length), head.length))
  file.set(head)
  let at = head.length
  for (const section of bytes) {
    file.set(section, at)
    at = afterSection(at + section.length)
  }
  await writeAtomic(path, Buffer.concat([file, Buffer.from(await checksum(file))]))
}

/** A stored index as bytes in memory that threads can share. */
export interface StoredImage {
  sections: IndexImage['sections']
  body: Uint8Array
}

/** The bytes of the stored index; null when there is none, or it is damaged, of other parties, of another version or engine. */
export const readIndexImage = async (path: string, of: string): Promise<StoredImage | null> => {
  try {
    const found = await stat(path)
    if (!found.isFile() || found.size > MAX_BYTES) return null
    const bytes = await readShared(path)
    const file = bytes.subarray(0, -CHECKSUM_LENGTH)
    if (bytes.toString('latin1', file.length) !== (await checksum(file))) return null
    const length = Number(file.toString('latin1', 0, LENGTH_DIGITS))
    const header = JSON.parse(file.toString('latin1', LENGTH_DIGITS, LENGTH_DIGITS + length)) as Header
    return isUsable(header, of) ? { sections: header.sections, body: file.subarray(LENGTH_DIGITS + length) } : null
  } catch {
    return null
  }
}

/** The stored index; null when it cannot be used. */
export const readIndex = async (
  path: string,
  parties: readonly ListedParty[],
  of: string,
): Promise<NameIndex | null> => {
  const image = await readIndexImage(path, of)
  return image && indexOfImage(image, parties).catch(() => null)
}

const isUsable = ({ format, version, engine, of }: Header, sha256: string): boolean =>
  format === FORMAT && version === INDEX_VERSION && engine === ENGINE && of === sha256

/** Puts an index together in small steps; its arrays are views of the image's bytes. */
export const indexOfImage = async (
  { sections, body }: StoredImage,
  parties: readonly ListedParty[],
): Promise<NameIndex> => {
  // Shared bytes are read like any others.
  const bytes = body as Uint8Array<ArrayBuffer>
  const steps = indexFromImage(sections, bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes), parties)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await yieldToEventLoop()
  }
}
