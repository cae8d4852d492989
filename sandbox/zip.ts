import { crc32, deflateRawSync } from 'node:zlib'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const DEFLATE = 8
const VERSION = 20

/** A zip of one file, as a publisher's server would have it. */
export const zipOf = (name: string, content: Buffer, modified: Date): Buffer => {
  const data = deflateRawSync(content, { level: 1 })
  const fileName = Buffer.from(name, 'latin1')
  const facts = entryFacts(content, data, fileName.length, modified)
  const local = Buffer.concat([uint32(LOCAL), uint16(VERSION), facts, fileName])
  // Comment length, disk, inner and outer attributes, then the offset of the local header: all zero for a lone file.
  const central = Buffer.concat([uint32(CENTRAL), uint16(VERSION), uint16(VERSION), facts, Buffer.alloc(14), fileName])
  const counts = Buffer.concat([uint16(0), uint16(0), uint16(1), uint16(1)])
  const end = Buffer.concat([
    uint32(END),
    counts,
    uint32(central.length),
    uint32(local.length + data.length),
    uint16(0),
  ])
  return Buffer.concat([local, data, central, end])
}

/** The part that an entry's local and central headers share. */
const entryFacts = (content: Buffer, data: Buffer, nameLength: number, modified: Date): Buffer => {
  const time = (modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | (modified.getUTCSeconds() >> 1)
  const date = ((modified.getUTCFullYear() - 1980) << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate()
  return Buffer.concat([
    uint16(0),
    uint16(DEFLATE),
    uint16(time),
    uint16(date),
    uint32(crc32(content)),
    uint32(data.length),
    uint32(content.length),
    uint16(nameLength),
    uint16(0),
  ])
}

const uint16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
