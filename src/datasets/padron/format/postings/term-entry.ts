import type { ListCursor } from './decode-loops.ts'
import { SKIP } from './deltas.ts'
import type { ListBytes } from './list-bytes.ts'
import { LISTS, POSITIONS } from './posting-lists.ts'

/** An entry of up to so many bytes is read at once with its lists; of a larger one, its head. */
const READ_WHOLE = 1 << 12
/** What the first rows of a list take at most in most lists, each. */
const ROW_BYTES = 16

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
  /** Where each list begins in the postings, and how many bytes it has. */
  readonly #starts = new Uint32Array(LISTS)
  readonly #lengths = new Uint32Array(LISTS)
  #singleWordCount = 0
  #singleWordStart = 0
  #end = 0
  #offset = 0
  readonly #source: ListBytes
  readonly #firstCompany: number

  constructor(source: ListBytes, firstCompany: number) {
    this.#source = source
    this.#firstCompany = firstCompany
  }

  /** Reads the head of the entry from `start` up to `end`; the entries up to `ahead` are read next. */
  read(start: number, end: number, ahead: number): void {
    const headAt = this.#source.load(start, Math.min(end, start + READ_WHOLE), ahead)
    this.#offset = headAt
    const present = this.#source.bytes[this.#offset++] as number
    this.personCount = this.#readVarint()
    this.#singleWordCount = this.#readVarint()
    let listStart = 0
    for (let list = 0; list < LISTS; list++) {
      const rows = (present >>> list) & 1 ? this.#readVarint() : 0
      const length = rows > 0 ? this.#readVarint() : 0
      this.rows[list] = rows >>> 1
      this.dense[list] = rows & 1
      this.#starts[list] = listStart
      this.#lengths[list] = length
      listStart += length
    }
    const afterHead = start + this.#offset - headAt
    for (let list = 0; list < LISTS; list++) this.#starts[list]! += afterHead
    this.#singleWordStart = afterHead + listStart
    this.#end = end
  }

  /** To be decoded before anything else is read. */
  openList(list: number): ListCursor {
    const start = this.#starts[list] as number
    const offset = this.#source.load(start, start + (this.#lengths[list] as number), this.#end)
    return { bytes: this.#source.bytes, offset, remaining: this.rows[list] as number, reached: this.#rowBefore(list) }
  }

  /** Appends the first rows of a list, up to `wanted`, to `rows` from `used` on; returns the new length. */
  appendRows(list: number, wanted: number, rows: Uint32Array, used: number): number {
    const length = this.#lengths[list] as number
    const count = Math.min(wanted, this.rows[list] as number)
    const likely = Math.min(length, count * ROW_BYTES)
    return (
      this.#appendWithin(list, count, likely, rows, used) ??
      (this.#appendWithin(list, count, length, rows, used) as number)
    )
  }

  /** The same with the first bytes of the list alone; undefined when the rows take more. */
  #appendWithin(list: number, count: number, bytes: number, rows: Uint32Array, used: number): number | undefined {
    const start = this.#starts[list] as number
    this.#offset = this.#source.load(start, start + bytes)
    const end = this.#offset + bytes
    let reached = this.#rowBefore(list)
    for (let left = count; left > 0; left--) {
      reached += this.dense[list] ? this.#readByteDelta() : this.#readVarint()
      if (this.#offset > end) return undefined
      rows[used++] = reached - 1
    }
    return used
  }

  /** Rows whose name is this term alone, legal forms aside. */
  singleWordRows(): number[] {
    const rows: number[] = []
    this.#offset = this.#source.load(this.#singleWordStart, this.#end)
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
    let byte = this.#source.bytes[this.#offset++] as number
    for (; byte === SKIP; byte = this.#source.bytes[this.#offset++] as number) delta += SKIP
    return delta + byte
  }

  #readVarint(): number {
    let byte = this.#source.bytes[this.#offset++] as number
    let value = byte & 0x7f
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = this.#source.bytes[this.#offset++] as number
      value |= (byte & 0x7f) << shift
    }
    return value
  }
}
