import { Failure } from '../../../../kernel/errors.ts'
import { MAX_WORDS } from '../../format/forward-index.ts'

const HASH_SEED = 0x811c9dc5
const HASH_PRIME = 0x01000193

export const HASH_START = HASH_SEED
export const hashByte = (hash: number, byte: number): number => Math.imul(hash ^ byte, HASH_PRIME)

/** Numbers distinct byte strings in the order of their first appearance and counts them. */
export class WordTable {
  size = 0
  bytes = new Uint8Array(1 << 20)
  /** Word n lies at starts[n] to starts[n + 1]. */
  starts = new Uint32Array(1 << 16)
  counts = new Uint32Array(1 << 16)
  #hashes = new Int32Array(1 << 16)
  #slots = new Uint32Array(1 << 18)

  /** The number of the word in `source[from, to)`, whose hash was made byte by byte while reading it. */
  number(source: Uint8Array, from: number, to: number, hash: number): number {
    hash ^= hash >>> 15
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (;;) {
      const found = (this.#slots[slot] as number) - 1
      if (found < 0) break
      if (this.#hashes[found] === hash && this.equals(found, source, from, to)) {
        this.counts[found]!++
        return found
      }
      slot = (slot + 1) & mask
    }
    return this.#add(slot, source, from, to, hash)
  }

  numberOf(word: string): number {
    const bytes = Buffer.from(word, 'latin1')
    return this.numberOfBytes(bytes, 0, bytes.length)
  }

  numberOfBytes(source: Uint8Array, from: number, to: number): number {
    let hash = HASH_START
    for (let i = from; i < to; i++) hash = hashByte(hash, source[i] as number)
    return this.number(source, from, to, hash)
  }

  text(word: number): string {
    return Buffer.from(this.bytes.buffer).toString('latin1', this.starts[word], this.starts[word + 1])
  }

  equals(word: number, source: Uint8Array, from: number, to: number): boolean {
    const start = this.starts[word] as number
    if ((this.starts[word + 1] as number) - start !== to - from) return false
    for (let i = from, j = start; i < to; i++, j++) if (source[i] !== this.bytes[j]) return false
    return true
  }

  #add(slot: number, source: Uint8Array, from: number, to: number, hash: number): number {
    const word = this.size++
    if (word >= MAX_WORDS) throw new Failure('upstream-changed', DEMASIADAS_PALABRAS, { detail: 'too many words' })
    const start = this.starts[word] as number
    const end = start + to - from
    if (end > this.bytes.length) this.bytes = widened(this.bytes, Uint8Array)
    if (word + 2 > this.starts.length) this.#widen()
    this.bytes.set(source.subarray(from, to), start)
    this.starts[word + 1] = end
    this.counts[word] = 1
    this.#hashes[word] = hash
    this.#slots[slot] = word + 1
    if (this.size * 2 > this.#slots.length) this.#rehash()
    return word
  }

  #widen(): void {
    this.starts = widened(this.starts, Uint32Array)
    this.counts = widened(this.counts, Uint32Array)
    this.#hashes = widened(this.#hashes, Int32Array)
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 4)
    const mask = slots.length - 1
    for (let word = 0; word < this.size; word++) {
      let slot = (this.#hashes[word] as number) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = word + 1
    }
    this.#slots = slots
  }
}

const DEMASIADAS_PALABRAS = 'El padrón tiene más palabras distintas que las que un registro puede tener'

interface Growable<T> {
  readonly length: number
  set(from: T): void
}

/** The same numbers in an array of twice the length. */
export const widened = <T extends Growable<T>>(array: T, Kind: new (length: number) => T): T => {
  const wider = new Kind(array.length * 2)
  wider.set(array)
  return wider
}
