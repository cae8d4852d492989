import { formatDate } from '../format.ts'

/** A table as it leaves the page. Dates are written `2026-11-15`. */
export interface Sheet {
  heads: readonly string[]
  rows: readonly (readonly (string | number)[])[]
  /** Of its figures; as many as each has when it is not said. */
  decimals?: number
}

/** For a file: commas, dates that sort, and the mark by which spreadsheets know UTF-8. */
export const toCsv = (sheet: Sheet): string =>
  `\ufeff${linesOf(sheet)
    .map((row) => `${row.map(csvCell).join(',')}\r\n`)
    .join('')}`

const linesOf = ({ heads, rows, decimals }: Sheet): string[][] =>
  [heads, ...rows].map((row) =>
    row.map((value) =>
      typeof value === 'number' && decimals !== undefined ? value.toFixed(decimals) : safeText(value),
    ),
  )

/** What somebody wrote into a file is never run: an apostrophe goes before what a spreadsheet takes for a formula. */
const safeText = (value: string | number): string =>
  typeof value === 'string' && /^\s*[=+\-@]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : String(value)

const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** For the clipboard: pasted into a sheet, each value has a cell of its own. Dates as people write them. */
export const toTabs = (sheet: Sheet): string =>
  linesOf(sheet)
    .map((row) => row.map((one) => formatDate(one).replace(/\s+/g, ' ')).join('\t'))
    .join('\n')
