import {
  type Cell,
  cellText,
  filledWidth,
  isBlankRow,
  numberOf,
  type Row,
  setNumber,
  stylesOf,
  type Table,
  unreadable,
} from '../table.ts'
import { contentProblem, pageRepeats } from './foot-rows.ts'
import type { Columns, HeaderRows, HeaderRules } from './header.ts'
import { columnNames, findHeader, HEADER_SEARCH_ROWS, NO_HEADER, numberedHeader } from './header-rows.ts'
import { registerHeader } from './layouts/registers.ts'
import { belowHeader, firstRows, leftOutNotice, limitCheck, measure, titleCount } from './row-counts.ts'
import { CUT_VALUE, longerThan, VALUES_IN_ONE_PLACE } from './row-problems.ts'
import type { Sheet, Workbook } from './xlsx/workbook.ts'

/** In place of the name of a sheet: all of them. No sheet can be called so. */
export const ALL_SHEETS = '*'

/** The name of the column that says of each row in which of several sheets it stands. */
const sheetColumn = (columns: readonly string[]): string =>
  columns.some((name) => name.toLowerCase() === 'hoja') ? 'Hoja del libro' : 'Hoja'

/**
 * A workbook: of its visible sheets the first whose header has what is needed, the one that was named, or all of them as one
 * table, in their order. A sheet whose columns have other roles than those of the first is not read, and told of.
 */
export const openSheet = async (book: Workbook, format: Table['format'], rules: HeaderRules): Promise<Table> => {
  const found = await findSheets(book, rules)
  const check = limitCheck(rules.limits)
  const sheets: OpenSheet[] = []
  for (const one of found) sheets.push(await readThrough(book, one, rules, check))
  const [{ sheet, sample, header }] = sheets as [OpenSheet, ...OpenSheet[]]
  const width = Math.max(...sheets.map((one) => one.width))
  const own = columnNames(header.names, width)
  const isMany = rules.hoja === ALL_SHEETS
  const unread = await unreadSheets(book, sheets)
  // Styles are those of the workbook; widths and header those of the first sheet.
  const look = await book.look?.(sheet)
  const headerRow = sample[header.last]
  return {
    format,
    sheets: { read: sheets.map(({ sheet }) => sheet.name), unread, visible: visible(book).map(({ name }) => name) },
    ...(look && { look: { ...look, header: (headerRow && stylesOf(headerRow)) ?? '' } }),
    wantsMark: true,
    columns: isMany ? [...own, sheetColumn(own)] : own,
    rowCount: sum(sheets, ({ rowCount }) => rowCount),
    longestCell: Math.max(...sheets.map(({ longestCell }) => longestCell)),
    notices: [
      ...sheetNotice(sheets, unread),
      ...leftOutNotice(
        sum(sheets, ({ titles }) => titles),
        sum(sheets, ({ blankRows }) => blankRows),
      ),
    ],
    problemOf: problemIn(sheets, isMany ? width : null, rules.columnsOf?.(own)),
    rows: () => rowsOf(sheets, isMany ? width : null),
  }
}

interface FoundSheet {
  sheet: Sheet
  sample: Row[]
  header: HeaderRows
}

/** A sheet that was read through once. */
interface OpenSheet extends FoundSheet {
  width: number
  rowCount: number
  longestCell: number
  blankRows: number
  titles: number
  pages: ReturnType<typeof pageRepeats>
  /** Rows with two values in one place. */
  doubled: WeakSet<Row>
  read(): AsyncIterable<Row[]>
}

const readThrough = async (
  book: Workbook,
  found: FoundSheet,
  rules: HeaderRules,
  check: ReturnType<typeof limitCheck>,
): Promise<OpenSheet> => {
  const { sheet, sample } = found
  const { first, last } = found.header
  const doubled = new WeakSet<Row>()
  const read = () => book.rows(sheet, doubled)
  const pages = pageRepeats(sample.slice(0, last + 1), first, rules.columnsOf?.(found.header.names))
  const counts = await measure(read(), found.header, { limits: rules.limits, check, note: pages.note })
  const header = rules.sinCabecera ? numberedHeader(counts.width) : found.header
  if (rules.sinCabecera && !rules.isHeader(header.names)) throw rules.explain([header.names])
  return { ...counts, sheet, sample, header, titles: titleCount(sample, first), pages, doubled, read }
}

/** With `width` the rows have the name of their sheet behind so many cells. */
const problemIn = (sheets: readonly OpenSheet[], width: number | null, columns: Columns | undefined) => {
  const problems = sheets.map(({ header, doubled, pages }) => {
    // A register without a header may have fields of its own behind the official ones.
    const isLonger = header.last < 0 ? () => false : longerThan(filledWidth(header.names))
    const otherProblem = contentProblem(columns, pages)
    return (row: Row, own: Row): string | null => {
      if (doubled.has(row)) return VALUES_IN_ONE_PLACE
      return otherProblem(own) ?? (isLonger(own) ? CUT_VALUE : null)
    }
  })
  return (row: Row): string | null => {
    if (width === null) return problems[0]?.(row, row) ?? null
    const own = row.slice(0, width)
    setNumber(own, numberOf(row))
    return problems[sheets.findIndex(({ sheet }) => sheet.name === row[width])]?.(row, own) ?? null
  }
}

