/** The parts of the index a search needs, all in shared memory. */
export interface SearchIndex {
  rows: number
  persons: number
  wordBytes: Uint8Array
  wordStarts: Uint32Array
  wordTotals: Uint32Array
  postings: Uint8Array
  postingStarts: Uint32Array
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
}

export const MEASURED_COSTS: SearchCosts = { shortList: 16_000, name: 35, set: 600_000, look: 500 }
