import { cellText, filledWidth, type Row, type Table, unreadable } from '../table.ts'
import { csvRows, NO_SEPARATOR, readSample, type Sample, SEPARATORS, sampleRows } from './csv-rows.ts'
import type { HeaderRules } from './header.ts'
import {
  columnNames,
  findHeader,
  HEADER_SEARCH_ROWS,
  type HeaderRows,
  NO_HEADER,
  numberedHeader,
} from './header-rows.ts'
import { belowHeader, longerThan, mayBeCut, measure, titleNotice } from './row-counts.ts'
import { charsetNotice, type TextEncoding } from './text.ts'

interface Cut {
  separator: string
  rows: Row[]
  /** Null when no row has what is needed. */
  header: HeaderRows | null
}

/** A CSV file: separator and header are found together, by the one that gives the other. */
export const openCsv = async (path: string, encoding: TextEncoding, rules: HeaderRules): Promise<Table> => {
  const text = await readSample(path, encoding.charset)
  const cut = rules.sinCabecera ? plainCut(text) : findCut(text, rules)
  const { separator, rows: sample } = cut
  if (sample.length === 0) throw unreadable('El archivo está vacío')
  if (!cut.header) throw rules.explain(sample)
  const read = () => csvRows(path, encoding.charset, separator)
  const { width, rowCount, longestCell, blankRows, fewestCells, cutRows } = await measure(read(), cut.header)
  const header = rules.sinCabecera ? numberedHeader(width) : cut.header
  if (rules.sinCabecera && !rules.isHeader(header.names)) throw rules.explain([header.names])
  const isLonger = longerThan(rules.sinCabecera ? usualCells(sample) : filledWidth(header.names))
  // Some programs end each row with a separator; in some rows alone, one has cut a value: `1,PEREZ, ANA,`.
  const mostCells = rules.sinCabecera ? usualCells(sample) : Math.max(header.names.length, fewestCells)
  // Where half of the rows have a space behind a separator, that is how the file is written.
  const isCut = separator === ',' && cutRows * 2 < rowCount ? mayBeCut : () => false
  return {
    format: 'csv',
    separator: separator === NO_SEPARATOR ? ',' : separator,
    wantsMark: !encoding.isPlain,
    columns: columnNames(header.names, width),
    ...{ rowCount, longestCell },
    notices: [...charsetNotice(encoding), ...titleNotice(sample.slice(0, Math.max(0, header.first)), blankRows)],
    isTooLong: (row) => row.length > mostCells || isLonger(row) || isCut(row),
    rows: () => belowHeader(read(), header.last),
  }
}

/** How many cells most rows have; of several such numbers the smallest. */
const usualCells = (rows: readonly Row[]): number => {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  return [...counts].sort(([a, many], [b, others]) => others - many || a - b)[0]?.[0] ?? 0
}

/** The separator of a file without header: the one that cuts most rows into the same number of cells, and the most cells. */
const plainCut = (sample: Sample): Cut => {
  const cuts = SEPARATORS.map((separator) => {
    const rows = sampleRows(sample, separator, HEADER_SEARCH_ROWS)
    const cells = usualCells(rows)
    return { separator, rows, cells, share: rows.filter(({ length }) => length === cells).length / rows.length }
  })
  const [best] = cuts
    .filter(({ rows, cells, share }) => cells > 1 && share > 0.5 && !isSurnameFirst(rows))
    .sort((a, b) => b.share - a.share || b.cells - a.cells)
  const separator = best?.separator ?? NO_SEPARATOR
  return { separator, rows: sampleRows(sample, separator, HEADER_SEARCH_ROWS), header: NO_HEADER }
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
const findCut = (sample: Sample, rules: HeaderRules): Cut => {
  const cuts = SEPARATORS.map((separator): Cut => {
    const rows = sampleRows(sample, separator, HEADER_SEARCH_ROWS)
    return { separator, rows, header: findHeader(rows, rules.isHeader) }
  })
  const fitting = cuts.filter(({ header }) => header !== null)
  const best = fitting.sort((a, b) => cellsOf(b) - cellsOf(a))[0]
  if (best && cellsOf(best) > 1) return best
  // One column: its cells are not cut, whatever is in them.
  if (best) return { ...best, ...wholeLines(sample, rules) }
  return cuts.sort((a, b) => widest(b.rows) - widest(a.rows))[0] as Cut
}

const wholeLines = (sample: Sample, rules: HeaderRules): Cut => {
  const rows = sampleRows(sample, NO_SEPARATOR, HEADER_SEARCH_ROWS)
  return { separator: NO_SEPARATOR, rows, header: findHeader(rows, rules.isHeader) }
}
