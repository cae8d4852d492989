import { foldName } from '../../../../domain/names/normalise.ts'
import { byteOf, ENYE, symbolOf } from '../../format/term-order.ts'
import { tidyLatin1 } from '../../format/windows-1252.ts'

/** What a byte folds to: the symbol (six bits) of a letter or digit, or one of the next two. */
export const SEPARATOR = 0
/** A byte that folds to several letters, or depends on its neighbours: the name is folded as text instead. */
export const SPECIAL = 63
export const SYMBOL_BITS = 6
export const SYMBOL = 63
/** Set beside the symbol when the byte is not itself the folded letter. */
export const CHANGED = 64

const ENYE_SYMBOL = 44
const A_SYMBOL = 18

/** The folding of single bytes. It is derived from `foldName`, so that the two cannot differ. */
export const FOLDED: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte)
  if (sign === '&') return SPECIAL
  const folded = foldName(tidyLatin1(sign))
  if (folded === '') return SEPARATOR
  if (folded.length > 1) return SPECIAL
  const letter = folded.charCodeAt(0)
  return (letter === ENYE ? ENYE_SYMBOL : symbolOf(letter)) | (folded === sign ? 0 : CHANGED)
})

/** The byte of each symbol. */
export const SYMBOL_BYTES: Uint8Array = Uint8Array.from({ length: SYMBOL + 1 }, (_, symbol) =>
  symbol === ENYE_SYMBOL ? ENYE : byteOf(symbol),
)

export const isLetter = (symbol: number): boolean => symbol >= A_SYMBOL
