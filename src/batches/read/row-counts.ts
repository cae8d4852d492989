import { type Cell, filledWidth, isBlankRow, type Row, unreadable } from '../table.ts'
import type { HeaderRows } from './header-rows.ts'

interface Counts {
  /** The columns of the widest row, the header's among them. */
  width: number
  /** Rows below the header with something in them. */
  rowCount: number
  blankRows: number
  longestCell: number
  /** The cells of the shortest row, empty ones too. */
  fewestCells: number
  /** Rows in which a separator may have cut a name: see `mayBeCut`. */
  cutRows: number
}

/** Reads all rows once, so that nothing is asked of a file that ends in the middle. */
export const measure = async (
  pieces: AsyncIterable<readonly Row[]>,
  { last, names }: Pick<HeaderRows, 'last' | 'names'>,
): Promise<Counts> => {
  const counts: Counts = {
    width: filledWidth(names),
    rowCount: 0,
    blankRows: 0,
    longestCell: 0,
    fewestCells: Number.POSITIVE_INFINITY,
    cutRows: 0,
  }
  let position = 0
  for await (const rows of pieces) for (const row of rows) measureRow(counts, row, position++ - last)
  if (counts.rowCount === 0) throw unreadable('El archivo no tiene filas debajo de la cabecera')
  return counts
}

const measureRow = (counts: Counts, row: Row, position: number): void => {
  if (position <= 0) return
  const width = filledWidth(row)
  if (width > counts.width) counts.width = width
  if (width === 0) counts.blankRows++
  else counts.rowCount++
  if (width > 0 && row.length < counts.fewestCells) counts.fewestCells = row.length
  if (mayBeCut(row)) counts.cutRows++
  for (const cell of row)
    if (typeof cell === 'string' && cell.length > counts.longestCell) counts.longestCell = cell.length
}

const WORDS = /^\p{L}[\p{L} .'-]*$/u
const SPACE_AND_WORDS = /^ \p{L}[\p{L} .'-]*$/u

/** Whether words follow words behind a separator and a space: `1,PEREZ, ANA` may be one name that lacks its quotes. */
export const mayBeCut = (row: Row): boolean => {
  for (let i = 1; i < row.length; i++) {
    const [before, cell] = [row[i - 1], row[i]]
    if (typeof cell !== 'string' || cell.charCodeAt(0) !== 32 || typeof before !== 'string') continue
    if (SPACE_AND_WORDS.test(cell) && WORDS.test(before)) return true
  }
  return false
}

/** A merged header `Documento` above the type and the number: the number's column has no name. */
const DOCUMENT_TYPE = /^\s*(?:DNI|RUC|CE|C\.E\.|D\.N\.I\.|R\.U\.C\.|PAS(?:APORTE)?\.?)\s*$/i

export const isDocumentType = (cell: Cell): boolean => typeof cell === 'string' && DOCUMENT_TYPE.test(cell)

/** Tells rows with something behind the last column that the header names. */
export const longerThan =
  (width: number) =>
  (row: Row): boolean => {
    const filled = filledWidth(row)
    return filled > width && !(filled === width + 1 && isDocumentType(row[width - 1]))
  }

/** The rows below the header that have something in them. */
export async function* belowHeader(pieces: AsyncIterable<readonly Row[]>, header: number): AsyncGenerator<Row[]> {
  let position = 0
  for await (const rows of pieces) {
    const kept = rows.filter((row) => position++ > header && !isBlankRow(row))
    if (kept.length > 0) yield kept
  }
}

/** What was left out of the result. */
export const titleNotice = (above: readonly Row[], blankRows: number): string[] => {
  const titles = above.filter((row: readonly Cell[]) => !isBlankRow(row)).length
  return [
    ...(titles > 0 ? [`Líneas de título sobre la cabecera, que no pasan al resultado: ${titles}`] : []),
    ...(blankRows > 0 ? [`Filas vacías, que no pasan al resultado: ${blankRows}`] : []),
  ]
}
