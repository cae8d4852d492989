import { KEYS, type Key, type ResultRows } from './result-rows.ts'

/** Which row of the earlier result a row is, and by what; -1 when it is none of them. */
export interface Pairs {
  earlier: Int32Array
  by: (Key | null)[]
}

/** Rows of one key that are looked at for one: of many with the same name the first ones are as good as any. */
const MOST_LOOKED_AT = 20

/**
 * Pairs the rows of two results by reference, else by document, else by name. A weaker key counts only where one of the rows
 * lacks the stronger ones: two customers of one name stay two. Of several rows with one key those that agree in more go
 * together, else in their order; each row is paired once.
 */
export const pairRows = (now: ResultRows, before: ResultRows): Pairs => {
  const pairs: Pairs = { earlier: new Int32Array(now.shown.length).fill(-1), by: now.shown.map(() => null) }
  const isTaken = new Uint8Array(before.shown.length)
  for (const [rank, key] of KEYS.entries()) {
    const waiting = rowsByKey(before.keys[key], isTaken)
    const stronger = KEYS.slice(0, rank)
    for (const [row, value] of now.keys[key].entries()) {
      const rows = value === 0 || pairs.earlier[row] !== -1 ? undefined : waiting.get(value)
      if (!rows) continue
      const found = bestOf(rows.slice(-MOST_LOOKED_AT).reverse(), (other) =>
        stronger.some((one) => now.keys[one][row] !== 0 && before.keys[one][other] !== 0)
          ? -1
          : KEYS.filter((one) => now.keys[one][row] === before.keys[one][other]).length,
      )
      if (found === undefined) continue
      rows.splice(rows.lastIndexOf(found), 1)
      isTaken[found] = 1
      pairs.earlier[row] = found
      pairs.by[row] = key
    }
  }
  return pairs
}

/** The rows of each key, the last one first: the first ones are taken from the end, where that costs nothing. */
const rowsByKey = (values: readonly number[], isTaken: Uint8Array): Map<number, number[]> => {
  const rows = new Map<number, number[]>()
  for (let row = values.length - 1; row >= 0; row--) {
    const value = values[row] as number
    if (value === 0 || isTaken[row]) continue
    const same = rows.get(value)
    if (same) same.push(row)
    else rows.set(value, [row])
  }
  return rows
}

/** The first with the highest score; undefined when all are below zero. */
const bestOf = (rows: readonly number[], scoreOf: (row: number) => number): number | undefined => {
  let [best, highest]: [number | undefined, number] = [undefined, -1]
  for (const row of rows) {
    const score = scoreOf(row)
    if (score > highest) [best, highest] = [row, score]
  }
  return best
}
