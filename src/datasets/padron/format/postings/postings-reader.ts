import type { Bitmap } from './bitmap.ts'
import { type ListCursor, setByteDeltas, setVarintDeltas } from './decode-loops.ts'
import type { ListBytes } from './list-bytes.ts'
import { ALL_LISTS, COMPANY, FIRST, LISTS, POSITIONS } from './posting-lists.ts'
import type { PrefixPostings } from './prefix-postings.ts'
import { TermEntry } from './term-entry.ts'
import type { TermRanges } from './term-ranges.ts'

/** Where the postings of each term are, and how many rows it has. */
export interface PostingsIndex {
  /** Offset of each term's entry in the postings. */
  postingStarts: Uint32Array
  /** How many rows all terms before each one have. */
  termTotals: Uint32Array
  persons: number
  rows: number
}

/** Terms with fewer rows than one in so many are taken for sparse when costs are estimated. */
const SPARSE_SHARE = 256
const SPARSE_COST = 4
/** With more terms than this, reading every term's head costs more than it saves. */
const MAX_TERMS_COUNTED = 100

/** Reads the postings: which rows hold a term, in six lists (see `posting-lists.ts`). */
export class PostingsReader {
  readonly #starts: Uint32Array
  readonly #totals: Uint32Array
  readonly #registerRows: number
  readonly #prefixes: PrefixPostings
  readonly #entry: TermEntry

  constructor(index: PostingsIndex, postings: ListBytes, prefixes: PrefixPostings) {
    this.#starts = index.postingStarts
    this.#totals = index.termTotals
    this.#registerRows = index.rows
    this.#prefixes = prefixes
    this.#entry = new TermEntry(postings, index.persons)
  }

