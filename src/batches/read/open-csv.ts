import { Failure } from '../../kernel/errors.ts'
import { cellText, filledWidth, MAX_COLUMNS, type Row, type Table, unreadable } from '../table.ts'
import { isLoose, isSpanning } from './csv-cutter.ts'
import { csvRows, NO_SEPARATOR, SEPARATORS } from './csv-rows.ts'
import { contentProblem, pageRepeats } from './foot-rows.ts'
import type { HeaderRows, HeaderRules } from './header.ts'
import { columnNames, findHeader, HEADER_SEARCH_ROWS, NO_HEADER, numberedHeader } from './header-rows.ts'
import { cutFixed, fixedColumns } from './layouts/fixed-width.ts'
import { registerHeader } from './layouts/registers.ts'
import { belowHeader, firstRows, leftOutNotice, measure, titleCount } from './row-counts.ts'
import { CUT_VALUE, LOOSE_QUOTES, longerThan, mayBeCut, OUT_OF_COLUMN, SPANS_LINES } from './row-problems.ts'
import { mayBeJoined, refuseSwallowedRows, spanningRows } from './spanning-rows.ts'
import { type Bytes, charsetNotice, type TextEncoding } from './text.ts'

interface Cut {
  separator: string
  rows: Row[]
  /** Null when no row has what is needed. */
  header: HeaderRows | null
  /** True for a register of the tax authority, which needs no header to be known. */
  isRegister?: boolean
}

type ReadRows = (separator: string) => AsyncIterable<Row[]>

/** A CSV file: separator and header are found together, by the one that gives the other. */
export const openCsv = async (bytes: Bytes, encoding: TextEncoding, rules: HeaderRules): Promise<Table> => {
  const readAll: ReadRows = (separator) => csvRows(bytes, encoding.charset, separator)
  const cut = await (rules.sinCabecera ? plainCut(readAll) : findCut(readAll, rules))
  const { separator, rows: sample } = cut
  if (sample.length === 0) {
    // Says what keeps the first row from being read, if anything does.
    await firstRows(readAll(separator), 1)
    throw unreadable('El archivo está vacío')
  }
  if (!cut.header) return openReport(readAll, encoding, rules, sample)
  const usual = rules.sinCabecera ? usualCells(sample) : cut.header.names.length
  const read = () => readAll(separator)
  const spans = spanningRows(separator)
  const checked = eachSpanning(read(), cut.header.last, (row) => {
    refuseSwallowedRows(row, separator, usual)
    spans.note(row)
  })
  const { first, last, names } = cut.header
  const pages = pageRepeats(sample.slice(0, last + 1), first, rules.columnsOf?.(names))
  const counts = await measure(checked, cut.header, { limits: rules.limits, note: pages.note })
  const { width, rowCount, longestCell, blankRows, fewestCells, cutRows } = counts
  const header = rules.sinCabecera ? numberedHeader(width) : cut.header
  if (header.last < 0 && !rules.isHeader(header.names)) throw rules.explain([header.names])
  const isLonger = longerThan(cut.isRegister ? width : rules.sinCabecera ? usual : filledWidth(header.names))
  // Some programs end each row with a separator; in some rows alone, one has cut a value: `1,PEREZ, ANA,`.
  // Registers may have fields of their own behind the official ones.
  const mostCells = cut.isRegister ? MAX_COLUMNS : rules.sinCabecera ? usual : Math.max(usual, fewestCells)
  // Where half of the rows have a space behind a separator, that is how the file is written.
  const isCut = separator === ',' && cutRows * 2 < rowCount ? mayBeCut : () => false
  const columns = columnNames(header.names, width)
  const roles = rules.columnsOf?.(columns)
  const asked = Object.values(roles ?? {}).flat()
  const otherProblem = contentProblem(roles, pages)
  const spansDoubtfully = (row: Row): boolean =>
    isSpanning(row) && (asked.some((column) => /[\r\n]/.test(cellText(row[column]))) || spans.isDoubtful(row))
  return {
    format: 'csv',
    separator: separator === NO_SEPARATOR ? ',' : separator,
    wantsMark: !encoding.isPlain,
    columns,
    ...{ rowCount, longestCell },
    notices: [...charsetNotice(encoding), ...leftOutNotice(titleCount(sample, header.first), blankRows)],
    problemOf: (row) => {
      if (isLoose(row) || (row.length < usual && mayBeJoined(row, separator, mostCells))) return LOOSE_QUOTES
      const other = otherProblem(row)
      if (other !== null) return other
      if (row.length > mostCells || isLonger(row) || isCut(row)) return CUT_VALUE
      return spansDoubtfully(row) ? SPANS_LINES : null
    },
    rows: () => belowHeader(read(), header.last),
  }
}

