/** The bytes of terms, which are Latin-1, and their order: the dictionary is sorted as if Ñ were N. */
export const ENYE = 0xd1
const LETTER_N = 78

/** The byte by which a letter is sorted and compared. */
export const enyeByteAsN = (byte: number): number => (byte === ENYE ? LETTER_N : byte)

/** Digits and letters as numbers from 1 to 43, in the order of their bytes. */
export const symbolOf = (byte: number): number => byte - BEFORE_ZERO
export const byteOf = (symbol: number): number => symbol + BEFORE_ZERO
const BEFORE_ZERO = 47
