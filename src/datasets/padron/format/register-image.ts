import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { Failure } from '../../../kernel/errors.ts'
import {
  FORMAT,
  HEAD_BYTES,
  INDEX_FILE,
  type IndexHead,
  type IndexValues,
  MAGIC,
  ON_DISK,
  RECORDS_FILE,
  SECTIONS,
  type SectionName,
  type SectionPlace,
} from './index-file.ts'

/** An edition's index in shared memory. It can be posted to other threads, which then read the same bytes. */
export interface RegisterImage {
  dir: string
  head: IndexHead
  values: IndexValues
  sections: Record<SectionName, SharedArrayBuffer>
}

const PIECE_BYTES = 8 << 20

const refused = (detail: string): Failure =>
  new Failure('dataset-unavailable', 'Los archivos del padrón están dañados o no son de Chasqui', { detail })

/** Reads the index of an edition, every byte checked: what is damaged or foreign is refused, never half-read. */
export const loadImage = async (dir: string): Promise<RegisterImage> => {
  const index = await openFile(join(dir, INDEX_FILE))
  const records = await openFile(join(dir, RECORDS_FILE)).catch(async (error) => {
    await index.close()
    throw error
  })
  try {
    const head = await readHead(index)
    await checkLength(records, head.records.bytes, RECORDS_FILE)
    const sections = {} as Record<SectionName, SharedArrayBuffer>
    const scratch = new Uint8Array(PIECE_BYTES * 2)
    for (const name of SECTIONS) {
      const place = head.sections[name] as SectionPlace
      sections[name] = new SharedArrayBuffer(ON_DISK.has(name) ? 0 : place.bytes)
      const into = ON_DISK.has(name) ? undefined : new Uint8Array(sections[name])
      if ((await readChecked(index, place, scratch, into)) !== place.checksum) throw refused(`section ${name} differs`)
    }
    const { bytes, checksum } = head.records
    if ((await readChecked(records, { offset: 0, bytes, checksum }, scratch)) !== checksum)
      throw refused('records differ')
    const values = JSON.parse(Buffer.from(sections.values).toString('utf8')) as IndexValues
    return { dir, head, values, sections }
  } finally {
    await index.close()
    await records.close()
  }
}

const openFile = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path)
  } catch (error) {
    throw new Failure('dataset-unavailable', 'Falta un archivo del padrón', {
      detail: (error as NodeJS.ErrnoException).code ?? '',
      cause: error,
    })
  }
}

const readHead = async (file: FileHandle): Promise<IndexHead> => {
  const bytes = Buffer.alloc(HEAD_BYTES)
  const { bytesRead } = await file.read(bytes, 0, HEAD_BYTES, 0)
  if (bytesRead < HEAD_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw refused('not a register index')
  const length = bytes.readUInt32LE(MAGIC.length)
  const json = bytes.subarray(MAGIC.length + 8, MAGIC.length + 8 + length)
  if (json.length !== length || crc32(json) !== bytes.readUInt32LE(MAGIC.length + 4)) throw refused('head differs')
  if (bytes.subarray(MAGIC.length + 8 + length).some((byte) => byte !== 0)) throw refused('head differs')
  const head = JSON.parse(json.toString('utf8')) as IndexHead
  if (head.format !== FORMAT) throw refused(`format ${head.format}`)
  if (SECTIONS.some((name) => !head.sections[name])) throw refused('a section is missing')
  await checkLength(file, head.bytes, INDEX_FILE)
  return head
}

const checkLength = async (file: FileHandle, bytes: number, name: string): Promise<void> => {
  const { size } = await file.stat()
  if (size !== bytes) throw refused(`${name} has ${size} bytes, not ${bytes}`)
}

/** The checksum of a part of a file, read in large pieces: the next one is on its way while one is summed. */
const readChecked = async (
  file: FileHandle,
  place: SectionPlace,
  scratch: Uint8Array,
  into?: Uint8Array,
): Promise<number> => {
  const target = (at: number): Uint8Array => {
    const length = Math.min(PIECE_BYTES, place.bytes - at)
    const start = into ? at : (at / PIECE_BYTES) % 2 === 0 ? 0 : PIECE_BYTES
    return (into ?? scratch).subarray(start, start + length)
  }
  let checksum = 0
  let coming = place.bytes > 0 ? fill(file, target(0), place.offset) : undefined
  for (let at = 0; at < place.bytes; at += PIECE_BYTES) {
    await coming
    if (at + PIECE_BYTES < place.bytes) coming = fill(file, target(at + PIECE_BYTES), place.offset + at + PIECE_BYTES)
    checksum = crc32(target(at), checksum)
  }
  return checksum
}

const fill = async (file: FileHandle, target: Uint8Array, position: number): Promise<void> => {
  for (let done = 0; done < target.length; ) {
    const { bytesRead } = await file.read(target, done, target.length - done, position + done)
    if (bytesRead === 0) throw refused('ends early')
    done += bytesRead
  }
}
