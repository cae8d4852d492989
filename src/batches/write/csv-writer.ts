import { type Cell, cellText, type Row } from '../table.ts'

/** Signs with which a spreadsheet begins a formula, in their wide forms too. */
const FORMULA = /^[\s\u0000]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const PLAIN_NUMBER = /^[+-]?[0-9]+(?:[.,][0-9]+)?$/
/** Any sign that some spreadsheet takes for a separator. */
const NEEDS_QUOTES = /[",;\t|\r\n]|^\s|\s$/

/** Text that a spreadsheet shows and never runs: an apostrophe goes before what it would take for a formula. */
export const safeText = (text: string): string => (FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text)

const csvCell = (cell: Cell): string => {
  const text = typeof cell === 'number' ? cellText(cell) : safeText(cellText(cell))
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csvLine = (row: Row, separator: string): string => `${row.map(csvCell).join(separator)}\r\n`

/** A result as CSV in UTF-8; `mark` makes spreadsheet programs read it as such. */
export async function* writeCsv(
  columns: readonly string[],
  pieces: AsyncIterable<readonly Row[]>,
  { separator, mark }: { separator: string; mark: boolean },
): AsyncGenerator<string> {
  yield `${mark ? '\ufeff' : ''}${csvLine(columns, separator)}`
  for await (const rows of pieces) {
    let text = ''
    for (const row of rows) text += csvLine(row.slice(0, columns.length), separator)
    yield text
  }
}