/** A report whose columns are aligned with spaces; refused where its lines are no such report. */
const openReport = async (
  readAll: ReadRows,
  encoding: TextEncoding,
  rules: HeaderRules,
  cut: readonly Row[],
): Promise<Table> => {
  const lines = await sampleRows(readAll, NO_SEPARATOR)
  const fixed = fixedColumns(lines, rules.isHeader)
  if (!fixed) throw rules.explain([...lines, ...cut])
  const doubtful = new WeakSet<Row>()
  const read = async function* (): AsyncGenerator<Row[]> {
    for await (const rows of readAll(NO_SEPARATOR)) yield rows.map((row) => cutFixed(row, fixed, doubtful))
  }
  const { header } = fixed
  const roles = rules.columnsOf?.(header.names)
  const sample = lines.slice(0, header.last + 1).map((row) => cutFixed(row, fixed, doubtful))
  const pages = pageRepeats(sample, header.first, roles)
  const { rowCount, longestCell, blankRows, width } = await measure(read(), header, {
    ...{ limits: rules.limits, note: pages.note },
  })
  const otherProblem = contentProblem(roles, pages)
  return {
    format: 'csv',
    separator: ',',
    wantsMark: !encoding.isPlain,
    columns: columnNames(header.names, width),
    ...{ rowCount, longestCell },
    notices: [
      'Las columnas se leyeron por su posición, como en un reporte impreso',
      ...charsetNotice(encoding),
      ...leftOutNotice(titleCount(sample, header.first), blankRows),
    ],
    problemOf: (row) => otherProblem(row) ?? (doubtful.has(row) ? OUT_OF_COLUMN : null),
    rows: () => belowHeader(read(), header.last),
  }
}

/** The same rows; looks at those below the header that span lines. */
async function* eachSpanning(
  pieces: AsyncIterable<Row[]>,
  header: number,
  look: (row: Row) => void,
): AsyncGenerator<Row[]> {
  let position = 0
  for await (const rows of pieces) {
    for (const row of rows) if (position++ > header && isSpanning(row)) look(row)
    yield rows
  }
}

/** How many cells most rows have; of several such numbers the smallest. */
const usualCells = (rows: readonly Row[]): number => {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  return [...counts].sort(([a, many], [b, others]) => others - many || a - b)[0]?.[0] ?? 0
}

/** The first rows under a separator, as far as they can be read with it: a wrong one may find quotes that never end. */
const sampleRows = async (read: ReadRows, separator: string): Promise<Row[]> => {
  const readable = async function* (): AsyncGenerator<Row[]> {
    try {
      yield* read(separator)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }
  return firstRows(readable(), HEADER_SEARCH_ROWS)
}

/** The separator of a file without header: the one that cuts most rows into the same number of cells, and the most cells. */
const plainCut = async (read: ReadRows): Promise<Cut> => {
  const cuts: (Cut & { cells: number; share: number })[] = []
  for (const separator of SEPARATORS) {
    const rows = await sampleRows(read, separator)
    const cells = usualCells(rows)
    const share = rows.filter(({ length }) => length === cells).length / rows.length
    cuts.push({ separator, rows, header: NO_HEADER, cells, share })
  }
  const [best] = cuts
    .filter(({ rows, cells, share }) => cells > 1 && share > 0.5 && !isSurnameFirst(rows))
    .sort((a, b) => b.share - a.share || b.cells - a.cells)
  return best ?? { separator: NO_SEPARATOR, rows: await sampleRows(read, NO_SEPARATOR), header: NO_HEADER }
}

/** One column of names such as `PEREZ, ANA`: nothing else has a space behind every separator and no figure anywhere. */
const isSurnameFirst = (rows: readonly Row[]): boolean =>
  rows.every(
    (row) =>
      row.every((cell) => !/[0-9]/.test(cellText(cell))) &&
      row.slice(1).every((cell) => cellText(cell).startsWith(' ')),
  )

const cellsOf = ({ header }: Cut): number => header?.names.length ?? 0
const widest = (rows: readonly Row[]): number => Math.max(0, ...rows.map(({ length }) => length))

/** The separator under which the header has what is needed, and the most cells. */
const findCut = async (read: ReadRows, rules: HeaderRules): Promise<Cut> => {
  const cutAt = async (separator: string): Promise<Cut> => {
    const rows = await sampleRows(read, separator)
    return { separator, rows, header: findHeader(rows, rules.isHeader) }
  }
  const cuts: Cut[] = []
  for (const separator of SEPARATORS) cuts.push(await cutAt(separator))
  for (const cut of cuts) {
    const header = registerHeader(cut.rows, cut.header)
    if (header) return { ...cut, header, isRegister: true }
  }
  const fitting = cuts.filter(({ header }) => header !== null)
  const best = fitting.sort((a, b) => cellsOf(b) - cellsOf(a))[0]
  if (best && cellsOf(best) > 1) return best
  // One column: its cells are not cut, whatever is in them.
  if (best) return cutAt(NO_SEPARATOR)
  return cuts.sort((a, b) => widest(b.rows) - widest(a.rows))[0] as Cut
}
