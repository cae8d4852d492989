const SPREAD = 0x9e3779b1

/**
 * Numbers → numbers, in a table no wider than what one question puts into it: what a question pushes out of the
 * processor's cache is what a request costs most.
 */
export class NumberTable {
  private readonly keys: Uint32Array
  private readonly values: Uint32Array
  private mask = 0

  constructor(most: number) {
    this.keys = new Uint32Array(widthFor(most))
    this.values = new Uint32Array(this.keys.length)
  }

  /** Empties it, and makes room for as many as `expected`. */
  start(expected: number): void {
    this.keys.fill(0, 0, this.mask + 1)
    this.mask = Math.min(widthFor(expected), this.keys.length) - 1
  }

  /** What is filed under a number, or -1. */
  get(key: number): number {
    const { keys, mask } = this
    for (let slot = homeOf(key) & mask; ; slot = (slot + 1) & mask) {
      const found = keys[slot] as number
      if (found === key + 1) return this.values[slot] as number
      if (found === 0) return -1
    }
  }

  put(key: number, value: number): void {
    const { keys, mask } = this
    let slot = homeOf(key) & mask
    while (keys[slot] !== 0 && keys[slot] !== key + 1) slot = (slot + 1) & mask
    keys[slot] = key + 1
    this.values[slot] = value
  }
}

const homeOf = (key: number): number => Math.imul(key, SPREAD) >>> 13

/** Never more than half full. */
const widthFor = (count: number): number => {
  let width = 64
  while (width < 2 * count) width *= 2
  return width
}
