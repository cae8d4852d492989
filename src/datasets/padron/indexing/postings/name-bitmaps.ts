import type { ForwardReader } from '../../format/forward-reader.ts'
import { wordsFor } from '../../format/postings/bitmap.ts'
import { NOTED_LENGTHS, SHORTEST_NOTED } from '../../format/postings/posting-lists.ts'
import { sharedArray } from '../shared-memory.ts'

/** Facts about whole names, a bit for each row; in shared memory. */
export interface RowMarks {
  /** Names that repeat a word or have a legal form before their last word: the spots of their words do not tell all. */
  irregular: Uint32Array
  /** For each of the noted lengths the names of so many words, one set after the other. */
  ofLength: Uint32Array
}

export const emptyMarks = (rows: number): RowMarks => ({
  irregular: sharedArray(Uint32Array, wordsFor(rows)),
  ofLength: sharedArray(Uint32Array, wordsFor(rows) * NOTED_LENGTHS),
})

/** Notes the row that the reader has just read. */
export const markRow = (
  { irregular, ofLength }: RowMarks,
  row: number,
  { core, coreCount, words, count }: ForwardReader,
  repeats: boolean,
): void => {
  let odd = repeats
  if (count !== coreCount) for (let i = 0; i < coreCount; i++) if (words[i] !== core[i]) odd = true
  if (odd) irregular[row >>> 5]! |= 1 << row
  const noted = coreCount - SHORTEST_NOTED
  if (noted >= 0 && noted < NOTED_LENGTHS) ofLength[noted * irregular.length + (row >>> 5)]! |= 1 << row
}
