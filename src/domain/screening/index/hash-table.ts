/**
 * Hash → values, in typed arrays that can be written to disk as they are. A bucket holds whatever shares its low bits, a
 * tag keeps the high ones. Different keys may still share a hash: readers compare what they find.
 */
export interface HashTable {
  starts: Uint32Array
  values: Uint32Array
  tags: Uint16Array
  mask: number
}

/** Copies the values of a hash into `into` and returns how many there are; what does not fit is left out. */
export const findValues = (table: HashTable, hash: number, into: Uint32Array): number => {
  const bucket = hash & table.mask
  const end = table.starts[bucket + 1] as number
  const tag = hash >>> 16
  let found = 0
  for (let at = table.starts[bucket] as number; at < end && found < into.length; at++)
    if (table.tags[at] === tag) into[found++] = table.values[at] as number
  return found
}

/** Calls `take` with each value of a hash until it returns something, and returns that. */
export const eachValue = <T>(table: HashTable, hash: number, take: (value: number) => T | undefined): T | undefined => {
  const bucket = hash & table.mask
  const end = table.starts[bucket + 1] as number
  const tag = hash >>> 16
  for (let at = table.starts[bucket] as number; at < end; at++) {
    if (table.tags[at] !== tag) continue
    const taken = take(table.values[at] as number)
    if (taken !== undefined) return taken
  }
  return undefined
}

const FIRST_SIZE = 1 << 16
const MIN_BUCKETS = 1_024

/** Collects pairs of hash and value, then makes a table of them. */
export class HashTableBuilder {
  #hashes = new Uint32Array(FIRST_SIZE)
  #values = new Uint32Array(FIRST_SIZE)
  #length = 0

  add(hash: number, value: number): void {
    if (this.#length === this.#hashes.length) this.#grow()
    this.#hashes[this.#length] = hash
    this.#values[this.#length++] = value
  }

  /** A counting sort by bucket: values of one bucket keep the order in which they were added. */
  build(): HashTable {
    const hashes = this.#hashes
    const length = this.#length
    const starts = this.#bucketStarts()
    const mask = starts.length - 2
    const next = starts.slice(0, -1)
    const values = new Uint32Array(length)
    const tags = new Uint16Array(length)
    for (let at = 0; at < length; at++) {
      const hash = hashes[at] as number
      const target = next[hash & mask] as number
      values[target] = this.#values[at] as number
      tags[target] = hash >>> 16
      next[hash & mask] = target + 1
    }
    return { starts, values, tags, mask }
  }

  #bucketStarts(): Uint32Array {
    let buckets = MIN_BUCKETS
    while (buckets < this.#length) buckets *= 2
    const starts = new Uint32Array(buckets + 1)
    for (let at = 0; at < this.#length; at++) {
      const bucket = ((this.#hashes[at] as number) & (buckets - 1)) + 1
      starts[bucket] = (starts[bucket] as number) + 1
    }
    for (let at = 0; at < buckets; at++) starts[at + 1] = (starts[at + 1] as number) + (starts[at] as number)
    return starts
  }

  #grow(): void {
    const hashes = new Uint32Array(this.#length * 2)
    const values = new Uint32Array(this.#length * 2)
    hashes.set(this.#hashes)
    values.set(this.#values)
    this.#hashes = hashes
    this.#values = values
  }
}
