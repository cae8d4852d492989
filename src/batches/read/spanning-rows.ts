import { type Cell, cellText, numberOf, type Row, unreadable } from '../table.ts'

// A quote too many at the beginning of one cell and one at the end of another make one well written cell of all rows
// between them. What it holds then looks like rows of the file.

/** How many cells each line of a row would have without its quotes. */
const cellsByLine = (row: Row, separator: string): number[] => {
  const counts: number[] = [0]
  for (const cell of row)
    for (const [i, line] of cellText(cell)
      .split(/\r\n|\r|\n/)
      .entries())
      counts.push((i === 0 ? (counts.pop() as number) : 0) + line.split(separator).length)
  return counts
}

/** Whether a space follows every separator inside of cells, as in `Lima, Perú`. Rows are not written like that. */
const isProse = (row: Row, separator: string): boolean => {
  const behind = row.flatMap((cell) => cellText(cell).split(separator).slice(1))
  return behind.length > 0 && behind.every((text) => text.startsWith(' '))
}

/** So many rows with line ends in one column are how the file is written. */
const USUAL_SPANS = 3

/** Tells rows with a cell that spans lines where others do not, or that holds what may be a row. All such rows are noted first. */
export const spanningRows = (separator: string) => {
  const rowsByColumn = new Map<number, number>()
  const spansOf = (row: Row): number[] => row.flatMap((cell, i) => (/[\r\n]/.test(cellText(cell)) ? [i] : []))
  const mayHoldRow = (cell: Cell): boolean => cellText(cell).includes(separator) && !isProse([cell], separator)
  return {
    note: (row: Row): void => {
      for (const i of spansOf(row)) rowsByColumn.set(i, (rowsByColumn.get(i) ?? 0) + 1)
    },
    isDoubtful: (row: Row): boolean =>
      spansOf(row).some((i) => (rowsByColumn.get(i) ?? 0) < USUAL_SPANS || mayHoldRow(row[i])),
  }
}

/** Whether quotes may have joined cells of a short row: counted with the separators inside of them it is as long as others. */
export const mayBeJoined = (row: Row, separator: string, most: number): boolean => {
  const cells = row.reduce((sum: number, cell) => sum + cellText(cell).split(separator).length, 0)
  return cells > row.length && cells <= most && !isProse(row, separator)
}

/** So many separators in their right places are there by no accident. */
const TELLING_SEPARATORS = 3

/** Refuses a row that is many: its lines have exactly the cells of the header each, and are no prose. */
export const refuseSwallowedRows = (row: Row, separator: string, width: number): void => {
  const counts = cellsByLine(row, separator)
  const isTelling = (width - 1) * (counts.length - 1) >= TELLING_SEPARATORS
  if (!isTelling || counts.some((cells) => cells !== width) || isProse(row, separator)) return
  throw unreadable(
    `El archivo CSV tiene unas comillas que abarcan ${counts.length} filas (línea ${numberOf(row)}): quítelas o ciérrelas en su celda`,
  )
}
