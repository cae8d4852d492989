import { COLUMNS } from './columns.ts'

/** A RUC and the pipes between the cells: no shorter line is accepted. */
const MIN_LINE_BYTES = 11 + COLUMNS.length - 1

/** How much of a block's columns is filled. */
export interface BlockContent {
  lines: number
  codes: number
  recordBytes: number
}

/**
 * Some of the register's lines and, once they are parsed, their facts column by column. It is in shared memory: the main
 * thread puts the text in, a worker parses it, and the main thread takes the columns.
 */
export class TextBlock {
  readonly memory: SharedArrayBuffer
  readonly text: Buffer
  /** Per line: digits 3 to 11 of the RUC as a number, and its first two digits. */
  readonly keys: Uint32Array
  readonly prefixes: Uint8Array
  /** Rank without the RUC; see `rankOf`. */
  readonly ranks: Uint16Array
  readonly statuses: Uint16Array
  /** Offset of the line's record in `records`, or NO_RECORD. */
  readonly recordOffsets: Uint32Array
  /** Of the name and the address cells as they are written; see `LineParser`. */
  readonly fingerprints: Uint32Array
  readonly codeCounts: Uint16Array
  /** Codes of all names, one line after the other: fewer than the text has bytes. */
  readonly codes: Uint32Array
  /** Records of all lines: a record is shorter than its line. */
  readonly records: Buffer

  constructor(memory: SharedArrayBuffer, bytes: number) {
    this.memory = memory
    let used = 0
    const allocate = (length: number): number => {
      const offset = used
      used += length
      return offset
    }
    const lines = maxLines(bytes)
    this.keys = new Uint32Array(memory, allocate(4 * lines), lines)
    this.recordOffsets = new Uint32Array(memory, allocate(4 * lines), lines)
    this.fingerprints = new Uint32Array(memory, allocate(4 * lines), lines)
    this.codes = new Uint32Array(memory, allocate(4 * bytes), bytes)
    this.ranks = new Uint16Array(memory, allocate(2 * lines), lines)
    this.statuses = new Uint16Array(memory, allocate(2 * lines), lines)
    this.codeCounts = new Uint16Array(memory, allocate(2 * lines), lines)
    this.prefixes = new Uint8Array(memory, allocate(lines), lines)
    this.text = Buffer.from(memory, allocate(bytes), bytes)
    this.records = Buffer.from(memory, allocate(bytes), bytes)
  }

  static ofBytes(bytes: number): TextBlock {
    const perLine = 4 + 4 + 4 + 2 + 2 + 2 + 1
    return new TextBlock(new SharedArrayBuffer(maxLines(bytes) * perLine + bytes * (4 + 1 + 1)), bytes)
  }
}

const maxLines = (bytes: number): number => Math.floor(bytes / MIN_LINE_BYTES) + 1
