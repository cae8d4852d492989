import { cellText, filledWidth, isBlank, type Row } from '../../table.ts'
import { BELOW, type HeaderRows, isPartyGroup } from '../header.ts'

// The header of the official purchase register, and of others like it: up to four lines, with cells that span columns
// (`Información del proveedor` above `Documento de identidad` above `Tipo` and `Número`) or lines.

const MOST_LINES = 4
/** Dates, amounts and documents have as many figures in a row; `(Tabla 10)` has not. */
const DATA = /[0-9]{4}/

const isWordLine = (row: Row = []): boolean =>
  filledWidth(row) > 0 && row.every((cell) => isBlank(cell) || (typeof cell === 'string' && !DATA.test(cell)))

/** A row in which a cell that is the same as the one before it is empty. */
const withoutRepeats = (row: Row): Row => row.map((cell, i) => (i > 0 && cell === row[i - 1] ? undefined : cell))

/** Whether the cell spans columns: cells behind it are empty, and something stands below them. */
const spans = (row: Row, column: number, below: Row): boolean => {
  const next = row.findIndex((cell, at) => at > column && !isBlank(cell))
  return !isBlank(row[column]) && below.slice(column + 1, next < 0 ? undefined : next).some((cell) => !isBlank(cell))
}

/** Whether a line divides what a cell of the line above it spans. */
const divides = (upper: Row, lower: Row): boolean => upper.some((_, column) => spans(upper, column, lower))

/** The header whose first line says of some columns whose they are; null where none has what is needed. */
export const partyHeader = (rows: readonly Row[], isHeader: (row: Row) => boolean): HeaderRows | null => {
  const lines = rows.map(withoutRepeats)
  const first = lines.findIndex((row, i) => {
    const below = rows[i + 1]
    return below && row.some((cell, column) => isPartyGroup(cellText(cell)) && spans(row, column, below))
  })
  let found: HeaderRows | null = null
  for (let last = first + 1; first >= 0 && last < first + MOST_LINES; last++) {
    const [upper, lower] = [lines[last - 1] as Row, rows[last] ?? []]
    if (!isWordLine(upper) || !isWordLine(lower) || !divides(upper, lower)) break
    const names = joinLines(lines.slice(first, last + 1))
    if (isHeader(names)) found = { first, last, names }
  }
  return found
}

/** Each column's name: what stands above it in every line, from the top. */
const joinLines = (lines: readonly Row[]): Row =>
  Array.from({ length: Math.max(...lines.map(({ length }) => length)) }, (_, column) =>
    lines
      .map((_, line) => textAt(lines, line, column))
      // Some programs write a text into each of the cells that it spans.
      .filter((text, i, all) => text !== '' && text !== all[i - 1])
      .join(BELOW),
  )

/** The cell of a line above a column; the one that spans it where it has none of its own. */
const textAt = (lines: readonly Row[], line: number, column: number): string => {
  const own = cellText(lines[line]?.[column]).trim()
  const hasBelow = lines.slice(line + 1).some((row) => !isBlank(row[column]))
  if (own !== '' || !hasBelow) return own
  for (let left = column; left >= 0; left--) {
    const text = cellText(lines[line]?.[left]).trim()
    if (text !== '') return text
    // Another group begins here in a line above.
    if (lines.slice(0, line).some((row) => !isBlank(row[left]))) return ''
  }
  return ''
}
