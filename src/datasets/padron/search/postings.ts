import { ANYWHERE, FIRST, SPOT, SPOT_BITS } from '../posting-spots.ts'
import type { PlaceRanges } from './place-ranges.ts'
import type { RowSet } from './row-set.ts'

const RUN = 4096

/** Which rows hold a word. Of each row it is known whether the word is the first or the second of its name. */
export class Postings {
  readonly #bytes: Uint8Array
  readonly #starts: Uint32Array
  readonly #totals: Uint32Array
  readonly #persons: number
  /** Set by the head of a list: where its rows begin, and how many there are of each kind. */
  #at = 0
  #personRows = 0
  #personBytes = 0
  #solos = 0
  /** The row after the last one decoded, from one run to the next. */
  #reached = 0

  constructor(bytes: Uint8Array, starts: Uint32Array, totals: Uint32Array, persons: number) {
    this.#bytes = bytes
    this.#starts = starts
    this.#totals = totals
    this.#persons = persons
  }

  /** Rows of a place; of several places, rows with two of the words counted twice. */
  size(from: number, to = from + 1): number {
    return (this.#totals[to] as number) - (this.#totals[from] as number)
  }

  sizeOf(ranges: PlaceRanges): number {
    let size = 0
    for (let i = 0; i < ranges.length; i += 2) size += this.size(ranges[i] as number, ranges[i + 1] as number)
    return size
  }

  personRows(place: number): number {
    this.#readHead(place)
    return this.#personRows
  }

  /** Sets the bits of the rows of the words, or of those alone where a word stands at one of `spots`. */
  addTo(rows: RowSet, ranges: PlaceRanges, spots = ANYWHERE): void {
    this.#add(ranges, (at, count) => this.#setBits(rows.bits, spots, at, count))
  }

  /** Sets the bits of all rows of the words, and in `marked` of those where a word stands at one of `spots`. */
  addBoth(rows: RowSet, ranges: PlaceRanges, marked: RowSet, spots: number): void {
    this.#add(ranges, (at, count) => this.#setBothBits(rows.bits, marked.bits, spots, at, count))
  }

  /** Appends the rows of one place to `rows` from `used` on, ascending; returns the new length. */
  append(place: number, rows: Uint32Array, used: number): number {
    const total = this.size(place)
    if (total === 0) return used
    this.#readHead(place)
    const bytes = this.#bytes
    let at = this.#at
    let reached = 0
    for (let n = 0; n < total; n++) {
      if (n === this.#personRows) reached = this.#persons
      let byte = bytes[at++] as number
      let value = byte & 0x7f
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at++] as number
        value |= (byte & 0x7f) << shift
      }
      reached += value >>> SPOT_BITS
      rows[used++] = reached - 1
    }
    return used
  }

  /** The first rows of one kind that begin with the word, and the first that hold it elsewhere, up to `wanted` of each. */
  first(place: number, company: boolean, wanted: number): number[] {
    const total = this.size(place)
    if (total === 0) return []
    this.#readHead(place)
    let at = company ? this.#at + this.#personBytes : this.#at
    let left = company ? total - this.#personRows : this.#personRows
    let reached = company ? this.#persons : 0
    const found: number[] = []
    const missing = [wanted, wanted]
    for (; left > 0 && ((missing[0] as number) > 0 || (missing[1] as number) > 0); left--) {
      let byte = this.#bytes[at++] as number
      let value = byte & 0x7f
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = this.#bytes[at++] as number
        value |= (byte & 0x7f) << shift
      }
      reached += value >>> SPOT_BITS
      if (missing[value & FIRST]!-- > 0) found.push(reached - 1)
    }
    return found
  }

  /** Rows whose name is this word alone, legal forms aside. */
  solos(place: number): number[] {
    if (this.size(place) === 0) return []
    this.#readHead(place)
    const rows: number[] = []
    let at = this.#at + this.#personBytes
    // The company rows lie between; they are skipped byte by byte, each ending where the top bit is clear.
    for (let left = this.#solos === 0 ? 0 : this.size(place) - this.#personRows; left > 0; )
      if ((this.#bytes[at++] as number) < 0x80) left--
    for (let n = 0, reached = 0; n < this.#solos; n++) {
      let byte = this.#bytes[at++] as number
      let value = byte & 0x7f
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = this.#bytes[at++] as number
        value |= (byte & 0x7f) << shift
      }
      reached += value
      rows.push(reached - 1)
    }
    return rows
  }

  #readHead(place: number): void {
    this.#at = this.#starts[place] as number
    this.#personRows = this.#varint()
    this.#personBytes = this.#varint()
    this.#solos = this.#varint()
  }

  #varint(): number {
    let byte = this.#bytes[this.#at++] as number
    let value = byte & 0x7f
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = this.#bytes[this.#at++] as number
      value |= (byte & 0x7f) << shift
    }
    return value
  }

  #add(ranges: PlaceRanges, set: (at: number, count: number) => number): void {
    for (let i = 0; i < ranges.length; i += 2)
      for (let place = ranges[i] as number; place < (ranges[i + 1] as number); place++) {
        const total = this.size(place)
        if (total === 0) continue
        this.#readHead(place)
        const companies = this.#at + this.#personBytes
        this.#inRuns(set, this.#at, this.#personRows, 0)
        this.#inRuns(set, companies, total - this.#personRows, this.#persons)
      }
  }

  /** In runs, for the reason told in `row-set.ts`. */
  #inRuns(set: (at: number, count: number) => number, at: number, count: number, reached: number): void {
    this.#reached = reached
    for (; count > 0; count -= RUN) at = set(at, Math.min(count, RUN))
  }

  // The two loops below decode millions of rows per question: kept bare, without a branch that can be spared.
  #setBits(rows: Int32Array, spots: number, at: number, count: number): number {
    const bytes = this.#bytes
    let reached = this.#reached
    for (; count > 0; count--) {
      let value = bytes[at++] as number
      if (value > 0x7f) {
        let byte = bytes[at++] as number
        value = (value & 0x7f) | ((byte & 0x7f) << 7)
        for (let shift = 14; byte > 0x7f; shift += 7) {
          byte = bytes[at++] as number
          value |= (byte & 0x7f) << shift
        }
      }
      reached = (reached + (value >>> SPOT_BITS)) | 0
      const row = (reached - 1) | 0
      rows[row >>> 5] = (rows[row >>> 5] as number) | (((spots >>> (value & SPOT)) & 1) << row)
    }
    this.#reached = reached
    return at
  }

  #setBothBits(rows: Int32Array, marked: Int32Array, spots: number, at: number, count: number): number {
    const bytes = this.#bytes
    let reached = this.#reached
    for (; count > 0; count--) {
      let value = bytes[at++] as number
      if (value > 0x7f) {
        let byte = bytes[at++] as number
        value = (value & 0x7f) | ((byte & 0x7f) << 7)
        for (let shift = 14; byte > 0x7f; shift += 7) {
          byte = bytes[at++] as number
          value |= (byte & 0x7f) << shift
        }
      }
      reached = (reached + (value >>> SPOT_BITS)) | 0
      const row = (reached - 1) | 0
      rows[row >>> 5] = (rows[row >>> 5] as number) | (1 << row)
      marked[row >>> 5] = (marked[row >>> 5] as number) | (((spots >>> (value & SPOT)) & 1) << row)
    }
    this.#reached = reached
    return at
  }
}
