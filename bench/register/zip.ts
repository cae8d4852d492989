import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** Packs one file into a zip of one entry, as the publisher does. */
export const zipFile = async (from: string, to: string, entryName: string): Promise<void> => {
  const zip = await open(to, 'w')
  const name = Buffer.from(entryName)
  const localBytes = 30 + name.length
  let [checksum, bytes, packed] = [0, 0, 0]
  const deflate = createDeflateRaw({ level: 3, chunkSize: 1 << 20 })
  const source = createReadStream(from, { highWaterMark: 1 << 20 })
  source.on('data', (piece) => {
    checksum = crc32(piece, checksum)
    bytes += piece.length
  })
  for await (const piece of source.pipe(deflate) as AsyncIterable<Buffer>) {
    await zip.write(piece, 0, piece.length, localBytes + packed)
    packed += piece.length
  }
  const common = (head: Buffer, at: number): void => {
    head.writeUInt16LE(20, at)
    head.writeUInt16LE(8, at + 4)
    head.writeUInt16LE(0x21, at + 8)
    head.writeUInt32LE(checksum, at + 10)
    head.writeUInt32LE(packed, at + 14)
    head.writeUInt32LE(bytes, at + 18)
    head.writeUInt16LE(name.length, at + 22)
  }
  const local = Buffer.alloc(localBytes)
  local.writeUInt32LE(0x04034b50, 0)
  common(local, 4)
  name.copy(local, 30)
  await zip.write(local, 0, localBytes, 0)
  const directory = Buffer.alloc(46 + name.length + 22)
  directory.writeUInt32LE(0x02014b50, 0)
  directory.writeUInt16LE(20, 4)
  common(directory, 6)
  name.copy(directory, 46)
  const end = 46 + name.length
  directory.writeUInt32LE(0x06054b50, end)
  directory.writeUInt16LE(1, end + 8)
  directory.writeUInt16LE(1, end + 10)
  directory.writeUInt32LE(end, end + 12)
  directory.writeUInt32LE(localBytes + packed, end + 16)
  await zip.write(directory, 0, directory.length, localBytes + packed)
  await zip.close()
}
