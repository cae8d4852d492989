import { unreadable, wrongFormat } from '../../table.ts'
import { type Bytes, decodedText, type TextEncoding } from '../text.ts'
import type { Sheet, Workbook } from '../xlsx/workbook.ts'
import { type Dialect, MarkupRows } from './markup-rows.ts'

/** The whole text is read again for each of them. */
const MAX_SHEETS = 100

/**
 * What many programs call .xls: the table of a web page, or the XML of the spreadsheet of 2003. Its sheets are read like those
 * of a workbook.
 */
export const openMarkup = async (bytes: Bytes, { charset }: TextEncoding, dialect: Dialect): Promise<Workbook> => {
  const names: string[] = []
  for await (const { sheet } of markupRows(bytes, charset, dialect)) {
    if (!names.includes(sheet)) names.push(sheet)
    if (names.length > MAX_SHEETS) throw unreadable(`El archivo tiene más de ${MAX_SHEETS} hojas`)
  }
  if (names.length === 0)
    throw wrongFormat('El archivo es una página web o XML sin ninguna tabla: ábralo en Excel y guárdelo como .xlsx')
  return {
    sheets: names.map((name): Sheet => ({ name, part: name, isHidden: false })),
    rows: async function* ({ part }) {
      for await (const { sheet, rows } of markupRows(bytes, charset, dialect)) if (sheet === part) yield rows
    },
  }
}

async function* markupRows(bytes: Bytes, charset: TextEncoding['charset'], dialect: Dialect) {
  const reader = new MarkupRows(dialect)
  for await (const text of decodedText(bytes, charset)) yield* reader.read(text)
  yield* reader.end()
}
