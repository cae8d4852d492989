import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { Failure } from '../../../kernel/errors.ts'
import {
  DETAILS,
  FOR_COMPARISON,
  FORMAT,
  HEAD_BYTES,
  INDEX_FILE,
  type IndexHead,
  type IndexValues,
  KEYS_PER_SAMPLE,
  MAGIC,
  ON_DISK,
  RECORDS_FILE,
  SECTION_NAMES,
  SECTIONS,
  type SectionEntry,
  type SectionName,
} from './index-file.ts'

/** An edition's index in shared memory. It can be posted to other threads, which then read the same bytes. */
export interface RegisterImage {
  dir: string
  head: IndexHead
  values: IndexValues
  sections: Record<SectionName, SharedArrayBuffer>
  /** The first of every `KEYS_PER_SAMPLE` keys. */
  keySamples: SharedArrayBuffer
}

/** Where a section is in the index file. */
export const sectionOf = ({ head }: RegisterImage, name: SectionName): SectionEntry =>
  head.sections[SECTIONS[name]] ?? { offset: 0, bytes: 0, checksum: 0 }

const CHUNK_BYTES = 8 << 20
const KEY_BYTES = Uint32Array.BYTES_PER_ELEMENT
const SAMPLED_BYTES = KEYS_PER_SAMPLE * KEY_BYTES

export const damaged = (detail: string): Failure =>
  new Failure('dataset-unavailable', 'Los archivos del padrón están dañados o no son de Chasqui', { detail })

/** Reads the index of an edition into memory and checks every byte of both files; throws when anything differs. */
export const loadImage = (dir: string): Promise<RegisterImage> => loadSections(dir, null)

/** The same with these sections alone, for whoever reads row after row. What is not read is not checked. */
export const loadRows = (dir: string, only: ReadonlySet<SectionName>): Promise<RegisterImage> => loadSections(dir, only)

const loadSections = async (dir: string, only: ReadonlySet<SectionName> | null): Promise<RegisterImage> => {
  const index = await openFile(join(dir, INDEX_FILE))
  const records = await openFile(join(dir, RECORDS_FILE)).catch(async (error) => {
    await index.close()
    throw error
  })
  try {
    const head = await readHead(index)
    await checkLength(records, head.records.bytes, RECORDS_FILE)
    const scratch = new Uint8Array(CHUNK_BYTES * 2)
    const keySamples = new SharedArrayBuffer(only ? 0 : Math.ceil(head.rows / KEYS_PER_SAMPLE) * KEY_BYTES)
    const sections = await readSections(index, head, scratch, { only, keySamples })
    const { bytes, checksum } = head.records
    if (!only && (await readChecked(records, { offset: 0, bytes, checksum }, scratch)) !== checksum)
      throw damaged('records differ')
    const values = JSON.parse(Buffer.from(sections.values).toString('utf8')) as IndexValues
    return { dir, head, values, sections, keySamples }
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
    throw damaged('not a register index')
  const length = bytes.readUInt32LE(MAGIC.length)
  const json = bytes.subarray(MAGIC.length + 8, MAGIC.length + 8 + length)
  if (json.length !== length || crc32(json) !== bytes.readUInt32LE(MAGIC.length + 4)) throw damaged('head differs')
  if (bytes.subarray(MAGIC.length + 8 + length).some((byte) => byte !== 0)) throw damaged('head differs')
  const head = JSON.parse(json.toString('utf8')) as IndexHead
  if (head.format !== FORMAT) throw damaged(`format ${head.format}`)
  if (SECTION_NAMES.some((name) => !head.sections[SECTIONS[name]] && !FOR_COMPARISON.has(name) && !DETAILS.has(name)))
    throw damaged('a section is missing')
  await checkLength(file, head.bytes, INDEX_FILE)
  return head
}

const checkLength = async (file: FileHandle, bytes: number, name: string): Promise<void> => {
  const { size } = await file.stat()
  if (size !== bytes) throw damaged(`${name} has ${size} bytes, not ${bytes}`)
}

const readSections = async (
  file: FileHandle,
  head: IndexHead,
  scratch: Uint8Array,
  { only, keySamples }: { only: ReadonlySet<SectionName> | null; keySamples: SharedArrayBuffer },
): Promise<Record<SectionName, SharedArrayBuffer>> => {
  const sections = {} as Record<SectionName, SharedArrayBuffer>
  for (const name of SECTION_NAMES) {
    const isWanted = only ? only.has(name) : !FOR_COMPARISON.has(name)
    const entry = isWanted ? head.sections[SECTIONS[name]] : undefined
    const inMemory = only !== null || !ON_DISK.has(name)
    sections[name] = new SharedArrayBuffer(entry && inMemory ? entry.bytes : 0)
    if (!entry) continue
    const into = inMemory ? new Uint8Array(sections[name]) : undefined
    const sampled = name === 'keys' && !inMemory ? new Uint32Array(keySamples) : undefined
    if ((await readChecked(file, entry, scratch, { into, sampled })) !== entry.checksum)
      throw damaged(`section ${name} differs`)
  }
  return sections
}

/** The checksum of a part of a file. The next chunk is read while one is summed; without `into` both are read into `scratch`. */
const readChecked = async (
  file: FileHandle,
  entry: SectionEntry,
  scratch: Uint8Array,
  { into, sampled }: { into?: Uint8Array | undefined; sampled?: Uint32Array | undefined } = {},
): Promise<number> => {
  const chunkAt = (done: number): Uint8Array => {
    const length = Math.min(CHUNK_BYTES, entry.bytes - done)
    const start = into ? done : (done / CHUNK_BYTES) % 2 === 0 ? 0 : CHUNK_BYTES
    return (into ?? scratch).subarray(start, start + length)
  }
  let checksum = 0
  let reading = entry.bytes > 0 ? fill(file, chunkAt(0), entry.offset) : undefined
  for (let done = 0; done < entry.bytes; done += CHUNK_BYTES) {
    await reading
    const next = done + CHUNK_BYTES
    if (next < entry.bytes) reading = fill(file, chunkAt(next), entry.offset + next)
    const chunk = chunkAt(done)
    checksum = crc32(chunk, checksum)
    if (sampled) takeSamples(chunk, done / SAMPLED_BYTES, sampled)
  }
  return checksum
}

/** Keeps the first key of every few of a chunk, as those from `at` on. */
const takeSamples = ({ buffer, byteOffset, length }: Uint8Array, at: number, samples: Uint32Array): void => {
  const keys = new Uint32Array(buffer, byteOffset, length / KEY_BYTES)
  for (let i = 0; i < keys.length; i += KEYS_PER_SAMPLE) samples[at++] = keys[i] as number
}

const fill = async (file: FileHandle, chunk: Uint8Array, position: number): Promise<void> => {
  for (let done = 0; done < chunk.length; ) {
    const { bytesRead } = await file.read(chunk, done, chunk.length - done, position + done)
    if (bytesRead === 0) throw damaged('ends early')
    done += bytesRead
  }
}
