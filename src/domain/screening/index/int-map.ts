const HASH_FACTOR = 0x9e3779b1

/**
 * Numbers → numbers, emptied and reused for each question. Kept small, because cache misses dominate a question's
 * cost.
 */
export class IntMap {
  readonly #keys: Uint32Array
  readonly #values: Uint32Array
  #mask = 0

  constructor(capacity: number) {
    this.#keys = new Uint32Array(widthFor(capacity))
    this.#values = new Uint32Array(this.#keys.length)
  }

  /** Empties it and makes room for `expected` entries. */
  reset(expected: number): void {
    this.#keys.fill(0, 0, this.#mask + 1)
    this.#mask = Math.min(widthFor(expected), this.#keys.length) - 1
  }

  /** The value of a key, or -1. */
  get(key: number): number {
    const keys = this.#keys
    const mask = this.#mask
    for (let slot = firstSlot(key) & mask; ; slot = (slot + 1) & mask) {
      const found = keys[slot] as number
      if (found === key + 1) return this.#values[slot] as number
      if (found === 0) return -1
    }
  }

  set(key: number, value: number): void {
    const keys = this.#keys
    const mask = this.#mask
    let slot = firstSlot(key) & mask
    while (keys[slot] !== 0 && keys[slot] !== key + 1) slot = (slot + 1) & mask
    keys[slot] = key + 1
    this.#values[slot] = value
  }
}

const firstSlot = (key: number): number => Math.imul(key, HASH_FACTOR) >>> 13

/** A power of two, so that it is never more than half full. */
const widthFor = (count: number): number => {
  let width = 64
  while (width < 2 * count) width *= 2
  return width
}
