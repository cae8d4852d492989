import { COLUMNS } from './columns.ts'

/** A RUC and the pipes between the cells: no line with less is accepted. */
const SHORTEST_LINE = 11 + COLUMNS.length - 1

/** How much of a block's columns is filled. */
export interface BlockContent {
  rows: number
  codes: number
  recordBytes: number
}

/**
 * Some of the register's lines and, once they are read, their facts column by column. It lies in shared memory: one thread
 * fills in the lines, another one reads them, and the first takes the facts.
 */
export class TextBlock {
  readonly memory: SharedArrayBuffer
  readonly text: Buffer
  /** Per row: digits 3 to 11 of the RUC as a number, and its first two digits. */
  readonly keys: Uint32Array
  readonly prefixes: Uint8Array
  /** Rank without the RUC: kind, status and name length in one number. */
  readonly ranks: Uint16Array
  readonly statuses: Uint16Array
  /** Where the row's record begins in `recordBytes`, or NO_RECORD. */
  readonly records: Uint32Array
  readonly codeCounts: Uint16Array
  /** Word numbers and markers of all rows, one row after the other: fewer than the text has bytes. */
  readonly codes: Uint32Array
  /** Records of all rows: a record is shorter than its line. */
  readonly recordBytes: Buffer

  constructor(memory: SharedArrayBuffer, bytes: number) {
    this.memory = memory
    let used = 0
    const take = (length: number): number => {
      const at = used
      used += length
      return at
    }
    const rows = mostRows(bytes)
    this.keys = new Uint32Array(memory, take(4 * rows), rows)
    this.records = new Uint32Array(memory, take(4 * rows), rows)
    this.codes = new Uint32Array(memory, take(4 * bytes), bytes)
    this.ranks = new Uint16Array(memory, take(2 * rows), rows)
    this.statuses = new Uint16Array(memory, take(2 * rows), rows)
    this.codeCounts = new Uint16Array(memory, take(2 * rows), rows)
    this.prefixes = new Uint8Array(memory, take(rows), rows)
    this.text = Buffer.from(memory, take(bytes), bytes)
    this.recordBytes = Buffer.from(memory, take(bytes), bytes)
  }

  static ofBytes(bytes: number): TextBlock {
    const perRow = 4 + 4 + 2 + 2 + 2 + 1
    return new TextBlock(new SharedArrayBuffer(mostRows(bytes) * perRow + bytes * (4 + 1 + 1)), bytes)
  }
}

const mostRows = (bytes: number): number => Math.floor(bytes / SHORTEST_LINE) + 1
