import { unreadable } from '../../table.ts'
import { damaged } from './xml-scanner.ts'
import { parsePart, type ZipParts } from './zip-parts.ts'

const MAX_XML_BYTES = 2 ** 30
const MAX_TEXT_BYTES = 2 ** 28
const MAX_TEXTS = 2 ** 24

/** `_x000D_` stands for a character that XML cannot hold. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

const CHUNK_BITS = 20
const CHUNK = 1 << CHUNK_BITS

/**
 * Texts that cells name by number. Kept as bytes in chunks: a million of them take a fraction of what as many strings would, and
 * nothing is copied while they grow.
 */
export class SharedStrings {
  readonly #bytes: Buffer[] = []
  readonly #ends: Uint32Array[] = []
  #count = 0
  #used = 0

  add(text: string): void {
    const length = Buffer.byteLength(text)
    if (this.#used + length > MAX_TEXT_BYTES || this.#count >= MAX_TEXTS)
      throw unreadable('El archivo XLSX tiene demasiado texto: use CSV')
    this.#write(text, length)
    if (this.#count % CHUNK === 0) this.#ends.push(new Uint32Array(CHUNK))
    const ends = this.#ends[this.#count >>> CHUNK_BITS] as Uint32Array
    ends[this.#count++ % CHUNK] = this.#used
  }

  at(index: number): string {
    if (!(Number.isInteger(index) && index >= 0 && index < this.#count)) throw damaged()
    const start = index === 0 ? 0 : this.#endOf(index - 1)
    const end = this.#endOf(index)
    const first = start >>> CHUNK_BITS
    if (end - first * CHUNK <= CHUNK) return this.#part(first, start, end).toString('utf8')
    const parts: Buffer[] = []
    for (let chunk = first; chunk * CHUNK < end; chunk++) parts.push(this.#part(chunk, start, end))
    return Buffer.concat(parts).toString('utf8')
  }

  #endOf(index: number): number {
    return this.#ends[index >>> CHUNK_BITS]?.[index % CHUNK] as number
  }

  /** What a chunk has of the bytes from start to end. */
  #part(chunk: number, start: number, end: number): Buffer {
    const from = chunk * CHUNK
    return this.#bytes[chunk]?.subarray(Math.max(0, start - from), Math.min(CHUNK, end - from)) ?? Buffer.alloc(0)
  }

  #write(text: string, length: number): void {
    const offset = this.#used % CHUNK
    if (offset === 0 && length > 0) this.#bytes.push(Buffer.allocUnsafe(CHUNK))
    if (offset + length <= CHUNK) {
      this.#bytes.at(-1)?.write(text, offset)
      this.#used += length
      return
    }
    const bytes = Buffer.from(text)
    for (let from = 0; from < length; ) {
      if (this.#used % CHUNK === 0 && from > 0) this.#bytes.push(Buffer.allocUnsafe(CHUNK))
      const copied = bytes.copy(this.#bytes.at(-1) as Buffer, this.#used % CHUNK, from)
      from += copied
      this.#used += copied
    }
  }
}

/** The text of an item is that of its runs; how it is pronounced (`rPh`) is not part of it. */
export const readSharedStrings = async (parts: ZipParts, name: string | undefined): Promise<SharedStrings> => {
  const strings = new SharedStrings()
  if (name === undefined) return strings
  let text = ''
  let isText = false
  let isPhonetic = false
  await parsePart(parts, name, MAX_XML_BYTES, {
    open: (element) => {
      if (element === 'si') text = ''
      else if (element === 't') isText = !isPhonetic
      else if (element === 'rPh') isPhonetic = true
    },
    text: (piece) => {
      if (isText) text += piece
    },
    close: (element) => {
      if (element === 't') isText = false
      else if (element === 'rPh') isPhonetic = false
      else if (element === 'si') strings.add(unescapeText(text))
    },
  })
  return strings
}
