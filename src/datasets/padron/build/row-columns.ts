import { widened } from './word-table.ts'

export const NO_RECORD = 0xffffffff
const CODES_PER_PIECE = 1 << 22
/** A name has at most 1,023 bytes, so at most 512 words and as many markers. */
export const MOST_CODES = 1100
/** Longest name; a longer one is a broken line. */
export const LONGEST_NAME = 1023

/** What is known of every accepted line, in the order of the text: one typed array per fact. */
export class RowColumns {
  length = 0
  /** Digits 3 to 11 of the RUC as a number, and its first two digits. */
  keys = new Uint32Array(1 << 16)
  prefixes = new Uint8Array(1 << 16)
  /** Rank without the RUC: kind, status and name length in one number. */
  ranks = new Uint16Array(1 << 16)
  statuses = new Uint16Array(1 << 16)
  /** Where the row's record begins in the records file, or NO_RECORD. */
  records = new Uint32Array(1 << 16)
  /** Where the row's codes begin; they end where `codeCounts` says. */
  codeStarts = new Uint32Array(1 << 16)
  codeCounts = new Uint16Array(1 << 16)
  /** Word numbers and markers of all rows; no row lies in two pieces. */
  codePieces: Uint32Array[] = [new Uint32Array(CODES_PER_PIECE)]
  /** True while every line had a higher RUC than the one before. */
  ascending = true
  #piece = this.codePieces[0] as Uint32Array
  #used = 0

  add(key: number, prefix: number, rank: number, status: number, record: number): void {
    const row = this.length++
    if (row === this.keys.length) this.#widen()
    if (row > 0 && this.ascending) {
      const before = this.prefixes[row - 1] as number
      this.ascending = prefix > before || (prefix === before && key > (this.keys[row - 1] as number))
    }
    this.keys[row] = key
    this.prefixes[row] = prefix
    this.ranks[row] = rank
    this.statuses[row] = status
    this.records[row] = record
  }

  /** Gives the row just added its codes. */
  setCodes(codes: Uint32Array, count: number): void {
    if (this.#used + MOST_CODES > CODES_PER_PIECE) {
      this.#piece = new Uint32Array(CODES_PER_PIECE)
      this.codePieces.push(this.#piece)
      this.#used = 0
    }
    const row = this.length - 1
    this.codeStarts[row] = (this.codePieces.length - 1) * CODES_PER_PIECE + this.#used
    this.codeCounts[row] = count
    for (let i = 0; i < count; i++) this.#piece[this.#used++] = codes[i] as number
  }

  pieceOf(start: number): Uint32Array {
    return this.codePieces[Math.floor(start / CODES_PER_PIECE)] as Uint32Array
  }

  static within(start: number): number {
    return start & (CODES_PER_PIECE - 1)
  }

  #widen(): void {
    this.keys = widened(this.keys, Uint32Array)
    this.prefixes = widened(this.prefixes, Uint8Array)
    this.ranks = widened(this.ranks, Uint16Array)
    this.statuses = widened(this.statuses, Uint16Array)
    this.records = widened(this.records, Uint32Array)
    this.codeStarts = widened(this.codeStarts, Uint32Array)
    this.codeCounts = widened(this.codeCounts, Uint16Array)
  }
}
