import type { RowSet } from './bitmap.ts'
import { addByteGaps, addVarints, type RowList } from './decode-loops.ts'
import { SKIP } from './deltas.ts'
import { EVERY_LIST, FIRST, LISTS, SPOTS } from './posting-lists.ts'
import type { Unions } from './prefix-postings.ts'
import type { PlaceRanges } from './term-ranges.ts'

/** The parts of the index that this needs. */
export interface PostingsIndex {
  postings: Uint8Array
  postingStarts: Uint32Array
  wordTotals: Uint32Array
  persons: number
  rows: number
}

const DENSE_FROM_SHARE = 256
const RARE_COST = 4
const MOST_LOOKED_AT = 100

/** Which rows hold a word, in lists by kind and by where the word stands in the name (see `posting-spots.ts`). */
export class Postings {
  readonly #bytes: Uint8Array
  readonly #starts: Uint32Array
  readonly #totals: Uint32Array
  readonly #persons: number
  readonly #registerRows: number
  readonly #unions: Unions
  /** Set by the head of a word: how many rows and bytes each list has, where it begins and whether it is dense. */
  readonly #rows = new Uint32Array(LISTS)
  readonly #ats = new Uint32Array(LISTS)
  readonly #dense = new Uint8Array(LISTS)
  #personRows = 0
  #solos = 0
  #solosAt = 0
  #at = 0

  constructor(index: PostingsIndex, unions: Unions) {
    this.#bytes = index.postings
    this.#starts = index.postingStarts
    this.#totals = index.wordTotals
    this.#persons = index.persons
    this.#registerRows = index.rows
    this.#unions = unions
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

  /** What decoding takes, in rows of dense lists: those of rare words lie far apart and take several times as long. */
  costOf(ranges: PlaceRanges): number {
    let cost = 0
    for (let i = 0; i < ranges.length; i += 2) {
      let united = this.#unions.firstFrom(ranges[i] as number)
      const to = ranges[i + 1] as number
      for (let place = ranges[i] as number; place < to; place++) {
        if (place === this.#unions.startOf(united) && this.#unions.endOf(united) <= to) {
          cost += this.size(place, this.#unions.endOf(united))
          place = this.#unions.endOf(united++) - 1
          continue
        }
        const size = this.size(place)
        cost += size * DENSE_FROM_SHARE < this.#registerRows ? size * RARE_COST : size
      }
    }
    return cost
  }

  /** How many rows the words have in those `lists`; how many in all, when there are so many words that a look at each takes longer. */
  sizeIn(ranges: PlaceRanges, lists: number): number {
    let places = 0
    for (let i = 0; i < ranges.length; i += 2) places += (ranges[i + 1] as number) - (ranges[i] as number)
    if (places > MOST_LOOKED_AT) return this.sizeOf(ranges)
    let size = 0
    for (let i = 0; i < ranges.length; i += 2)
      this.#eachList(ranges[i] as number, ranges[i + 1] as number, lists, ({ left }) => {
        size += left
      })
    return size
  }

  personRows(place: number): number {
    this.#readHead(place)
    return this.#personRows
  }

  /** Sets the bits of the rows in those `lists` of the words, which are all lists of persons or companies, or of both. */
  addTo(rows: RowSet, ranges: PlaceRanges, lists: number): void {
    const end = this.#registerRows
    for (let i = 0; i < ranges.length; i += 2) {
      const to = ranges[i + 1] as number
      let from = ranges[i] as number
      for (let union = this.#unions.firstFrom(from); this.#unions.endOf(union) <= to; union++) {
        this.#addPlaces(rows, from, this.#unions.startOf(union), lists, end)
        this.#unions.addTo(rows, union, lists)
        for (const place of this.#unions.commonPlaces(union)) this.#addPlaces(rows, place, place + 1, lists, end, true)
        from = this.#unions.endOf(union)
      }
      this.#addPlaces(rows, from, to, lists, end)
    }
  }

  /** Sets the bits of the rows in those `lists` of the words, at least of the rows before `upTo`. */
  addLists(rows: RowSet, ranges: PlaceRanges, lists: number, upTo: number): void {
    for (let i = 0; i < ranges.length; i += 2)
      this.#addPlaces(rows, ranges[i] as number, ranges[i + 1] as number, lists, upTo)
  }

  /** Sets the bits of the rows in lists that are told in numbers of varying length. */
  addSparse(rows: RowSet, from: number, to: number): void {
    this.#eachList(from, to, EVERY_LIST, (list, dense) => {
      while (!dense && list.left > 0) addVarints(list, rows.bits, this.#registerRows)
    })
  }

