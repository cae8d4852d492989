/** Keeps kinds of keys apart that share a table. */
export const SALT = { letters: 1, sound: 2, consonants: 3, joined: 4, set: 77 } as const

const PRIME = 0x01000193
const BASIS = 0x811c9dc5

const stir = (hash: number): number => {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A hash of the letters of a word but for the one at `without` (-1: all of them); `salt` keeps kinds of keys apart. */
export const hashWord = (word: string, salt: number, without = -1): number => {
  let hash = BASIS ^ salt
  for (let at = 0; at < word.length; at++) if (at !== without) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME)
  return stir(hash)
}

/** The hash of two or three words written together. */
export const hashJoined = (salt: number, first: string, second: string, third = ''): number => {
  let hash = BASIS ^ salt
  for (let at = 0; at < first.length; at++) hash = Math.imul(hash ^ first.charCodeAt(at), PRIME)
  for (let at = 0; at < second.length; at++) hash = Math.imul(hash ^ second.charCodeAt(at), PRIME)
  for (let at = 0; at < third.length; at++) hash = Math.imul(hash ^ third.charCodeAt(at), PRIME)
  return stir(hash)
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
export const hashSet = (words: readonly string[], hashes: readonly number[] = words.map(hashInSet)): number => {
  let sum = 0
  for (let at = 0; at < words.length; at++) {
    if (words.indexOf(words[at] as string) < at) continue
    sum = (sum + (hashes[at] as number)) >>> 0
  }
  return sum
}
