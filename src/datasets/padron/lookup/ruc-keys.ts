/** The section of sorted RUCs: digits 3 to 11 as a number, ascending within each prefix, so that all eleven are compared. */
interface RucKeys {
  keys: Uint32Array
  /** Prefix p has the keys from rucPrefixStarts[p] up to rucPrefixStarts[p + 1]. */
  rucPrefixStarts: Uint32Array
}

const ZERO = 48

/** The place of a RUC among all, or -1: a binary search in the keys of its prefix. A jump table makes it shorter. */
export const findPlace = ({ keys, rucPrefixStarts }: RucKeys, ruc: string, jumps?: JumpTable): number => {
  const prefix = digits(ruc, 0, 2)
  const key = digits(ruc, 2, 11)
  if (prefix < 0 || key < 0 || ruc.length !== 11) return -1
  let low = rucPrefixStarts[prefix] as number
  let high = rucPrefixStarts[prefix + 1] as number
  const starts = jumps?.[prefix]
  if (starts) {
    high = starts[(key >>> JUMP_BITS) + 1] as number
    low = starts[key >>> JUMP_BITS] as number
  }
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] as number) < key) low = middle + 1
    else high = middle
  }
  return low < (rucPrefixStarts[prefix + 1] as number) && keys[low] === key ? low : -1
}

const digits = (text: string, from: number, to: number): number => {
  let number = 0
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - ZERO
    if (!(digit >= 0 && digit <= 9)) return -1
    number = number * 10 + digit
  }
  return number
}

const JUMP_BITS = 14
const JUMPS = Math.ceil(1e9 / (1 << JUMP_BITS)) + 1
/** Prefixes with fewer keys than this need no table. */
const MIN_KEYS = 4096
const JUMPS_PER_STEP = 8192

/** For each large prefix, where the keys with the same leading bits begin: saves two thirds of a binary search. */
export type JumpTable = (Uint32Array | undefined)[]

/** Makes the table in memory that threads share, in steps of a millisecond or two. */
export function* jumpSteps({ keys, rucPrefixStarts }: RucKeys, minKeys = MIN_KEYS): Generator<void, JumpTable> {
  const table: JumpTable = new Array(rucPrefixStarts.length - 1).fill(undefined)
  for (const prefix of table.keys()) {
    const from = rucPrefixStarts[prefix] as number
    const to = rucPrefixStarts[prefix + 1] as number
    if (to - from >= minKeys) table[prefix] = yield* jumpStarts(keys, from, to)
  }
  return table
}

function* jumpStarts(keys: Uint32Array, from: number, to: number): Generator<void, Uint32Array> {
  const starts = new Uint32Array(new SharedArrayBuffer((JUMPS + 1) * 4))
  let at = from
  for (let jump = 0; jump <= JUMPS; jump++) {
    if (jump % JUMPS_PER_STEP === 0) yield
    const least = jump * (1 << JUMP_BITS)
    // Double the step until it passes `least`, then search inside the last step.
    let step = 1
    while (at + step < to && (keys[at + step] as number) < least) step *= 2
    let high = Math.min(at + step, to)
    while (at < high) {
      const middle = (at + high) >>> 1
      if ((keys[middle] as number) < least) at = middle + 1
      else high = middle
    }
    starts[jump] = at
  }
  return starts
}