async function* rowsOf(sheets: readonly OpenSheet[], width: number | null): AsyncGenerator<Row[]> {
  for (const { sheet, header, read } of sheets)
    for await (const rows of belowHeader(read(), header.last)) {
      if (width !== null) for (const row of rows) addSheet(row as Cell[], width, sheet)
      yield rows
    }
}

const addSheet = (row: Cell[], width: number, { name }: Sheet): void => {
  while (row.length < width) row.push(undefined)
  row.push(name)
}

const findSheets = async (book: Workbook, rules: HeaderRules): Promise<FoundSheet[]> => {
  const found: FoundSheet[] = []
  let first: Row[] | null = null
  for (const sheet of eachPart(candidateSheets(book, rules.hoja))) {
    const sample = await firstRows(book.rows(sheet), HEADER_SEARCH_ROWS)
    const named = rules.sinCabecera ? plainHeader(sample) : findHeader(sample, rules.isHeader)
    const header = rules.sinCabecera ? named : (registerHeader(sample, named) ?? named)
    if (sample.length > 0) first ??= sample
    if (!header || (found[0] && !haveSameRoles(found[0].header, header, rules))) continue
    found.push({ sheet, sample, header })
    if (rules.hoja !== ALL_SHEETS) break
  }
  if (found.length > 0) return found
  if (!first) throw unreadable('El libro de Excel no tiene ninguna hoja visible con datos')
  throw isUncut(first) ? unreadable(UNCUT) : rules.explain(first)
}

const UNCUT =
  'Cada fila de la hoja está entera en una sola celda: sepárela en Excel con Datos > Texto en columnas, o envíe el archivo de texto original'

/** Whether the rows of a text were pasted into one column. */
const isUncut = (rows: readonly Row[]): boolean => {
  const filled = rows.filter((row) => !isBlankRow(row))
  const uncut = filled.filter((row) => filledWidth(row) === 1 && /([|;,\t]).*\1/.test(cellText(row[0])))
  return uncut.length * 2 > filled.length
}

/** Columns without a name do not count: how many there are is known when a sheet has been read. */
const haveSameRoles = (one: HeaderRows, other: HeaderRows, { columnsOf }: HeaderRules): boolean => {
  const rolesOf = ({ names }: HeaderRows): string => {
    const roles = columnsOf?.(names.slice(0, filledWidth(names)))
    return JSON.stringify({ ...roles, sigueNombre: [], sigueDocumento: [] })
  }
  return rolesOf(one) === rolesOf(other)
}

const plainHeader = (sample: readonly Row[]): HeaderRows | null =>
  sample.some((row) => !isBlankRow(row)) ? NO_HEADER : null

const visible = ({ sheets }: Workbook): Sheet[] => sheets.filter(({ isHidden }) => !isHidden)

const candidateSheets = (book: Workbook, hoja: string | undefined): readonly Sheet[] => {
  if (hoja === undefined || hoja === ALL_SHEETS) return visible(book)
  const { sheets } = book
  const named = sheets.filter(({ name }) => name.trim().toLowerCase() === hoja.trim().toLowerCase())
  if (named.length === 0)
    throw unreadable(`El libro no tiene una hoja «${hoja}»; tiene: ${sheets.map(({ name }) => name).join(', ')}`)
  return named
}

/** Sheets that name one part have the same rows: it is read once. */
const eachPart = (sheets: readonly Sheet[]): Sheet[] =>
  [...new Map(sheets.toReversed().map((sheet) => [sheet.part, sheet])).values()].reverse()

/** Other visible sheets with something in them, and how many rows: a person must know that they were not read. */
const unreadSheets = async (book: Workbook, read: readonly OpenSheet[]): Promise<{ name: string; rows: number }[]> => {
  const unread: { name: string; rows: number }[] = []
  for (const sheet of eachPart(visible(book))) {
    if (read.some((one) => one.sheet.part === sheet.part)) continue
    let rows = 0
    for await (const piece of book.rows(sheet)) rows += piece.filter((row) => row.length > 0).length
    if (rows > 0) unread.push({ name: sheet.name, rows })
  }
  return unread
}

const quoted = (names: readonly string[]): string => names.map((name) => `«${name}»`).join(', ')

const sheetNotice = (read: readonly OpenSheet[], unread: readonly { name: string }[]): string[] => {
  if (unread.length === 0) return []
  const names = read.map(({ sheet }) => sheet.name)
  const words = names.length === 1 ? `Se leyó la hoja ${quoted(names)}` : `Se leyeron las hojas ${quoted(names)}`
  return [`${words}; no se leyeron: ${quoted(unread.map(({ name }) => name))}`]
}

const sum = <One>(all: readonly One[], countOf: (one: One) => number): number =>
  all.reduce((total, one) => total + countOf(one), 0)
