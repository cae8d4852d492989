/**
 * Rows that lie close together are told by their gaps, one byte each: decoding them needs no branch, which makes it three
 * times as fast as numbers of varying length. `SKIP` goes on by its own length without meaning a row.
 */
export const SKIP = 255

/** Divides by `SKIP` with a multiplication where that is exact: it is done for every word of every row. */
export const byteGapLength = (gap: number): number =>
  (gap < 0x10000 ? Math.imul(gap, 0x8081) >>> 23 : Math.floor(gap / SKIP)) + 1

/** Is a list worth telling in bytes, given what it takes so and as numbers of varying length? */
export const isDense = (rows: number, byteGaps: number, varints: number): boolean =>
  rows >= FEWEST && byteGaps <= varints * MOST_GROWTH

const FEWEST = 4
const MOST_GROWTH = 1.4
