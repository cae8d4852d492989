import { type Bitmap, type RowCursor, rowCursor } from '../format/postings/bitmap.ts'

/**
 * The rows that hold all words of a search, in rank order. When they are not very many they are listed too: going through a
 * list takes less than going through a bitmap of all rows, and the best hits are looked for several times.
 */
export class Hits {
  readonly #bitmap: Bitmap
  readonly #list: Uint32Array | null

  /** `list` has all rows of the bitmap, ascending. */
  constructor(bitmap: Bitmap, list: Uint32Array | null) {
    this.#bitmap = bitmap
    this.#list = list
  }

  /** The hits from `from` up to `to` that all `filters` have too. */
  cursor(from: number, to: number, ...filters: Bitmap[]): RowCursor {
    if (this.#list) return listCursor(this.#list, from, to, filters)
    const [first = this.#bitmap, ...others] = filters
    return others.reduce(filtered, rowCursor(this.#bitmap, first, from, to))
  }
}

const listCursor = (list: Uint32Array, from: number, to: number, filters: readonly Bitmap[]): RowCursor => {
  const end = placeOf(list, to)
  let at = placeOf(list, from)
  const next: RowCursor = (into) => {
    const rows = list.subarray(at, Math.min(at + into.length, end))
    into.set(rows)
    at += rows.length
    return rows.length
  }
  return filters.reduce(filtered, next)
}

/** The rows of a cursor that a bitmap has. */
const filtered =
  (rows: RowCursor, { bits }: Bitmap): RowCursor =>
  (into) => {
    for (let count = rows(into); count > 0; count = rows(into)) {
      let kept = 0
      for (let i = 0; i < count; i++) {
        const row = into[i] as number
        into[kept] = row
        kept += ((bits[row >>> 5] as number) >>> row) & 1
      }
      if (kept > 0) return kept
    }
    return 0
  }

/** Where in an ascending list the rows from `row` on begin. */
const placeOf = (list: Uint32Array, row: number): number => {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] as number) < row) low = middle + 1
    else high = middle
  }
  return low
}
