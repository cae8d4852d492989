import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type Cell, cellText, MAX_SHEET_ROWS, type Row, unreadable } from '../table.ts'

/** What a sheet can hold. */
const MAX_CELL_CHARACTERS = 32_767
const MAX_SHEET_COLUMNS = 16_384

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts that are the same in every workbook. Style 1 is text, style 2 text in bold. */
const FIXED_PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Resultado" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
}

/** The same rows are the same file, whenever it is written. */
const UNDATED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Control characters that XML cannot hold, and text that would be read as one of them. */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\r]|_(?=x[0-9A-Fa-f]{4}_)/g
const UNSAFE = /[&<>"\u0000-\u0008\u000b-\u001f_\ud800-\udfff\ufffe\uffff]/

const escapeText = (text: string): string => {
  if (!UNSAFE.test(text)) return text
  return text
    .toWellFormed()
    .replace(UNWRITABLE, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] as string)
}

/** Text stays text, also what looks like a formula or begins with a zero, and also after a person has edited the cell. */
const cellXml = (cell: Cell, style: 1 | 2): string => {
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
  const text = cellText(cell)
  if (text === '') return '<c/>'
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`
}

const rowXml = (row: Row, style: 1 | 2): string => {
  let cells = ''
  for (const cell of row) cells += cellXml(cell, style)
  return `<row>${cells}</row>`
}

async function* sheetXml(columns: readonly string[], pieces: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  yield rowXml(columns, 2)
  for await (const rows of pieces) {
    let text = ''
    for (const row of rows) text += rowXml(row, 1)
    yield text
  }
  yield '</sheetData></worksheet>'
}

/** Refuses before the work begins what no sheet can hold. */
export const checkFitsSheet = (size: { rowCount: number; longestCell: number; columns: number }): void => {
  if (size.rowCount + 1 > MAX_SHEET_ROWS || size.columns > MAX_SHEET_COLUMNS || size.longestCell > MAX_CELL_CHARACTERS)
    throw unreadable(
      `Un XLSX admite ${MAX_SHEET_ROWS - 1} filas y ${MAX_CELL_CHARACTERS} caracteres por celda: pida el resultado en CSV`,
    )
}

/** A result as a workbook of one sheet, as a stream. */
export const writeXlsx = (columns: readonly string[], pieces: AsyncIterable<readonly Row[]>): AsyncIterable<Buffer> => {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(FIXED_PARTS)) zip.addBuffer(Buffer.from(HEAD + text), name, UNDATED)
  const sheet = Readable.from(sheetXml(columns, pieces), { objectMode: false, highWaterMark: 65_536 })
  const output = zip.outputStream as Readable
  sheet.on('error', (error) => output.destroy(error))
  output.on('close', () => sheet.destroy())
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { ...UNDATED, compressionLevel: 3 })
  zip.end()
  return output as AsyncIterable<Buffer>
}
