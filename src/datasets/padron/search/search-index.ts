import type { PostingsIndex } from '../format/postings/postings-reader.ts'
import type { UnionIndex } from '../format/postings/prefix-postings.ts'

/** The parts of the index a search needs, all in shared memory. */
export interface SearchIndex extends PostingsIndex, UnionIndex {
  wordBytes: Uint8Array
  wordStarts: Uint32Array
  forward: Uint8Array
  forwardBlocks: Uint32Array
  hotPlaces: Uint32Array
  formPlaces: Uint32Array
  /** A bit for each row whose name repeats a word or has a legal form before its last word. */
  irregular: Int32Array
  /** For each of the noted lengths a bit for each row whose name has so many words, one set after the other. */
  ofLength: Int32Array
}

/** What things cost, in rows decoded from a dense list. Answers do not depend on it, only the way to them. */
export interface SearchCosts {
  /** Up to this many rows a sorted list is cheaper than a bit for every row of the register. */
  shortList: number
  /** Reading one name back. */
  name: number
  /** Clearing, joining and counting a set of all rows. */
  set: number
  /** Names that are read in rank order before anything is done to rule most of them out. */
  look: number
  /** Rows that are gone through first when the best are sought, in the hope that they are among them. */
  window: number
}

export const MEASURED_COSTS: SearchCosts = { shortList: 16_000, name: 130, set: 500_000, look: 500, window: 400_000 }

const WINDOW_GROWTH = 8

/** The rows from `from` to `to` in growing pieces: who finds enough in the first ones is spared the rest. */
export function* windows(from: number, to: number, { window }: SearchCosts): Generator<[number, number]> {
  for (let size = window; from < to; size *= WINDOW_GROWTH) {
    // Sets are cut between their words.
    const end = from + size + 32 > to ? to : (from + size + 31) & ~31
    yield [from, end]
    from = end
  }
}
