import {
  type Cell,
  cellText,
  MAX_COLUMNS,
  type Row,
  setNumber,
  type Table,
  tooManyColumns,
  unreadable,
} from '../table.ts'
import { contentProblem } from './foot-rows.ts'
import type { HeaderRules } from './header.ts'
import { jsonElements, type Pairs } from './json-rows.ts'
import { limitCheck } from './row-counts.ts'
import { joinValues, VALUES_IN_ONE_PLACE } from './row-problems.ts'
import { type Bytes, charsetNotice, type TextEncoding } from './text.ts'

/** A row has a cell for every key of the file, so that few of them may be large. */
const ROWS_AT_A_TIME = 256

/** A JSON array of objects: its columns are the keys of all of them, in the order in which they first appear. */
export const openJson = async (bytes: Bytes, encoding: TextEncoding, rules: HeaderRules): Promise<Table> => {
  const { charset } = encoding
  const { columns, rowCount, longestCell } = await measureElements(jsonElements(bytes, charset), rules)
  const header = [...columns.keys()]
  if (!rules.isHeader(header)) throw rules.explain([header])
  const doubled = new WeakSet<Row>()
  const toRow = (element: Pairs, number: number): Row => {
    const row = Array<Cell>(header.length).fill(undefined)
    setNumber(row, number)
    for (const [key, value] of element) {
      const at = columns.get(key) as number
      const before = row[at]
      const isAnother = before !== undefined && cellText(before) !== cellText(value)
      if (isAnother) doubled.add(row)
      row[at] = isAnother ? joinValues(before, value) : value
    }
    return row
  }
  const otherProblem = contentProblem(rules.columnsOf?.(header))
  return {
    ...{ format: 'json', wantsMark: false, columns: header, rowCount, longestCell },
    notices: charsetNotice(encoding),
    problemOf: (row) => (doubled.has(row) ? VALUES_IN_ONE_PLACE : otherProblem(row)),
    async *rows() {
      let number = 0
      for await (const elements of jsonElements(bytes, charset))
        for (let i = 0; i < elements.length; i += ROWS_AT_A_TIME)
          yield elements.slice(i, i + ROWS_AT_A_TIME).map((element) => toRow(element, ++number))
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
      rowCount++
      check(
        pairs.map(([, value]) => value),
        true,
      )
    }
  if (rowCount === 0) throw unreadable('El archivo JSON no tiene elementos')
  return { columns, rowCount, longestCell }
}
