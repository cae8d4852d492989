import { filledWidth, type Row, type Table, unreadable } from '../table.ts'
import { csvRows, NO_SEPARATOR, readSample, type Sample, SEPARATORS, sampleRows } from './csv-rows.ts'
import type { HeaderRules } from './header.ts'
import { columnNames, findHeader, HEADER_SEARCH_ROWS, type HeaderRows } from './header-rows.ts'
import { belowHeader, longerThan, measure, titleNotice } from './row-counts.ts'
import type { TextEncoding } from './text.ts'

interface Cut {
  separator: string
  rows: Row[]
  /** Null when no row has what is needed. */
  header: HeaderRows | null
}

/** A CSV file: separator and header are found together, by the one that gives the other. */
export const openCsv = async (path: string, encoding: TextEncoding, rules: HeaderRules): Promise<Table> => {
  const { separator, rows: sample, header } = findCut(await readSample(path, encoding.charset), rules)
  if (sample.length === 0) throw unreadable('El archivo está vacío')
  if (!header) throw rules.explain(sample)
  const read = () => csvRows(path, encoding.charset, separator)
  const { width, rowCount, longestCell, blankRows, fewestCells } = await measure(read(), header)
  const isLonger = longerThan(filledWidth(header.names))
  // Some programs end each row with a separator; in some rows alone, one has cut a value: `1,PEREZ, ANA,`.
  const mostCells = Math.max(header.names.length, fewestCells)
  return {
    format: 'csv',
    separator: separator === NO_SEPARATOR ? ',' : separator,
    wantsMark: !encoding.isPlain,
    columns: columnNames(header.names, width),
    ...{ rowCount, longestCell },
    notices: titleNotice(sample.slice(0, header.first), blankRows),
    isTooLong: (row) => row.length > mostCells || isLonger(row),
    rows: () => belowHeader(read(), header.last),
  }
}

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
