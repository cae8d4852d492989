import { type Cell, cellText, MAX_COLUMNS, type Row, type Table, tooManyColumns, unreadable } from '../table.ts'
import type { HeaderRules } from './header.ts'
import { jsonElements, type Pairs } from './json-rows.ts'
import { limitCheck } from './row-counts.ts'
import { joinValues, longCellProblem, VALUES_IN_ONE_PLACE } from './row-problems.ts'
import { charsetNotice, type TextEncoding } from './text.ts'

/** A row has a cell for every key of the file, so that few of them may be large. */
const ROWS_AT_A_TIME = 256

/** A JSON array of objects: its columns are the keys of all of them, in the order in which they first appear. */
export const openJson = async (path: string, encoding: TextEncoding, rules: HeaderRules): Promise<Table> => {
  const { charset } = encoding
  const { columns, rowCount, longestCell } = await measureElements(jsonElements(path, charset), rules)
  const header = [...columns.keys()]
  if (!rules.isHeader(header)) throw rules.explain([header])
  const doubled = new WeakSet<Row>()
  const toRow = (element: Pairs): Row => {
    const row = Array<Cell>(header.length).fill(undefined)
    for (const [key, value] of element) {
      const at = columns.get(key) as number
      const before = row[at]
      const isAnother = before !== undefined && cellText(before) !== cellText(value)
      if (isAnother) doubled.add(row)
      row[at] = isAnother ? joinValues(before, value) : value
    }
    return row
  }
  const longCell = longCellProblem(rules.asked?.(header) ?? [])
  return {
    ...{ format: 'json', wantsMark: false, columns: header, rowCount, longestCell },
    notices: charsetNotice(encoding),
    problemOf: (row) => (doubled.has(row) ? VALUES_IN_ONE_PLACE : longCell(row)),
    async *rows() {
      for await (const elements of jsonElements(path, charset))
        for (let i = 0; i < elements.length; i += ROWS_AT_A_TIME) yield elements.slice(i, i + ROWS_AT_A_TIME).map(toRow)
    },
  }
}

const measureElements = async (pieces: AsyncIterable<Pairs[]>, { limits }: HeaderRules) => {
  const columns = new Map<string, number>()
  const check = limitCheck(limits)
  let rowCount = 0
  let longestCell = 0
  for await (const elements of pieces)
    for (const pairs of elements) {
      for (const [key, value] of pairs) {
        if (!columns.has(key)) columns.set(key, columns.size)
        if (typeof value === 'string' && value.length > longestCell) longestCell = value.length
      }
      if (columns.size > MAX_COLUMNS) throw tooManyColumns()
      check(
        pairs.map(([, value]) => value),
        ++rowCount,
      )
    }
  if (rowCount === 0) throw unreadable('El archivo JSON no tiene elementos')
  return { columns, rowCount, longestCell }
}
