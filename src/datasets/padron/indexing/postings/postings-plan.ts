import { byteGapLength, isDense } from '../../format/postings/deltas.ts'
import { LISTS, SPOTS } from '../../format/postings/posting-lists.ts'
import { varintLength } from '../../format/varint.ts'
import { sharedArray } from '../shared-memory.ts'
import {
  AS_BYTES,
  AS_VARINTS,
  firstAt,
  HALF,
  LAST,
  LAST_SOLO,
  LINE,
  LIST_LAST,
  listAt,
  type PostingCounts,
  ROWS,
  SOLO,
  SOLO_BYTES,
  SOLOS,
  TOTAL,
} from './posting-counts.ts'
import { CURSOR, DENSE, putVarint, SOLO_CURSOR } from './postings-writer.ts'

/**
 * For each dictionary word: which of its lists have rows, how many rows are persons, how many hold no other word; of each
 * list its length (in the lowest bit whether it is dense) and its bytes; then the lists, and the rows without other words.
 */
export interface Postings {
  bytes: Uint8Array
  starts: Uint32Array
  /** totals[place] is the number of rows of all words before it. */
  totals: Uint32Array
}

/** Makes room for all lists, writes their heads, and turns the counts of every part into cursors to write its rows at. */
export const planPostings = (parts: readonly PostingCounts[], codeAt: Uint32Array, persons: number): Postings => {
  const plan = new WordPlan(parts, persons)
  const words = codeAt.length
  const starts = new Uint32Array(words + 1)
  const totals = new Uint32Array(words + 1)
  for (let place = 0; place < words; place++) {
    plan.add(codeAt[place] as number)
    starts[place + 1] = (starts[place] as number) + plan.length
    totals[place + 1] = (totals[place] as number) + plan.persons + plan.companies
  }
  const bytes = sharedArray(Uint8Array, starts[words] as number)
  for (let place = 0; place < words; place++) {
    plan.add(codeAt[place] as number)
    plan.place(plan.writeHead(bytes, starts[place] as number))
  }
  return { bytes, starts, totals }
}

/** The lists of one word, added up over all parts. */
class WordPlan {
  persons = 0
  companies = 0
  /** Of the word's whole entry, in bytes. */
  length = 0
  readonly #parts: readonly PostingCounts[]
  readonly #firstCompany: number
  #word = 0
  #solos = 0
  #soloBytes = 0
  readonly #rows = new Uint32Array(LISTS)
  readonly #bytes = new Uint32Array(LISTS)
  readonly #dense = new Uint8Array(LISTS)

  constructor(parts: readonly PostingCounts[], firstCompany: number) {
    this.#parts = parts
    this.#firstCompany = firstCompany
  }

  add(word: number): void {
    this.#word = word
    this.persons = this.#sum(TOTAL)
    this.companies = this.#sum(HALF + TOTAL)
    this.#solos = this.#sum(SOLOS)
    this.#soloBytes = this.#sum(SOLO_BYTES)
    this.#eachPart(SOLO, 0, LAST_SOLO, (_lines, gap) => {
      this.#soloBytes += varintLength(gap)
    })
    this.length = 1 + varintLength(this.persons) + varintLength(this.#solos) + this.#soloBytes
    for (let list = 0; list < LISTS; list++) this.#addList(list)
  }

  #addList(list: number): void {
    const at = listAt(0, list)
    let [rows, asBytes, asVarints] = [0, 0, 0]
    this.#eachPart(list, this.#before(list), at + LIST_LAST, (lines, gap, line) => {
      rows += lines[line + at + ROWS] as number
      asBytes += byteGapLength(gap) + (lines[line + at + AS_BYTES] as number)
      asVarints += varintLength(gap) + (lines[line + at + AS_VARINTS] as number)
    })
    const dense = isDense(rows, asBytes, asVarints)
    const bytes = dense ? asBytes : asVarints
    this.#rows[list] = rows
    this.#dense[list] = dense ? 1 : 0
    this.#bytes[list] = bytes
    if (rows > 0) this.length += varintLength(rows * 2) + varintLength(bytes) + bytes
  }

  /** Returns where the lists begin. */
  writeHead(into: Uint8Array, start: number): number {
    let at = putVarint(into, start + 1, this.persons)
    at = putVarint(into, at, this.#solos)
    for (let list = 0; list < LISTS; list++) {
      const rows = this.#rows[list] as number
      if (rows === 0) continue
      into[start]! |= 1 << list
      at = putVarint(into, at, rows * 2 + (this.#dense[list] as number))
      at = putVarint(into, at, this.#bytes[list] as number)
    }
    return at
  }

  /** Tells every part where in each list its rows begin, and which row comes before them. */
  place(at: number): void {
    for (let list = 0; list < LISTS; list++) {
      const numbers = listAt(0, list)
      const dense = this.#dense[list] as number
      this.#eachPart(list, this.#before(list), numbers + LIST_LAST, (lines, gap, line, before) => {
        const from = line + numbers
        const length = dense
          ? byteGapLength(gap) + (lines[from + AS_BYTES] as number)
          : varintLength(gap) + (lines[from + AS_VARINTS] as number)
        lines[from + LIST_LAST] = before
        lines[from + CURSOR] = at
        lines[from + DENSE] = dense
        at += length
      })
    }
    this.#eachPart(SOLO, 0, LAST_SOLO, (lines, gap, line, before) => {
      lines[line + LAST_SOLO] = before
      lines[line + SOLO_CURSOR] = at
      at += varintLength(gap) + (lines[line + SOLO_BYTES] as number)
    })
    const line = this.#word * LINE
    for (const { lines } of this.#parts) {
      lines[line + LAST] = 0
      lines[line + HALF + LAST] = 0
    }
  }

  /** Companies are counted from the first of them on, so that they can be read without the persons. */
  #before(list: number): number {
    return list < SPOTS ? 0 : this.#firstCompany
  }

  #sum(number: number): number {
    let sum = 0
    for (const { lines } of this.#parts) sum += lines[this.#word * LINE + number] as number
    return sum
  }

  /** Calls `take` for the parts that have rows in the list, with the gap to the row `before` them. */
  #eachPart(
    list: number,
    before: number,
    lastAt: number,
    take: (lines: Uint32Array, gap: number, line: number, before: number) => void,
  ): void {
    const line = this.#word * LINE
    for (const { lines, firsts } of this.#parts) {
      const first = firsts[firstAt(this.#word, list)] as number
      if (first === 0) continue
      const last = lines[line + lastAt] as number
      take(lines, first - before, line, before)
      before = last
    }
  }
}
