/** Pseudo-random numbers: the same seed gives the same numbers on every machine. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number
  /** True with this probability. */
  chance(share: number): boolean
  /** True once in so many times, on average. */
  onceIn(times: number): boolean
  /** Any of them, all equally likely. */
  pick<Item>(items: readonly Item[]): Item
  /** One of them; the n-th about 1/n as often as the first, as with surnames. */
  pickByRank<Item>(items: readonly Item[]): Item
}

/** The generator of the sandbox, the tests and the benchmarks (mulberry32). */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0
  return randomFrom(() => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  })
}

/** The older generator of the invented lists (Lehmer). It stays for them alone, because another one would change the lists. */
export const lehmerRandom = (seed: number): Random =>
  randomFrom(() => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647)

const randomFrom = (next: () => number): Random => {
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (share) => next() < share,
    onceIn: (times) => below(times) === 0,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    // The inverse of the logarithm, which is about the sum of 1/n.
    pickByRank: (items) => items[Math.floor((items.length + 1) ** next()) - 1] as (typeof items)[number],
  }
}
