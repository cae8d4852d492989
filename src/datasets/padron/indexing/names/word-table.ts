import { Failure } from '../../../../kernel/errors.ts'
import { MAX_TERMS } from '../../format/forward-index.ts'

export const HASH_START = 0x811c9dc5
const HASH_PRIME = 0x01000193

/** One step of FNV-1a. */
export const hashByte = (hash: number, byte: number): number => Math.imul(hash ^ byte, HASH_PRIME)

/** Gives distinct words (byte strings) their wordIds, in the order of first appearance, and counts them. */
export class WordTable {
  size = 0
  bytes = new Uint8Array(1 << 20)
  /** The word of wordId n is at starts[n] up to starts[n + 1]. */
  starts = new Uint32Array(1 << 16)
  counts = new Uint32Array(1 << 16)
  #hashes = new Int32Array(1 << 16)
  /** A slot holds a wordId plus one; 0 when it is free. */
  #slots = new Uint32Array(1 << 18)

  /** The wordId of `source[from, to)`, given the hash of its bytes. */
  idOf(source: Uint8Array, from: number, to: number, byteHash: number): number {
    const hash = byteHash ^ (byteHash >>> 15)
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const wordId = (this.#slots[slot] as number) - 1
      if (wordId < 0) {
        this.#slots[slot] = this.size + 1
        return this.#add(source.subarray(from, to), hash)
      }
      if (this.#hashes[wordId] === hash && this.equals(wordId, source, from, to)) {
        this.counts[wordId]!++
        return wordId
      }
    }
  }

  idOfText(word: string): number {
    const bytes = Buffer.from(word, 'latin1')
    return this.idOfBytes(bytes, 0, bytes.length)
  }

  idOfBytes(source: Uint8Array, from: number, to: number): number {
    let hash = HASH_START
    for (let i = from; i < to; i++) hash = hashByte(hash, source[i] as number)
    return this.idOf(source, from, to, hash)
  }

  text(wordId: number): string {
    return Buffer.from(this.bytes.buffer).toString('latin1', this.starts[wordId], this.starts[wordId + 1])
  }

  equals(wordId: number, source: Uint8Array, from: number, to: number): boolean {
    const start = this.starts[wordId] as number
    if ((this.starts[wordId + 1] as number) - start !== to - from) return false
    for (let i = from, j = start; i < to; i++, j++) if (source[i] !== this.bytes[j]) return false
    return true
  }

  #add(word: Uint8Array, hash: number): number {
    const wordId = this.size++
    if (wordId >= MAX_TERMS)
      throw new Failure(
        'upstream-changed',
        'El padrón tiene más palabras distintas que las que un registro puede tener',
        {
          detail: 'too many words',
        },
      )
    const start = this.starts[wordId] as number
    const end = start + word.length
    if (end > this.bytes.length) this.bytes = doubled(this.bytes, Uint8Array)
    if (wordId + 2 > this.starts.length) this.#grow()
    this.bytes.set(word, start)
    this.starts[wordId + 1] = end
    this.counts[wordId] = 1
    this.#hashes[wordId] = hash
    if (this.size * 2 > this.#slots.length) this.#growSlots()
    return wordId
  }

  #grow(): void {
    this.starts = doubled(this.starts, Uint32Array)
    this.counts = doubled(this.counts, Uint32Array)
    this.#hashes = doubled(this.#hashes, Int32Array)
  }

  #growSlots(): void {
    const slots = new Uint32Array(this.#slots.length * 4)
    const mask = slots.length - 1
    for (let wordId = 0; wordId < this.size; wordId++) {
      let slot = (this.#hashes[wordId] as number) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = wordId + 1
    }
    this.#slots = slots
  }
}

interface Growable<T> {
  readonly length: number
  set(from: T): void
}

/** The same numbers in an array of twice the length. */
export const doubled = <T extends Growable<T>>(array: T, Kind: new (length: number) => T): T => {
  const longer = new Kind(array.length * 2)
  longer.set(array)
  return longer
}
