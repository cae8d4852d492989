/**
 * The loops over the bits of all rows. They take eight numbers at a time, which is faster, and which makes them too long to
 * be built into their callers: these are called rarely and so compiled badly, and the loop with them.
 */

/** `mine` becomes the bits that both have; returns how many there are. */
export const intersectCounted = (mine: Int32Array, theirs: Int32Array, from: number, to: number): number => {
  let [ones, twos, fours, eights] = [0, 0, 0, 0]
  let i = from
  for (; i <= to - 8; i += 8) {
    const a = (mine[i] as number) & (theirs[i] as number)
    const b = (mine[i + 1] as number) & (theirs[i + 1] as number)
    const c = (mine[i + 2] as number) & (theirs[i + 2] as number)
    const d = (mine[i + 3] as number) & (theirs[i + 3] as number)
    const e = (mine[i + 4] as number) & (theirs[i + 4] as number)
    const f = (mine[i + 5] as number) & (theirs[i + 5] as number)
    const g = (mine[i + 6] as number) & (theirs[i + 6] as number)
    const h = (mine[i + 7] as number) & (theirs[i + 7] as number)
    mine[i] = a
    mine[i + 1] = b
    mine[i + 2] = c
    mine[i + 3] = d
    mine[i + 4] = e
    mine[i + 5] = f
    mine[i + 6] = g
    mine[i + 7] = h
    // Bits are added up column by column, as on paper: one count for every eight numbers.
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
    const word = (mine[i] as number) & (theirs[i] as number)
    mine[i] = word
    count += bitCount(word)
  }
  return count
}

export const intersect = (mine: Int32Array, theirs: Int32Array, from: number, to: number): void => {
  let i = from
  for (; i <= to - 8; i += 8) {
    mine[i] = (mine[i] as number) & (theirs[i] as number)
    mine[i + 1] = (mine[i + 1] as number) & (theirs[i + 1] as number)
    mine[i + 2] = (mine[i + 2] as number) & (theirs[i + 2] as number)
    mine[i + 3] = (mine[i + 3] as number) & (theirs[i + 3] as number)
    mine[i + 4] = (mine[i + 4] as number) & (theirs[i + 4] as number)
    mine[i + 5] = (mine[i + 5] as number) & (theirs[i + 5] as number)
    mine[i + 6] = (mine[i + 6] as number) & (theirs[i + 6] as number)
    mine[i + 7] = (mine[i + 7] as number) & (theirs[i + 7] as number)
  }
  for (; i < to; i++) mine[i] = (mine[i] as number) & (theirs[i] as number)
}

/** The first number from `at` on where the two have a bit in common, or `end`. */
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

export const bitCount = (word: number): number => {
  word = (word - ((word >>> 1) & 0x55555555)) | 0
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
