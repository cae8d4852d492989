import { Failure } from '../../kernel/errors.ts'
import { filledWidth, isBlankRow, MAX_SHEET_ROWS, type Row, unreadable } from '../table.ts'
import type { HeaderRows, ReadLimits } from './header.ts'
import { mayBeCut } from './row-problems.ts'

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

interface MeasureOptions {
  limits?: ReadLimits | undefined
  /** Given where several sheets share the limits. */
  check?: ReturnType<typeof limitCheck>
  /** Sees every row below the header. */
  note?(row: Row): void
}

/** Reads all rows once, so that nothing is asked of a file that ends in the middle. */
export const measure = async (
  pieces: AsyncIterable<readonly Row[]>,
  { last, names }: Pick<HeaderRows, 'last' | 'names'>,
  { limits, check = limitCheck(limits), note }: MeasureOptions = {},
): Promise<Counts> => {
  const mostRows = limits ? Math.max(limits.rows, MAX_SHEET_ROWS) : Number.POSITIVE_INFINITY
  const counts: Counts = {
    width: filledWidth(names),
    rowCount: 0,
    blankRows: 0,
    longestCell: 0,
    fewestCells: Number.POSITIVE_INFINITY,
    cutRows: 0,
  }
  let position = 0
  for await (const rows of pieces)
    for (const row of rows) {
      const before = counts.rowCount
      if (position > last) note?.(row)
      measureRow(counts, row, position++ - last)
      check(row, counts.rowCount > before)
      if (position > mostRows) throw tooLarge(`El archivo tiene más de ${mostRows} filas, contando las vacías`)
    }
  if (counts.rowCount === 0) throw unreadable('El archivo no tiene filas debajo de la cabecera')
  return counts
}

/** Refuses a file while it is read, as soon as it has more than it may. */
export const limitCheck = (limits?: ReadLimits) => {
  let characters = 0
  let rowCount = 0
  return (row: Row, isCounted: boolean): void => {
    if (!limits) return
    if (isCounted) rowCount++
    for (const cell of row) characters += typeof cell === 'string' ? cell.length : 0
    if (rowCount > limits.rows) throw tooLarge(`El archivo tiene más de ${limits.rows} filas, las que admite un lote`)
    if (characters > limits.characters) throw tooLarge('El archivo tiene más texto del que admite un lote')
  }
}

const tooLarge = (mensaje: string): Failure => new Failure('file-too-large', mensaje, { campo: 'archivo' })

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

/** The rows below the header that have something in them. */
export async function* belowHeader(pieces: AsyncIterable<readonly Row[]>, header: number): AsyncGenerator<Row[]> {
  let position = 0
  for await (const rows of pieces) {
    const kept = rows.filter((row) => position++ > header && !isBlankRow(row))
    if (kept.length > 0) yield kept
  }
}

/** The first rows. */
export const firstRows = async (pieces: AsyncIterable<readonly Row[]>, most: number): Promise<Row[]> => {
  const rows: Row[] = []
  for await (const piece of pieces) {
    rows.push(...piece.slice(0, most - rows.length))
    if (rows.length >= most) break
  }
  return rows
}

/** What was left out of the result. */
export const leftOutNotice = (titles: number, blankRows: number): string[] => [
  ...(titles > 0 ? [`Líneas de título sobre la cabecera, que no pasan al resultado: ${titles}`] : []),
  ...(blankRows > 0 ? [`Filas vacías, que no pasan al resultado: ${blankRows}`] : []),
]

/** How many rows above the header have something in them. */
export const titleCount = (sample: readonly Row[], header: number): number =>
  sample.slice(0, Math.max(0, header)).filter((row) => !isBlankRow(row)).length
