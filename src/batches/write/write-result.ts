import type { FileFormat, Row } from '../table.ts'
import { writeCsv } from './csv-writer.ts'
import { writeJson } from './json-writer.ts'
import { type ResultTable, writeResultWorkbook } from './result-workbook.ts'
import { checkFitsSheet } from './xlsx-writer.ts'

/** A result whatever its format, and how large it is. */
export interface WholeResult extends ResultTable {
  separator: string
  /** A mark in front of CSV, for spreadsheet programs. */
  mark: boolean
  rowCount: number
  longestCell: number
}

/** The last member of each object of a JSON result: see `numberOf`. */
const ROW_NUMBER = 'fila'

/** A result as a file. Rows have the number and the styles that they had behind their columns. */
export const writeResult = (
  format: FileFormat,
  result: WholeResult,
  rows: AsyncIterable<readonly Row[]>,
): AsyncIterable<string | Buffer> => {
  const { columns } = result
  if (format === 'json') return writeJson([...columns, ROW_NUMBER], rows)
  if (format === 'csv') return writeCsv(columns, rows, result)
  checkFitsSheet({ ...result, columns: columns.length })
  return writeResultWorkbook(result, rows)
}
