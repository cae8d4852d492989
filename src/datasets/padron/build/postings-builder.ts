import { HOT_CODES } from '../forward-codes.ts'
import { ForwardReader } from '../forward-reader.ts'
import { FIRST, NOTED_LENGTHS, SECOND, SHORTEST_NOTED, SPOT_BITS } from '../posting-spots.ts'
import { wordsFor } from '../search/row-set.ts'
import { varintLength } from '../varint.ts'
import type { SortedWords } from './dictionary-builder.ts'
import type { ForwardIndex } from './forward-builder.ts'

/** For each dictionary word its rows: how many are persons, how many bytes those take, how many hold no other word; then the rows. */
export interface Postings {
  bytes: Uint8Array
  starts: Uint32Array
  /** totals[place] is the number of rows of all words before it. */
  totals: Uint32Array
  /** A bit for each row whose name repeats a word or has a legal form before its last word: there, spots do not tell all. */
  irregular: Uint32Array
  /** For each of the noted lengths a bit for each row, one set after the other. */
  ofLength: Uint32Array
}

/** One line of numbers per word, side by side in memory, because they are needed together. */
const LINE = 8
const LAST = 0
const PERSONS = 1
const PERSON_BYTES = 2
const COMPANIES = 3
const COMPANY_BYTES = 4
const LAST_SOLO = 5
const SOLOS = 6
const SOLO_BYTES = 7
/** In the writing pass two of the places are used again. */
const CURSOR = COMPANIES
const SOLO_CURSOR = SOLOS

