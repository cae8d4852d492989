import { foldName } from '../../../../domain/names/normalise.ts'
import { tidyLatin1 } from '../../format/windows-1252.ts'

/** What a byte folds to: the symbol of a letter or digit, or one of the two below. */
export const SEPARATOR = 0
/** A byte that folds to more than one letter, or means something only with its neighbours: the name goes the long way. */
export const SPECIAL = 63
export const SYMBOL_BITS = 6
export const SYMBOL = 63
/** Set beside the symbol when the byte is not itself the folded letter. */
export const CHANGED = 64

const ENYE = 'Ñ'.charCodeAt(0)
const ENYE_SYMBOL = 44
const A_SYMBOL = 18
const BEFORE_ZERO = 47

/** Digits, letters and Ñ as numbers of six bits, in the order of their bytes; 0 is left for "none". */
const symbolOf = (byte: number): number => (byte === ENYE ? ENYE_SYMBOL : byte - BEFORE_ZERO)

/** Folding of single bytes, derived from the folding of names so that both can never differ. */
export const FOLDED: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte)
  if (sign === '&') return SPECIAL
  const folded = foldName(tidyLatin1(sign))
  if (folded === '') return SEPARATOR
  if (folded.length > 1) return SPECIAL
  return symbolOf(folded.charCodeAt(0)) | (folded === sign ? 0 : CHANGED)
})

/** The byte of each symbol. */
export const SYMBOL_BYTES: Uint8Array = Uint8Array.from({ length: SYMBOL + 1 }, (_, symbol) =>
  symbol === ENYE_SYMBOL ? ENYE : symbol + BEFORE_ZERO,
)

export const isLetter = (symbol: number): boolean => symbol >= A_SYMBOL
