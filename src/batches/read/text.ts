import { isUtf8 as isWellWritten } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { unreadable } from '../table.ts'
import { decodeCp850 } from './charsets/cp850.ts'
import { likeliestCharset, type SingleByte, wordBytes } from './charsets/single-byte.ts'

export interface TextEncoding {
  charset: 'utf-8' | 'utf-16le' | 'utf-16be' | SingleByte
  /** True for UTF-8 without a mark in front. */
  isPlain: boolean
}

/** The bytes of a file, from its beginning each time. */
export type Bytes = () => AsyncIterable<Buffer>

export const fileBytes =
  (path: string): Bytes =>
  () =>
    createReadStream(path, { highWaterMark: 262_144 })

/** The first of them. */
export const firstBytes = async (bytes: Bytes, length: number): Promise<Buffer> => {
  let start: Buffer = Buffer.alloc(0)
  for await (const piece of bytes()) {
    start = Buffer.concat([start, piece])
    if (start.length >= length) break
  }
  return start.subarray(0, length)
}

/** The first bytes of a file. */
export const readStart = async (path: string, length: number): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], charset: 'utf-8' },
  { bytes: [0xff, 0xfe], charset: 'utf-16le' },
  { bytes: [0xfe, 0xff], charset: 'utf-16be' },
] as const

/** How the text of a file is written: by its mark, else by what all of its bytes are. */
export const findEncoding = async (bytes: Bytes): Promise<TextEncoding> => {
  const start = await firstBytes(bytes, 4_096)
  const mark = MARKS.find((one) => one.bytes.every((byte, i) => start[i] === byte))
  if (mark) return { charset: mark.charset, isPlain: false }
  const unmarked = unmarkedUtf16(start)
  if (unmarked) return { charset: unmarked, isPlain: false }
  if (await isUtf8(bytes)) return { charset: 'utf-8', isPlain: true }
  const { good, bad } = await countCharacters(bytes)
  // A file in UTF-8 with a few damaged places stays UTF-8: as Windows-1252 every accent of it would be damaged.
  if (good > bad) return { charset: 'utf-8', isPlain: true }
  return { charset: likeliestCharset(await wordBytes(bytes)), isPlain: false }
}

/**
 * UTF-16 without a mark: in most pairs of bytes one is zero, always the same one. A few zero bytes in other text are damage of
 * some cells; many are no text at all.
 */
const unmarkedUtf16 = (start: Buffer): 'utf-16le' | 'utf-16be' | null => {
  const zeros = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1
  const [even = 0, odd = 0] = zeros
  const most = start.length / 4
  if (odd > most && even === 0) return 'utf-16le'
  if (even > most && odd === 0) return 'utf-16be'
  if (even + odd > start.length / 100) throw unreadable('El archivo no es una tabla: use CSV, XLSX o JSON')
  return null
}

/**
 * A file may be well written and hold signs of damage all the same: some program has put them in place of what it could not
 * read. The bytes are not decoded: as texts, those of a large file would keep the collector of all threads busy.
 */
const isUtf8 = async (bytes: Bytes): Promise<boolean> => {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of bytes()) {
    const all = Buffer.concat([rest, piece])
    const end = wholeCharacters(all)
    if (!isWellWritten(all.subarray(0, end))) return false
    rest = all.subarray(end)
  }
  return rest.length === 0
}

/** Where a character of UTF-8 begins that is cut off at the end, or the end. */
const wholeCharacters = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** How many characters beyond ASCII are well written as UTF-8, and how many are not. */
const countCharacters = async (bytes: Bytes): Promise<{ good: number; bad: number }> => {
  let good = 0
  let bad = 0
  for await (const text of decodedText(bytes, 'utf-8')) {
    if (!/[\u0080-\uffff]/.test(text)) continue
    for (const character of text.matchAll(/[\u0080-\u{10ffff}]/gu)) {
      if (character[0] === '\ufffd') bad++
      else good++
    }
  }
  return { good, bad }
}

const decoderOf = (charset: TextEncoding['charset']): { decode(bytes?: Buffer, options?: { stream: true }): string } =>
  charset === 'cp850' ? { decode: (bytes) => (bytes ? decodeCp850(bytes) : '') } : new TextDecoder(charset)

/** The beginning of a text. */
export const decodeStart = (start: Buffer, charset: TextEncoding['charset']): string => decoderOf(charset).decode(start)

const CHARSET_NAMES: Partial<Record<TextEncoding['charset'], string>> = {
  cp850: 'CP850 (MS-DOS)',
  macintosh: 'Mac Roman',
}

/** What a person should know when the charset was concluded from the words of the file. */
export const charsetNotice = ({ charset }: TextEncoding): string[] => {
  const name = CHARSET_NAMES[charset]
  return name === undefined ? [] : [`El texto se leyó con la codificación ${name}`]
}

/** The text of a file, piece by piece, without its mark. */
export async function* decodedText(bytes: Bytes, charset: TextEncoding['charset']): AsyncGenerator<string> {
  const decoder = decoderOf(charset)
  for await (const piece of bytes()) {
    const text = decoder.decode(piece, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
