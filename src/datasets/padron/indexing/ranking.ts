import { MAX_NAME_BYTES } from './names/name-tokenizer.ts'
import { sharedArray } from './shared-memory.ts'
import type { LineColumns } from './text/line-columns.ts'

const RANKS = 8 * (MAX_NAME_BYTES + 1)
const FIRST_COMPANY_RANK = 4 * (MAX_NAME_BYTES + 1)
const PREFIXES = 100
const DIGIT_BITS = 10
const DIGITS = 1 << DIGIT_BITS

/** The rank of a line without its RUC: persons first, then by status, then shorter names first. */
export const rankOf = (isPerson: boolean, statusRank: number, nameLength: number): number =>
  ((isPerson ? 0 : 4) | statusRank) * (MAX_NAME_BYTES + 1) + nameLength

/** Rows in rank order, and the sorted keys that find them by RUC (see `lookup/ruc-keys.ts`). */
export interface Ranking {
  rows: number
  persons: number
  /** Lines left out because an earlier one had the same RUC. */
  repeated: number
  /** The line of each row. */
  lineOf: Uint32Array
  keys: Uint32Array
  keyRows: Uint32Array
  rucPrefixStarts: Uint32Array
}

/** Sorts the lines by RUC, drops repeated ones, and numbers the rest in rank order: a counting sort, so that RUCs stay sorted. */
export const rankLines = (columns: LineColumns): Ranking => {
  const { keys, prefixes, ranks, length } = columns
  const order = isAscending(columns) ? null : orderByRuc(columns)
  const lineAt = (at: number): number => (order ? (order[at] as number) : at)
  const isRepeated = (at: number): boolean => {
    if (!order || at === 0) return false
    const line = lineAt(at)
    const before = lineAt(at - 1)
    return keys[line] === keys[before] && prefixes[line] === prefixes[before]
  }
  const nextRow = new Uint32Array(RANKS + 1)
  let rows = 0
  for (let at = 0; at < length; at++) {
    if (isRepeated(at)) continue
    nextRow[(ranks[lineAt(at)] as number) + 1]!++
    rows++
  }
  for (let rank = 0; rank < RANKS; rank++) nextRow[rank + 1]! += nextRow[rank] as number
  const persons = nextRow[FIRST_COMPANY_RANK] as number
  const ranking = emptyRanking({ rows, persons, repeated: length - rows })
  let keyCount = 0
  for (let at = 0; at < length; at++) {
    if (isRepeated(at)) continue
    const line = lineAt(at)
    const rowId = nextRow[ranks[line] as number]!++
    ranking.lineOf[rowId] = line
    ranking.keys[keyCount] = keys[line] as number
    ranking.keyRows[keyCount++] = rowId
    ranking.rucPrefixStarts[(prefixes[line] as number) + 1] = keyCount
  }
  fillEmptyPrefixes(ranking.rucPrefixStarts)
  return ranking
}

const emptyRanking = (counts: Pick<Ranking, 'rows' | 'persons' | 'repeated'>): Ranking => ({
  ...counts,
  lineOf: sharedArray(Uint32Array, counts.rows),
  keys: new Uint32Array(counts.rows),
  keyRows: new Uint32Array(counts.rows),
  rucPrefixStarts: new Uint32Array(PREFIXES + 1),
})

const fillEmptyPrefixes = (starts: Uint32Array): void => {
  for (let prefix = 0; prefix < PREFIXES; prefix++)
    if (starts[prefix + 1] === 0) starts[prefix + 1] = starts[prefix] as number
}

/** Drops the arrays once they are on disk, because the next stage needs the memory. */
export const clearRanking = (ranking: Ranking): void => {
  ranking.lineOf = new Uint32Array(0)
  ranking.keys = new Uint32Array(0)
  ranking.keyRows = new Uint32Array(0)
}

/** Has every line a higher RUC than the one before, as in the published file? */
const isAscending = ({ keys, prefixes, length }: LineColumns): boolean => {
  for (let line = 1; line < length; line++) {
    const [prefix, before] = [prefixes[line] as number, prefixes[line - 1] as number]
    if (prefix < before || (prefix === before && (keys[line] as number) <= (keys[line - 1] as number))) return false
  }
  return true
}

// Not shared with `sort-terms.ts`: every digit reads a column of its own, and two buffers serve all 18 million rows.
/** The lines by ascending RUC, equal ones in the order of the text: a radix sort by ten bits at a time, then by prefix. */
const orderByRuc = ({ keys, prefixes, length }: LineColumns): Uint32Array => {
  let order = new Uint32Array(length)
  let sorted = new Uint32Array(length)
  for (let line = 0; line < length; line++) order[line] = line
  const digitOf = [
    (line: number) => (keys[line] as number) & (DIGITS - 1),
    (line: number) => ((keys[line] as number) >>> DIGIT_BITS) & (DIGITS - 1),
    (line: number) => (keys[line] as number) >>> (2 * DIGIT_BITS),
    (line: number) => prefixes[line] as number,
  ]
  for (const digit of digitOf) {
    const next = new Uint32Array(DIGITS + 1)
    for (let line = 0; line < length; line++) next[digit(line) + 1]!++
    for (let value = 0; value < DIGITS; value++) next[value + 1]! += next[value] as number
    for (const line of order) sorted[next[digit(line)]!++] = line
    const done = sorted
    sorted = order
    order = done
  }
  return order
}
