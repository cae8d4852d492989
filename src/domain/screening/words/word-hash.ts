/** Keeps kinds of keys apart that share a hash table. */
export const SALT = {
  spelling: 1,
  sound: 2,
  consonants: 3,
  joined: 4,
  acronym: 5,
  relation: 6,
  chinese: 7,
  roman: 8,
  legalWord: 9,
  term: 10,
  document: 11,
  set: 77,
} as const

const BASE = 0x9e3779b1
const SALT_FACTOR = 0x85ebca77

const POWERS = new Int32Array(256)
POWERS[0] = 1
for (let at = 1; at < POWERS.length; at++) POWERS[at] = Math.imul(POWERS[at - 1] as number, BASE)

const powerOf = (letters: number): number => {
  let power = POWERS[Math.min(letters, POWERS.length - 1)] as number
  for (let at = POWERS.length - 1; at < letters; at++) power = Math.imul(power, BASE)
  return power
}

/** The last step of MurmurHash3: every bit of the input changes about half of the output. */
const mixBits = (hash: number): number => {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A rolling hash with one letter more at its end. */
export const appendLetter = (rolling: number, code: number): number => (Math.imul(rolling, BASE) + code) | 0

/**
 * The rolling (polynomial) hash of a word. The hashes of the word without a letter, and of two words written together,
 * follow from it without reading the letters again.
 */
export const rollingHash = (word: string): number => {
  let rolling = 0
  for (let at = 0; at < word.length; at++) rolling = appendLetter(rolling, word.charCodeAt(at))
  return rolling
}

/** The rolling hash of two words written together. */
export const concatHashes = (first: number, second: number, secondLength: number): number =>
  (Math.imul(first, powerOf(secondLength)) + second) | 0

/** The key of a rolling hash in a table. */
export const saltedHash = (rolling: number, salt: number): number =>
  mixBits((rolling + Math.imul(salt, SALT_FACTOR)) | 0)

export const hashWord = (word: string, salt: number): number => saltedHash(rollingHash(word), salt)

/** Calls `take` with the hash of the word without each of its letters in turn. */
export const eachDeletionHash = (word: string, salt: number, take: (hash: number, deleted: number) => void): void => {
  const whole = rollingHash(word)
  let before = 0
  for (let at = 0; at < word.length; at++) {
    const power = powerOf(word.length - 1 - at)
    const through = appendLetter(before, word.charCodeAt(at))
    take(saltedHash((whole + Math.imul(before - through, power)) | 0, salt), at)
    before = through
  }
}

/** A hash of a set of words that does not depend on their order. Different sets may share it: readers compare the words. */
export const hashWordSet = (words: readonly string[]): number => {
  let sum = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    if (words.indexOf(word) === at) sum = (sum + hashWord(word, SALT.set)) >>> 0
  }
  return sum
}
