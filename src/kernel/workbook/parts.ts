// The parts of a workbook that are the same whatever is in its cells.
import { columnLetters, escapeText } from './cells.ts'

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A sheet: its name, without signs that a formula would need quoted, and how large its table is when it has a header. */
export interface SheetFacts {
  name: string
  table?: { columns: number; rows: number }
}

export const sheetPart = (at: number): string => `xl/worksheets/sheet${at + 1}.xml`

/** The parts that are known before any row is. */
export const fixedParts = (sheetCount: number): Readonly<Record<string, string>> => {
  const each = (write: (at: number) => string): string =>
    Array.from({ length: sheetCount }, (_, at) => write(at)).join('')
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${each((at) => `<Override PartName="/${sheetPart(at)}" ContentType="${TYPE}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${each((at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`)}<Relationship Id="rId${sheetCount + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  }
}

/** `xl/workbook.xml`: the sheets, their filters, and the header that is printed on every page. */
export const workbookXml = (sheets: readonly SheetFacts[], is1904 = false): string => {
  const list = sheets.map(
    ({ name }, at) => `<sheet name="${escapeText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  const names = sheets.flatMap(({ name, table }, at) =>
    table
      ? [
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${name}!${rangeOf(table, '$')}</definedName>`,
          `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${name}!$1:$1</definedName>`,
        ]
      : [],
  )
  return `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><bookViews><workbookView/></bookViews><sheets>${list.join('')}</sheets>${names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : ''}</workbook>`
}

const rangeOf = ({ columns, rows }: { columns: number; rows: number }, sign: '$' | ''): string =>
  `${sign}A${sign}1:${sign}${columnLetters(Math.max(0, columns - 1))}${sign}${rows + 1}`

/** A column's width in characters, and what else its sheet said of it. */
export interface ColumnLook {
  width: number
  style?: number
  isHidden?: boolean
}

const columnXml = ({ width, style, isHidden }: ColumnLook, at: number): string =>
  `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"${style ? ` style="${style}"` : ''}${isHidden ? ' hidden="1"' : ''}/>`

/** What stands before the rows of a sheet. The first row of a table stays in view. */
export const sheetStart = (
  columns: readonly ColumnLook[],
  { isTable, isFirst }: { isTable: boolean; isFirst: boolean },
): string => {
  const pane = isTable ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : ''
  return `${XML_HEAD}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews>${columns.length > 0 ? `<cols>${columns.map(columnXml).join('')}</cols>` : ''}<sheetData>`
}

/** What stands behind them. */
export const sheetEnd = (table?: SheetFacts['table']): string =>
  `</sheetData>${table ? `<autoFilter ref="${rangeOf(table, '')}"/>` : ''}<pageSetup paperSize="9" orientation="${table ? 'landscape' : 'portrait'}" fitToHeight="0"/></worksheet>`
