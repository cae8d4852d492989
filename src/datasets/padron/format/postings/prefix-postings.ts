import type { RowSet } from './bitmap.ts'
import { addByteGaps } from './decode-loops.ts'
import { ANYWHERE, listsAt } from './posting-lists.ts'

/** Unions as the index holds them: see `Unions`. */
export interface UnionIndex {
  /** Pairs of dictionary places, ascending: the words from the first up to the second are united. */
  unionPlaces: Uint32Array
  /** For each union how many persons it has and where their list begins, the same for companies, and where its places in `unionCommon` end. */
  unionHeads: Uint32Array
  /** Places of the words among the united ones that have dense lists too. */
  unionCommon: Uint32Array
  unionBytes: Uint8Array
  persons: number
}

/** Numbers in the head of a union: two for persons, two for companies, and the end of its common places. */
const UNION_HEAD = 5
const COMMON_END = 4

/**
 * The rows of the rare words that begin with the same three letters, put together beforehand. A few letters are the beginning
 * of thousands of words, and to decode their short lists one by one takes ten times as long. Lists of common words,
 * the dense ones, are not part of it.
 */
export class Unions {
  readonly #index: UnionIndex
  readonly #count: number

  constructor(index: UnionIndex) {
    this.#index = index
    this.#count = index.unionPlaces.length / 2
  }

  /** The first union that begins at `place` or behind it. */
  firstFrom(place: number): number {
    let [low, high] = [0, this.#count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.startOf(middle) < place) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The places it covers; behind the last union there is none that could ever be reached. */
  startOf(union: number): number {
    return this.#index.unionPlaces[union * 2] ?? Number.POSITIVE_INFINITY
  }

  endOf(union: number): number {
    return this.#index.unionPlaces[union * 2 + 1] ?? Number.POSITIVE_INFINITY
  }

  /** The words whose dense lists are to be added beside the union. */
  commonPlaces(union: number): Uint32Array {
    const { unionHeads, unionCommon } = this.#index
    const start = union === 0 ? 0 : (unionHeads[(union - 1) * UNION_HEAD + COMMON_END] as number)
    return unionCommon.subarray(start, unionHeads[union * UNION_HEAD + COMMON_END])
  }

  addTo(rows: RowSet, union: number, lists: number): void {
    const { unionHeads, unionBytes, persons } = this.#index
    for (const kind of [0, 1]) {
      if ((lists & listsAt(ANYWHERE, kind)) === 0) continue
      const head = union * UNION_HEAD + kind * 2
      const [left, at] = [unionHeads[head] as number, unionHeads[head + 1] as number]
      const list = { bytes: unionBytes, at, left, reached: kind === 0 ? 0 : persons }
      while (list.left > 0) addByteGaps(list, rows.bits)
    }
  }
}

/** Where no unions are made yet. */
export const NO_UNIONS = new Unions({
  unionPlaces: new Uint32Array(0),
  unionHeads: new Uint32Array(0),
  unionCommon: new Uint32Array(0),
  unionBytes: new Uint8Array(0),
  persons: 0,
})
