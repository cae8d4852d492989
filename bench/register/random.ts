/** A small seeded generator: the same seed makes the same register on every machine. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Draws from a list whose n-th word has a share of about (n + shift) ^ -1.15. */
export const zipfPicker = (words: readonly string[], shift: number, random: () => number): (() => string) => {
  const steps = 1 << 16
  const weights = words.map((_, place) => (place + shift) ** -1.15)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const table = new Uint32Array(steps)
  let place = 0
  let reached = (weights[0] as number) / sum
  for (let step = 0; step < steps; step++) {
    while (reached < (step + 0.5) / steps && place < words.length - 1) reached += (weights[++place] as number) / sum
    table[step] = place
  }
  const tailFrom = table[steps - 1] as number
  return () => {
    const step = Math.floor(random() * steps)
    const at = table[step] as number
    // The table's last steps each stand for many rare words.
    const next = step + 1 < steps ? (table[step + 1] as number) : Math.max(tailFrom, words.length)
    return words[at + Math.floor(random() * Math.max(1, next - at))] as string
  }
}
