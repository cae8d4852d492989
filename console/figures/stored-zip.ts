/** A zip of texts, not compressed: what a page makes is small. */
export const storedZip = (files: readonly (readonly [name: string, text: string])[]): Uint8Array<ArrayBuffer> => {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const entries: Uint8Array[] = []
  let offset = 0
  for (const [name, text] of files) {
    const [path, bytes] = [encoder.encode(name), encoder.encode(text)]
    const facts = [20, UTF8, 0, 0, DAY_ONE, ...halves(crc32(bytes)), ...halves(bytes.length), ...halves(bytes.length)]
    const head = record(LOCAL, [...facts, path.length, 0])
    entries.push(record(CENTRAL, [20, ...facts, path.length, 0, 0, 0, 0, 0, 0, ...halves(offset)]), path)
    parts.push(head, path, bytes)
    offset += head.length + path.length + bytes.length
  }
  const size = lengthOf(entries)
  return joined([
    ...parts,
    ...entries,
    record(END, [0, 0, files.length, files.length, ...halves(size), ...halves(offset), 0]),
  ])
}

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
/** Names are UTF-8. */
const UTF8 = 0x0800
/** The first of January 1980: the same table is the same file. */
const DAY_ONE = 0x0021

const halves = (value: number): [number, number] => [value & 0xffff, value >>> 16]

/** A mark of four bytes, and numbers of two. */
const record = (mark: number, numbers: readonly number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(4 + numbers.length * 2))
  view.setUint32(0, mark, true)
  for (const [at, number] of numbers.entries()) view.setUint16(4 + at * 2, number, true)
  return new Uint8Array(view.buffer)
}

const lengthOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0)

const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(lengthOf(parts))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const crc32 = (bytes: Uint8Array): number => {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc
}
