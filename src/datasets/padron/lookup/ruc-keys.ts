/** The sorted keys of all RUCs: digits 3 to 11 within each prefix, so that all eleven digits are compared. */
export interface Keys {
  keys: Uint32Array
  keyRows: Uint32Array
  prefixStarts: Uint32Array
}

const ZERO = 48

/** The row of a RUC, or -1. `jump` tells where the keys of the same leading bits begin (see `jumpTable`). */
export const findKey = ({ keys, keyRows, prefixStarts }: Keys, ruc: string, jump?: JumpTable): number => {
  const prefix = digits(ruc, 0, 2)
  const key = digits(ruc, 2, 11)
  if (prefix < 0 || key < 0 || ruc.length !== 11) return -1
  let low = prefixStarts[prefix] as number
  let high = prefixStarts[prefix + 1] as number
  const starts = jump?.[prefix]
  if (starts) {
    high = starts[(key >>> JUMP_BITS) + 1] as number
    low = starts[key >>> JUMP_BITS] as number
  }
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] as number) < key) low = middle + 1
    else high = middle
  }
  return low < (prefixStarts[prefix + 1] as number) && keys[low] === key ? (keyRows[low] as number) : -1
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
const WORTH_A_TABLE = 4096

/** For each large prefix, where the keys with the same leading bits begin: saves two thirds of a binary search. */
export type JumpTable = (Uint32Array | undefined)[]

export const jumpTable = ({ keys, prefixStarts }: Keys, worthATable = WORTH_A_TABLE): JumpTable =>
  Array.from({ length: prefixStarts.length - 1 }, (_, prefix) => {
    const from = prefixStarts[prefix] as number
    const to = prefixStarts[prefix + 1] as number
    if (to - from < worthATable) return undefined
    const starts = new Uint32Array(JUMPS + 1)
    let at = from
    for (let jump = 0; jump <= JUMPS; jump++) {
      const least = jump * (1 << JUMP_BITS)
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
  })
