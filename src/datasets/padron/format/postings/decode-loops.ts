import { SKIP } from './deltas.ts'

/** A posting list that is being decoded, and how far that has come. */
export interface ListCursor {
  readonly bytes: Uint8Array
  offset: number
  /** Rows still to come. */
  remaining: number
  /** The row after the last one decoded. */
  reached: number
}

// These loops decode millions of rows per query. They have as few branches as possible, and stop after `ROWS_PER_CALL` rows
// to be called again: V8 optimises functions that are called often, and keeps them optimised.
const ROWS_PER_CALL = 4096

/** Sets the bits of the next rows of a dense list. Unrolled eight times, which also keeps V8 from inlining it. */
export const setByteDeltas = (cursor: ListCursor, bits: Int32Array): void => {
  const bytes = cursor.bytes
  const stop = Math.max(0, cursor.remaining - ROWS_PER_CALL)
  let { offset, remaining, reached } = cursor
  // Here `reached` is the last row itself. Eight bytes are read only while at least eight rows remain.
  reached = (reached - 1) | 0
  while (remaining >= stop + 8) {
    let delta = bytes[offset] as number
    let isRow = (delta - SKIP) >>> 31
    reached = (reached + delta) | 0
    bits[reached >>> 5] = (bits[reached >>> 5] as number) | (isRow << reached)
    remaining = (remaining - isRow) | 0
    delta = bytes[offset + 1] as number
    isRow = (delta - SKIP) >>> 31
    reached = (reached + delta) | 0
    bits[reached >>> 5] = (bits[reached >>> 5] as number) | (isRow << reached)
    remaining = (remaining - isRow) | 0
    delta = bytes[offset + 2] as number
    isRow = (delta - SKIP) >>> 31
    reached = (reached + delta) | 0
    bits[reached >>> 5] = (bits[reached >>> 5] as number) | (isRow << reached)
    remaining = (remaining - isRow) | 0
    delta = bytes[offset + 3] as number
    isRow = (delta - SKIP) >>> 31
    reached = (reached + delta) | 0
    bits[reached >>> 5] = (bits[reached >>> 5] as number) | (isRow << reached)
    remaining = (remaining - isRow) | 0
    delta = bytes[offset + 4] as number
    isRow = (delta - SKIP) >>> 31
    reached = (reached + delta) | 0
    bits[reached >>> 5] = (bits[reached >>> 5] as number) | (isRow << reached)
    remaining = (remaining - isRow) | 0
    delta = bytes[offset + 5] as number
    isRow = (delta - SKIP) >>> 31
    reached = (reached + delta) | 0
    bits[reached >>> 5] = (bits[reached >>> 5] as number) | (isRow << reached)
    remaining = (remaining - isRow) | 0
    delta = bytes[offset + 6] as number
    isRow = (delta - SKIP) >>> 31
    reached = (reached + delta) | 0
    bits[reached >>> 5] = (bits[reached >>> 5] as number) | (isRow << reached)
    remaining = (remaining - isRow) | 0
    delta = bytes[offset + 7] as number
    isRow = (delta - SKIP) >>> 31
    reached = (reached + delta) | 0
    bits[reached >>> 5] = (bits[reached >>> 5] as number) | (isRow << reached)
    remaining = (remaining - isRow) | 0
    offset = (offset + 8) | 0
  }
  while (remaining > stop) {
    const delta = bytes[offset++] as number
    const isRow = (delta - SKIP) >>> 31
    reached = (reached + delta) | 0
    bits[reached >>> 5] = (bits[reached >>> 5] as number) | (isRow << reached)
    remaining = (remaining - isRow) | 0
  }
  cursor.offset = offset
  cursor.remaining = remaining
  cursor.reached = (reached + 1) | 0
}

/** Sets the bits of the next rows of a sparse list, up to the first row from `upTo` on. */
export const setVarintDeltas = (cursor: ListCursor, bits: Int32Array, upTo: number): void => {
  const bytes = cursor.bytes
  const stop = Math.max(0, cursor.remaining - ROWS_PER_CALL)
  let { offset, remaining, reached } = cursor
  for (; remaining > stop && reached < upTo; remaining--) {
    let delta = bytes[offset++] as number
    if (delta > 0x7f) {
      let byte = bytes[offset++] as number
      delta = (delta & 0x7f) | ((byte & 0x7f) << 7)
      for (let shift = 14; byte > 0x7f; shift += 7) {
        byte = bytes[offset++] as number
        delta |= (byte & 0x7f) << shift
      }
    }
    reached = (reached + delta) | 0
    const row = (reached - 1) | 0
    bits[row >>> 5] = (bits[row >>> 5] as number) | (1 << row)
  }
  cursor.offset = offset
  cursor.remaining = remaining
  cursor.reached = reached
}
