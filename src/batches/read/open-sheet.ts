import { filledWidth, isBlankRow, type Row, type Table, unreadable } from '../table.ts'
import type { HeaderRules } from './header.ts'
import {
  columnNames,
  findHeader,
  HEADER_SEARCH_ROWS,
  type HeaderRows,
  NO_HEADER,
  numberedHeader,
} from './header-rows.ts'
import { belowHeader, firstRows, measure, titleNotice } from './row-counts.ts'
import { CUT_VALUE, longCellProblem, longerThan, VALUES_IN_ONE_PLACE } from './row-problems.ts'
import { sheetRows } from './xlsx/sheet-rows.ts'
import { openWorkbook, type Sheet, type Workbook } from './xlsx/workbook.ts'
import { openParts, type ZipParts } from './xlsx/zip-parts.ts'

/** A workbook: of its visible sheets the first whose header has what is needed, or the one that was named. */
export const openSheet = async (path: string, rules: HeaderRules): Promise<Table> => {
  const book = await openWorkbook(path)
  try {
    const found = await findSheet(book, rules)
    const { sheet, sample } = found
    const { context } = book
    const doubled = new WeakSet<Row>()
    const read = (parts: ZipParts) => sheetRows(parts, sheet.part, context, doubled)
    const { width, rowCount, longestCell, blankRows } = await measure(read(book.parts), found.header, rules.limits)
    const header = rules.sinCabecera ? numberedHeader(width) : found.header
    if (rules.sinCabecera && !rules.isHeader(header.names)) throw rules.explain([header.names])
    const others = await filledSheets(book, sheet)
    const isLonger = longerThan(filledWidth(header.names))
    const longCell = longCellProblem(rules.asked?.(columnNames(header.names, width)) ?? [])
    return {
      format: 'xlsx',
      sheet: { name: sheet.name, all: book.sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name) },
      wantsMark: true,
      columns: columnNames(header.names, width),
      ...{ rowCount, longestCell },
      notices: [
        ...(others.length > 0
          ? [`Se leyó la hoja «${sheet.name}»; no se leyeron: ${others.map((name) => `«${name}»`).join(', ')}`]
          : []),
        ...titleNotice(sample.slice(0, Math.max(0, header.first)), blankRows),
      ],
      problemOf: (row) => {
        if (doubled.has(row)) return VALUES_IN_ONE_PLACE
        return isLonger(row) ? CUT_VALUE : longCell(row)
      },
      async *rows() {
        const parts = await openParts(path)
        try {
          yield* belowHeader(read(parts), header.last)
        } finally {
          parts.close()
        }
      },
    }
  } finally {
    book.close()
  }
}

interface FoundSheet {
  sheet: Sheet
  sample: Row[]
  header: HeaderRows
}

const findSheet = async (book: Workbook, rules: HeaderRules): Promise<FoundSheet> => {
  const candidates = candidateSheets(book, rules.hoja)
  let first: Row[] | null = null
  for (const sheet of eachPart(candidates)) {
    const sample = await firstRows(sheetRows(book.parts, sheet.part, book.context), HEADER_SEARCH_ROWS)
    const header = rules.sinCabecera ? plainHeader(sample) : findHeader(sample, rules.isHeader)
    if (header) return { sheet, sample, header }
    if (sample.length > 0) first ??= sample
  }
  if (!first) throw unreadable('El libro de Excel no tiene ninguna hoja visible con datos')
  throw rules.explain(first)
}

const plainHeader = (sample: readonly Row[]): HeaderRows | null =>
  sample.some((row) => !isBlankRow(row)) ? NO_HEADER : null

const candidateSheets = ({ sheets }: Workbook, hoja: string | undefined): readonly Sheet[] => {
  if (hoja === undefined) return sheets.filter(({ isHidden }) => !isHidden)
  const named = sheets.filter(({ name }) => name.trim().toLowerCase() === hoja.trim().toLowerCase())
  if (named.length === 0)
    throw unreadable(`El libro no tiene una hoja «${hoja}»; tiene: ${sheets.map(({ name }) => name).join(', ')}`)
  return named
}

/** Sheets that name one part have the same rows: it is read once. */
const eachPart = (sheets: readonly Sheet[]): Sheet[] =>
  [...new Map(sheets.toReversed().map((sheet) => [sheet.part, sheet])).values()].reverse()

/** Other visible sheets with something in them: a person must know that they were not read. */
const filledSheets = async (book: Workbook, read: Sheet): Promise<string[]> => {
  const filled: string[] = []
  for (const sheet of eachPart(book.sheets.filter(({ isHidden }) => !isHidden))) {
    if (sheet.part === read.part) continue
    const rows = await firstRows(sheetRows(book.parts, sheet.part, book.context), 1)
    if (rows.some((row) => row.length > 0)) filled.push(sheet.name)
  }
  return filled
}