  /** Is any of the word's lists told in bytes? */
  hasDense(place: number): boolean {
    let found = false
    this.#eachList(place, place + 1, EVERY_LIST, (_list, dense) => {
      found ||= dense
    })
    return found
  }

  /** How many rows such lists have, those in several of them counted several times. */
  sparseSize(from: number, to: number): number {
    let size = 0
    this.#eachList(from, to, EVERY_LIST, (list, dense) => {
      if (!dense) size += list.left
    })
    return size
  }

  #addPlaces(rows: RowSet, from: number, to: number, lists: number, upTo: number, onlyDense = false): void {
    const { bits } = rows
    this.#eachList(from, to, lists, (list, dense) => {
      if (dense) while (list.left > 0 && list.reached < upTo) addByteGaps(list, bits)
      else if (!onlyDense) while (list.left > 0 && list.reached < upTo) addVarints(list, bits, upTo)
    })
  }

  #eachList(from: number, to: number, lists: number, take: (list: RowList, dense: boolean) => void): void {
    for (let place = from; place < to; place++) {
      if (this.size(place) === 0) continue
      this.#readHead(place)
      for (let list = 0; list < LISTS; list++)
        if (this.#rows[list] !== 0 && (lists >>> list) & 1) take(this.#open(list), this.#dense[list] === 1)
    }
  }

  /** Appends the rows of one place to `rows` from `used` on, in any order and some twice; returns the new length. */
  append(place: number, rows: Uint32Array, used: number): number {
    if (this.size(place) === 0) return used
    this.#readHead(place)
    for (let list = 0; list < LISTS; list++) used = this.#take(list, this.#rows[list] as number, rows, used)
    return used
  }

  /** The first rows of one kind that begin with the word, and the first that hold it elsewhere, at least `wanted` of each. */
  first(place: number, company: boolean, wanted: number): number[] {
    if (this.size(place) === 0) return []
    this.#readHead(place)
    const rows = new Uint32Array(SPOTS * wanted)
    let used = 0
    for (let spot = FIRST; spot < SPOTS; spot++) used = this.#take(company ? SPOTS + spot : spot, wanted, rows, used)
    return [...rows.subarray(0, used)]
  }

  /** Rows whose name is this word alone, legal forms aside. */
  solos(place: number): number[] {
    if (this.size(place) === 0) return []
    this.#readHead(place)
    const rows: number[] = []
    this.#at = this.#solosAt
    for (let n = 0, reached = 0; n < this.#solos; n++) {
      reached += this.#varint()
      rows.push(reached - 1)
    }
    return rows
  }

  #readHead(place: number): void {
    this.#at = this.#starts[place] as number
    const present = this.#bytes[this.#at++] as number
    this.#personRows = this.#varint()
    this.#solos = this.#varint()
    for (let list = 0, offset = 0; list < LISTS; list++) {
      const rows = (present >>> list) & 1 ? this.#varint() : 0
      this.#rows[list] = rows >>> 1
      this.#dense[list] = rows & 1
      this.#ats[list] = offset
      if (rows > 0) offset += this.#varint()
      this.#solosAt = offset
    }
    for (let list = 0; list < LISTS; list++) this.#ats[list]! += this.#at
    this.#solosAt += this.#at
  }

  #open(list: number): RowList {
    const reached = list < SPOTS ? 0 : this.#persons
    return { bytes: this.#bytes, at: this.#ats[list] as number, left: this.#rows[list] as number, reached }
  }

  #take(list: number, wanted: number, rows: Uint32Array, used: number): number {
    this.#at = this.#ats[list] as number
    let reached = list < SPOTS ? 0 : this.#persons
    for (let left = Math.min(wanted, this.#rows[list] as number); left > 0; left--) {
      reached += this.#dense[list] ? this.#byteGap() : this.#varint()
      rows[used++] = reached - 1
    }
    return used
  }

  #byteGap(): number {
    let gap = 0
    let byte = this.#bytes[this.#at++] as number
    for (; byte === SKIP; byte = this.#bytes[this.#at++] as number) gap += SKIP
    return gap + byte
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
}
