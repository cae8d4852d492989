import { sharedArray } from './shared-memory.ts'
import { LONGEST_NAME, type RowColumns } from './text/line-columns.ts'

const RANKS = 8 * (LONGEST_NAME + 1)
const FIRST_COMPANY_RANK = 4 * (LONGEST_NAME + 1)
export const PREFIXES = 100
const DIGIT_BITS = 10
const DIGIT = 1 << DIGIT_BITS

/** Rows in rank order, and the keys that find them by RUC. */
export interface Ranking {
  rows: number
  persons: number
  /** Lines left out because an earlier one had the same RUC. */
  repeated: number
  /** The line (place among the accepted ones) of each row. */
  lineOf: Uint32Array
  /** Digits 3 to 11, ascending within each prefix, and the row of each. */
  keys: Uint32Array
  keyRows: Uint32Array
  /** Prefix p has the keys from prefixStarts[p] to prefixStarts[p + 1]. */
  prefixStarts: Uint32Array
}

export const rankRows = (columns: RowColumns): Ranking => {
  const { keys, prefixes, ranks, length } = columns
  const order = isAscending(columns) ? null : orderByRuc(columns)
  const lineAt = (place: number): number => (order ? (order[place] as number) : place)
  const repeats = (place: number): boolean => {
    if (!order || place === 0) return false
    const line = lineAt(place)
    const before = lineAt(place - 1)
    return keys[line] === keys[before] && prefixes[line] === prefixes[before]
  }

  const next = new Uint32Array(RANKS + 1)
  let rows = 0
  for (let place = 0; place < length; place++) {
    if (repeats(place)) continue
    next[(ranks[lineAt(place)] as number) + 1]!++
    rows++
  }
  for (let rank = 0; rank < RANKS; rank++) next[rank + 1]! += next[rank] as number
  const persons = next[FIRST_COMPANY_RANK] as number

  const ranking: Ranking = {
    ...{ rows, persons, repeated: length - rows },
    lineOf: sharedArray(Uint32Array, rows),
    keys: new Uint32Array(rows),
    keyRows: new Uint32Array(rows),
    prefixStarts: new Uint32Array(PREFIXES + 1),
  }
  let place = 0
  for (let at = 0; at < length; at++) {
    if (repeats(at)) continue
    const line = lineAt(at)
    const row = next[ranks[line] as number]!++
    ranking.lineOf[row] = line
    ranking.keys[place] = keys[line] as number
    ranking.keyRows[place++] = row
    ranking.prefixStarts[(prefixes[line] as number) + 1] = place
  }
  for (let prefix = 0; prefix < PREFIXES; prefix++)
    if (ranking.prefixStarts[prefix + 1] === 0)
      ranking.prefixStarts[prefix + 1] = ranking.prefixStarts[prefix] as number
  return ranking
}

/** Lets go of the memory, once all is on disk: what comes next needs it. */
export const clearRanking = (ranking: Ranking): void => {
  ranking.lineOf = new Uint32Array(0)
  ranking.keys = new Uint32Array(0)
  ranking.keyRows = new Uint32Array(0)
}

/** Has every line a higher RUC than the one before, as in the published file? */
const isAscending = ({ keys, prefixes, length }: RowColumns): boolean => {
  for (let line = 1; line < length; line++) {
    const [prefix, before] = [prefixes[line] as number, prefixes[line - 1] as number]
    if (prefix < before || (prefix === before && (keys[line] as number) <= (keys[line - 1] as number))) return false
  }
  return true
}

/** The lines by ascending RUC, equal ones in their own order: a radix sort on ten bits at a time, then on the prefix. */
const orderByRuc = ({ keys, prefixes, length }: RowColumns): Uint32Array => {
  let order = Uint32Array.from({ length: 0 })
  let from = new Uint32Array(length)
  for (let line = 0; line < length; line++) from[line] = line
  order = new Uint32Array(length)
  const digitOf = [
    (line: number) => (keys[line] as number) & (DIGIT - 1),
    (line: number) => ((keys[line] as number) >>> DIGIT_BITS) & (DIGIT - 1),
    (line: number) => (keys[line] as number) >>> (2 * DIGIT_BITS),
    (line: number) => prefixes[line] as number,
  ]
  for (const digit of digitOf) {
    const next = new Uint32Array(DIGIT + 1)
    for (let line = 0; line < length; line++) next[digit(line) + 1]!++
    for (let value = 0; value < DIGIT; value++) next[value + 1]! += next[value] as number
    for (let place = 0; place < length; place++) {
      const line = from[place] as number
      order[next[digit(line)]!++] = line
    }
    const done = order
    order = from
    from = done
  }
  return from
}
