/** Made-up chance: the same seed always draws the same numbers, so every sandbox holds the same people. */
export interface Chance {
  /** A number from 0 up to, and without, `limit`. */
  below(limit: number): number
  /** True once in `times`. */
  onceIn(times: number): boolean
  /** Any of them, all alike. */
  oneOf<Item>(items: readonly Item[]): Item
  /** One of them, the first ones far more often, as with surnames. */
  common<Item>(items: readonly Item[]): Item
}

export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    onceIn: (times) => below(times) === 0,
    oneOf: (items) => items[below(items.length)] as (typeof items)[number],
    // Rank r is drawn about as often as 1/r: the inverse of the logarithm that sums it.
    common: (items) => items[Math.floor((items.length + 1) ** next()) - 1] as (typeof items)[number],
  }
}
