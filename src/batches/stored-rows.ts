import type { Cell, Row } from './table.ts'

/** Stands for a cell that the row does not have, which JSON results tell from one that is null. */
const ABSENT = '{}'

/**
 * A row of a result as it is kept until somebody wants it as a file: a line of JSON, whatever the format then is. Written
 * cell by cell, because JSON has no word for an absent one. JSON escapes every line end but two of Unicode's, which are
 * escaped here: a reader of lines may cut there.
 */
export const storedRow = (row: Row): string => {
  let cells = ''
  for (let i = 0; i < row.length; i++) {
    const cell = row[i]
    cells += `${i > 0 ? ',' : ''}${cell === undefined ? ABSENT : JSON.stringify(cell)}`
  }
  return `[${cells.replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)}]\n`
}

export const readStoredRow = (line: string): Row =>
  (JSON.parse(line) as (Cell | object)[]).map((cell) =>
    typeof cell === 'object' && cell !== null ? undefined : (cell as Cell),
  )
