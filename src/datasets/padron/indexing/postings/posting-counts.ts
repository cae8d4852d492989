import type { ForwardReader } from '../../format/forward-reader.ts'
import { byteGapLength } from '../../format/postings/deltas.ts'
import { FIRST, FURTHER, LISTS, SECOND, SPOTS } from '../../format/postings/posting-lists.ts'
import { varintLength } from '../../format/varint.ts'
import { sharedArray } from '../shared-memory.ts'
import type { RowRange } from '../text/line-columns.ts'

/** Two lines of numbers per word, persons and companies, each side by side in memory, because they are needed together. */
export const LINE = 32
export const HALF = LINE / 2
/** In each half: the last row that held the word and how many did; then four numbers for each of the lists. */
export const LAST = 0
export const TOTAL = 1
const LIST = 2
const LIST_NUMBERS = 4
/** Of a list: its last row, how many there are, and the bytes its gaps take either way. */
export const LIST_LAST = 0
export const ROWS = 1
export const AS_BYTES = 2
export const AS_VARINTS = 3
/** The rows whose only word it is are a list too, behind the others: its last row and its length, and in the other half its bytes. */
export const LAST_SOLO = 14
export const SOLOS = 15
export const SOLO_BYTES = HALF + 14
/** Where the first rows of a word's solos stand, behind those of its lists. */
export const SOLO = LISTS
const LISTS_AND_SOLOS = LISTS + 1

export const listAt = (line: number, list: number): number =>
  line + (list < SPOTS ? LIST + list * LIST_NUMBERS : HALF + LIST + (list - SPOTS) * LIST_NUMBERS)
export const firstAt = (word: number, list: number): number => word * LISTS_AND_SOLOS + list

/** Some rows of the register, whose first `persons` rows are persons. */
export interface CountedRows extends RowRange {
  persons: number
}

/**
 * What the lists of every word will take for some of the rows. A list's first row is kept aside and its gap not counted:
 * how far it is from the row before is known only to those who counted the rows before.
 */
export interface PostingCounts {
  lines: Uint32Array
  /** Row number plus one; 0 where the list has no row. */
  firsts: Uint32Array
}

export const emptyCounts = (words: number): PostingCounts => ({
  lines: sharedArray(Uint32Array, words * LINE),
  firsts: sharedArray(Uint32Array, words * LISTS_AND_SOLOS),
})

export const countPostings = (
  reader: ForwardReader,
  { from, to, persons }: CountedRows,
  { lines, firsts }: PostingCounts,
): void => {
  const add = (row: number, word: number, line: number, list: number): void => {
    const at = listAt(line, list)
    const last = lines[at + LIST_LAST] as number
    lines[at + LIST_LAST] = row + 1
    lines[at + ROWS]!++
    if (last === 0) {
      firsts[firstAt(word, list)] = row + 1
      return
    }
    const gap = row + 1 - last
    lines[at + AS_BYTES]! += byteGapLength(gap)
    lines[at + AS_VARINTS]! += varintLength(gap)
  }
  reader.rewind()
  for (let row = from; row < to; row++) {
    const half = row < persons ? 0 : HALF
    const lists = row < persons ? 0 : SPOTS
    reader.next()
    const first = reader.core[0] as number
    const second = reader.coreCount > 1 ? (reader.core[1] as number) : -1
    for (let i = 0; i < reader.count; i++) {
      const word = reader.words[i] as number
      const line = word * LINE
      if (lines[line + half + LAST] === row + 1) continue
      lines[line + half + LAST] = row + 1
      lines[line + half + TOTAL]!++
      if (word === first) add(row, word, line, lists + FIRST)
      if (word === second) add(row, word, line, lists + SECOND)
      else if (word !== first) add(row, word, line, lists + FURTHER)
    }
    if (reader.coreCount === 1) addSolo(row, first, lines, firsts)
  }
}

const addSolo = (row: number, word: number, lines: Uint32Array, firsts: Uint32Array): void => {
  const solo = word * LINE
  const last = lines[solo + LAST_SOLO] as number
  lines[solo + LAST_SOLO] = row + 1
  lines[solo + SOLOS]!++
  if (last === 0) firsts[firstAt(word, SOLO)] = row + 1
  else lines[solo + SOLO_BYTES]! += varintLength(row + 1 - last)
}
