import type { RelatedParty, Role } from './related-parties.ts'

const ROLES: readonly Role[] = ['socio', 'representante', 'organo']
const PIECE_BYTES = 1 << 22
const FIRST_ROWS = 1 << 16
/** Longest document, name, post or kind of document that a row may have. */
export const LONGEST_TEXT = 1_000

/** A number for a name, by which its rows are found. Raise the format with every change of it, or of the folding. */
export const nameHash = (folded: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < folded.length; at++) hash = Math.imul(hash ^ folded.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Words that many rows share: kinds of documents, posts. */
export interface Dictionary {
  words: string[]
}

/**
 * Writes parties one after the other into bytes: kind, words by their number, then document and name with their lengths.
 * Memory grows by pieces, so that nothing is copied.
 */
export class PartyWriter {
  readonly dictionary: Dictionary = { words: [] }
  readonly #numberOf = new Map<string, number>()
  readonly #pieces: Buffer[] = []
  #bytes = Buffer.alloc(0)
  #end = 0
  /** Where each row begins and ends, counted over whole pieces. */
  #starts = new Float64Array(FIRST_ROWS)
  #lengths = new Uint16Array(FIRST_ROWS)
  #rows = 0

  get rows(): number {
    return this.#rows
  }

  /** The bytes of a row. */
  row(number: number): Buffer {
    const start = this.#starts[number] as number
    const at = start % PIECE_BYTES
    return (this.#pieces[Math.floor(start / PIECE_BYTES)] as Buffer).subarray(
      at,
      at + (this.#lengths[number] as number),
    )
  }

  add({ rol, tipoDocumento, cargo, documento, nombre }: RelatedParty): void {
    // Three bytes a letter at most, and five for each number.
    this.#reserve(3 * (documento.length + nombre.length) + 21)
    const start = this.#end
    this.#bytes[this.#end++] = ROLES.indexOf(rol)
    this.#number(this.#wordNumber(tipoDocumento))
    this.#number(this.#wordNumber(cargo))
    this.#text(documento)
    this.#text(nombre)
    this.#starts[this.#rows] = (this.#pieces.length - 1) * PIECE_BYTES + start
    this.#lengths[this.#rows++] = this.#end - start
  }

  #wordNumber(word: string): number {
    const known = this.#numberOf.get(word)
    if (known !== undefined) return known
    const number = this.dictionary.words.push(word) - 1
    this.#numberOf.set(word, number)
    return number
  }

  #reserve(bytes: number): void {
    if (this.#rows === this.#starts.length) this.#growTable()
    if (this.#end + bytes <= this.#bytes.length) return
    this.#bytes = Buffer.allocUnsafe(PIECE_BYTES)
    this.#pieces.push(this.#bytes)
    this.#end = 0
  }

  #growTable(): void {
    const [starts, lengths] = [new Float64Array(2 * this.#rows), new Uint16Array(2 * this.#rows)]
    starts.set(this.#starts)
    lengths.set(this.#lengths)
    this.#starts = starts
    this.#lengths = lengths
  }

  #number(value: number): void {
    for (; value > 127; value >>>= 7) this.#bytes[this.#end++] = (value & 127) | 128
    this.#bytes[this.#end++] = value
  }

  #text(text: string): void {
    this.#number(Buffer.byteLength(text))
    this.#end += this.#bytes.write(text, this.#end)
  }
}

/** Reads back what a writer wrote. */
export const readParties = (bytes: Buffer, { words }: Dictionary): RelatedParty[] => {
  const parties: RelatedParty[] = []
  let at = 0
  const number = (): number => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes[at++] as number
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const text = (): string => {
    const length = number()
    at += length
    return bytes.toString('utf8', at - length, at)
  }
  while (at < bytes.length) {
    const rol = ROLES[bytes[at++] as number] as Role
    const [tipoDocumento = '', cargo = ''] = [words[number()], words[number()]]
    parties.push({ rol, cargo, tipoDocumento, documento: text(), nombre: text() })
  }
  return parties
}
