/**
 * Names as the index holds them: one code per word, in the name's order. A code takes two bytes when its word is among
 * the commonest (14 bits), else three (22 bits: the word's place in the dictionary). A legal form is announced by a
 * marker that tells its class and how many of the following words spell it (none when it is written by its class name).
 */
export const WIDE = 0x80
/** Set in the first byte of a name's last code. */
export const LAST = 0x40
export const HIGH_BITS = 0x3f

/** The code of a name without any word. */
export const NOTHING = 0
/** Codes below this one are markers. */
export const FIRST_HOT = 128
export const HOT_CODES = 1 << 14
export const MAX_WORDS = 1 << 22
/** The starts of names are kept for every fourth row. */
export const ROWS_PER_BLOCK = 4

/** `spelledWith` words follow that spell the legal form out. */
export const markerOf = (form: number, spelledWith: number): number => 1 + form * 8 + spelledWith
export const markedForm = (marker: number): number => (marker - 1) >>> 3
export const markedSpelling = (marker: number): number => (marker - 1) & 7
