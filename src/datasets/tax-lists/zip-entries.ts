import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { Failure } from '../../kernel/errors.ts'

const MAX_ENTRIES = 200
const MAX_BYTES = 100_000_000

export const changedFile = (detail: string, cause?: unknown): Failure =>
  new Failure('upstream-changed', 'El archivo de un padrón tributario llegó dañado o con otro formato', {
    detail,
    cause,
  })

/** The entries of a small zip by their names, unpacked and checked. */
export const zipEntries = async (bytes: Buffer, wanted: (name: string) => boolean): Promise<Map<string, Buffer>> => {
  const zip = await openZip(bytes)
  const found = new Map<string, Buffer>()
  let unpacked = 0
  let entries = 0
  try {
    for await (const entry of entriesOf(zip)) {
      if (++entries > MAX_ENTRIES) throw changedFile('too many entries')
      if (!wanted(entry.fileName)) continue
      unpacked += entry.uncompressedSize
      if (unpacked > MAX_BYTES) throw changedFile('too large')
      const content = await contentOf(zip, entry)
      if (crc32(content) !== entry.crc32) throw changedFile(`${entry.fileName}: checksum`)
      found.set(entry.fileName, content)
    }
    return found
  } catch (error) {
    throw error instanceof Failure ? error : changedFile('zip', error)
  } finally {
    zip.close()
  }
}

const openZip = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) =>
      error ? reject(changedFile('no zip', error)) : resolve(zip),
    )
  })

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const next = new Promise<Entry | null>((resolve, reject) => {
      zip.once('entry', resolve)
      zip.once('end', () => resolve(null))
      zip.once('error', reject)
    })
    zip.readEntry()
    const entry = await next
    if (!entry) return
    yield entry
  }
}

const contentOf = (zip: ZipFile, entry: Entry): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(error) : buffer(stream).then((content) => resolve(content), reject),
    )
  })
