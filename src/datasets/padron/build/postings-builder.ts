import { byteGapLength, isDense, SKIP } from '../byte-gaps.ts'
import { HOT_CODES } from '../forward-codes.ts'
import { ForwardReader } from '../forward-reader.ts'
import { FIRST, FURTHER, LISTS, SECOND, SPOTS } from '../posting-spots.ts'
import { varintLength } from '../varint.ts'
import type { SortedWords } from './dictionary-builder.ts'
import type { ForwardIndex } from './forward-builder.ts'
import { RowMarks } from './row-marks.ts'

/**
 * For each dictionary word: which of its lists have rows, how many rows are persons, how many hold no other word; of each
 * list its length (in the lowest bit whether it is dense) and its bytes; then the lists, and the rows without other words.
 */
export interface Postings {
  bytes: Uint8Array
  starts: Uint32Array
  /** totals[place] is the number of rows of all words before it. */
  totals: Uint32Array
  marks: RowMarks
}

interface Size {
  rows: number
  persons: number
}

/** Two lines of numbers per word, persons and companies, each side by side in memory, because they are needed together. */
const LINE = 32
const HALF = LINE / 2
/** In each half: the last row that held the word and how many did; then four numbers for each of the lists. */
const LAST = 0
const TOTAL = 1
const LIST = 2
const LIST_NUMBERS = 4
/** Of a list: its last row, how many there are, and the bytes it takes either way. */
const LIST_LAST = 0
const ROWS = 1
const AS_BYTES = 2
const AS_VARINTS = 3
/** Behind the lists, in the first half and in the second. */
const LAST_SOLO = 14
const SOLOS = 15
const SOLO_BYTES = HALF + 14
/** In the writing pass some of the places are used again. */
const CURSOR = AS_BYTES
const DENSE = AS_VARINTS
const SOLO_CURSOR = SOLOS

const listAt = (line: number, list: number): number =>
  line + (list < SPOTS ? LIST + list * LIST_NUMBERS : HALF + LIST + (list - SPOTS) * LIST_NUMBERS)

/** Inverts the forward index in two passes, one to measure and one to write, so that nothing is held twice. */
export const writePostings = (
  forward: ForwardIndex,
  sorted: SortedWords,
  formWords: readonly number[],
  size: Size,
): Postings => {
  const words = sorted.codeOf.length
  const reader = codeReader(forward, sorted, formWords)
  // By code and not by place: the commonest words then lie together, and stay in the processor's cache.
  const lines = new Uint32Array((HOT_CODES + words) * LINE)
  measure(reader, lines, size)
  const starts = new Uint32Array(words + 1)
  const totals = new Uint32Array(words + 1)
  const codeAt = codesByPlace(sorted)
  for (let place = 0; place < words; place++) {
    const line = (codeAt[place] as number) * LINE
    starts[place + 1] = (starts[place] as number) + lengthOf(lines, line)
    totals[place + 1] =
      (totals[place] as number) + (lines[line + TOTAL] as number) + (lines[line + HALF + TOTAL] as number)
  }
  const bytes = new Uint8Array(starts[words] as number)
  for (let place = 0; place < words; place++)
    writeHead(bytes, starts[place] as number, lines, (codeAt[place] as number) * LINE, size.persons)
  return { bytes, starts, totals, marks: fill(reader, bytes, lines, size) }
}

/** A reader that tells words by their codes. */
const codeReader = (
  { codes, blocks }: ForwardIndex,
  sorted: SortedWords,
  formWords: readonly number[],
): ForwardReader => {
  const itself = Uint32Array.from({ length: HOT_CODES }, (_, code) => code)
  const formCodes = Uint32Array.from(formWords, (word) => sorted.codeOf[word] as number)
  return new ForwardReader(codes, blocks, itself, formCodes, HOT_CODES)
}

const codesByPlace = ({ codeOf, placeOf }: SortedWords): Uint32Array => {
  const codes = new Uint32Array(codeOf.length)
  for (let word = 0; word < codeOf.length; word++) codes[placeOf[word] as number] = codeOf[word] as number
  return codes
}

const isDenseList = (lines: Uint32Array, at: number): boolean =>
  isDense(lines[at + ROWS] as number, lines[at + AS_BYTES] as number, lines[at + AS_VARINTS] as number)

const listBytes = (lines: Uint32Array, at: number): number =>
  lines[at + (isDenseList(lines, at) ? AS_BYTES : AS_VARINTS)] as number

const lengthOf = (lines: Uint32Array, line: number): number => {
  let length = 1 + varintLength(lines[line + TOTAL] as number) + varintLength(lines[line + SOLOS] as number)
  for (let list = 0; list < LISTS; list++) {
    const at = listAt(line, list)
    const rows = lines[at + ROWS] as number
    if (rows === 0) continue
    const bytes = listBytes(lines, at)
    length += varintLength(rows * 2) + varintLength(bytes) + bytes
  }
  return length + (lines[line + SOLO_BYTES] as number)
}

