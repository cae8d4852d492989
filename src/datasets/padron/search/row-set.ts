// Loops over the whole register are cut into runs of this many steps: short functions that are called often are compiled
// well and stay so, one long loop is thrown back to slow code whenever it ends.
const RUN = 4096

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

  clear(): void {
    this.bits.fill(0)
  }

  copy(other: RowSet): void {
    this.bits.set(other.bits)
  }

  /** Makes this the rows that both of two sets have. */
  becomeBoth(one: RowSet, two: RowSet): void {
    const length = this.bits.length
    for (let from = 0; from < length; from += RUN)
      bothRun(this.bits, one.bits, two.bits, from, Math.min(from + RUN, length))
  }

  keepOnlyBoth(one: RowSet, two: RowSet): void {
    const length = this.bits.length
    for (let from = 0; from < length; from += RUN)
      intersectBothRun(this.bits, one.bits, two.bits, from, Math.min(from + RUN, length))
  }

  /** Returns how many are left. */
  keepOnly(other: RowSet): number {
    const length = this.bits.length
    let left = 0
    for (let from = 0; from < length; from += RUN)
      left += intersectRun(this.bits, other.bits, from, Math.min(from + RUN, length))
    return left
  }

  remove(other: RowSet): void {
    const length = this.bits.length
    for (let from = 0; from < length; from += RUN) removeRun(this.bits, other.bits, from, Math.min(from + RUN, length))
  }

  /** How many rows from `from` (included) to `to` (left out). */
  count(from: number, to: number): number {
    if (from >= to) return 0
    const bits = this.bits
    const [first, last] = [from >>> 5, to >>> 5]
    const head = -1 << (from & 31)
    const tail = (1 << (to & 31)) - 1
    if (first === last) return bitCount((bits[first] as number) & head & tail)
    let sum = bitCount((bits[first] as number) & head) + bitCount((bits[last] as number) & tail)
    for (let at = first + 1; at < last; at += RUN) sum += countRun(bits, at, Math.min(at + RUN, last))
    return sum
  }

  /** Puts the first rows from `from` on and before `to` into `rows`, ascending, as many as it holds; returns how many. */
  take(from: number, to: number, rows: Uint32Array): number {
    const end = (to + 31) >>> 5
    let taken = 0
    for (let at = from >>> 5; at < end && taken < rows.length; at++) {
      at = skipEmpty(this.bits, at, end)
      if (at < end) taken = takeWord(this.bits[at] as number, at << 5, from, to, rows, taken)
    }
    return taken
  }
}

/** Hands out rows in rank order, as many at a time as fit; none when there are no more. */
export type Rows = (into: Uint32Array) => number

export const rowsOf = (set: RowSet, from: number, to: number): Rows => {
  let at = from
  return (into) => {
    const count = set.take(at, to, into)
    if (count > 0) at = (into[count - 1] as number) + 1
    return count
  }
}

const intersectRun = (mine: Int32Array, theirs: Int32Array, from: number, to: number): number => {
  let left = 0
  for (let i = from; i < to; i++) {
    const word = (mine[i] as number) & (theirs[i] as number)
    mine[i] = word
    left = (left + bitCount(word)) | 0
  }
  return left
}

const bothRun = (mine: Int32Array, one: Int32Array, two: Int32Array, from: number, to: number): void => {
  for (let i = from; i < to; i++) mine[i] = (one[i] as number) & (two[i] as number)
}

const intersectBothRun = (mine: Int32Array, one: Int32Array, two: Int32Array, from: number, to: number): void => {
  for (let i = from; i < to; i++) mine[i] = (mine[i] as number) & (one[i] as number) & (two[i] as number)
}

const removeRun = (mine: Int32Array, theirs: Int32Array, from: number, to: number): void => {
  for (let i = from; i < to; i++) mine[i] = (mine[i] as number) & ~(theirs[i] as number)
}

const countRun = (bits: Int32Array, from: number, to: number): number => {
  let sum = 0
  for (let i = from; i < to; i++) sum = (sum + bitCount(bits[i] as number)) | 0
  return sum
}

const skipEmpty = (bits: Int32Array, at: number, end: number): number => {
  while (at < end && bits[at] === 0) at++
  return at
}

const takeWord = (word: number, base: number, from: number, to: number, rows: Uint32Array, taken: number): number => {
  while (word !== 0 && taken < rows.length) {
    const row = base + 31 - Math.clz32(word & -word)
    word &= word - 1
    if (row >= to) return taken
    if (row >= from) rows[taken++] = row
  }
  return taken
}

const bitCount = (word: number): number => {
  word = (word - ((word >>> 1) & 0x55555555)) | 0
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
