import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { Failure } from '../../../kernel/errors.ts'
import { unreadable } from '../../table.ts'
import { damaged, type XmlEvents, XmlScanner } from './xml-scanner.ts'

const MAX_ENTRIES = 10_000
/** What one part of a workbook may take unpacked. A sheet is read as a stream; a million rows of 50 columns fit. */
const MAX_PART_BYTES = 4 * 2 ** 30

/** The parts of a workbook's zip, read one at a time. */
export interface ZipParts {
  has(name: string): boolean
  names(): Iterable<string>
  /** Feeds the whole part, or as much as wanted, to a parser; its text may be cut anywhere. */
  pieces(name: string, maxBytes?: number): AsyncIterable<string>
  /** The part as it is. */
  bytes(name: string): AsyncIterable<Buffer>
  close(): void
}

export const openParts = async (path: string): Promise<ZipParts> => {
  const zip = await openZip(path)
  let entries: Map<string, Entry>
  try {
    entries = await readEntries(zip)
  } catch (error) {
    zip.close()
    throw error instanceof Failure ? error : damaged(error)
  }
  return {
    has: (name) => entries.has(keyOf(name)),
    names: () => entries.keys(),
    pieces: (name, maxBytes = MAX_PART_BYTES) => decoded(unpacked(zip, entries.get(keyOf(name)), maxBytes)),
    bytes: (name) => unpacked(zip, entries.get(keyOf(name)), MAX_PART_BYTES),
    close: () => zip.close(),
  }
}

// Some writers begin names with a slash or use backslashes; letters of either case name the same part.
const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

const openZip = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, strictFileNames: false }, (error, zip) =>
      error ? reject(damaged(error)) : resolve(zip),
    )
  })

const readEntries = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      const key = keyOf(entry.fileName)
      // Of two parts of one name, nobody knows which is meant.
      if (entries.size >= MAX_ENTRIES || entries.has(key)) return reject(damaged())
      entries.set(key, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })

const openStream = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(damaged(error)) : resolve(stream)))
  })

async function* unpacked(zip: ZipFile, entry: Entry | undefined, maxBytes: number): AsyncGenerator<Buffer> {
  if (!entry) throw damaged()
  if ((entry.generalPurposeBitFlag & 1) !== 0) throw unreadable('El archivo está protegido con contraseña')
  // The declared size is held to while unpacking, so that a small zip cannot unpack into more.
  if (entry.uncompressedSize > maxBytes) throw unreadable('El archivo XLSX es demasiado grande al descomprimirlo')
  const stream = await openStream(zip, entry)
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    throw error instanceof Failure ? error : damaged(error)
  } finally {
    stream.destroy()
  }
}

async function* decoded(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(charsetOf(piece))
    yield decoder.decode(piece, { stream: true })
  }
  yield decoder?.decode() ?? ''
}

const charsetOf = (start: Buffer): string => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** Reads a whole part. */
export const parsePart = async (parts: ZipParts, name: string, maxBytes: number, events: XmlEvents): Promise<void> => {
  const scanner = new XmlScanner(events)
  for await (const piece of parts.pieces(name, maxBytes)) scanner.write(piece)
  scanner.end()
}
