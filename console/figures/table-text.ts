import { formatDate } from '../format.ts'

/** A table as it leaves the page. Dates are written `2026-11-15`. */
export interface Sheet {
  heads: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/** For a file: commas, dates that sort, and the mark by which spreadsheets know UTF-8. */
export const toCsv = ({ heads, rows }: Sheet): string =>
  `\ufeff${[heads, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`

const csvCell = (value: string | number): string => {
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** For the clipboard: pasted into a sheet, each value has a cell of its own. Dates as people write them. */
export const toTabs = ({ heads, rows }: Sheet): string =>
  [heads, ...rows].map((row) => row.map((one) => formatDate(String(one)).replace(/\s+/g, ' ')).join('\t')).join('\n')
