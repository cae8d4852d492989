import type { Bitmap } from './bitmap.ts'
import { setByteDeltas } from './decode-loops.ts'
import { bytesInMemory, type ListBytes } from './list-bytes.ts'
import { AT_ANY, COMPANY, listsOf, PERSON } from './posting-lists.ts'

/** The sections of the prefix postings. */
export interface PrefixPostingsIndex {
  /** Pairs of termIds, ascending: a group is the terms from the first up to the second. */
  prefixRanges: Uint32Array
  /** Five numbers per group: rows and offset of its persons, the same of its companies, and the end of its `prefixDenseTerms`. */
  prefixHeads: Uint32Array
  /** The termIds in each group that have dense lists, which the group's own lists leave out. */
  prefixDenseTerms: Uint32Array
  persons: number
}

const HEAD_NUMBERS = 5
const DENSE_TERMS_END = 4

/**
 * The rows of rare terms, merged for all terms that begin with the same three letters. A few typed letters are the prefix of
 * thousands of terms, and decoding their short lists one by one takes ten times as long. Dense lists are not merged.
 */
export class PrefixPostings {
  readonly #index: PrefixPostingsIndex
  readonly #groups: number
  readonly #lists: ListBytes
  readonly #length: number

  /** `lists` are the bytes of all groups, `length` how many there are. */
  constructor(index: PrefixPostingsIndex, lists: ListBytes, length: number) {
    this.#index = index
    this.#lists = lists
    this.#length = length
    this.#groups = index.prefixRanges.length / 2
  }

  /** The first group that begins at `termId` or after it. */
  firstGroupFrom(termId: number): number {
    let [low, high] = [0, this.#groups]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.startOf(middle) < termId) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The first termId of a group; infinity after the last group. */
  startOf(group: number): number {
    return this.#index.prefixRanges[group * 2] ?? Number.POSITIVE_INFINITY
  }

  /** The termId after a group's last one; infinity after the last group. */
  endOf(group: number): number {
    return this.#index.prefixRanges[group * 2 + 1] ?? Number.POSITIVE_INFINITY
  }

  /** The terms of a group whose dense lists have to be added to it. */
  denseTerms(group: number): Uint32Array {
    const { prefixHeads, prefixDenseTerms } = this.#index
    const start = group === 0 ? 0 : (prefixHeads[(group - 1) * HEAD_NUMBERS + DENSE_TERMS_END] as number)
    return prefixDenseTerms.subarray(start, prefixHeads[group * HEAD_NUMBERS + DENSE_TERMS_END])
  }

  /** Sets the bits of a group's rows: of persons, of companies or of both, as `lists` says. */
  setRows(bitmap: Bitmap, group: number, lists: number): void {
    const { prefixHeads, persons } = this.#index
    for (const kind of [PERSON, COMPANY]) {
      if ((lists & listsOf(kind, AT_ANY)) === 0) continue
      const head = group * HEAD_NUMBERS + kind * 2
      const [remaining, start] = [prefixHeads[head] as number, prefixHeads[head + 1] as number]
      // Lists follow each other: persons, companies, then those of the next group.
      const end = prefixHeads[kind === PERSON ? head + 3 : head + HEAD_NUMBERS - 1] ?? this.#length
      const offset = this.#lists.load(start, end)
      const cursor = { bytes: this.#lists.bytes, offset, remaining, reached: kind === PERSON ? 0 : persons }
      while (cursor.remaining > 0) setByteDeltas(cursor, bitmap.bits)
    }
  }
}

/** For reading postings before their prefix postings are built. */
export const NO_PREFIX_POSTINGS = new PrefixPostings(
  {
    prefixRanges: new Uint32Array(0),
    prefixHeads: new Uint32Array(0),
    prefixDenseTerms: new Uint32Array(0),
    persons: 0,
  },
  bytesInMemory(new Uint8Array(0)),
  0,
)