  /** How many rows the terms have; a row that holds two of them counts twice. */
  rowCount(from: number, to = from + 1): number {
    return (this.#totals[to] as number) - (this.#totals[from] as number)
  }

  rowCountOf(ranges: TermRanges): number {
    let count = 0
    for (let i = 0; i < ranges.length; i += 2) count += this.rowCount(ranges[i] as number, ranges[i + 1] as number)
    return count
  }

  /** How many rows the terms have in those `lists`; how many in all lists, when there are very many terms. */
  rowCountIn(ranges: TermRanges, lists: number): number {
    let terms = 0
    for (let i = 0; i < ranges.length; i += 2) terms += (ranges[i + 1] as number) - (ranges[i] as number)
    if (terms > MAX_TERMS_COUNTED) return this.rowCountOf(ranges)
    let count = 0
    for (let i = 0; i < ranges.length; i += 2)
      this.#eachHead(ranges[i] as number, ranges[i + 1] as number, lists, ({ rows }, list) => {
        count += rows[list] as number
      })
    return count
  }

  personCount(termId: number): number {
    return this.#read(termId).personCount
  }

  /** What decoding costs, in rows of dense lists. A row of a sparse list costs several times as much. */
  decodeCost(ranges: TermRanges): number {
    let cost = 0
    for (let i = 0; i < ranges.length; i += 2) {
      let group = this.#prefixes.firstGroupFrom(ranges[i] as number)
      const to = ranges[i + 1] as number
      for (let termId = ranges[i] as number; termId < to; termId++) {
        if (termId === this.#prefixes.startOf(group) && this.#prefixes.endOf(group) <= to) {
          cost += this.rowCount(termId, this.#prefixes.endOf(group))
          termId = this.#prefixes.endOf(group++) - 1
          continue
        }
        const rows = this.rowCount(termId)
        cost += rows * SPARSE_SHARE < this.#registerRows ? rows * SPARSE_COST : rows
      }
    }
    return cost
  }

  /** Sets the bits of the terms' rows in `lists`, which must be all lists of persons, of companies, or of both. */
  setRows(bitmap: Bitmap, ranges: TermRanges, lists: number): void {
    const all = { lists, upTo: this.#registerRows }
    for (let i = 0; i < ranges.length; i += 2) {
      const to = ranges[i + 1] as number
      let from = ranges[i] as number
      for (let group = this.#prefixes.firstGroupFrom(from); this.#prefixes.endOf(group) <= to; group++) {
        this.#setTermRows(bitmap, from, this.#prefixes.startOf(group), all)
        this.#prefixes.setRows(bitmap, group, lists)
        for (const termId of this.#prefixes.denseTerms(group))
          this.#setTermRows(bitmap, termId, termId + 1, { ...all, denseOnly: true })
        from = this.#prefixes.endOf(group)
      }
      this.#setTermRows(bitmap, from, to, all)
    }
  }

  /** Sets the bits of the terms' rows in any `lists`, at least those of the rows before `upTo`. */
  setRowsUpTo(bitmap: Bitmap, ranges: TermRanges, lists: number, upTo: number): void {
    for (let i = 0; i < ranges.length; i += 2)
      this.#setTermRows(bitmap, ranges[i] as number, ranges[i + 1] as number, { lists, upTo })
  }

  /** Sets the bits of the rows in sparse lists. */
  setSparseRows(bitmap: Bitmap, from: number, to: number): void {
    this.#eachList(from, to, ALL_LISTS, (cursor, dense) => {
      while (!dense && cursor.remaining > 0) setVarintDeltas(cursor, bitmap.bits, this.#registerRows)
    })
  }

  /** How many rows the sparse lists have; a row in several of them counts several times. */
  sparseRowCount(from: number, to: number): number {
    let count = 0
    this.#eachHead(from, to, ALL_LISTS, ({ rows, dense }, list) => {
      if (dense[list] === 0) count += rows[list] as number
    })
    return count
  }

  hasDenseList(termId: number): boolean {
    let found = false
    this.#eachHead(termId, termId + 1, ALL_LISTS, ({ dense }, list) => {
      found ||= dense[list] === 1
    })
    return found
  }

  /** Appends the rows of a term to `rows` from `used` on, unsorted and some twice; returns the new length. */
  appendRows(termId: number, rows: Uint32Array, used: number): number {
    if (this.rowCount(termId) === 0) return used
    const entry = this.#read(termId)
    for (let list = 0; list < LISTS; list++) used = entry.appendRows(list, entry.rows[list] as number, rows, used)
    return used
  }

  /** The first rows of one kind with the term in each position, up to `wanted` per position. */
  firstRows(termId: number, kind: number, wanted: number): number[] {
    if (this.rowCount(termId) === 0) return []
    const entry = this.#read(termId)
    const rows = new Uint32Array(POSITIONS * wanted)
    let used = 0
    for (let position = FIRST; position < POSITIONS; position++)
      used = entry.appendRows(kind === COMPANY ? POSITIONS + position : position, wanted, rows, used)
    return [...rows.subarray(0, used)]
  }

  /** Rows whose name is this term alone, legal forms aside. */
  singleWordRows(termId: number): number[] {
    return this.rowCount(termId) === 0 ? [] : this.#read(termId).singleWordRows()
  }

  #setTermRows(bitmap: Bitmap, from: number, to: number, options: DecodeOptions): void {
    const { bits } = bitmap
    const { lists, upTo, denseOnly = false } = options
    this.#eachList(from, to, lists, (cursor, dense) => {
      if (dense) while (cursor.remaining > 0 && cursor.reached < upTo) setByteDeltas(cursor, bits)
      else if (!denseOnly) while (cursor.remaining > 0 && cursor.reached < upTo) setVarintDeltas(cursor, bits, upTo)
    })
  }

  #eachList(from: number, to: number, lists: number, visit: (cursor: ListCursor, dense: boolean) => void): void {
    this.#eachHead(from, to, lists, (entry, list) => visit(entry.openList(list), entry.dense[list] === 1))
  }

  /** Visits the lists that have rows, without reading these. */
  #eachHead(from: number, to: number, lists: number, visit: (entry: TermEntry, list: number) => void): void {
    for (let termId = from; termId < to; termId++) {
      if (this.rowCount(termId) === 0) continue
      const entry = this.#read(termId, to)
      for (let list = 0; list < LISTS; list++) if (entry.rows[list] !== 0 && (lists >>> list) & 1) visit(entry, list)
    }
  }

  /** The entry of a term; those of the terms before `to` are read next. */
  #read(termId: number, to = termId + 1): TermEntry {
    const starts = this.#starts
    const ahead = to > termId + 1 ? (starts[to] as number) : 0
    this.#entry.read(starts[termId] as number, starts[termId + 1] as number, ahead)
    return this.#entry
  }
}

interface DecodeOptions {
  lists: number
  /** Decoding may stop at this row. */
  upTo: number
  denseOnly?: boolean
}
