import { RECORD_HEAD_BYTES, WORDS_TELL_NAME } from '../../format/records.ts'
import { tidyName } from '../../format/windows-1252.ts'
import { NameReader } from '../names/name-tokenizer.ts'
import { COLUMNS, LEADING_COLUMNS } from './columns.ts'
import { LONGEST_NAME, NO_RECORD } from './line-columns.ts'
import { StatusTable } from './status-table.ts'
import type { BlockContent, TextBlock } from './text-block.ts'

const PIPE = 124
const DASH = 45
const SPACE = 32
const DELETE = 127
const HARD_SPACE = 160
const RETURN = 13
const NEWLINE = 10
const ZERO = 48
const RUC_DIGITS = 11
const LONGEST_LINE = 8192
const TAIL_COLUMNS = COLUMNS.length - LEADING_COLUMNS

/** Reads the register's lines byte by byte: no line ever becomes a string. */
export class LineParser {
  readonly statuses = new StatusTable()
  readonly names = new NameReader()
  readonly #filled = new Uint32Array(COLUMNS.length)
  broken = 0
  readonly #tail = new Uint8Array(LONGEST_LINE + TAIL_COLUMNS)
  #tailLength = 0

  /** Reads the lines of `block.text` between `from` and `to` into the block's columns. */
  parse(block: TextBlock, from: number, to: number): BlockContent {
    const content: BlockContent = { rows: 0, codes: 0, recordBytes: 0 }
    const text = block.text.subarray(0, to)
    for (let at = from; at < to; ) {
      const newline = text.indexOf(NEWLINE, at)
      const next = newline < 0 ? to : newline
      const end = next > at && text[next - 1] === RETURN ? next - 1 : next
      if (end > at && !this.#accept(text, at, end, block, content)) this.broken++
      at = next + 1
    }
    return content
  }

  #accept(text: Buffer, from: number, end: number, block: TextBlock, content: BlockContent): boolean {
    if (end - from > LONGEST_LINE || text[from + RUC_DIGITS] !== PIPE) return false
    const prefix = digits(text, from, 2)
    const key = digits(text, from + 2, 9)
    if (prefix < 0 || key < 0) return false

    const nameStart = from + RUC_DIGITS + 1
    const nameEnd = cellEnd(text, nameStart, end)
    const estadoEnd = cellEnd(text, nameEnd + 1, end)
    const condicionEnd = cellEnd(text, estadoEnd + 1, end)
    if (condicionEnd >= end || !this.#readTail(text, condicionEnd + 1, end)) return false

    const start = skipSpaces(text, nameStart, nameEnd)
    const stop = isBlank(text, start, nameEnd) ? start : trimEnd(text, start, nameEnd)
    if (stop - start > LONGEST_NAME) return false
    const { statuses, names } = this
    const status = statuses.number(text, nameEnd + 1, condicionEnd)
    names.read(text, start, stop)
    this.#filled[0]!++
    if (stop > start) this.#filled[1]!++

    const row = content.rows++
    block.keys[row] = key
    block.prefixes[row] = prefix
    block.ranks[row] = this.#rank(prefix, status, names.plain ? stop - start : shownLength(text, start, stop))
    block.statuses[row] = status
    block.records[row] = this.#writeRecord(text, start, stop, block.recordBytes, content)
    block.codeCounts[row] = names.codeCount
    for (let i = 0; i < names.codeCount; i++) block.codes[content.codes++] = names.codes[i] as number
    return true
  }

  /** Natural persons before companies; ACTIVO, then HABIDO first; shorter names first. */
  #rank(prefix: number, status: number, nameLength: number): number {
    const company = prefix === 10 || (prefix >= 15 && prefix <= 17) ? 0 : 1
    return ((company << 2) | (this.statuses.ranks[status] as number)) * (LONGEST_NAME + 1) + nameLength
  }

  /** How many rows have each column filled. */
  filledColumns(): number[] {
    const filled = [...this.#filled]
    for (const [status, { estado, condicion }] of this.statuses.pairs.entries()) {
      if (estado !== '') filled[2]! += this.statuses.counts[status] as number
      if (condicion !== '') filled[3]! += this.statuses.counts[status] as number
    }
    return filled
  }

  /** Takes the cells from the ubigeo on, without dashes and without empty ones at the end; false when cells are missing. */
  #readTail(text: Buffer, at: number, end: number): boolean {
    if (isBare(text, at, end)) {
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
    return cells === TAIL_COLUMNS
  }

  /** What the index cannot tell of a row: a name that is more than its words, and an address. */
  #writeRecord(text: Buffer, start: number, stop: number, into: Buffer, content: BlockContent): number {
    const nameLength = this.names.plain ? 0 : stop - start
    if (nameLength === 0 && this.#tailLength === 0) return NO_RECORD
    const offset = content.recordBytes
    into.writeUInt16LE(this.names.plain ? WORDS_TELL_NAME : nameLength, offset)
    into.writeUInt16LE(this.#tailLength, offset + 2)
    let out = offset + RECORD_HEAD_BYTES
    for (let i = 0; i < nameLength; i++) into[out++] = text[start + i] as number
    for (let i = 0; i < this.#tailLength; i++) into[out++] = this.#tail[i] as number
    content.recordBytes = out
    return offset
  }
}

/** Names are ranked by the length of what is shown, and stray control bytes and outer blanks are not. */
const shownLength = (text: Buffer, start: number, stop: number): number => {
  for (let i = start; i < stop; i++) {
    const byte = text[i] as number
    if (byte < SPACE || (byte >= DELETE && byte <= HARD_SPACE))
      return tidyName(text.toString('latin1', start, stop)).length
  }
  return stop - start
}

/** Eleven lone dashes, as natural persons have: four lines out of five end so. */
const isBare = (text: Buffer, at: number, end: number): boolean => {
  const length = end - at
  if (length !== 2 * TAIL_COLUMNS && length !== 2 * TAIL_COLUMNS - 1) return false
  for (let i = at; i < end; i += 2) if (text[i] !== DASH || (i + 1 < end && text[i + 1] !== PIPE)) return false
  return true
}

const cellEnd = (text: Buffer, at: number, end: number): number => {
  while (at < end && text[at] !== PIPE) at++
  return at
}

const skipSpaces = (text: Buffer, at: number, end: number): number => {
  while (at < end && (text[at] as number) <= SPACE) at++
  return at
}

const trimEnd = (text: Buffer, start: number, end: number): number => {
  while (end > start && (text[end - 1] as number) <= SPACE) end--
  return end
}

/** A run of dashes is the register's way of leaving a cell empty. */
const isBlank = (text: Buffer, at: number, end: number): boolean => {
  for (; at < end; at++) if (text[at] !== DASH && (text[at] as number) > SPACE) return false
  return true
}

const digits = (text: Buffer, at: number, count: number): number => {
  let number = 0
  for (let i = at; i < at + count; i++) {
    const digit = (text[i] as number) - ZERO
    if (!(digit >= 0 && digit <= 9)) return -1
    number = number * 10 + digit
  }
  return number
}
