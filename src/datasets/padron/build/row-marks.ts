import type { ForwardReader } from '../forward-reader.ts'
import { NOTED_LENGTHS, SHORTEST_NOTED } from '../posting-spots.ts'
import { wordsFor } from '../search/row-set.ts'

/** Facts about whole names, a bit for each row. */
export class RowMarks {
  /** Names that repeat a word or have a legal form before their last word: the spots of their words do not tell all. */
  readonly irregular: Uint32Array
  /** For each of the noted lengths the names of so many words, one set after the other. */
  readonly ofLength: Uint32Array
  readonly #words: number

  constructor(rows: number) {
    this.#words = wordsFor(rows)
    this.irregular = new Uint32Array(this.#words)
    this.ofLength = new Uint32Array(this.#words * NOTED_LENGTHS)
  }

  note(row: number, { core, coreCount, words, count }: ForwardReader, repeats: boolean): void {
    let irregular = repeats
    if (count !== coreCount) for (let i = 0; i < coreCount; i++) if (words[i] !== core[i]) irregular = true
    if (irregular) this.irregular[row >>> 5]! |= 1 << row
    const noted = coreCount - SHORTEST_NOTED
    if (noted >= 0 && noted < NOTED_LENGTHS) this.ofLength[noted * this.#words + (row >>> 5)]! |= 1 << row
  }
}
