import { Bitmap } from '../../format/postings/bitmap.ts'
import { putByteDelta, SKIP } from '../../format/postings/deltas.ts'
import { bytesInMemory } from '../../format/postings/list-bytes.ts'
import { type PostingsIndex, PostingsReader } from '../../format/postings/postings-reader.ts'
import { NO_PREFIX_POSTINGS } from '../../format/postings/prefix-postings.ts'
import { doubled } from '../names/word-table.ts'

/** The postings of a register that is being built. */
export interface BuiltPostings extends PostingsIndex {
  postings: Uint8Array
}

/** Groups of terms to merge, as pairs of termIds. */
interface PrefixGroups {
  index: BuiltPostings
  ranges: Uint32Array
}

/** A merged list: how many rows it has, and where in the bytes it begins. */
interface MergedList {
  rows: number
  start: number
}

interface MergedGroup {
  persons: MergedList
  companies: MergedList
  /** The terms that have dense lists, which are not merged. */
  denseTerms: number[]
}

export interface MergedGroups {
  groups: MergedGroup[]
  bytes: Uint8Array
}

const ROWS_AT_ONCE = 4096
const FIRST_BYTES = 1 << 16

/** Merges the sparse lists of each group of terms. */
export const writePrefixPostings = ({ index, ranges }: PrefixGroups): MergedGroups => {
  const postings = new PostingsReader(index, bytesInMemory(index.postings), NO_PREFIX_POSTINGS)
  const { rows, persons } = index
  const bitmap = Bitmap.empty(rows)
  const lists = new ListWriter()
  const groups: MergedGroup[] = []
  for (let at = 0; at < ranges.length; at += 2) {
    const [from, to] = [ranges[at] as number, ranges[at + 1] as number]
    bitmap.clear(0, rows)
    postings.setSparseRows(bitmap, from, to)
    const denseTerms: number[] = []
    for (let termId = from; termId < to; termId++) if (postings.hasDenseList(termId)) denseTerms.push(termId)
    groups.push({ persons: lists.write(bitmap, 0, persons), companies: lists.write(bitmap, persons, rows), denseTerms })
  }
  return { groups, bytes: lists.bytes() }
}

/** Writes lists of byte deltas one after the other. */
class ListWriter {
  readonly #batch = new Uint32Array(ROWS_AT_ONCE)
  #bytes = new Uint8Array(FIRST_BYTES)
  #used = 0

  write(bitmap: Bitmap, from: number, to: number): MergedList {
    const list = { rows: 0, start: this.#used }
    let before = from
    for (let count = bitmap.take(from, to, this.#batch); count > 0; count = bitmap.take(before, to, this.#batch)) {
      list.rows += count
      this.#makeRoom(count + Math.ceil((to - before) / SKIP))
      for (let i = 0; i < count; i++) {
        const reached = (this.#batch[i] as number) + 1
        this.#used = putByteDelta(this.#bytes, this.#used, reached - before)
        before = reached
      }
    }
    return list
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#used)
  }

  #makeRoom(length: number): void {
    while (this.#used + length > this.#bytes.length) this.#bytes = doubled(this.#bytes, Uint8Array)
  }
}
