import type { ListCursor } from './decode-loops.ts'
import { SKIP } from './deltas.ts'
import { LISTS, POSITIONS } from './posting-lists.ts'

/**
 * The entry of one term in the postings: a head and its lists. The head is a byte that says which lists there are, how many
 * rows are persons, how many names have no other term, and for each list its rows (the lowest bit: is it dense?) and bytes.
 * The rows without other terms follow the lists. One object is reused for all terms, because it is read very often.
 */
export class TermEntry {
  /** Rows of each list, and whether it is dense. */
  readonly rows = new Uint32Array(LISTS)
  readonly dense = new Uint8Array(LISTS)
  personCount = 0
  readonly #offsets = new Uint32Array(LISTS)
  #singleWordCount = 0
  #singleWordOffset = 0
  #offset = 0
  readonly #bytes: Uint8Array
  readonly #firstCompany: number

  constructor(postings: Uint8Array, firstCompany: number) {
    this.#bytes = postings
    this.#firstCompany = firstCompany
  }

  /** Reads the head of the entry at an offset. */
  read(start: number): void {
    this.#offset = start
    const present = this.#bytes[this.#offset++] as number
    this.personCount = this.#readVarint()
    this.#singleWordCount = this.#readVarint()
    for (let list = 0, offset = 0; list < LISTS; list++) {
      const rows = (present >>> list) & 1 ? this.#readVarint() : 0
      this.rows[list] = rows >>> 1
      this.dense[list] = rows & 1
      this.#offsets[list] = offset
      if (rows > 0) offset += this.#readVarint()
      this.#singleWordOffset = offset
    }
    for (let list = 0; list < LISTS; list++) this.#offsets[list]! += this.#offset
    this.#singleWordOffset += this.#offset
  }

  openList(list: number): ListCursor {
    const [offset, remaining] = [this.#offsets[list] as number, this.rows[list] as number]
    return { bytes: this.#bytes, offset, remaining, reached: this.#rowBefore(list) }
  }

  /** Appends the first rows of a list, up to `wanted`, to `rows` from `used` on; returns the new length. */
  appendRows(list: number, wanted: number, rows: Uint32Array, used: number): number {
    this.#offset = this.#offsets[list] as number
    let reached = this.#rowBefore(list)
    for (let left = Math.min(wanted, this.rows[list] as number); left > 0; left--) {
      reached += this.dense[list] ? this.#readByteDelta() : this.#readVarint()
      rows[used++] = reached - 1
    }
    return used
  }

  /** Rows whose name is this term alone, legal forms aside. */
  singleWordRows(): number[] {
    const rows: number[] = []
    this.#offset = this.#singleWordOffset
    for (let n = 0, reached = 0; n < this.#singleWordCount; n++) {
      reached += this.#readVarint()
      rows.push(reached - 1)
    }
    return rows
  }

  /** Deltas of companies are counted from the first company on, so that they are read without the persons. */
  #rowBefore(list: number): number {
    return list < POSITIONS ? 0 : this.#firstCompany
  }

  #readByteDelta(): number {
    let delta = 0
    let byte = this.#bytes[this.#offset++] as number
    for (; byte === SKIP; byte = this.#bytes[this.#offset++] as number) delta += SKIP
    return delta + byte
  }

  #readVarint(): number {
    let byte = this.#bytes[this.#offset++] as number
    let value = byte & 0x7f
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = this.#bytes[this.#offset++] as number
      value |= (byte & 0x7f) << shift
    }
    return value
  }
}
