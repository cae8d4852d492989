import { NO_RECORD } from '../../format/records.ts'
import { sharedArray } from '../shared-memory.ts'
import type { BlockContent, TextBlock } from './text-block.ts'

const FIRST_LINES = 1 << 16
const CODES_PER_CHUNK = 1 << 22

/** How the numbers in a block translate into those of the whole register. */
interface BlockTranslation {
  /** By code; markers stay what they are. */
  codes: Uint32Array
  statuses: Uint16Array
  /** Where the block's records begin in the records file. */
  recordsOffset: number
}

/** The names as codes (markers, and wordIds plus FIRST_TERM_CODE), line by line; in shared memory. */
export interface LineNames {
  /** Codes of all lines; the codes of one line are all in one chunk. */
  chunks: Uint32Array[]
  /** Where a line's codes begin, as if the chunks were one array, and how many there are. */
  starts: Uint32Array
  counts: Uint16Array
}

/** The chunk with a line's codes, and where in it they begin. */
export const chunkOf = (chunks: readonly Uint32Array[], start: number): Uint32Array =>
  chunks[Math.floor(start / CODES_PER_CHUNK)] as Uint32Array
export const offsetInChunk = (start: number): number => start & (CODES_PER_CHUNK - 1)

/** What is known of every accepted line, in the order of the text: one typed array per fact, as in a `TextBlock`. */
export class LineColumns {
  length = 0
  keys = new Uint32Array(FIRST_LINES)
  prefixes = new Uint8Array(FIRST_LINES)
  ranks = new Uint16Array(FIRST_LINES)
  statuses = new Uint16Array(FIRST_LINES)
  /** Offset of the line's record in the records file, or NO_RECORD. */
  recordOffsets = new Uint32Array(FIRST_LINES)
  fingerprints = new Uint32Array(FIRST_LINES)
  names: LineNames = {
    chunks: [],
    starts: sharedArray(Uint32Array, FIRST_LINES),
    counts: sharedArray(Uint16Array, FIRST_LINES),
  }
  #usedCodes = CODES_PER_CHUNK

  append(block: TextBlock, content: BlockContent, translation: BlockTranslation): void {
    const { lines } = content
    const at = this.length
    while (at + lines > this.keys.length) this.#grow()
    this.keys.set(block.keys.subarray(0, lines), at)
    this.prefixes.set(block.prefixes.subarray(0, lines), at)
    this.ranks.set(block.ranks.subarray(0, lines), at)
    this.fingerprints.set(block.fingerprints.subarray(0, lines), at)
    for (let line = 0; line < lines; line++) {
      this.statuses[at + line] = translation.statuses[block.statuses[line] as number] as number
      const offset = block.recordOffsets[line] as number
      this.recordOffsets[at + line] = offset === NO_RECORD ? NO_RECORD : translation.recordsOffset + offset
    }
    this.#appendNames(block, content, translation.codes)
    this.length += lines
  }

  /** Drops the arrays once they are on disk, because the next stage needs the memory. */
  clear(): void {
    Object.assign(this, new LineColumns())
  }

  #appendNames(block: TextBlock, { lines, codes }: BlockContent, translation: Uint32Array): void {
    const { chunks, starts, counts } = this.names
    const at = this.length
    counts.set(block.codeCounts.subarray(0, lines), at)
    if (this.#usedCodes + codes > CODES_PER_CHUNK) {
      chunks.push(sharedArray(Uint32Array, CODES_PER_CHUNK))
      this.#usedCodes = 0
    }
    const chunk = chunks.at(-1) as Uint32Array
    let start = (chunks.length - 1) * CODES_PER_CHUNK + this.#usedCodes
    for (let line = 0; line < lines; line++) {
      starts[at + line] = start
      start += block.codeCounts[line] as number
    }
    for (let i = 0; i < codes; i++) chunk[this.#usedCodes++] = translation[block.codes[i] as number] as number
  }

  #grow(): void {
    const length = this.keys.length * 2
    this.keys = copied(this.keys, new Uint32Array(length))
    this.prefixes = copied(this.prefixes, new Uint8Array(length))
    this.ranks = copied(this.ranks, new Uint16Array(length))
    this.statuses = copied(this.statuses, new Uint16Array(length))
    this.fingerprints = copied(this.fingerprints, new Uint32Array(length))
    this.recordOffsets = copied(this.recordOffsets, new Uint32Array(length))
    this.names.starts = copied(this.names.starts, sharedArray(Uint32Array, length))
    this.names.counts = copied(this.names.counts, sharedArray(Uint16Array, length))
  }
}

const copied = <A extends { set(from: A): void }>(from: A, into: A): A => {
  into.set(from)
  return into
}
