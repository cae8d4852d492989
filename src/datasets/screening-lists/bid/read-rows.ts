import { readFile } from 'node:fs/promises'
import type { Failure } from '../../../kernel/errors.ts'
import { csvRows, decodeUtf8 } from '../csv-rows.ts'
import { type BidRow, rowReader } from './columns.ts'
import { sheetRows } from './read-workbook.ts'

const ZIP = 'PK'

/** Reads the rows of a file: the CSV, the workbook of the bank's report, or a page of the data store. */
export const readBidRows = async (path: string, unreadable: (detail: string) => Failure): Promise<BidRow[]> => {
  const bytes = await readFile(path)
  if (bytes.toString('latin1', 0, 2) === ZIP) return tableRows(await sheetRows(path, unreadable), unreadable, true)
  const text = decodeUtf8(bytes)
  if (text === null) throw unreadable('invalid UTF-8')
  if (/^\s*\{/.test(text)) return storeRows(storePage(text, unreadable).records, unreadable)
  return tableRows([...csvRows(text)], unreadable, false)
}

/** A page of the data store. */
interface StorePage {
  total: number
  records: Record<string, unknown>[]
}

/** Throws unless it is an answer with rows: a refusal is no empty list. */
export const storePage = (text: string, unreadable: (detail: string) => Failure): StorePage => {
  let body: { success?: unknown; result?: { total?: unknown; records?: unknown } } | null
  try {
    body = JSON.parse(text)
  } catch {
    throw unreadable('no JSON')
  }
  const { total, records } = body?.result ?? {}
  if (body?.success !== true || typeof total !== 'number' || !Array.isArray(records))
    throw unreadable('no rows of the store')
  return { total, records: records as StorePage['records'] }
}

const storeRows = (records: StorePage['records'], unreadable: (detail: string) => Failure): BidRow[] => {
  const headings = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const read = rowReader(headings)
  if (!read) throw unreadable('columns missing')
  return records.map((record) =>
    read(headings.map((heading) => (record[heading] === null ? '' : String(record[heading] ?? '')))),
  )
}

/** Rows below a header. The bank's report ends with an empty row and a line about its filters. */
const tableRows = (
  rows: readonly (readonly string[])[],
  unreadable: (detail: string) => Failure,
  hasFoot: boolean,
): BidRow[] => {
  const [header = [], ...body] = rows
  const read = rowReader(header)
  if (!read) throw unreadable('columns missing')
  const filled = body.filter((row) => row.some((cell) => cell.trim() !== ''))
  const last = filled.at(-1)
  const isFoot = hasFoot && last?.slice(1).every((cell) => cell.trim() === '')
  const listed = isFoot ? filled.slice(0, -1) : filled
  // A row of another length has lost a cell, or its end.
  const broken = listed.find((row) => row.length !== header.length && !(hasFoot && row.length < header.length))
  if (broken) throw unreadable(`a row of ${broken.length} cells under ${header.length} columns`)
  return listed.map(read)
}
