// Loops over whole bitmaps. They are unrolled eight times, which is faster and makes them too long for V8 to inline: their
// callers run rarely and are therefore not optimised, and an inlined loop would not be either.

/** `target` keeps the bits that `other` has too; returns how many those are. */
export const intersectCounted = (target: Int32Array, other: Int32Array, from: number, to: number): number => {
  let [ones, twos, fours, eights] = [0, 0, 0, 0]
  let i = from
  for (; i <= to - 8; i += 8) {
    const a = (target[i] as number) & (other[i] as number)
    const b = (target[i + 1] as number) & (other[i + 1] as number)
    const c = (target[i + 2] as number) & (other[i + 2] as number)
    const d = (target[i + 3] as number) & (other[i + 3] as number)
    const e = (target[i + 4] as number) & (other[i + 4] as number)
    const f = (target[i + 5] as number) & (other[i + 5] as number)
    const g = (target[i + 6] as number) & (other[i + 6] as number)
    const h = (target[i + 7] as number) & (other[i + 7] as number)
    target[i] = a
    target[i + 1] = b
    target[i + 2] = c
    target[i + 3] = d
    target[i + 4] = e
    target[i + 5] = f
    target[i + 6] = g
    target[i + 7] = h
    // Carry-save addition (Harley-Seal): one bit count for every eight words.
    let half = ones ^ a
    const twosA = (ones & a) | (half & b)
    ones = half ^ b
    half = ones ^ c
    const twosB = (ones & c) | (half & d)
    ones = half ^ d
    half = ones ^ e
    const twosC = (ones & e) | (half & f)
    ones = half ^ f
    half = ones ^ g
    const twosD = (ones & g) | (half & h)
    ones = half ^ h
    half = twos ^ twosA
    const foursA = (twos & twosA) | (half & twosB)
    twos = half ^ twosB
    half = twos ^ twosC
    const foursB = (twos & twosC) | (half & twosD)
    twos = half ^ twosD
    half = fours ^ foursA
    eights = (eights + bitCount((fours & foursA) | (half & foursB))) | 0
    fours = half ^ foursB
  }
  let count = 8 * eights + 4 * bitCount(fours) + 2 * bitCount(twos) + bitCount(ones)
  for (; i < to; i++) {
    const word = (target[i] as number) & (other[i] as number)
    target[i] = word
    count += bitCount(word)
  }
  return count
}

/** `target` keeps the bits that `other` has too. */
export const intersect = (target: Int32Array, other: Int32Array, from: number, to: number): void => {
  let i = from
  for (; i <= to - 8; i += 8) {
    target[i] = (target[i] as number) & (other[i] as number)
    target[i + 1] = (target[i + 1] as number) & (other[i + 1] as number)
    target[i + 2] = (target[i + 2] as number) & (other[i + 2] as number)
    target[i + 3] = (target[i + 3] as number) & (other[i + 3] as number)
    target[i + 4] = (target[i + 4] as number) & (other[i + 4] as number)
    target[i + 5] = (target[i + 5] as number) & (other[i + 5] as number)
    target[i + 6] = (target[i + 6] as number) & (other[i + 6] as number)
    target[i + 7] = (target[i + 7] as number) & (other[i + 7] as number)
  }
  for (; i < to; i++) target[i] = (target[i] as number) & (other[i] as number)
}

/**
 * `target` keeps the bits that `other` has too, and their rows are put into `rows`. Stops when few places are left there;
 * returns the word that was reached and how many rows were put.
 */
export const intersectListed = (
  target: Int32Array,
  other: Int32Array,
  [from, to]: readonly [number, number],
  rows: Uint32Array,
): [reached: number, used: number] => {
  const most = rows.length - 4 * WORD_BITS
  let used = 0
  let i = from
  for (; i <= to - 4 && used <= most; i += 4) {
    const a = (target[i] as number) & (other[i] as number)
    const b = (target[i + 1] as number) & (other[i + 1] as number)
    const c = (target[i + 2] as number) & (other[i + 2] as number)
    const d = (target[i + 3] as number) & (other[i + 3] as number)
    target[i] = a
    target[i + 1] = b
    target[i + 2] = c
    target[i + 3] = d
    if ((a | b | c | d) === 0) continue
    const base = i * WORD_BITS
    used = listWord(a, base, rows, used)
    used = listWord(b, base + WORD_BITS, rows, used)
    used = listWord(c, base + 2 * WORD_BITS, rows, used)
    used = listWord(d, base + 3 * WORD_BITS, rows, used)
  }
  for (; i < to && used <= most; i++) {
    const word = (target[i] as number) & (other[i] as number)
    target[i] = word
    used = listWord(word, i * WORD_BITS, rows, used)
  }
  return [i, used]
}

const WORD_BITS = 32

const listWord = (word: number, base: number, rows: Uint32Array, used: number): number => {
  while (word !== 0) {
    rows[used++] = base + 31 - Math.clz32(word & -word)
    word &= word - 1
  }
  return used
}

/** The first word from `at` on where the two have a bit in common, or `end`. */
export const firstShared = (one: Int32Array, two: Int32Array, at: number, end: number): number => {
  for (; at <= end - 8; at += 8) {
    const shared =
      ((one[at] as number) & (two[at] as number)) |
      ((one[at + 1] as number) & (two[at + 1] as number)) |
      ((one[at + 2] as number) & (two[at + 2] as number)) |
      ((one[at + 3] as number) & (two[at + 3] as number)) |
      ((one[at + 4] as number) & (two[at + 4] as number)) |
      ((one[at + 5] as number) & (two[at + 5] as number)) |
      ((one[at + 6] as number) & (two[at + 6] as number)) |
      ((one[at + 7] as number) & (two[at + 7] as number))
    if (shared !== 0) break
  }
  while (at < end && ((one[at] as number) & (two[at] as number)) === 0) at++
  return at
}

/** How many bits of a 32-bit word are set. */
export const bitCount = (word: number): number => {
  word = (word - ((word >>> 1) & 0x55555555)) | 0
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
