import { RATE_DECIMALS } from '../format.ts'
import { storedZip } from './stored-zip.ts'
import type { Sheet } from './table-text.ts'
import {
  cellXml,
  columnLetters,
  dateSerial,
  fixedParts,
  sheetEnd,
  sheetPart,
  sheetStart,
  styleIds,
  stylesXml,
  workbookXml,
  XML_HEAD,
} from './workbook.ts'

const STYLES = styleIds()
const NAME = 'Datos'
/** In characters: a date or a figure fits, and most names. */
const [NARROWEST, WIDEST] = [12, 40]

/** For a spreadsheet: dates are dates, figures are figures, the header stays in view and filters. */
export const toWorkbook = ({ heads, rows, decimals }: Sheet): Uint8Array<ArrayBuffer> => {
  const table = { columns: heads.length, rows: rows.length }
  const figure = decimals === RATE_DECIMALS ? STYLES.rate : STYLES.plain
  const cell = (at: string, value: string | number): string => {
    if (typeof value === 'number') return cellXml(at, value, figure)
    const serial = dateSerial(value)
    return serial === null ? cellXml(at, value, STYLES.text) : cellXml(at, serial, STYLES.date)
  }
  const line = (number: number, cells: readonly string[]): string => `<row r="${number}">${cells.join('')}</row>`
  const widths = heads.map((head, at) => {
    const longest = rows.reduce((most, row) => Math.max(most, String(row[at]).length), head.length)
    return { width: Math.min(Math.max(longest + 2, NARROWEST), WIDEST) }
  })
  const sheet = [
    sheetStart(widths, { isTable: true, isFirst: true }).slice(XML_HEAD.length),
    line(
      1,
      heads.map((head, at) => cellXml(`${columnLetters(at)}1`, head, STYLES.header)),
    ),
    ...rows.map((row, i) =>
      line(
        i + 2,
        row.map((value, at) => cell(`${columnLetters(at)}${i + 2}`, value)),
      ),
    ),
    sheetEnd(table),
  ].join('')
  const parts = {
    ...fixedParts(1),
    'xl/workbook.xml': workbookXml([{ name: NAME, table }]),
    'xl/styles.xml': stylesXml(),
    [sheetPart(0)]: sheet,
  }
  return storedZip(Object.entries(parts).map(([name, xml]) => [name, XML_HEAD + xml]))
}
