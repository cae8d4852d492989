import { type Cell, MAX_COLUMNS, type Row, type Table, tooManyColumns, unreadable } from '../table.ts'
import type { HeaderRules } from './header.ts'
import { jsonElements } from './json-rows.ts'
import { charsetNotice, type TextEncoding } from './text.ts'

/** A JSON array of objects: its columns are the keys of all of them, in the order in which they first appear. */
export const openJson = async (path: string, encoding: TextEncoding, rules: HeaderRules): Promise<Table> => {
  const { charset } = encoding
  const columns = new Map<string, number>()
  let rowCount = 0
  let longestCell = 0
  for await (const elements of jsonElements(path, charset)) {
    rowCount += elements.length
    for (const [key, value] of elements.flat()) {
      if (!columns.has(key)) columns.set(key, columns.size)
      if (columns.size > MAX_COLUMNS) throw tooManyColumns()
      if (typeof value === 'string' && value.length > longestCell) longestCell = value.length
    }
  }
  if (rowCount === 0) throw unreadable('El archivo JSON no tiene elementos')
  const header = [...columns.keys()]
  if (!rules.isHeader(header)) throw rules.explain([header])
  const toRow = (element: readonly [string, Cell][]): Row => {
    const row: Cell[] = Array.from({ length: header.length })
    for (const [key, value] of element) row[columns.get(key) as number] = value
    return row
  }
  return {
    ...{ format: 'json', wantsMark: false, columns: header, rowCount, longestCell },
    notices: charsetNotice(encoding),
    isTooLong: () => false,
    async *rows() {
      for await (const elements of jsonElements(path, charset)) yield elements.map(toRow)
    },
  }
}
