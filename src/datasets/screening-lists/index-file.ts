import { stat } from 'node:fs/promises'
import { endianness } from 'node:os'
import { afterSection, type IndexImage, imageOf, indexFromImage } from '../../domain/screening/index/index-image.ts'
import type { NameIndex } from '../../domain/screening/index/name-index.ts'
import type { ListedParty } from '../../domain/screening/party.ts'
import { INDEX_RULES } from '../../domain/screening/politica.ts'
import { writeAtomic } from '../../kernel/files/atomic-file.ts'
import { readShared } from '../../kernel/files/shared-file.ts'
import { checksum } from './checksum.ts'

/** Change the number when the layout of this file changes. What the index itself depends on is in `INDEX_RULES`. */
const FORMAT = 'chasqui-name-index 4'
const MAX_BYTES = 256 << 20
const LENGTH_DIGITS = 10
const CHECKSUM_LENGTH = 64

interface Header {
  format: string
  /** Of the code and tables that built it. */
  rules: string
  /** Byte order of the arrays, and the versions that decide how letters fold and numbers round. */
  engine: string
  /** The checksum of the parties it was built from. */
  of: string
  sections: IndexImage['sections']
}

const ENGINE = `${endianness()} ${process.versions.unicode} ${process.versions.v8}`

/**
 * Lays an index out in memory that threads can share, and stores it beside the parties it was built from, whose checksum is
 * `of`. The file only saves time at a start: where it cannot be written, the index is built again.
 */
export const writeIndex = async (path: string, index: NameIndex, of: string): Promise<StoredImage> => {
  const { sections, bytes } = imageOf(index)
  const header: Header = { format: FORMAT, rules: INDEX_RULES, engine: ENGINE, of, sections }
  const text = JSON.stringify(header)
  // Spaces after the header make the body start where typed arrays may be laid over it.
  const padded = text.padEnd(afterSection(text.length + LENGTH_DIGITS) - LENGTH_DIGITS)
  const head = Buffer.from(String(padded.length).padEnd(LENGTH_DIGITS) + padded, 'latin1')
  const size = bytes.reduce((at, section) => afterSection(at + section.length), head.length)
  const file = Buffer.from(new SharedArrayBuffer(size + CHECKSUM_LENGTH))
  file.set(head)
  let at = head.length
  for (const section of bytes) {
    file.set(section, at)
    at = afterSection(at + section.length)
  }
  file.write(await checksum(file.subarray(0, size)), size)
  await writeAtomic(path, file).catch(() => {})
  return { sections, body: file.subarray(head.length, size) }
}

/** A stored index as bytes in memory that threads can share. */
export interface StoredImage {
  sections: IndexImage['sections']
  body: Uint8Array
}

/** The bytes of the stored index; null when there is none, or it is damaged, of other parties, rules or engine. */
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
  try {
    return image && indexOfImage(image, parties)
  } catch {
    return null
  }
}

const isUsable = ({ format, rules, engine, of }: Header, sha256: string): boolean =>
  format === FORMAT && rules === INDEX_RULES && engine === ENGINE && of === sha256

/** The index over the image's bytes; its arrays are views of them. */
export const indexOfImage = ({ sections, body }: StoredImage, parties: readonly ListedParty[]): NameIndex => {
  // Shared bytes are read like any others.
  const bytes = body as Uint8Array<ArrayBuffer>
  return indexFromImage(sections, bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes), parties)
}