/** Inverts the forward index in two passes, one to measure and one to write, so that nothing is held twice. */
export const writePostings = (
  forward: ForwardIndex,
  sorted: SortedWords,
  formWords: readonly number[],
  size: { rows: number; persons: number },
): Postings => {
  const words = sorted.codeOf.length
  const reader = codeReader(forward, sorted, formWords)
  // By code and not by place: the commonest words then lie together, and stay in the processor's cache.
  const lines = new Uint32Array((HOT_CODES + words) * LINE)
  measure(reader, lines, size)
  const starts = new Uint32Array(words + 1)
  const totals = new Uint32Array(words + 1)
  const codeAt = codesByPlace(sorted)
  for (let place = 0, at = 0; place < words; place++) {
    const line = (codeAt[place] as number) * LINE
    at += headLength(lines, line)
    at +=
      (lines[line + PERSON_BYTES] as number) +
      (lines[line + COMPANY_BYTES] as number) +
      (lines[line + SOLO_BYTES] as number)
    starts[place + 1] = at
    totals[place + 1] =
      (totals[place] as number) + (lines[line + PERSONS] as number) + (lines[line + COMPANIES] as number)
  }
  const bytes = new Uint8Array(starts[words] as number)
  writeHeads(bytes, starts, lines, codeAt)
  const sets = new RowMarks(size.rows)
  fill(reader, bytes, lines, size, sets)
  return { bytes, starts, totals, irregular: sets.irregular, ofLength: sets.ofLength }
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

const headLength = (lines: Uint32Array, line: number): number =>
  varintLength(lines[line + PERSONS] as number) +
  varintLength(lines[line + PERSON_BYTES] as number) +
  varintLength(lines[line + SOLOS] as number)

/** Companies are counted from the first of them on, so that they can be read without reading the persons. */
const startCompanies = (lines: Uint32Array, persons: number): void => {
  for (let line = 0; line < lines.length; line += LINE) lines[line + LAST] = persons
}

const measure = (
  reader: ForwardReader,
  lines: Uint32Array,
  { rows, persons }: { rows: number; persons: number },
): void => {
  reader.rewind()
  for (let row = 0; row < rows; row++) {
    if (row === persons) startCompanies(lines, persons)
    const count = row < persons ? PERSONS : COMPANIES
    reader.next()
    for (let i = 0; i < reader.count; i++) {
      const line = (reader.words[i] as number) * LINE
      const gap = row + 1 - (lines[line] as number)
      if (gap === 0) continue
      lines[line] = row + 1
      lines[line + count]!++
      lines[line + count + 1]! += varintLength(gap << SPOT_BITS)
    }
    if (reader.coreCount !== 1) continue
    const solo = (reader.core[0] as number) * LINE
    lines[solo + SOLO_BYTES]! += varintLength(row + 1 - (lines[solo + LAST_SOLO] as number))
    lines[solo + SOLOS]!++
    lines[solo + LAST_SOLO] = row + 1
  }
}

const writeHeads = (bytes: Uint8Array, starts: Uint32Array, lines: Uint32Array, codeAt: Uint32Array): void => {
  for (let place = 0; place < codeAt.length; place++) {
    const line = (codeAt[place] as number) * LINE
    let at = putVarint(bytes, starts[place] as number, lines[line + PERSONS] as number)
    at = putVarint(bytes, at, lines[line + PERSON_BYTES] as number)
    lines[line + CURSOR] = putVarint(bytes, at, lines[line + SOLOS] as number)
    lines[line + SOLO_CURSOR] = (starts[place + 1] as number) - (lines[line + SOLO_BYTES] as number)
    lines[line + LAST] = 0
    lines[line + LAST_SOLO] = 0
  }
}

const fill = (
  reader: ForwardReader,
  bytes: Uint8Array,
  lines: Uint32Array,
  { rows, persons }: { rows: number; persons: number },
  marks: RowMarks,
): void => {
  reader.rewind()
  for (let row = 0; row < rows; row++) {
    if (row === persons) startCompanies(lines, persons)
    reader.next()
    const first = reader.core[0] as number
    const second = reader.coreCount > 1 ? (reader.core[1] as number) : -1
    let repeats = false
    for (let i = 0; i < reader.count; i++) {
      const word = reader.words[i] as number
      const line = word * LINE
      const gap = row + 1 - (lines[line] as number)
      if (gap === 0) {
        repeats = true
        continue
      }
      lines[line] = row + 1
      const spot = (word === first ? FIRST : 0) | (word === second ? SECOND : 0)
      lines[line + CURSOR] = putVarint(bytes, lines[line + CURSOR] as number, (gap << SPOT_BITS) | spot)
    }
    marks.note(row, reader, repeats)
    if (reader.coreCount !== 1) continue
    const solo = first * LINE
    const gap = row + 1 - (lines[solo + LAST_SOLO] as number)
    lines[solo + SOLO_CURSOR] = putVarint(bytes, lines[solo + SOLO_CURSOR] as number, gap)
    lines[solo + LAST_SOLO] = row + 1
  }
}

/** Facts about whole names, a bit for each row. */
class RowMarks {
  readonly irregular: Uint32Array
  readonly ofLength: Uint32Array
  readonly #words: number

  constructor(rows: number) {
    this.#words = wordsFor(rows)
    this.irregular = new Uint32Array(this.#words)
    this.ofLength = new Uint32Array(this.#words * NOTED_LENGTHS)
  }

  note(row: number, { core, coreCount, words, count }: ForwardReader, repeats: boolean): void {
    let irregular = repeats
    if (count !== coreCount) for (let i = 0; i < coreCount; i++) if (words[i] !== core[i]) irregular = true
    if (irregular) this.irregular[row >>> 5]! |= 1 << row
    const noted = coreCount - SHORTEST_NOTED
    if (noted >= 0 && noted < NOTED_LENGTHS) this.ofLength[noted * this.#words + (row >>> 5)]! |= 1 << row
  }
}

const putVarint = (bytes: Uint8Array, at: number, value: number): number => {
  while (value > 0x7f) {
    bytes[at++] = (value & 0x7f) | 0x80
    value >>>= 7
  }
  bytes[at++] = value
  return at
}
