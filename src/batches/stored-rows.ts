import type { BatchReserve } from '../domain/records.ts'
import type { FoundParty } from './check/found-parties.ts'
import type { ObservedPurchase } from './check/purchase-totals.ts'
import type { Cell, Row } from './table.ts'

/** Stands for a cell that the row does not have, which JSON results tell from one that is null. */
const ABSENT = '{}'

/** A reader of lines may cut at these line ends of Unicode, which JSON does not escape. */
const escaped = (json: string): string =>
  json.replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)

/**
 * A row of a result as it is kept until somebody wants it as a file: a line of JSON, whatever the format then is. Written
 * cell by cell, because JSON has no word for an absent one.
 */
export const storedRow = (row: Row): string => `${cellsOf(row)}\n`

const cellsOf = (row: Row): string => {
  let cells = ''
  for (let i = 0; i < row.length; i++) {
    const cell = row[i]
    cells += `${i > 0 ? ',' : ''}${cell === undefined ? ABSENT : JSON.stringify(cell)}`
  }
  return escaped(`[${cells}]`)
}

/** What is kept of a row of a result beside its cells, and is no part of the file. */
export interface RowMemory {
  /** What the row has cost. */
  unidades: number
  /** Whom it found. */
  partes: readonly FoundParty[]
  /** What a person should know of it whatever its result says; rows of earlier versions do not have it. */
  reserva?: BatchReserve | undefined
  /** Of a purchase that is observed. */
  observada?: ObservedPurchase | undefined
}

/** Between the two parts of a line: JSON has no tab in it. */
const TAB = '\t'

export const storedResult = (row: Row, memory: RowMemory): string =>
  `${cellsOf(row)}${TAB}${escaped(JSON.stringify(memory))}\n`

/** Reads a line with memory or without. */
export const readStoredRow = (line: string): Row =>
  (JSON.parse(line.split(TAB, 1)[0] as string) as (Cell | object)[]).map((cell) =>
    typeof cell === 'object' && cell !== null ? undefined : (cell as Cell),
  )

/** Null for a row of an earlier version. */
export const readMemory = (line: string): RowMemory | null => {
  const at = line.indexOf(TAB)
  return at < 0 ? null : JSON.parse(line.slice(at))
}
