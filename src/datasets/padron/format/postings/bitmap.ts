import { bitCount, firstShared, intersect, intersectCounted, intersectListed } from './bitmap-loops.ts'

/** How many 32-bit words a bitmap of so many rows takes. */
export const bitmapLength = (rows: number): number => Math.ceil(rows / 32) + 1

/** A set of rows, one bit each: intersects millions of rows in a fraction of a millisecond. */
export class Bitmap {
  /** Signed, because V8 keeps unsigned values past 2^31 as floating-point numbers. */
  readonly bits: Int32Array

  constructor(bits: Int32Array) {
    this.bits = bits
  }

  static empty(rows: number): Bitmap {
    return new Bitmap(new Int32Array(bitmapLength(rows)))
  }

  // The next six methods work on whole words: some rows just outside `from` to `to` are changed as well.

  clear(from: number, to: number): void {
    this.bits.fill(0, from >>> 5, wordAfter(to))
  }

  copyFrom(other: Bitmap, from: number, to: number): void {
    this.bits.set(other.bits.subarray(from >>> 5, wordAfter(to)), from >>> 5)
  }

  intersect(other: Bitmap, from: number, to: number): void {
    intersect(this.bits, other.bits, from >>> 5, wordAfter(to))
  }

  /** Returns how many rows are left. */
  intersectCounted(other: Bitmap, from: number, to: number): number {
    return intersectCounted(this.bits, other.bits, from >>> 5, wordAfter(to))
  }

  /** The same, and puts the first of them into `rows`, ascending; returns how many these are, too. */
  intersectListed(other: Bitmap, from: number, to: number, rows: Uint32Array): { count: number; listed: number } {
    const end = wordAfter(to)
    const [reached, listed] = intersectListed(this.bits, other.bits, [from >>> 5, end], rows)
    return { count: listed + intersectCounted(this.bits, other.bits, reached, end), listed }
  }

  subtract(other: Bitmap, from: number, to: number): void {
    const end = wordAfter(to)
    const [bits, removed] = [this.bits, other.bits]
    for (let i = from >>> 5; i < end; i++) bits[i] = (bits[i] as number) & ~(removed[i] as number)
  }

  /** How many rows there are from `from` up to `to`, and exactly those. */
  count(from: number, to: number): number {
    if (from >= to) return 0
    const bits = this.bits
    const [first, last] = [from >>> 5, to >>> 5]
    const head = -1 << (from & 31)
    const tail = (1 << (to & 31)) - 1
    if (first === last) return bitCount((bits[first] as number) & head & tail)
    const ends = bitCount((bits[first] as number) & head) + bitCount((bits[last] as number) & tail)
    // The intersection of a bitmap with itself is all its rows.
    return ends + intersectCounted(bits, bits, first + 1, last)
  }

  /** Puts the first rows from `from` up to `to` into `rows`, ascending, as many as fit; returns how many. */
  take(from: number, to: number, rows: Uint32Array): number {
    return this.takeShared(this, from, to, rows)
  }

  /** The same for the rows that another bitmap has as well. */
  takeShared(other: Bitmap, from: number, to: number, rows: Uint32Array): number {
    const [first, last, end] = [from >>> 5, to >>> 5, wordAfter(to)]
    let taken = 0
    for (let at = first; at < end && taken < rows.length; at++) {
      at = firstShared(this.bits, other.bits, at, end)
      if (at >= end) break
      let word = (this.bits[at] as number) & (other.bits[at] as number)
      if (at === first) word &= -1 << (from & 31)
      if (at === last) word &= (1 << (to & 31)) - 1
      taken = takeWord(word, at << 5, rows, taken)
    }
    return taken
  }
}

/** Returns rows in ascending order, as many at a time as fit into the array; 0 when there are no more. */
export type RowCursor = (into: Uint32Array) => number

/** A cursor over the rows that both bitmaps have; for one bitmap alone, give it twice. */
export const rowCursor = (bitmap: Bitmap, other: Bitmap, from: number, to: number): RowCursor => {
  let next = from
  return (into) => {
    const count = bitmap.takeShared(other, next, to, into)
    if (count > 0) next = (into[count - 1] as number) + 1
    return count
  }
}

const wordAfter = (to: number): number => (to + 31) >>> 5

const takeWord = (word: number, base: number, rows: Uint32Array, taken: number): number => {
  while (word !== 0 && taken < rows.length) {
    rows[taken++] = base + 31 - Math.clz32(word & -word)
    word &= word - 1
  }
  return taken
}
