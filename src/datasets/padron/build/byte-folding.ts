import { foldName } from '../../../domain/names/normalise.ts'
import { tidyLatin1 } from '../windows-1252.ts'

/** What a byte folds to: the byte of a letter or digit, or one of the two below. */
export const SEPARATOR = 0
/** A byte that folds to more than one letter, or means something only with its neighbours: the name goes the long way. */
export const SPECIAL = 1

/** Folding of single bytes, derived from the folding of names so that both can never differ. */
export const FOLDED: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte)
  if (sign === '&') return SPECIAL
  const folded = foldName(tidyLatin1(sign))
  if (folded === '') return SEPARATOR
  return folded.length === 1 ? folded.charCodeAt(0) : SPECIAL
})

const A = 65
/** Letters are everything from A on: digits are below it, Ñ far above. */
export const isLetter = (folded: number): boolean => folded >= A
