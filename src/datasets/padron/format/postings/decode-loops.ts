import { SKIP } from './deltas.ts'

/** A list of rows, and how far it was decoded. */
export interface RowList {
  readonly bytes: Uint8Array
  at: number
  /** Rows still to come. */
  left: number
  /** The row after the last one decoded. */
  reached: number
}

// These loops decode millions of rows per question. They are kept bare, without a branch that can be spared, and stop after
// a while, to be called again: functions that are called often are compiled well and stay so.
const RUN = 4096

/** Sets the bits of the next rows of a dense list. Eight at a time, which keeps it from being built into its callers. */
export const addByteGaps = (list: RowList, rows: Int32Array): void => {
  const bytes = list.bytes
  const stop = Math.max(0, list.left - RUN)
  let { at, left, reached } = list
  // A row is one less than what was reached; and no eight rows are taken when fewer are left.
  reached = (reached - 1) | 0
  while (left >= stop + 8) {
    let gap = bytes[at] as number
    let isRow = (gap - SKIP) >>> 31
    reached = (reached + gap) | 0
    rows[reached >>> 5] = (rows[reached >>> 5] as number) | (isRow << reached)
    left = (left - isRow) | 0
    gap = bytes[at + 1] as number
    isRow = (gap - SKIP) >>> 31
    reached = (reached + gap) | 0
    rows[reached >>> 5] = (rows[reached >>> 5] as number) | (isRow << reached)
    left = (left - isRow) | 0
    gap = bytes[at + 2] as number
    isRow = (gap - SKIP) >>> 31
    reached = (reached + gap) | 0
    rows[reached >>> 5] = (rows[reached >>> 5] as number) | (isRow << reached)
    left = (left - isRow) | 0
    gap = bytes[at + 3] as number
    isRow = (gap - SKIP) >>> 31
    reached = (reached + gap) | 0
    rows[reached >>> 5] = (rows[reached >>> 5] as number) | (isRow << reached)
    left = (left - isRow) | 0
    gap = bytes[at + 4] as number
    isRow = (gap - SKIP) >>> 31
    reached = (reached + gap) | 0
    rows[reached >>> 5] = (rows[reached >>> 5] as number) | (isRow << reached)
    left = (left - isRow) | 0
    gap = bytes[at + 5] as number
    isRow = (gap - SKIP) >>> 31
    reached = (reached + gap) | 0
    rows[reached >>> 5] = (rows[reached >>> 5] as number) | (isRow << reached)
    left = (left - isRow) | 0
    gap = bytes[at + 6] as number
    isRow = (gap - SKIP) >>> 31
    reached = (reached + gap) | 0
    rows[reached >>> 5] = (rows[reached >>> 5] as number) | (isRow << reached)
    left = (left - isRow) | 0
    gap = bytes[at + 7] as number
    isRow = (gap - SKIP) >>> 31
    reached = (reached + gap) | 0
    rows[reached >>> 5] = (rows[reached >>> 5] as number) | (isRow << reached)
    left = (left - isRow) | 0
    at = (at + 8) | 0
  }
  while (left > stop) {
    const gap = bytes[at++] as number
    const isRow = (gap - SKIP) >>> 31
    reached = (reached + gap) | 0
    rows[reached >>> 5] = (rows[reached >>> 5] as number) | (isRow << reached)
    left = (left - isRow) | 0
  }
  list.at = at
  list.left = left
  list.reached = (reached + 1) | 0
}

/** The same for a list told in numbers of varying length, whose rows lie far apart: it stops with the first one from `upTo` on. */
export const addVarints = (list: RowList, rows: Int32Array, upTo: number): void => {
  const bytes = list.bytes
  const stop = Math.max(0, list.left - RUN)
  let { at, left, reached } = list
  for (; left > stop && reached < upTo; left--) {
    let gap = bytes[at++] as number
    if (gap > 0x7f) {
      let byte = bytes[at++] as number
      gap = (gap & 0x7f) | ((byte & 0x7f) << 7)
      for (let shift = 14; byte > 0x7f; shift += 7) {
        byte = bytes[at++] as number
        gap |= (byte & 0x7f) << shift
      }
    }
    reached = (reached + gap) | 0
    const row = (reached - 1) | 0
    rows[row >>> 5] = (rows[row >>> 5] as number) | (1 << row)
  }
  list.at = at
  list.left = left
  list.reached = reached
}
