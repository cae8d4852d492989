import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type CellValue, cellXml, columnLetters } from '../../kernel/workbook/cells.ts'
import {
  type ColumnLook,
  fixedParts,
  type SheetFacts,
  sheetEnd,
  sheetPart,
  sheetStart,
  workbookXml,
  XML_HEAD,
} from '../../kernel/workbook/parts.ts'
import { type BookStyles, styleIds, stylesXml } from '../../kernel/workbook/styles.ts'
import { cellText, MAX_SHEET_ROWS, type Row, unreadable } from '../table.ts'

/** What a sheet can hold. */
const MAX_CELL_CHARACTERS = 32_767
const MAX_SHEET_COLUMNS = 16_384

/** The same rows are the same file, whenever it is written. */
const UNDATED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/** A sheet that is written as it is read; what it was is asked when it is at its end. */
export interface SheetStream {
  xml: AsyncIterable<string>
  facts(): SheetFacts
}

export interface BookLook {
  styles?: BookStyles | undefined
  is1904?: boolean | undefined
}

/** A workbook as a stream, one sheet after the other. */
export const zipWorkbook = (
  sheets: readonly SheetStream[],
  { styles, is1904 }: BookLook = {},
): AsyncIterable<Buffer> => {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const add = (name: string, text: AsyncIterable<string>): void => {
    const part = Readable.from(text, { objectMode: false, highWaterMark: 65_536 })
    part.on('error', (error) => output.destroy(error))
    output.on('close', () => part.destroy())
    zip.addReadStream(part, name, { ...UNDATED, compressionLevel: 3 })
  }
  const fixed = { ...fixedParts(sheets.length), 'xl/styles.xml': stylesXml(styles) }
  for (const [name, text] of Object.entries(fixed)) zip.addBuffer(Buffer.from(XML_HEAD + text), name, UNDATED)
  for (const [at, { xml }] of sheets.entries()) add(sheetPart(at), xml)
  const last = async function* (): AsyncGenerator<string> {
    yield XML_HEAD +
      workbookXml(
        sheets.map(({ facts }) => facts()),
        is1904,
      )
  }
  add('xl/workbook.xml', last())
  zip.end()
  return output as AsyncIterable<Buffer>
}

export const rowXml = (line: number, cells: string): string => `<row r="${line}">${cells}</row>`

const cellsXml = (cells: readonly CellValue[], line: number, styleOf: (value: CellValue) => number): string => {
  let xml = ''
  for (let i = 0; i < cells.length; i++) xml += cellXml(columnLetters(i) + line, cells[i], styleOf(cells[i]))
  return xml
}

const [NARROWEST, WIDEST] = [8, 48]

/** How wide columns are that nobody gave a width: as their header and the rows at hand need. */
export const fittingWidths = (columns: readonly string[], rows: readonly Row[]): ColumnLook[] =>
  columns.map((name, at) => {
    const longest = rows.reduce((most, row) => Math.max(most, cellText(row[at]).length), name.length + 2)
    return { width: Math.min(Math.max(longest + 2, NARROWEST), WIDEST) }
  })

/** The first piece, and all of them: widths stand before the rows. */
export const withFirst = async (
  pieces: AsyncIterable<readonly Row[]>,
): Promise<{ first: readonly Row[]; all: AsyncIterable<readonly Row[]> }> => {
  const iterator = pieces[Symbol.asyncIterator]()
  const start = await iterator.next()
  const first = start.done ? [] : start.value
  const all = async function* (): AsyncGenerator<readonly Row[]> {
    try {
      if (!start.done) yield first
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return { first, all: all() }
}

/** Refuses before the work begins what no sheet can hold. */
export const checkFitsSheet = (size: { rowCount: number; longestCell: number; columns: number }): void => {
  // The sheet of matches has a column more.
  const isTooWide = size.columns + 1 > MAX_SHEET_COLUMNS
  if (size.rowCount + 1 > MAX_SHEET_ROWS || isTooWide || size.longestCell > MAX_CELL_CHARACTERS)
    throw unreadable(
      `Un XLSX admite ${MAX_SHEET_ROWS - 1} filas y ${MAX_CELL_CHARACTERS} caracteres por celda: pida el resultado en CSV`,
    )
}

/** A table as a workbook of one sheet. */
export const writeXlsx = (columns: readonly string[], pieces: AsyncIterable<readonly Row[]>): AsyncIterable<Buffer> => {
  const ids = styleIds()
  const table = { columns: columns.length, rows: 0 }
  const styleOf = (value: CellValue): number => (typeof value === 'string' ? ids.text : 0)
  const xml = async function* (): AsyncGenerator<string> {
    const { first, all } = await withFirst(pieces)
    yield sheetStart(fittingWidths(columns, first), { isTable: true, isFirst: true })
    yield rowXml(
      1,
      cellsXml(columns, 1, () => ids.header),
    )
    for await (const rows of all) {
      let text = ''
      for (const row of rows) {
        const line = ++table.rows + 1
        text += rowXml(line, cellsXml(row.slice(0, columns.length), line, styleOf))
      }
      yield text
    }
    yield sheetEnd(table)
  }
  return zipWorkbook([{ xml: xml(), facts: () => ({ name: 'Datos', table }) }])
}