/** Before a pass: no rows yet. Companies are counted from the first of them on, so that they can be read without the persons. */
const startLists = (lines: Uint32Array, line: number, persons: number): void => {
  lines[line + LAST] = 0
  lines[line + HALF + LAST] = 0
  lines[line + LAST_SOLO] = 0
  for (let list = 0; list < LISTS; list++) lines[listAt(line, list) + LIST_LAST] = list < SPOTS ? 0 : persons
}

const measure = (reader: ForwardReader, lines: Uint32Array, { rows, persons }: Size): void => {
  const add = (row: number, at: number): void => {
    const gap = row + 1 - (lines[at + LIST_LAST] as number)
    lines[at + LIST_LAST] = row + 1
    lines[at + ROWS]!++
    lines[at + AS_BYTES]! += byteGapLength(gap)
    lines[at + AS_VARINTS]! += varintLength(gap)
  }
  for (let line = 0; line < lines.length; line += LINE) startLists(lines, line, persons)
  reader.rewind()
  for (let row = 0; row < rows; row++) {
    const half = row < persons ? 0 : HALF
    reader.next()
    const first = reader.core[0] as number
    const second = reader.coreCount > 1 ? (reader.core[1] as number) : -1
    for (let i = 0; i < reader.count; i++) {
      const word = reader.words[i] as number
      const line = word * LINE + half
      if (lines[line + LAST] === row + 1) continue
      lines[line + LAST] = row + 1
      lines[line + TOTAL]!++
      if (word === first) add(row, listAt(line, FIRST))
      if (word === second) add(row, listAt(line, SECOND))
      else if (word !== first) add(row, listAt(line, FURTHER))
    }
    if (reader.coreCount !== 1) continue
    const solo = first * LINE
    lines[solo + SOLO_BYTES]! += varintLength(row + 1 - (lines[solo + LAST_SOLO] as number))
    lines[solo + SOLOS]!++
    lines[solo + LAST_SOLO] = row + 1
  }
}

/** Writes the head of a word and turns its lines into cursors. */
const writeHead = (bytes: Uint8Array, start: number, lines: Uint32Array, line: number, persons: number): void => {
  let at = putVarint(bytes, start + 1, lines[line + TOTAL] as number)
  at = putVarint(bytes, at, lines[line + SOLOS] as number)
  for (let list = 0; list < LISTS; list++) {
    const numbers = listAt(line, list)
    const rows = lines[numbers + ROWS] as number
    if (rows === 0) continue
    const dense = isDenseList(lines, numbers) ? 1 : 0
    const length = listBytes(lines, numbers)
    lines[numbers + DENSE] = dense
    // Its length for now: where it begins is known when the head is complete.
    lines[numbers + CURSOR] = length
    bytes[start]! |= 1 << list
    at = putVarint(bytes, at, rows * 2 + dense)
    at = putVarint(bytes, at, length)
  }
  for (let list = 0; list < LISTS; list++) {
    const numbers = listAt(line, list)
    const length = lines[numbers + CURSOR] as number
    lines[numbers + CURSOR] = at
    at += length
  }
  lines[line + SOLO_CURSOR] = at
  startLists(lines, line, persons)
}

const fill = (reader: ForwardReader, bytes: Uint8Array, lines: Uint32Array, { rows, persons }: Size): RowMarks => {
  const marks = new RowMarks(rows)
  const add = (row: number, at: number): void => {
    const gap = row + 1 - (lines[at + LIST_LAST] as number)
    lines[at + LIST_LAST] = row + 1
    const cursor = lines[at + CURSOR] as number
    lines[at + CURSOR] = lines[at + DENSE] ? putByteGap(bytes, cursor, gap) : putVarint(bytes, cursor, gap)
  }
  reader.rewind()
  for (let row = 0; row < rows; row++) {
    const half = row < persons ? 0 : HALF
    reader.next()
    const first = reader.core[0] as number
    const second = reader.coreCount > 1 ? (reader.core[1] as number) : -1
    let repeats = false
    for (let i = 0; i < reader.count; i++) {
      const word = reader.words[i] as number
      const line = word * LINE + half
      if (lines[line + LAST] === row + 1) {
        repeats = true
        continue
      }
      lines[line + LAST] = row + 1
      if (word === first) add(row, listAt(line, FIRST))
      if (word === second) add(row, listAt(line, SECOND))
      else if (word !== first) add(row, listAt(line, FURTHER))
    }
    marks.note(row, reader, repeats)
    if (reader.coreCount !== 1) continue
    const solo = first * LINE
    const gap = row + 1 - (lines[solo + LAST_SOLO] as number)
    lines[solo + SOLO_CURSOR] = putVarint(bytes, lines[solo + SOLO_CURSOR] as number, gap)
    lines[solo + LAST_SOLO] = row + 1
  }
  return marks
}

const putByteGap = (bytes: Uint8Array, at: number, gap: number): number => {
  for (; gap >= SKIP; gap -= SKIP) bytes[at++] = SKIP
  bytes[at++] = gap
  return at
}

const putVarint = (bytes: Uint8Array, at: number, value: number): number => {
  while (value > 0x7f) {
    bytes[at++] = (value & 0x7f) | 0x80
    value >>>= 7
  }
  bytes[at++] = value
  return at
}
