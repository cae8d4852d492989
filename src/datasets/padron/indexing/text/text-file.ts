import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { Failure } from '../../../../kernel/errors.ts'

const CHUNK_BYTES = 1 << 20
// Documented for every stream, but missing in the types of zlib's.
const READ_AHEAD: object = { readableHighWaterMark: 4 * CHUNK_BYTES }
const DEFLATED = 8
const STORED = 0

export interface TextFile {
  /** Size of the text, known before it is read. */
  bytes: number
  /** The day (YYYY-MM-DD) on which the text was put into its zip, as the zip writes it; absent for a plain text. */
  zippedOn?: string
  /** The text in chunks. A cut or altered zip ends in a Failure, never in a shorter text. */
  chunks(): AsyncGenerator<Buffer>
  close(): void
}

/** What the file must be like. */
interface TextFileLimits {
  /** How the zip's entry must be named. */
  name: RegExp
  maxBytes: number
}

/** The register itself, as it is named in the publisher's zip. */
export const REGISTER_FILE: TextFileLimits = { name: /^padron_reducido_ruc[^/\\]*\.txt$/i, maxBytes: 8e9 }

/** Opens a text file: plain, or the only matching entry of a zip. */
export const openTextFile = async (path: string, limits: TextFileLimits): Promise<TextFile> => {
  const head = await readHead(path)
  if (head.subarray(0, 2).toString('latin1') === 'PK') return openZip(path, limits)
  if (/^\s*</.test(head.toString('latin1')))
    throw new Failure('upstream-changed', 'El archivo del padrón es una página web, no los datos', { detail: 'html' })
  const { size } = await stat(path)
  if (size > limits.maxBytes) throw tooLarge(size)
  return { bytes: size, chunks: () => plainChunks(path), close: () => undefined }
}

/** The day on which the publisher put the text into its zip; undefined for a plain text. */
export const zippedOn = async (path: string, limits: TextFileLimits): Promise<string | undefined> => {
  const file = await openTextFile(path, limits)
  file.close()
  return file.zippedOn
}

const readHead = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(512), 0, 512, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const tooLarge = (bytes: number): Failure =>
  new Failure('upstream-changed', 'El archivo del padrón es más grande de lo que puede ser', {
    detail: `${bytes} bytes`,
  })

const damaged = (detail: string, cause?: unknown): Failure =>
  new Failure('upstream-changed', 'El archivo zip del padrón está incompleto o dañado', { detail, cause })

async function* plainChunks(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>
}

const openZip = async (path: string, limits: TextFileLimits): Promise<TextFile> => {
  const zip = await openDirectory(path)
  try {
    const entry = await matchingEntry(zip, limits)
    // The date of the zip's own format is that of the publisher's clock, whatever the time zone here.
    const zippedOn = entry.getLastModDate({ forceDosFormat: true, timezone: 'UTC' }).toISOString().slice(0, 10)
    const chunks = () => zippedChunks(zip, entry)
    return { bytes: entry.uncompressedSize, zippedOn, chunks, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error instanceof Failure ? error : damaged('unreadable directory', error)
  }
}

const openDirectory = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, decodeStrings: true }, (error, zip) =>
      error ? reject(damaged('no directory', error)) : resolve(zip),
    )
  })

const matchingEntry = async (zip: ZipFile, limits: TextFileLimits): Promise<Entry> => {
  const entries = await allEntries(zip)
  const named = entries.filter((entry) => limits.name.test(entry.fileName))
  const entry = named[0]
  if (!entry || named.length > 1)
    throw new Failure('upstream-changed', 'El zip no contiene el archivo esperado', {
      detail: `${entries.length} entries`,
    })
  if (entry.uncompressedSize > limits.maxBytes) throw tooLarge(entry.uncompressedSize)
  const method = entry.compressionMethod
  if ((entry.generalPurposeBitFlag & 1) !== 0 || (method !== DEFLATED && method !== STORED))
    throw new Failure('upstream-changed', 'El zip está cifrado o usa una compresión desconocida', {
      detail: `method ${method}`,
    })
  return entry
}

const MAX_ENTRIES = 16
const allEntries = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      if (entries.length > MAX_ENTRIES) reject(damaged('too many entries'))
      else zip.readEntry()
    })
    zip.readEntry()
  })

async function* zippedChunks(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let bytes = 0
  let checksum = 0
  try {
    for await (const chunk of (await inflated(zip, entry)) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > entry.uncompressedSize) throw damaged('longer than declared')
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw error instanceof Failure ? error : damaged('broken data', error)
  }
  if (bytes !== entry.uncompressedSize) throw damaged('shorter than declared')
  if (checksum !== entry.crc32) throw damaged('checksum differs')
}

/** The entry's data, inflated here in large chunks, so that inflating and parsing overlap. */
const inflated = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    const raw = { decodeFileData: false }
    zip.openReadStream(entry, raw, (error, packed) => {
      if (error) return reject(damaged('no data', error))
      if (entry.compressionMethod === STORED) return resolve(packed)
      const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES, ...READ_AHEAD })
      packed.on('error', (cause) => inflate.destroy(cause))
      // A reader that stops after the header closes this stream; the zip must not stay open for the rest.
      inflate.on('close', () => packed.destroy())
      resolve(packed.pipe(inflate))
    })
  })
