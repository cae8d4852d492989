import type { ForwardReader } from '../../format/forward-reader.ts'
import { byteDeltaLength, varintLength } from '../../format/postings/deltas.ts'
import { FIRST, LATER, LISTS, POSITIONS, SECOND } from '../../format/postings/posting-lists.ts'
import type { RowRange } from '../names/forward-writer.ts'
import { sharedArray } from '../shared-memory.ts'

/** Each term has 32 counters, 16 of persons and 16 of companies, side by side in memory because they are used together. */
export const TERM_COUNTERS = 32
export const KIND_COUNTERS = TERM_COUNTERS / 2

/** Of each kind: the last row with the term (plus one) and how many rows have it; then four counters for each list. */
export const LAST_ROW = 0
export const ROW_COUNT = 1
const FIRST_LIST = 2
const LIST_COUNTERS = 4

/** Of each list: its last row (plus one), how many rows it has, and the bytes of its deltas in either code. */
export const LIST_LAST = 0
export const LIST_ROWS = 1
export const LIST_AS_BYTES = 2
export const LIST_AS_VARINTS = 3

/** The rows whose name is the term alone: the last one (plus one), how many, and (among the companies' counters) the bytes. */
export const SINGLE_LAST = 14
export const SINGLE_ROWS = 15
export const SINGLE_BYTES = KIND_COUNTERS + 14

/** The first rows of a term's single-word names are kept after those of its lists. */
export const SINGLE_LIST = LISTS
const FIRST_ROWS = LISTS + 1

/** Where the counters of a list begin, given where the term's counters begin. */
export const listAt = (term: number, list: number): number =>
  list < POSITIONS
    ? term + FIRST_LIST + list * LIST_COUNTERS
    : term + KIND_COUNTERS + FIRST_LIST + (list - POSITIONS) * LIST_COUNTERS

export const firstRowAt = (code: number, list: number): number => code * FIRST_ROWS + list

/** Some rows of the register, whose first `persons` rows are persons. */
export interface CountedRows extends RowRange {
  persons: number
}

/**
 * How many bytes the lists of every term take for some of the rows. The first row of a list is kept apart and its delta is
 * not counted: it depends on the rows before, which another thread may count.
 */
export interface PostingCounts {
  counters: Uint32Array
  /** RowId plus one; 0 where the list has no row. */
  firstRows: Uint32Array
}

export const emptyCounts = (codes: number): PostingCounts => ({
  counters: sharedArray(Uint32Array, codes * TERM_COUNTERS),
  firstRows: sharedArray(Uint32Array, codes * FIRST_ROWS),
})

/** The first pass over the names: counts what the posting lists of some rows take. The reader gives codes, not termIds. */
export const countPostings = (
  reader: ForwardReader,
  { from, to, persons }: CountedRows,
  { counters, firstRows }: PostingCounts,
): void => {
  const count = (rowId: number, code: number, term: number, list: number): void => {
    const at = listAt(term, list)
    const last = counters[at + LIST_LAST] as number
    counters[at + LIST_LAST] = rowId + 1
    counters[at + LIST_ROWS]!++
    if (last === 0) {
      firstRows[firstRowAt(code, list)] = rowId + 1
      return
    }
    const delta = rowId + 1 - last
    counters[at + LIST_AS_BYTES]! += byteDeltaLength(delta)
    counters[at + LIST_AS_VARINTS]! += varintLength(delta)
  }
  reader.rewind()
  for (let rowId = from; rowId < to; rowId++) {
    const kind = rowId < persons ? 0 : KIND_COUNTERS
    const lists = rowId < persons ? 0 : POSITIONS
    reader.next()
    const first = reader.core[0] as number
    const second = reader.coreCount > 1 ? (reader.core[1] as number) : -1
    for (let i = 0; i < reader.termCount; i++) {
      const code = reader.terms[i] as number
      const term = code * TERM_COUNTERS
      if (counters[term + kind + LAST_ROW] === rowId + 1) continue
      counters[term + kind + LAST_ROW] = rowId + 1
      counters[term + kind + ROW_COUNT]!++
      if (code === first) count(rowId, code, term, lists + FIRST)
      if (code === second) count(rowId, code, term, lists + SECOND)
      else if (code !== first) count(rowId, code, term, lists + LATER)
    }
    if (reader.coreCount === 1) countSingleWord(rowId, first, counters, firstRows)
  }
}

const countSingleWord = (rowId: number, code: number, counters: Uint32Array, firstRows: Uint32Array): void => {
  const term = code * TERM_COUNTERS
  const last = counters[term + SINGLE_LAST] as number
  counters[term + SINGLE_LAST] = rowId + 1
  counters[term + SINGLE_ROWS]!++
  if (last === 0) firstRows[firstRowAt(code, SINGLE_LIST)] = rowId + 1
  else counters[term + SINGLE_BYTES]! += varintLength(rowId + 1 - last)
}
