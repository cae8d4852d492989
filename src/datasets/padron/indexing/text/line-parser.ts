import { isNaturalPersonPrefix } from '../../../../domain/ruc.ts'
import { NAME_IS_ITS_TERMS, NO_RECORD, RECORD_HEAD_BYTES } from '../../format/records.ts'
import { MAX_NAME_BYTES, NameTokenizer } from '../names/name-tokenizer.ts'
import { rankOf } from '../ranking.ts'
import {
  cellEnd,
  countPipes,
  DASH,
  digits,
  isBlank,
  NEWLINE,
  PIPE,
  RETURN,
  shownLength,
  skipSpaces,
  trimEnd,
} from './cells.ts'
import { COLUMNS, LEADING_COLUMNS } from './columns.ts'
import { StatusTable } from './status-table.ts'
import type { BlockContent, TextBlock } from './text-block.ts'

const RUC_DIGITS = 11
const MAX_LINE_BYTES = 8192
const TAIL_COLUMNS = COLUMNS.length - LEADING_COLUMNS
const FNV_PRIME = 0x01000193
const FNV_BASIS = 0x811c9dc5

/** Parses the register's lines byte by byte into the columns of a block: no line ever becomes a string. */
export class LineParser {
  readonly statuses = new StatusTable()
  readonly names = new NameTokenizer()
  /** Rows that could not be read. */
  broken = 0
  readonly #filled = new Uint32Array(COLUMNS.length)
  /** The cells from the ubigeo on, as they go into the record. */
  readonly #tail = new Uint8Array(MAX_LINE_BYTES + TAIL_COLUMNS)
  #tailLength = 0
  /** The name of the current line is `text[#nameStart, #nameEnd)`. */
  #nameStart = 0
  #nameEnd = 0

