import { isPromise } from '../../kernel/when-ready.ts'
import type { Columns } from '../read/header.ts'
import { ROLES } from '../read/known-headers.ts'
import { type Cell, cellText, type Row } from '../table.ts'
import { type AskedOfRows, type CheckDeps, rowChecker } from './check-row.ts'
import { type Checked, RESULT_COLUMNS, type RowResult } from './results.ts'

/** Who checks the rows of a batch: this thread, or others. */
export interface RowChecks {
  /** What became of some rows, in their order. */
  check(rows: readonly Row[]): Promise<readonly Checked[]>
  /** How many times it may be asked before it has answered. */
  atATime: number
}

export const checksHere = (deps: CheckDeps, asked: AskedOfRows, columns: Columns): RowChecks => {
  const check = rowChecker(deps, asked, columns)
  return {
    atATime: 1,
    check: async (rows) => {
      const checked: Checked[] = []
      for (const row of rows) {
        const outcome = check(row)
        checked.push(isPromise(outcome) ? await outcome : outcome)
      }
      return checked
    },
  }
}

/** The columns that are asked about, and where each stands in a row that has only these. */
export const askedColumns = (columns: Columns): { asked: readonly number[]; columns: Columns } => {
  const asked = [...new Set(Object.values(columns).flat())]
  const moved = ROLES.map((role) => [role, columns[role].map((column) => asked.indexOf(column))])
  return { asked, columns: Object.fromEntries(moved) }
}

/** What is asked about of some rows, for another thread: one array of texts takes a fraction of the time that rows would. */
export const packRows = (rows: readonly Row[], asked: readonly number[]): string[] => {
  const texts: string[] = []
  for (const row of rows) for (const column of asked) texts.push(cellText(row[column]))
  return texts
}

export const unpackRows = (texts: readonly string[], width: number): Row[] => {
  const rows: Row[] = []
  for (let at = 0; at < texts.length; at += width) rows.push(texts.slice(at, at + width))
  return rows
}

/** The cells of one row's answer: its result, its questions, whether a source failed, and what a purchase adds to totals. */
const PACKED_CELLS = RESULT_COLUMNS.length + 3

export const packChecked = (checked: readonly Checked[]): Cell[] => {
  const cells: Cell[] = []
  for (const { result, questions, sourceFailed, observed } of checked) {
    for (const column of RESULT_COLUMNS) cells.push(result[column])
    cells.push(questions, sourceFailed, observed && JSON.stringify(observed))
  }
  return cells
}

export const unpackChecked = (cells: readonly Cell[]): Checked[] => {
  const checked: Checked[] = []
  for (let at = 0; at < cells.length; at += PACKED_CELLS) {
    const result: Partial<Record<keyof RowResult, Cell>> = {}
    for (const [i, column] of RESULT_COLUMNS.entries()) result[column] = cells[at + i]
    const [questions, sourceFailed, observed] = cells.slice(at + RESULT_COLUMNS.length, at + PACKED_CELLS)
    checked.push({
      result: result as RowResult,
      questions: Number(questions),
      sourceFailed: sourceFailed === true,
      ...(typeof observed === 'string' && { observed: JSON.parse(observed) }),
    })
  }
  return checked
}
