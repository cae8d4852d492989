import { byteDeltaLength, isDense, putVarint, varintLength } from '../../format/postings/deltas.ts'
import { LISTS, POSITIONS } from '../../format/postings/posting-lists.ts'
import { sharedArray } from '../shared-memory.ts'
import {
  firstRowAt,
  KIND_COUNTERS,
  LAST_ROW,
  LIST_AS_BYTES,
  LIST_AS_VARINTS,
  LIST_LAST,
  LIST_ROWS,
  listAt,
  type PostingCounts,
  ROW_COUNT,
  SINGLE_BYTES,
  SINGLE_LAST,
  SINGLE_LIST,
  SINGLE_ROWS,
  TERM_COUNTERS,
} from './posting-counts.ts'
import { LIST_DENSE, LIST_OFFSET, SINGLE_OFFSET } from './postings-writer.ts'

/** The postings of all terms, one entry after the other; `format/postings/term-entry.ts` describes an entry. */
export interface Postings {
  bytes: Uint8Array
  /** The offset of each term's entry. */
  starts: Uint32Array
  /** How many rows all terms before each one have. */
  totals: Uint32Array
}

/**
 * Between the two passes: allocates the postings, writes the head of every entry, and replaces the counts of every part by
 * the offsets at which it writes its rows.
 */
export const planPostings = (parts: readonly PostingCounts[], codeOfTerm: Uint32Array, persons: number): Postings => {
  const plan = new TermPlan(parts, persons)
  const terms = codeOfTerm.length
  const starts = new Uint32Array(terms + 1)
  const totals = new Uint32Array(terms + 1)
  for (let termId = 0; termId < terms; termId++) {
    plan.sumUp(codeOfTerm[termId] as number)
    starts[termId + 1] = (starts[termId] as number) + plan.bytes
    totals[termId + 1] = (totals[termId] as number) + plan.persons + plan.companies
  }
  const bytes = sharedArray(Uint8Array, starts[terms] as number)
  for (let termId = 0; termId < terms; termId++) {
    plan.sumUp(codeOfTerm[termId] as number)
    plan.setOffsets(plan.writeHead(bytes, starts[termId] as number))
  }
  return { bytes, starts, totals }
}

/** A part that has rows in a list: its counters, where the term's begin, the row before its first one, and the delta to it. */
type VisitPart = (counters: Uint32Array, term: number, rowBefore: number, delta: number) => void

/** The lists of one term, summed up over all parts. One object is reused for all terms. */
class TermPlan {
  persons = 0
  companies = 0
  /** Length of the term's whole entry. */
  bytes = 0
  readonly #parts: readonly PostingCounts[]
  readonly #firstCompany: number
  #code = 0
  #singleRows = 0
  readonly #listRows = new Uint32Array(LISTS)
  readonly #listBytes = new Uint32Array(LISTS)
  readonly #dense = new Uint8Array(LISTS)

  constructor(parts: readonly PostingCounts[], firstCompany: number) {
    this.#parts = parts
    this.#firstCompany = firstCompany
  }

  sumUp(code: number): void {
    this.#code = code
    this.persons = this.#sum(ROW_COUNT)
    this.companies = this.#sum(KIND_COUNTERS + ROW_COUNT)
    this.#singleRows = this.#sum(SINGLE_ROWS)
    let singleBytes = this.#sum(SINGLE_BYTES)
    this.#eachPart(SINGLE_LIST, SINGLE_LAST, (_counters, _term, _rowBefore, delta) => {
      singleBytes += varintLength(delta)
    })
    this.bytes = 1 + varintLength(this.persons) + varintLength(this.#singleRows) + singleBytes
    for (let list = 0; list < LISTS; list++) this.#sumUpList(list)
  }

  #sumUpList(list: number): void {
    const at = listAt(0, list)
    let [rows, asBytes, asVarints] = [0, 0, 0]
    this.#eachPart(list, at + LIST_LAST, (counters, term, _rowBefore, delta) => {
      rows += counters[term + at + LIST_ROWS] as number
      asBytes += byteDeltaLength(delta) + (counters[term + at + LIST_AS_BYTES] as number)
      asVarints += varintLength(delta) + (counters[term + at + LIST_AS_VARINTS] as number)
    })
    const dense = isDense(rows, asBytes, asVarints)
    const bytes = dense ? asBytes : asVarints
    this.#listRows[list] = rows
    this.#dense[list] = dense ? 1 : 0
    this.#listBytes[list] = bytes
    if (rows > 0) this.bytes += varintLength(rows * 2) + varintLength(bytes) + bytes
  }

  /** Returns the offset of the first list. */
  writeHead(into: Uint8Array, start: number): number {
    let offset = putVarint(into, start + 1, this.persons)
    offset = putVarint(into, offset, this.#singleRows)
    for (let list = 0; list < LISTS; list++) {
      const rows = this.#listRows[list] as number
      if (rows === 0) continue
      into[start]! |= 1 << list
      offset = putVarint(into, offset, rows * 2 + (this.#dense[list] as number))
      offset = putVarint(into, offset, this.#listBytes[list] as number)
    }
    return offset
  }

  /** Gives every part the offset of its first row in each list, and the row before it. */
  setOffsets(offset: number): void {
    for (let list = 0; list < LISTS; list++) offset = this.#setListOffsets(list, offset)
    this.#eachPart(SINGLE_LIST, SINGLE_LAST, (counters, term, rowBefore, delta) => {
      counters[term + SINGLE_LAST] = rowBefore
      counters[term + SINGLE_OFFSET] = offset
      offset += varintLength(delta) + (counters[term + SINGLE_BYTES] as number)
    })
    const term = this.#code * TERM_COUNTERS
    for (const { counters } of this.#parts) {
      counters[term + LAST_ROW] = 0
      counters[term + KIND_COUNTERS + LAST_ROW] = 0
    }
  }

  #setListOffsets(list: number, offset: number): number {
    const dense = this.#dense[list] as number
    const at = listAt(0, list)
    this.#eachPart(list, at + LIST_LAST, (counters, term, rowBefore, delta) => {
      const from = term + at
      const bytes = dense
        ? byteDeltaLength(delta) + (counters[from + LIST_AS_BYTES] as number)
        : varintLength(delta) + (counters[from + LIST_AS_VARINTS] as number)
      counters[from + LIST_LAST] = rowBefore
      counters[from + LIST_OFFSET] = offset
      counters[from + LIST_DENSE] = dense
      offset += bytes
    })
    return offset
  }

  #sum(counter: number): number {
    let sum = 0
    for (const { counters } of this.#parts) sum += counters[this.#code * TERM_COUNTERS + counter] as number
    return sum
  }

  /** Visits the parts that have rows in a list; `lastAt` is the counter with a part's last row. */
  #eachPart(list: number, lastAt: number, visit: VisitPart): void {
    const term = this.#code * TERM_COUNTERS
    // Deltas of companies are counted from the first company on, so that they can be read without the persons.
    let rowBefore = list >= POSITIONS && list < LISTS ? this.#firstCompany : 0
    for (const { counters, firstRows } of this.#parts) {
      const first = firstRows[firstRowAt(this.#code, list)] as number
      if (first === 0) continue
      const last = counters[term + lastAt] as number
      visit(counters, term, rowBefore, first - rowBefore)
      rowBefore = last
    }
  }
}
