import { type Row, type Table, unreadable } from '../table.ts'
import { csvRows, NO_SEPARATOR, readSample, SEPARATORS, sampleRows } from './csv-rows.ts'
import { columnNames, findHeader, HEADER_SEARCH_ROWS, type HeaderRules } from './header.ts'
import { belowHeader, measure, titleNotice } from './row-counts.ts'
import type { TextEncoding } from './text.ts'

interface Cut {
  separator: string
  rows: Row[]
  /** The row of the header; -1 when none has what is needed. */
  header: number
}

/** A CSV file: separator and header are found together, by the one that gives the other. */
export const openCsv = async (path: string, encoding: TextEncoding, rules: HeaderRules): Promise<Table> => {
  const { separator, rows: sample, header } = findCut(await readSample(path, encoding.charset), rules)
  if (sample.length === 0) throw unreadable('El archivo está vacío')
  if (header < 0) throw rules.explain(sample)
  const read = () => csvRows(path, encoding.charset, separator)
  const { width, rowCount, longestCell, blankRows } = await measure(read(), header)
  return {
    format: 'csv',
    separator: separator === NO_SEPARATOR ? ',' : separator,
    wantsMark: !encoding.isPlain,
    columns: columnNames(sample[header] as Row, width),
    ...{ rowCount, longestCell },
    notices: titleNotice(sample.slice(0, header), blankRows),
    rows: () => belowHeader(read(), header),
  }
}

const cellsOf = ({ rows, header }: Cut): number => rows[header]?.length ?? 0
const widest = (rows: readonly Row[]): number => Math.max(0, ...rows.map(({ length }) => length))

/** The separator under which the header has what is needed, and the most cells. */
const findCut = (sample: string, rules: HeaderRules): Cut => {
  const cuts = SEPARATORS.map((separator): Cut => {
    const rows = sampleRows(sample, separator, HEADER_SEARCH_ROWS)
    return { separator, rows, header: findHeader(rows, rules.isHeader) }
  })
  const fitting = cuts.filter(({ header }) => header >= 0)
  const best = fitting.sort((a, b) => cellsOf(b) - cellsOf(a))[0]
  if (best && cellsOf(best) > 1) return best
  // One column: its cells are not cut, whatever is in them.
  if (best) return { ...best, ...wholeLines(sample, rules) }
  return cuts.sort((a, b) => widest(b.rows) - widest(a.rows))[0] as Cut
}

const wholeLines = (sample: string, rules: HeaderRules): Cut => {
  const rows = sampleRows(sample, NO_SEPARATOR, HEADER_SEARCH_ROWS)
  return { separator: NO_SEPARATOR, rows, header: findHeader(rows, rules.isHeader) }
}
