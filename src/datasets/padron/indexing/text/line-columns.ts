import { sharedArray } from '../shared-memory.ts'
import type { BlockContent, TextBlock } from './text-block.ts'

export const NO_RECORD = 0xffffffff
const FIRST_ROWS = 1 << 16
const CODES_PER_PIECE = 1 << 22
/** A name has at most 1,023 bytes, so at most 512 words and as many markers. */
export const MOST_CODES = 1100
/** Longest name; a longer one is a broken line. */
export const LONGEST_NAME = 1023

/** Some rows, one after the other: `from` up to `to`. */
export interface RowRange {
  from: number
  to: number
}

/** How the numbers in a block translate into those of the whole register. */
export interface BlockMeaning {
  /** By code: markers stay what they are. */
  codes: Uint32Array
  statuses: Uint16Array
  /** Where the block's records begin in the records file. */
  recordsAt: number
}

/** The names as word numbers and markers, line by line; in shared memory. */
export interface LineCodes {
  /** Codes of all lines; no line lies in two pieces. */
  pieces: Uint32Array[]
  /** Where a line's codes begin, pieces counted as if they were one, and how many there are. */
  starts: Uint32Array
  counts: Uint16Array
}

/** The piece a line's codes lie in, and where in it. */
export const pieceOf = (pieces: readonly Uint32Array[], start: number): Uint32Array =>
  pieces[Math.floor(start / CODES_PER_PIECE)] as Uint32Array
export const withinPiece = (start: number): number => start & (CODES_PER_PIECE - 1)

/** What is known of every accepted line, in the order of the text: one typed array per fact, as in a block. */
export class RowColumns {
  length = 0
  keys = new Uint32Array(FIRST_ROWS)
  prefixes = new Uint8Array(FIRST_ROWS)
  ranks = new Uint16Array(FIRST_ROWS)
  statuses = new Uint16Array(FIRST_ROWS)
  /** Where the row's record begins in the records file, or NO_RECORD. */
  records = new Uint32Array(FIRST_ROWS)
  codes: LineCodes = {
    pieces: [],
    starts: sharedArray(Uint32Array, FIRST_ROWS),
    counts: sharedArray(Uint16Array, FIRST_ROWS),
  }
  #used = CODES_PER_PIECE

  append(block: TextBlock, { rows, codes }: BlockContent, meaning: BlockMeaning): void {
    const at = this.length
    while (at + rows > this.keys.length) this.#widen()
    this.length += rows
    this.keys.set(block.keys.subarray(0, rows), at)
    this.prefixes.set(block.prefixes.subarray(0, rows), at)
    this.ranks.set(block.ranks.subarray(0, rows), at)
    for (let row = 0; row < rows; row++) {
      this.statuses[at + row] = meaning.statuses[block.statuses[row] as number] as number
      const record = block.records[row] as number
      this.records[at + row] = record === NO_RECORD ? NO_RECORD : meaning.recordsAt + record
    }
    this.#appendCodes(block, at, rows, codes, meaning.codes)
  }

  #appendCodes(block: TextBlock, at: number, rows: number, codes: number, meaning: Uint32Array): void {
    const { pieces, starts, counts } = this.codes
    counts.set(block.codeCounts.subarray(0, rows), at)
    if (this.#used + codes > CODES_PER_PIECE) {
      pieces.push(sharedArray(Uint32Array, CODES_PER_PIECE))
      this.#used = 0
    }
    const piece = pieces.at(-1) as Uint32Array
    let start = (pieces.length - 1) * CODES_PER_PIECE + this.#used
    for (let row = 0; row < rows; row++) {
      starts[at + row] = start
      start += block.codeCounts[row] as number
    }
    for (let i = 0; i < codes; i++) piece[this.#used++] = meaning[block.codes[i] as number] as number
  }

  /** Lets go of the memory, once all is on disk: what comes next needs it. */
  clear(): void {
    Object.assign(this, new RowColumns())
  }

  #widen(): void {
    const length = this.keys.length * 2
    this.keys = copied(this.keys, new Uint32Array(length))
    this.prefixes = copied(this.prefixes, new Uint8Array(length))
    this.ranks = copied(this.ranks, new Uint16Array(length))
    this.statuses = copied(this.statuses, new Uint16Array(length))
    this.records = copied(this.records, new Uint32Array(length))
    this.codes.starts = copied(this.codes.starts, sharedArray(Uint32Array, length))
    this.codes.counts = copied(this.codes.counts, sharedArray(Uint16Array, length))
  }
}

const copied = <A extends { set(from: A): void }>(from: A, into: A): A => {
  into.set(from)
  return into
}
