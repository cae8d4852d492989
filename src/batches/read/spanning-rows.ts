import { cellText, type Row, unreadable } from '../table.ts'

// A quote too many at the beginning of one cell and one at the end of another make one well written cell of all rows
// between them. What it holds then looks like rows of the file.

const LINE_END = /\r\n|\r|\n/

/** How many cells each line of a row would have without its quotes. */
const cellsByLine = (row: Row, separator: string): number[] => {
  const counts = [0]
  for (const cell of row) {
    const [first = '', ...others] = cellText(cell).split(LINE_END)
    const cellsOf = (line: string): number => line.split(separator).length
    counts.push((counts.pop() as number) + cellsOf(first), ...others.map(cellsOf))
  }
  return counts
}

/** Whether no cell holds a separator, but for those before a space, as in `Lima, Perú`. */
export const isProse = (row: Row, separator: string): boolean =>
  row.every((cell) => {
    const [, ...behind] = cellText(cell).split(separator)
    return behind.every((text) => text.startsWith(' '))
  })

/** Tells rows whose lines could each be a row of so many cells. */
export const hasLinesLikeRows =
  (separator: string, fewest: number, most: number) =>
  (row: Row): boolean =>
    cellsByLine(row, separator).every((cells) => cells >= fewest && cells <= most)

/** So many separators in their right places are there by no accident. */
const TELLING_SEPARATORS = 3

/** Refuses a row that is many: its lines have exactly the cells of the header each. */
export const refuseSwallowedRows = (row: Row, separator: string, width: number, position: number): void => {
  const counts = cellsByLine(row, separator)
  const isTelling = (width - 1) * (counts.length - 1) >= TELLING_SEPARATORS
  if (!isTelling || counts.some((cells) => cells !== width)) return
  throw unreadable(
    `El archivo CSV tiene unas comillas que abarcan ${counts.length} filas (fila ${position}): quítelas o ciérrelas en su celda`,
  )
}
