import { bitCount, firstShared, intersect, intersectCounted } from './bitmap-loops.ts'

/** How many numbers a set of so many rows takes. */
export const wordsFor = (rows: number): number => Math.ceil(rows / 32) + 1

/** A set of rows as one bit each: unions and intersections of millions of rows in a fraction of a millisecond. */
export class RowSet {
  /** Signed, because the engine's 32-bit arithmetic is signed: unsigned values would be turned into fractions and back. */
  readonly bits: Int32Array

  constructor(bits: Int32Array) {
    this.bits = bits
  }

  static empty(rows: number): RowSet {
    return new RowSet(new Int32Array(wordsFor(rows)))
  }

  // What follows is done for the rows from `from` to `to`; some rows on either side may be changed as well.

  clear(from: number, to: number): void {
    this.bits.fill(0, from >>> 5, lastWord(to))
  }

  copy(other: RowSet, from: number, to: number): void {
    this.bits.set(other.bits.subarray(from >>> 5, lastWord(to)), from >>> 5)
  }

  keepOnly(other: RowSet, from: number, to: number): void {
    intersect(this.bits, other.bits, from >>> 5, lastWord(to))
  }

  /** Returns how many are left. */
  keepCounted(other: RowSet, from: number, to: number): number {
    return intersectCounted(this.bits, other.bits, from >>> 5, lastWord(to))
  }

  remove(other: RowSet, from: number, to: number): void {
    const end = lastWord(to)
    const [mine, theirs] = [this.bits, other.bits]
    for (let i = from >>> 5; i < end; i++) mine[i] = (mine[i] as number) & ~(theirs[i] as number)
  }

  /** How many rows there are from `from` (included) to `to` (left out), and none beside them. */
  count(from: number, to: number): number {
    if (from >= to) return 0
    const bits = this.bits
    const [first, last] = [from >>> 5, to >>> 5]
    const head = -1 << (from & 31)
    const tail = (1 << (to & 31)) - 1
    if (first === last) return bitCount((bits[first] as number) & head & tail)
    const ends = bitCount((bits[first] as number) & head) + bitCount((bits[last] as number) & tail)
    // A set shares all its rows with itself.
    return ends + intersectCounted(bits, bits, first + 1, last)
  }

  /** Puts the first rows from `from` on and before `to` into `rows`, ascending, as many as it holds; returns how many. */
  take(from: number, to: number, rows: Uint32Array): number {
    return this.takeShared(this, from, to, rows)
  }

  /** The same for the rows that another set has as well. */
  takeShared(other: RowSet, from: number, to: number, rows: Uint32Array): number {
    const end = lastWord(to)
    let taken = 0
    for (let at = from >>> 5; at < end && taken < rows.length; at++) {
      at = firstShared(this.bits, other.bits, at, end)
      const word = (this.bits[at] as number) & (other.bits[at] as number)
      if (at < end) taken = takeWord(word, at << 5, from, to, rows, taken)
    }
    return taken
  }
}

/** Hands out rows in rank order, as many at a time as fit; none when there are no more. */
export type Rows = (into: Uint32Array) => number

/** The rows that both sets have; of one alone when it is given twice. */
export const rowsOf = (set: RowSet, other: RowSet, from: number, to: number): Rows => {
  let at = from
  return (into) => {
    const count = set.takeShared(other, at, to, into)
    if (count > 0) at = (into[count - 1] as number) + 1
    return count
  }
}

const lastWord = (to: number): number => (to + 31) >>> 5

const takeWord = (word: number, base: number, from: number, to: number, rows: Uint32Array, taken: number): number => {
  while (word !== 0 && taken < rows.length) {
    const row = base + 31 - Math.clz32(word & -word)
    word &= word - 1
    if (row >= to) return taken
    if (row >= from) rows[taken++] = row
  }
  return taken
}
