import type { ForwardReader } from '../../format/forward-reader.ts'
import { bitmapLength } from '../../format/postings/bitmap.ts'
import { LENGTH_BITMAPS, SHORTEST_LENGTH } from '../../format/postings/posting-lists.ts'
import { sharedArray } from '../shared-memory.ts'

/** Bitmaps of facts about whole names, in shared memory. */
export interface NameBitmaps {
  /** Names that repeat a term or have a legal form before their last term: positions alone do not give the order of their terms. */
  irregular: Uint32Array
  /** Names with two terms, then names with three, one bitmap after the other. */
  nameLengths: Uint32Array
}

export const emptyBitmaps = (rows: number): NameBitmaps => ({
  irregular: sharedArray(Uint32Array, bitmapLength(rows)),
  nameLengths: sharedArray(Uint32Array, bitmapLength(rows) * LENGTH_BITMAPS),
})

/** Sets the bits of the row that the reader has just read. */
export const setNameBits = (
  { irregular, nameLengths }: NameBitmaps,
  rowId: number,
  { core, coreCount, terms, termCount }: ForwardReader,
  repeatsTerm: boolean,
): void => {
  let isIrregular = repeatsTerm
  if (termCount !== coreCount) for (let i = 0; i < coreCount; i++) if (terms[i] !== core[i]) isIrregular = true
  if (isIrregular) irregular[rowId >>> 5]! |= 1 << rowId
  const bitmap = coreCount - SHORTEST_LENGTH
  if (bitmap >= 0 && bitmap < LENGTH_BITMAPS) nameLengths[bitmap * irregular.length + (rowId >>> 5)]! |= 1 << rowId
}
