import { RowSet } from '../../format/postings/bitmap.ts'
import { SKIP } from '../../format/postings/deltas.ts'
import { Postings, type PostingsIndex } from '../../format/postings/postings-reader.ts'
import { NO_UNIONS } from '../../format/postings/prefix-postings.ts'
import { widened } from '../names/word-table.ts'
import { putByteGap } from './postings-writer.ts'

/** Words to unite, as pairs of places: a union for each pair. */
export interface UnionOrder {
  index: PostingsIndex
  places: Uint32Array
}

/** A list of a union: how many rows it has, and where in the bytes it begins. */
interface UnionList {
  rows: number
  start: number
}

export interface WrittenUnion {
  persons: UnionList
  companies: UnionList
  /** The places that have dense lists too, which are not part of the union. */
  common: number[]
}

export interface WrittenUnions {
  unions: WrittenUnion[]
  bytes: Uint8Array
}

const ROWS_AT_ONCE = 4096
const FIRST_BYTES = 1 << 16

export const writeUnions = ({ index, places }: UnionOrder): WrittenUnions => {
  const postings = new Postings(index, NO_UNIONS)
  const { rows, persons } = index
  const set = RowSet.empty(rows)
  const lists = new ListWriter()
  const unions: WrittenUnion[] = []
  for (let at = 0; at < places.length; at += 2) {
    const [from, to] = [places[at] as number, places[at + 1] as number]
    set.clear(0, rows)
    postings.addSparse(set, from, to)
    const common: number[] = []
    for (let place = from; place < to; place++) if (postings.hasDense(place)) common.push(place)
    unions.push({ persons: lists.write(set, 0, persons), companies: lists.write(set, persons, rows), common })
  }
  return { unions, bytes: lists.bytes() }
}

/** Writes lists of gaps one after the other. */
class ListWriter {
  readonly #batch = new Uint32Array(ROWS_AT_ONCE)
  #bytes = new Uint8Array(FIRST_BYTES)
  #used = 0

  write(set: RowSet, from: number, to: number): UnionList {
    const list = { rows: 0, start: this.#used }
    let before = from
    for (let count = set.take(from, to, this.#batch); count > 0; count = set.take(before, to, this.#batch)) {
      list.rows += count
      this.#makeRoom(count + Math.ceil((to - before) / SKIP))
      for (let i = 0; i < count; i++) {
        const reached = (this.#batch[i] as number) + 1
        this.#used = putByteGap(this.#bytes, this.#used, reached - before)
        before = reached
      }
    }
    return list
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#used)
  }

  #makeRoom(length: number): void {
    while (this.#used + length > this.#bytes.length) this.#bytes = widened(this.#bytes, Uint8Array)
  }
}
