import {
  FIRST_HOT,
  HIGH_BITS,
  LAST,
  markedForm,
  markedSpelling,
  NOTHING,
  ROWS_PER_BLOCK,
  WIDE,
} from './forward-index.ts'

const MOST_UNITS = 2200
const BLOCK_SHIFT = Math.log2(ROWS_PER_BLOCK)
const TYPICAL_BLOCK_BYTES = 32
/** How many rows `find` takes at once. */
export const MOST_FOUND = 64

/** Reads the names of the index back, one row after the other or any row by its number, as dictionary places. */
export class ForwardReader {
  /** Every word of the row in its order, legal forms both by their class and as they are spelled. */
  readonly words = new Uint32Array(MOST_UNITS)
  count = 0
  /** Words and classes of legal forms, these without their spelling. */
  readonly units = new Uint32Array(MOST_UNITS)
  unitCount = 0
  /** The words without legal forms; the legal forms when there is nothing else. */
  readonly core = new Uint32Array(MOST_UNITS)
  coreCount = 0
  readonly #codes: Uint8Array
  readonly #blocks: Uint32Array
  readonly #hotPlaces: Uint32Array
  readonly #formPlaces: Uint32Array
  readonly #wideFrom: number
  readonly #found = new Uint32Array(MOST_FOUND)
  #at = 0

  /** `formPlaces` are the dictionary places of the class names of legal forms; places of long codes begin at `wideFrom`. */
  constructor(codes: Uint8Array, blocks: Uint32Array, hotPlaces: Uint32Array, formPlaces: Uint32Array, wideFrom = 0) {
    this.#wideFrom = wideFrom
    this.#codes = codes
    this.#blocks = blocks
    this.#hotPlaces = hotPlaces
    this.#formPlaces = formPlaces
  }

  rewind(): void {
    this.#at = 0
  }

  seek(row: number): void {
    this.#skip(this.#blocks[row >>> BLOCK_SHIFT] as number, row)
  }

  /**
   * Looks up where several rows lie before any of them is read. Each look goes to a far place in memory; done one after the
   * other without waiting for the result, the waits overlap. `seekFound` then goes to one of them.
   */
  find(rows: Uint32Array, count: number): void {
    const [found, codes, blocks] = [this.#found, this.#codes, this.#blocks]
    for (let i = 0; i < count; i++) found[i] = blocks[(rows[i] as number) >>> BLOCK_SHIFT] as number
    let touched = 0
    for (let i = 0; i < count; i++) touched += codes[(found[i] as number) + TYPICAL_BLOCK_BYTES / 2] ?? 0
    // Using the sum keeps the looks from being taken for useless work.
    if (touched < 0) throw new Error('negative bytes')
  }

  seekFound(i: number, row: number): void {
    this.#skip(this.#found[i] as number, row)
  }

  #skip(at: number, row: number): void {
    const codes = this.#codes
    for (let skip = row % ROWS_PER_BLOCK; skip > 0; ) {
      const head = codes[at] as number
      at += head & WIDE ? 3 : 2
      if (head & LAST) skip--
    }
    this.#at = at
  }

  /** Reads the row the reader stands at and moves on to the next one. */
  next(): void {
    const codes = this.#codes
    let at = this.#at
    let count = 0
    let unitCount = 0
    let coreCount = 0
    let spelled = 0
    for (let head = 0; !(head & LAST); ) {
      head = codes[at] as number
      let place: number
      if (head & WIDE) {
        place = ((head & HIGH_BITS) << 16) | ((codes[at + 1] as number) << 8) | (codes[at + 2] as number)
        place += this.#wideFrom
        at += 3
      } else {
        const code = ((head & HIGH_BITS) << 8) | (codes[at + 1] as number)
        at += 2
        if (code < FIRST_HOT) {
          if (code === NOTHING) break
          place = this.#formPlaces[markedForm(code)] as number
          spelled = markedSpelling(code)
          this.words[count++] = place
          this.units[unitCount++] = place
          continue
        }
        place = this.#hotPlaces[code] as number
      }
      this.words[count++] = place
      if (spelled > 0) {
        spelled--
        continue
      }
      this.units[unitCount++] = place
      this.core[coreCount++] = place
    }
    this.#at = at
    this.count = count
    this.unitCount = unitCount
    this.coreCount = coreCount
    if (coreCount === 0 && unitCount > 0) this.#coreOfForms()
  }

  #coreOfForms(): void {
    for (let i = 0; i < this.unitCount; i++) this.core[i] = this.units[i] as number
    this.coreCount = this.unitCount
  }
}
