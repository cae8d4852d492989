/** What the steps of a search cost, in rows decoded from a dense list. Results do not depend on it, only the way to them. */
export interface SearchCosts {
  /** Up to this many rows, a sorted list is cheaper than a bitmap. */
  shortList: number
  /** Up to this many hits are listed. */
  listedHits: number
  /** Reading one name from the forward index. */
  readName: number
  /** Clearing, intersecting and counting a bitmap of all rows. */
  bitmap: number
  /** How many names are read in rank order before more terms are decoded to rule most of them out. */
  sample: number
  /** How many rows are searched first for the best hits, because these are mostly among the first. */
  window: number
}

export const MEASURED_COSTS: SearchCosts = {
  shortList: 16_000,
  listedHits: 500_000,
  readName: 130,
  bitmap: 500_000,
  sample: 500,
  window: 400_000,
}

const WINDOW_GROWTH = 8

/** The rows from `from` to `to` in growing windows: a search that finds enough in the first ones skips the rest. */
export function* windows(from: number, to: number, { window }: SearchCosts): Generator<[number, number]> {
  for (let size = window; from < to; size *= WINDOW_GROWTH) {
    // Windows end at a bitmap's word.
    const end = from + size + 32 > to ? to : (from + size + 31) & ~31
    yield [from, end]
    from = end
  }
}
