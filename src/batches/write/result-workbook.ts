import { cellXml, columnLetters } from '../../kernel/workbook/cells.ts'
import { type ColumnLook, sheetEnd, sheetStart } from '../../kernel/workbook/parts.ts'
import { styleIds } from '../../kernel/workbook/styles.ts'
import { HITS, isObserved, type ResultColumn, type RowResult, type Verdict } from '../check/results.ts'
import { readStoredRow, storedRow } from '../stored-rows.ts'
import type { Row, SheetLook } from '../table.ts'
import { FOUND_WIDTHS, foundStyle, inputCells } from './result-cells.ts'
import { type ReviewFacts, resultSummary } from './result-summary.ts'
import { TextSpool } from './text-spool.ts'
import { fittingWidths, rowXml, type SheetStream, withFirst, zipWorkbook } from './xlsx-writer.ts'

/** What a result is written from: the names of its columns, those of the file first. */
export interface ResultTable {
  columns: readonly string[]
  added: readonly ResultColumn[]
  look?: SheetLook | undefined
  review: ReviewFacts
}

const ROW_NUMBER = 'Fila'
const ROW_NUMBER_WIDTH = 8
const SUMMARY_WIDTHS = [{ width: 48 }, { width: 40 }, { width: 12 }]

/**
 * A result as a workbook: all rows in their order, again those that a person must look at, and what the review was. The rows
 * come once: those of the second sheet wait in memory, compressed.
 */
export const writeResultWorkbook = (
  table: ResultTable,
  pieces: AsyncIterable<readonly Row[]>,
): AsyncIterable<Buffer> => {
  const { columns, added, look } = table
  const width = columns.length - added.length
  const cells = rowCells(table, width)
  const summary = resultSummary(added, width)
  const kept = keptRows(added, width)
  const [all, some] = [
    { columns: columns.length, rows: 0 },
    { columns: columns.length + 1, rows: 0 },
  ]
  let looks: readonly ColumnLook[] = []

  const resultSheet = async function* (): AsyncGenerator<string> {
    const { first, all: every } = await withFirst(pieces)
    looks = columnLooks(table, width, first)
    yield sheetStart(looks, { isTable: true, isFirst: true })
    yield rowXml(1, cells.header(0))
    for await (const rows of every) {
      let text = ''
      for (const row of rows) {
        const line = ++all.rows + 1
        text += rowXml(line, cells.row(row, line, 0))
        summary.count(row)
        kept.add(row)
      }
      yield text
    }
    yield sheetEnd(all)
  }
  const matchSheet = async function* (): AsyncGenerator<string> {
    yield sheetStart([{ width: ROW_NUMBER_WIDTH }, ...looks], { isTable: true, isFirst: false })
    yield rowXml(1, cellXml('A1', ROW_NUMBER, cells.ids.header) + cells.header(1))
    for (const row of kept.rows()) {
      const line = ++some.rows + 1
      yield rowXml(line, cellXml(`A${line}`, row[columns.length], cells.ids.plain) + cells.row(row, line, 1))
    }
    yield sheetEnd(some)
  }
  const summarySheet = async function* (): AsyncGenerator<string> {
    yield sheetStart(SUMMARY_WIDTHS, { isTable: false, isFirst: false })
    for (const [i, line] of summary.lines(table.review).entries()) {
      const written = line.map(([value, style], at) => cellXml(`${columnLetters(at)}${i + 1}`, value, cells.ids[style]))
      yield rowXml(i + 1, written.join(''))
    }
    yield sheetEnd()
  }
  const sheets: SheetStream[] = [
    { xml: resultSheet(), facts: () => ({ name: 'Resultado', table: all }) },
    { xml: matchSheet(), facts: () => ({ name: 'Coincidencias', table: some }) },
    { xml: summarySheet(), facts: () => ({ name: 'Resumen' }) },
  ]
  return zipWorkbook(sheets, look)
}

/** The cells of a row of the result, from a column of the sheet on. */
const rowCells = ({ columns, added, look }: ResultTable, width: number) => {
  const ids = styleIds(look?.styles)
  const own = inputCells(look, ids)
  return {
    ids,
    header: (from: number): string => {
      const names = columns
        .slice(width)
        .map((name, i) => cellXml(`${columnLetters(from + width + i)}1`, name, ids.header))
      return own.headerXml(columns.slice(0, width), from) + names.join('')
    },
    row: (row: Row, line: number, from: number): string => {
      let xml = own.rowXml(row, width, row[columns.length + 1], line, from)
      for (const [i, column] of added.entries()) {
        const value = row[width + i]
        xml += cellXml(columnLetters(from + width + i) + line, value, foundStyle(column, value, ids))
      }
      return xml
    },
  }
}

/** Rows that a person must look at: matches first, then what the register says. */
const keptRows = (added: readonly ResultColumn[], width: number) => {
  const [matches, observed] = [new TextSpool(), new TextSpool()]
  const foundOf = (row: Row) =>
    Object.fromEntries(added.map((column, i) => [column, row[width + i]])) as unknown as RowResult
  const hasRegister = added.includes('estado')
  return {
    add: (row: Row): void => {
      if (HITS.includes(row[width] as Verdict)) matches.add(storedRow(row))
      else if (hasRegister && isObserved(foundOf(row))) observed.add(storedRow(row))
    },
    *rows(): Generator<Row> {
      for (const spool of [matches, observed])
        for (const text of spool.texts())
          for (const line of text.split('\n')) if (line !== '') yield readStoredRow(line)
    },
  }
}

/** The file's own widths, those that fit where it has none, and ours. */
const columnLooks = ({ columns, added, look }: ResultTable, width: number, first: readonly Row[]): ColumnLook[] => {
  const fitting = fittingWidths(columns.slice(0, width), first)
  return [
    ...fitting.map((one, at) => look?.columns[at] ?? one),
    ...added.map((column) => ({ width: FOUND_WIDTHS[column] })),
  ]
}
