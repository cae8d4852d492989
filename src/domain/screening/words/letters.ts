const A = 65

/** The set of letters and digits of a word, a bit each: A to Z are the first 26, all else shares the rest. */
export const letterSet = (word: string): number => {
  let set = 0
  for (let at = 0; at < word.length; at++) {
    const letter = word.charCodeAt(at) - A
    set |= 1 << (letter >= 0 && letter < 26 ? letter : 26 + (word.charCodeAt(at) % 6))
  }
  return set >>> 0
}

/** How many bits are set. */
export const countBits = (set: number): number => {
  let rest = set - ((set >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Words with digits match only as they are written: no edit, no sound. */
export const hasDigit = (word: string): boolean => /[0-9]/.test(word)
