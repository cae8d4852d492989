import type { ForwardReader } from '../../format/forward-reader.ts'
import { putByteDelta, putVarint } from '../../format/postings/deltas.ts'
import { FIRST, LATER, SECOND } from '../../format/postings/posting-lists.ts'
import { type NameBitmaps, setNameBits } from './name-bitmaps.ts'
import {
  type CountedRows,
  KIND_COUNTERS,
  LAST_ROW,
  LIST_AS_BYTES,
  LIST_AS_VARINTS,
  LIST_LAST,
  listAt,
  type PostingCounts,
  SINGLE_LAST,
  SINGLE_ROWS,
  TERM_COUNTERS,
} from './posting-counts.ts'

/** After the plan is made, two counters of a list hold the offset of its next row, and whether it is dense. */
export const LIST_OFFSET = LIST_AS_BYTES
export const LIST_DENSE = LIST_AS_VARINTS
export const SINGLE_OFFSET = SINGLE_ROWS

/** Rows to write, and the postings of all rows. */
export interface WrittenRows extends CountedRows {
  counts: PostingCounts
  bytes: Uint8Array
  bitmaps: NameBitmaps
}

/** The second pass over the names: writes the rows into the posting lists, at the offsets that the plan left in the counters. */
export const writePostings = (reader: ForwardReader, rows: WrittenRows): void => {
  const { from, to, persons, bytes, bitmaps } = rows
  const { counters } = rows.counts
  const write = (rowId: number, at: number): void => {
    const delta = rowId + 1 - (counters[at + LIST_LAST] as number)
    counters[at + LIST_LAST] = rowId + 1
    const offset = counters[at + LIST_OFFSET] as number
    counters[at + LIST_OFFSET] = counters[at + LIST_DENSE]
      ? putByteDelta(bytes, offset, delta)
      : putVarint(bytes, offset, delta)
  }
  reader.rewind()
  for (let rowId = from; rowId < to; rowId++) {
    const kind = rowId < persons ? 0 : KIND_COUNTERS
    reader.next()
    const first = reader.core[0] as number
    const second = reader.coreCount > 1 ? (reader.core[1] as number) : -1
    let repeatsTerm = false
    for (let i = 0; i < reader.termCount; i++) {
      const code = reader.terms[i] as number
      const term = code * TERM_COUNTERS + kind
      if (counters[term + LAST_ROW] === rowId + 1) {
        repeatsTerm = true
        continue
      }
      counters[term + LAST_ROW] = rowId + 1
      if (code === first) write(rowId, listAt(term, FIRST))
      if (code === second) write(rowId, listAt(term, SECOND))
      else if (code !== first) write(rowId, listAt(term, LATER))
    }
    setNameBits(bitmaps, rowId, reader, repeatsTerm)
    if (reader.coreCount !== 1) continue
    const term = first * TERM_COUNTERS
    const delta = rowId + 1 - (counters[term + SINGLE_LAST] as number)
    counters[term + SINGLE_OFFSET] = putVarint(bytes, counters[term + SINGLE_OFFSET] as number, delta)
    counters[term + SINGLE_LAST] = rowId + 1
  }
}
