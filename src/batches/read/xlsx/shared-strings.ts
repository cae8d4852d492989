import { unreadable } from '../../table.ts'
import { damaged, parsePart, type ZipParts } from './zip-parts.ts'

const MAX_XML_BYTES = 2 ** 30
const MAX_TEXT_BYTES = 2 ** 28

/** `_x000D_` stands for a character that XML cannot hold. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/**
 * Texts that cells name by number. Kept as bytes: a million of them take a fraction of what as many strings would.
 */
export class SharedStrings {
  #bytes = Buffer.alloc(65_536)
  #ends = new Uint32Array(1_024)
  #count = 0
  #used = 0

  add(text: string): void {
    const length = Buffer.byteLength(text)
    if (this.#used + length > MAX_TEXT_BYTES) throw unreadable('El archivo XLSX tiene demasiado texto: use CSV')
    if (this.#used + length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#used + length))
      this.#bytes.copy(larger)
      this.#bytes = larger
    }
    if (this.#count === this.#ends.length) {
      const longer = new Uint32Array(this.#count * 2)
      longer.set(this.#ends)
      this.#ends = longer
    }
    this.#used += this.#bytes.write(text, this.#used)
    this.#ends[this.#count++] = this.#used
  }

  at(index: number): string {
    if (!(index >= 0 && index < this.#count)) throw damaged()
    const start = index === 0 ? 0 : (this.#ends[index - 1] as number)
    return this.#bytes.toString('utf8', start, this.#ends[index])
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
