/** Keeps kinds of keys apart that share a table. */
export const SALT = { letters: 1, sound: 2, consonants: 3, joined: 4, set: 77 } as const

const BASE = 0x9e3779b1
const SALTING = 0x85ebca77

const POWERS = new Int32Array(256)
POWERS[0] = 1
for (let at = 1; at < POWERS.length; at++) POWERS[at] = Math.imul(POWERS[at - 1] as number, BASE)

const powerOf = (letters: number): number => {
  let power = POWERS[Math.min(letters, POWERS.length - 1)] as number
  for (let at = POWERS.length - 1; at < letters; at++) power = Math.imul(power, BASE)
  return power
}

const stir = (hash: number): number => {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** One letter more behind those of a sum. */
export const addLetter = (sum: number, code: number): number => (Math.imul(sum, BASE) + code) | 0

/**
 * The letters of a word as one number, from which the sums of the word without a letter, and of words written together,
 * follow without reading the letters again.
 */
export const letterSum = (word: string): number => {
  let sum = 0
  for (let at = 0; at < word.length; at++) sum = addLetter(sum, word.charCodeAt(at))
  return sum
}

/** The sum of two words written together. */
export const joinSums = (first: number, second: number, secondLetters: number): number =>
  (Math.imul(first, powerOf(secondLetters)) + second) | 0

/** The hash of a sum; `salt` keeps kinds of keys apart. */
export const saltedHash = (sum: number, salt: number): number => stir((sum + Math.imul(salt, SALTING)) | 0)

export const hashWord = (word: string, salt: number): number => saltedHash(letterSum(word), salt)

/** Calls `take` with the hash of the word without each of its letters in turn. */
export const eachSlipHash = (word: string, salt: number, take: (hash: number, without: number) => void): void => {
  const whole = letterSum(word)
  let before = 0
  for (let at = 0; at < word.length; at++) {
    const power = powerOf(word.length - 1 - at)
    const through = addLetter(before, word.charCodeAt(at))
    take(saltedHash((whole + Math.imul(before - through, power)) | 0, salt), at)
    before = through
  }
}

/** Hash → values, in typed arrays: a bucket holds whatever shares its low bits, a tag keeps the high ones. Readers verify. */
export interface BucketTable {
  starts: Uint32Array
  values: Uint32Array
  tags: Uint16Array
  mask: number
}

/** Copies the values filed under a hash into `into`, and tells how many there are. */
export const lookUp = (table: BucketTable, hash: number, into: Uint32Array): number => {
  const bucket = hash & table.mask
  const end = table.starts[bucket + 1] as number
  const tag = hash >>> 16
  let found = 0
  for (let at = table.starts[bucket] as number; at < end && found < into.length; at++)
    if (table.tags[at] === tag) into[found++] = table.values[at] as number
  return found
}

/** Builds a table from parallel arrays of hashes and values. */
export const bucketTable = (hashes: Uint32Array, values: Uint32Array, length: number): BucketTable => {
  let size = 1024
  while (size < length) size *= 2
  const mask = size - 1
  const starts = new Uint32Array(size + 1)
  for (let at = 0; at < length; at++) {
    const bucket = ((hashes[at] as number) & mask) + 1
    starts[bucket] = (starts[bucket] as number) + 1
  }
  for (let at = 0; at < size; at++) starts[at + 1] = (starts[at + 1] as number) + (starts[at] as number)
  const next = starts.slice(0, size)
  const filled = new Uint32Array(length)
  const tags = new Uint16Array(length)
  for (let at = 0; at < length; at++) {
    const bucket = (hashes[at] as number) & mask
    filled[next[bucket] as number] = values[at] as number
    tags[next[bucket] as number] = (hashes[at] as number) >>> 16
    next[bucket] = (next[bucket] as number) + 1
  }
  return { starts, values: filled, tags, mask }
}

/** Growing pairs of hash and value, before they become a table. */
export class HashPairs {
  hashes = new Uint32Array(1 << 16)
  values = new Uint32Array(1 << 16)
  length = 0

  add(hash: number, value: number): void {
    if (this.length === this.hashes.length) this.grow()
    this.hashes[this.length] = hash
    this.values[this.length++] = value
  }

  table(): BucketTable {
    return bucketTable(this.hashes, this.values, this.length)
  }

  private grow(): void {
    const hashes = new Uint32Array(this.length * 2)
    const values = new Uint32Array(this.length * 2)
    hashes.set(this.hashes)
    values.set(this.values)
    this.hashes = hashes
    this.values = values
  }
}

/** The hash of a word as one of a set. */
export const hashInSet = (word: string): number => hashWord(word, SALT.set)

/** Order-free hash of a set of words: equal sets have equal sums, and readers verify. */
export const hashSet = (words: readonly string[]): number => {
  let sum = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    if (words.indexOf(word) === at) sum = (sum + hashInSet(word)) >>> 0
  }
  return sum
}
