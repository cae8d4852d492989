import { isCalendarDate, parseSlashDate } from '../../domain/lima-time.ts'
import { stripAccents } from '../../domain/names/normalise.ts'
import { Failure } from '../../kernel/errors.ts'
import { detectEncoding, piecesOf } from './encoding.ts'

// Reads the files that the procurement agency publishes: a header, one row a line, pipes or, in copies of spreadsheets, commas.

/** The titles that a column has had, each without accents, spaces and signs. */
export type Titles<Field extends string> = Readonly<Record<Field, readonly string[]>>

/** One layout of a file. */
export interface Layout<Field extends string> {
  titles: Titles<Field>
  required: readonly Field[]
}

/** Where a header has its columns; -1 for one that it does not have. */
export type Columns<Field extends string> = Readonly<Record<Field, number>>

export interface TableCounts {
  /** Rows that were read. */
  rows: number
  /** Rows that could not be read. */
  broken: number
}

const changed = (mensaje: string, detail: string): Failure => new Failure('upstream-changed', mensaje, { detail })

const titleOf = (cell: string): string => stripAccents(cell).replace(/[^A-Z0-9Ñ]+/g, '')

const separatorOf = (header: string): '|' | ',' | ';' => {
  const most = (['|', ',', ';'] as const).map((sign) => [header.split(sign).length, sign] as const)
  return most.reduce((best, one) => (one[0] > best[0] ? one : best))[1]
}

/** Columns by their names, wherever they stand; null when the header lacks one that is needed, or has it twice. */
const columnsOf = <Field extends string>(titles: readonly string[], layout: Layout<Field>): Columns<Field> | null => {
  const found = Object.entries<readonly string[]>(layout.titles).map(([field, known]) => {
    const places = titles.flatMap((title, at) => (known.includes(title) ? [at] : []))
    return [field, places.length > 1 ? Number.NaN : (places[0] ?? -1)] as const
  })
  const columns = Object.fromEntries(found) as Columns<Field>
  const isWhole = layout.required.every((field) => columns[field] >= 0)
  return isWhole && found.every(([, at]) => !Number.isNaN(at)) ? columns : null
}

/** Whether the first line of a file is the header of such a layout. */
export const isHeaderOf = (line: string, layout: Layout<string>): boolean =>
  columnsOf(cellsOf(line, separatorOf(line)).map(titleOf), layout) !== null

/** Only spreadsheets quote; in the published files a quotation mark is a letter like others. */
const cellsOf = (line: string, separator: string): string[] =>
  separator === '|' || !line.includes('"') ? line.split(separator) : quotedCells(line, separator)

const quotedCells = (line: string, separator: string): string[] => {
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    const quoted = line[at] === '"' ? /"((?:[^"]|"")*)"/y : null
    if (quoted) quoted.lastIndex = at
    const match = quoted?.exec(line)
    const end = line.indexOf(separator, match ? at + match[0].length : at)
    const stop = end < 0 ? line.length : end
    cells.push(match ? (match[1] as string).replaceAll('""', '"') : line.slice(at, stop))
    at = stop + 1
  }
  return cells
}

interface TableReading<Field extends string> {
  path: string
  /** The first that fits the header counts. */
  layouts: readonly Layout<Field>[]
  /** False for a row that cannot be read. */
  onRow(cells: readonly string[], columns: Columns<Field>): boolean
  onBytes?: ((bytes: number) => void) | undefined
}

/** Reads a file from end to end. Throws when its header is not known. */
export const readTable = async <Field extends string>({
  path,
  layouts,
  onRow,
  onBytes,
}: TableReading<Field>): Promise<TableCounts> => {
  const counts: TableCounts = { rows: 0, broken: 0 }
  let header: { columns: Columns<Field>; separator: string; width: number } | null = null
  for await (const line of linesOf(path, onBytes)) {
    if (!header) {
      header = readHeader(line, layouts)
      continue
    }
    if (line === '') continue
    const cells = cellsOf(line, header.separator)
    // A cell too many or too few shifts the others: nothing in such a row is what its column says.
    if (cells.length === header.width && onRow(cells, header.columns)) counts.rows++
    else counts.broken++
  }
  if (!header) throw changed('El archivo no tiene encabezado', 'no header')
  return counts
}

const readHeader = <Field extends string>(line: string, layouts: readonly Layout<Field>[]) => {
  const separator = separatorOf(line)
  const titles = cellsOf(line, separator).map(titleOf)
  for (const layout of layouts) {
    const columns = columnsOf(titles, layout)
    if (columns) return { columns, separator, width: titles.length }
  }
  throw changed('El archivo cambió de columnas', `${titles.length} columns`)
}

async function* linesOf(path: string, onBytes: (bytes: number) => void = () => {}): AsyncGenerator<string> {
  const decoder = new TextDecoder(await detectEncoding(path))
  let rest = ''
  let bytes = 0
  let isFirst = true
  for await (const chunk of piecesOf(path)) {
    // Before a file in windows-1252 the decoder would not take it for a mark.
    const start = isFirst && chunk.subarray(0, 3).equals(BOM) ? 3 : 0
    isFirst = false
    const text = rest + decoder.decode(chunk.subarray(start), { stream: true })
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      yield text.slice(from, text.charCodeAt(end - 1) === CARRIAGE_RETURN && end > from ? end - 1 : end)
      from = end + 1
    }
    rest = text.slice(from)
    onBytes((bytes += chunk.length))
  }
  rest += decoder.decode()
  if (rest !== '') yield rest.replace(/\r$/, '')
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf])
const CARRIAGE_RETURN = 13

const CONTROLS = /[\x00-\x1f\x7f\xa0]+/g

/** A cell without the tabs and spaces around it. */
export const cellText = (cells: readonly string[], at: number): string =>
  (cells[at] ?? '').replace(CONTROLS, ' ').trim()

/** A day, `YYYYMMDD` as published or as a spreadsheet writes it: empty where there is none, null when it is no day of the calendar. */
export const cellDay = (cells: readonly string[], at: number): string | null => {
  const text = cellText(cells, at)
  if (text === '') return ''
  if (!/^[0-9]{8}$/.test(text)) return parseSlashDate(text)
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
  return isCalendarDate(day) ? day : null
}