  /** Parses the lines in `block.text[from, to)`. */
  parse(block: TextBlock, from: number, to: number): BlockContent {
    const content: BlockContent = { lines: 0, codes: 0, recordBytes: 0 }
    const text = block.text.subarray(0, to)
    for (let at = from; at < to; ) {
      const newline = text.indexOf(NEWLINE, at)
      const next = newline < 0 ? to : newline
      const end = next > at && text[next - 1] === RETURN ? next - 1 : next
      if (!isBlank(text, at, end) && !this.#parseLine(block, content, at, end)) this.broken += rowsIn(text, at, end)
      at = next + 1
    }
    return content
  }

  /** How many lines have each column filled. */
  filledColumns(): number[] {
    const filled = [...this.#filled]
    for (const [status, { estado, condicion }] of this.statuses.pairs.entries()) {
      if (estado !== '') filled[2]! += this.statuses.counts[status] as number
      if (condicion !== '') filled[3]! += this.statuses.counts[status] as number
    }
    return filled
  }

  /** Adds a line to the block's columns; false when it is broken. */
  #parseLine(block: TextBlock, content: BlockContent, from: number, end: number): boolean {
    const { text } = block
    if (end - from > MAX_LINE_BYTES || text[from + RUC_DIGITS] !== PIPE) return false
    const prefix = digits(text, from, 2)
    const key = digits(text, from + 2, 9)
    if (prefix < 0 || key < 0) return false
    const nameEnd = cellEnd(text, from + RUC_DIGITS + 1, end)
    const estadoEnd = cellEnd(text, nameEnd + 1, end)
    const condicionEnd = cellEnd(text, estadoEnd + 1, end)
    if (condicionEnd >= end || !this.#readTail(text, condicionEnd + 1, end)) return false
    const { statuses, names } = this
    const start = skipSpaces(text, from + RUC_DIGITS + 1, nameEnd)
    const stop = isBlank(text, start, nameEnd) ? start : trimEnd(text, start, nameEnd)
    if (stop - start > MAX_NAME_BYTES) return false
    this.#nameStart = start
    this.#nameEnd = stop
    const status = statuses.numberOf(text, nameEnd + 1, condicionEnd)
    names.tokenize(text, start, stop)
    this.#filled[0]!++
    if (stop > start) this.#filled[1]!++
    const nameLength = names.isPlain ? stop - start : shownLength(text, start, stop)
    const line = content.lines++
    block.keys[line] = key
    block.prefixes[line] = prefix
    block.ranks[line] = rankOf(isNaturalPersonPrefix(prefix), statuses.ranks[status] as number, nameLength)
    block.statuses[line] = status
    block.recordOffsets[line] = this.#writeRecord(block, content)
    block.fingerprints[line] = this.#fingerprint(text)
    block.codeCounts[line] = names.codeCount
    for (let i = 0; i < names.codeCount; i++) block.codes[content.codes++] = names.codes[i] as number
    return true
  }

  /** FNV-1a of the name and the cells: lines of two editions with the same one need not be compared. */
  #fingerprint(text: Buffer): number {
    let hash = FNV_BASIS
    for (let i = this.#nameStart; i < this.#nameEnd; i++) hash = Math.imul(hash ^ (text[i] as number), FNV_PRIME)
    hash = Math.imul(hash ^ PIPE, FNV_PRIME)
    for (let i = 0; i < this.#tailLength; i++) hash = Math.imul(hash ^ (this.#tail[i] as number), FNV_PRIME)
    return hash >>> 0
  }

  /** Reads the cells from the ubigeo on, without dashes and without empty ones at the end; false when cells are missing. */
  #readTail(text: Buffer, at: number, end: number): boolean {
    if (isEmptyTail(text, at, end)) {
      this.#tailLength = 0
      return true
    }
    const tail = this.#tail
    let used = 0
    let filledUpTo = 0
    let cells = 0
    for (; cells < TAIL_COLUMNS && at <= end; cells++) {
      const stop = cellEnd(text, at, end)
      if (cells > 0) tail[used++] = PIPE
      // Nearly every cell is a lone dash.
      if (!(stop === at + 1 && text[at] === DASH) && !isBlank(text, at, stop)) {
        for (let i = at; i < stop; i++) tail[used++] = text[i] as number
        this.#filled[LEADING_COLUMNS + cells]!++
        filledUpTo = used
      }
      at = stop + 1
    }
    this.#tailLength = filledUpTo
    // Cells beyond the last column are another line that lost its newline, or a name with a pipe in it.
    return cells === TAIL_COLUMNS && isBlankRest(text, at, end)
  }

  /** Writes what the index does not hold of a line, if anything; returns the record's offset in the block. */
  #writeRecord({ text, records }: TextBlock, content: BlockContent): number {
    const { isPlain } = this.names
    const nameLength = isPlain ? 0 : this.#nameEnd - this.#nameStart
    if (nameLength === 0 && this.#tailLength === 0) return NO_RECORD
    const offset = content.recordBytes
    records.writeUInt16LE(isPlain ? NAME_IS_ITS_TERMS : nameLength, offset)
    records.writeUInt16LE(this.#tailLength, offset + 2)
    let out = offset + RECORD_HEAD_BYTES
    for (let i = 0; i < nameLength; i++) records[out++] = text[this.#nameStart + i] as number
    for (let i = 0; i < this.#tailLength; i++) records[out++] = this.#tail[i] as number
    content.recordBytes = out
    return offset
  }
}

/** How many rows a broken line may hold: where newlines were lost, several. */
const rowsIn = (text: Buffer, from: number, end: number): number =>
  Math.max(1, Math.floor(countPipes(text.subarray(from, end)) / COLUMNS.length))

const isBlankRest = (text: Buffer, at: number, end: number): boolean => {
  for (let start = at; start <= end; start = cellEnd(text, start, end) + 1)
    if (!isBlank(text, start, cellEnd(text, start, end))) return false
  return true
}

/** Eleven lone dashes, as natural persons have: four lines out of five end like this. */
const isEmptyTail = (text: Buffer, at: number, end: number): boolean => {
  const length = end - at
  if (length !== 2 * TAIL_COLUMNS && length !== 2 * TAIL_COLUMNS - 1) return false
  for (let i = at; i < end; i += 2) if (text[i] !== DASH || (i + 1 < end && text[i + 1] !== PIPE)) return false
  return true
}
