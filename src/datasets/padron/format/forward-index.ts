/**
 * The layout of the forward index: for every row the codes of its name's terms, in the name's order. A code takes two
 * bytes for the most frequent terms (14 bits) and three for the others (22 bits: the termId). A legal form is announced by
 * a marker, which gives its class and how many of the following terms spell it (none when it is written as its class).
 */
export const LONG_CODE = 0x80
/** Set in the first byte of a name's last code. */
export const LAST_CODE = 0x40
const HIGH_BITS = 0x3f

/** The code of a name without any term. */
export const EMPTY_NAME = 0
/** Short codes below this one are markers of legal forms. */
export const FIRST_TERM_CODE = 128
export const SHORT_CODES = 1 << 14
export const MAX_TERMS = 1 << 22
/** Bytes of the longest code. */
export const MAX_CODE_BYTES = 3

/** The offset of a name is kept for every fourth row. */
export const ROWS_PER_BLOCK = 4
export const BLOCK_SHIFT = Math.log2(ROWS_PER_BLOCK)

export const shortCodeOf = (head: number, low: number): number => ((head & HIGH_BITS) << 8) | low
export const longCodeOf = (head: number, middle: number, low: number): number =>
  ((head & HIGH_BITS) << 16) | (middle << 8) | low

/** The marker of a legal form; `spelledWith` is how many terms follow that spell it out. */
export const formMarker = (form: number, spelledWith: number): number => 1 + form * 8 + spelledWith
export const markedForm = (marker: number): number => (marker - 1) >>> 3
export const markedSpelling = (marker: number): number => (marker - 1) & 7

/** The offset of a row's name, given the offset of its block. */
export const nameOffset = (forward: Uint8Array, blockOffset: number, rowId: number): number => {
  let offset = blockOffset
  for (let skip = rowId % ROWS_PER_BLOCK; skip > 0; ) {
    const head = forward[offset] as number
    offset += head & LONG_CODE ? 3 : 2
    if (head & LAST_CODE) skip--
  }
  return offset
}
