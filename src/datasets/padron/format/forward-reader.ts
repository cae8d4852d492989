import {
  BLOCK_SHIFT,
  EMPTY_NAME,
  FIRST_TERM_CODE,
  LAST_CODE,
  LONG_CODE,
  longCodeOf,
  markedForm,
  markedSpelling,
  nameOffset,
  shortCodeOf,
} from './forward-index.ts'

/** The sections of the forward index. */
export interface ForwardIndex {
  forward: Uint8Array
  /** Offset of every fourth row's name. */
  forwardBlocks: Uint32Array
  /** The termId of each short code. */
  shortCodeTerms: Uint32Array
  /** The termIds of the class names of legal forms. */
  formTerms: Uint32Array
}

const MAX_UNITS = 2200
const TYPICAL_BLOCK_BYTES = 32
/** How many rows `locate` takes at once. */
export const MAX_LOCATED = 64

/** Reads names from the forward index as termIds, one row after the other or any row by its rowId. */
export class ForwardReader {
  /** All terms of the row in their order; legal forms both by their class and as they are spelled. */
  readonly terms = new Uint32Array(MAX_UNITS)
  termCount = 0
  /** Terms and classes of legal forms, these without their spelling. */
  readonly units = new Uint32Array(MAX_UNITS)
  unitCount = 0
  /** The terms without legal forms; the legal forms when there is nothing else. */
  readonly core = new Uint32Array(MAX_UNITS)
  coreCount = 0

  readonly #forward: Uint8Array
  readonly #blocks: Uint32Array
  readonly #shortCodeTerms: Uint32Array
  readonly #formTerms: Uint32Array
  readonly #longTermBase: number
  readonly #located = new Uint32Array(MAX_LOCATED)
  #offset = 0

  /** `longTermBase` is added to the termIds of long codes; see `indexing/row-tasks.ts`. */
  constructor(index: ForwardIndex, longTermBase = 0) {
    this.#forward = index.forward
    this.#blocks = index.forwardBlocks
    this.#shortCodeTerms = index.shortCodeTerms
    this.#formTerms = index.formTerms
    this.#longTermBase = longTermBase
  }

  rewind(): void {
    this.#offset = 0
  }

  seek(rowId: number): void {
    this.#offset = nameOffset(this.#forward, this.#blocks[rowId >>> BLOCK_SHIFT] as number, rowId)
  }

  /**
   * Prefetches the names of several rows; `seekLocated` then goes to one of them. Each access misses the processor's cache,
   * and in a loop that does not wait for the results the misses overlap.
   */
  locate(rowIds: Uint32Array, count: number): void {
    const [located, forward, blocks] = [this.#located, this.#forward, this.#blocks]
    for (let i = 0; i < count; i++) located[i] = blocks[(rowIds[i] as number) >>> BLOCK_SHIFT] as number
    let touched = 0
    for (let i = 0; i < count; i++) touched += forward[(located[i] as number) + TYPICAL_BLOCK_BYTES / 2] ?? 0
    // Using the sum stops V8 from eliminating the prefetch.
    if (touched < 0) throw new Error('negative bytes')
  }

  /** Goes to row number `i` of those given to `locate`. */
  seekLocated(i: number, rowId: number): void {
    this.#offset = nameOffset(this.#forward, this.#located[i] as number, rowId)
  }

  /** Reads the current row and moves on to the next one. */
  next(): void {
    const forward = this.#forward
    let offset = this.#offset
    let termCount = 0
    let unitCount = 0
    let coreCount = 0
    let spelled = 0
    for (let head = 0; !(head & LAST_CODE); ) {
      head = forward[offset] as number
      let termId: number
      if (head & LONG_CODE) {
        termId = longCodeOf(head, forward[offset + 1] as number, forward[offset + 2] as number) + this.#longTermBase
        offset += 3
      } else {
        const code = shortCodeOf(head, forward[offset + 1] as number)
        offset += 2
        if (code < FIRST_TERM_CODE) {
          if (code === EMPTY_NAME) break
          termId = this.#formTerms[markedForm(code)] as number
          spelled = markedSpelling(code)
          this.terms[termCount++] = termId
          this.units[unitCount++] = termId
          continue
        }
        termId = this.#shortCodeTerms[code] as number
      }
      this.terms[termCount++] = termId
      if (spelled > 0) {
        spelled--
        continue
      }
      this.units[unitCount++] = termId
      this.core[coreCount++] = termId
    }
    this.#offset = offset
    this.termCount = termCount
    this.unitCount = unitCount
    this.coreCount = coreCount
    if (coreCount === 0 && unitCount > 0) this.#useFormsAsCore()
  }

  #useFormsAsCore(): void {
    for (let i = 0; i < this.unitCount; i++) this.core[i] = this.units[i] as number
    this.coreCount = this.unitCount
  }
}
