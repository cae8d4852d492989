import { type ForwardReader, MOST_FOUND } from '../format/forward-reader.ts'
import type { Rows } from '../format/postings/bitmap.ts'
import { type SearchPlan, tierOf } from './tiers.ts'

/** Reads the names of rows and tells their tiers; in batches, which memory serves far faster. */
export class TierReader {
  readonly #names: ForwardReader
  readonly #batch = new Uint32Array(MOST_FOUND)

  constructor(names: ForwardReader) {
    this.#names = names
  }

  /** Goes on until `visit` answers false. */
  each(plan: SearchPlan, rows: Rows, visit: (row: number, tier: number) => boolean): void {
    const batch = this.#batch
    for (let count = rows(batch); count > 0; count = rows(batch)) {
      this.#names.find(batch, count)
      for (let i = 0; i < count; i++) {
        const row = batch[i] as number
        this.#names.seekFound(i, row)
        this.#names.next()
        if (!visit(row, tierOf(plan, this.#names))) return
      }
    }
  }
}
