import { Failure } from '../kernel/errors.ts'
import type { ColumnLook } from '../kernel/workbook/parts.ts'
import type { BookStyles } from '../kernel/workbook/styles.ts'

/** One cell as it was read: text, a number or truth value where the format has them, null or undefined when empty. */
export type Cell = string | number | boolean | null | undefined
export type Row = readonly Cell[]

/** Stands in the row: a WeakMap takes longer for each of them the more it holds. */
const NUMBER = Symbol('number')

/** Notes where a row stands in its file, as a spreadsheet counts: the header is most often 1, blank rows count. */
export const setNumber = (row: Row, number: number): void => void Object.defineProperty(row, NUMBER, { value: number })

/** The row of the sheet, the line of a text file where the row begins, or the place of an object in a JSON array. */
export const numberOf = (row: Row): number => (row as { [NUMBER]?: number })[NUMBER] ?? 0

const STYLES = Symbol('styles')

/**
 * Notes how the cells of a row of a workbook look: the number of each one's style in the workbook, separated by commas. A `d`
 * behind it says that the workbook has a number where the row has a date or time as text, an `e` that it has an error.
 */
export const setStyles = (row: Row, styles: string): void => void Object.defineProperty(row, STYLES, { value: styles })

/** Undefined for a row of another kind of file. */
export const stylesOf = (row: Row): string | undefined => (row as { [STYLES]?: string })[STYLES]

/** What a result keeps of the sheet of a workbook, beside its values. */
export interface SheetLook {
  styles: BookStyles
  /** By their position; null where the sheet says nothing. */
  columns: readonly (ColumnLook | null)[]
  /** The styles of the header, as those of a row. */
  header: string
  is1904: boolean
}

/** What files may hold at most; readers refuse more, so that memory stays bounded. */
export const MAX_COLUMNS = 1_000
/** What spreadsheet programs allow. Many sheets have formats far below their last row, so blank rows are counted apart. */
export const MAX_SHEET_ROWS = 1_048_576
export const MAX_ROW_CHARACTERS = 1_000_000
/** Longest cell that is asked about. No pattern is tried on a longer one. */
export const MAX_ASKED_CHARACTERS = 2_000

export type FileFormat = 'csv' | 'xlsx' | 'json'

/** A file that was looked through once: its columns and how many rows it has. Rows come in order, some at a time. */
export interface Table {
  format: FileFormat
  /** The separator of a CSV file. */
  separator?: string
  /** Of a workbook: the sheets that are read, other visible ones with something in them, and all visible ones. */
  sheets?: { read: readonly string[]; unread: readonly { name: string; rows: number }[]; visible: readonly string[] }
  /** Of a workbook that says how its cells look. */
  look?: SheetLook | undefined
  /** True when a spreadsheet program needs a mark in front to read the text as UTF-8: the file did not come as plain UTF-8. */
  wantsMark: boolean
  columns: readonly string[]
  rowCount: number
  /** The longest text of a cell. */
  longestCell: number
  /** What a person should know of how the file was read, in Spanish. */
  notices: readonly string[]
  /** Why a row cannot be asked about, whatever is in it; null when it was read without doubt. */
  problemOf(row: Row): string | null
  rows(): AsyncIterable<readonly Row[]>
}

export const unreadable = (mensaje: string, cause?: unknown): Failure =>
  new Failure('invalid-input', mensaje, { campo: 'archivo', ...(cause === undefined ? {} : { cause }) })

/** A file of a kind that is never read, whatever is in it. */
export const wrongFormat = (mensaje: string): Failure =>
  new Failure('unsupported-format', mensaje, { campo: 'archivo' })

export const tooManyColumns = (): Failure => unreadable(`El archivo tiene más de ${MAX_COLUMNS} columnas`)

/** A cell as text. Numbers never in the form 2.01E10. */
export const cellText = (cell: Cell): string => {
  if (typeof cell === 'string') return cell
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? 'VERDADERO' : 'FALSO'
  return Number.isSafeInteger(cell) ? String(cell) : plainDecimal(cell)
}

const plainDecimal = (value: number): string => {
  const text = String(value)
  if (!text.includes('e')) return text
  return Math.abs(value) >= 1 ? BigInt(Math.trunc(value)).toString() : value.toFixed(20).replace(/0+$/, '')
}

export const isBlank = (cell: Cell): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

export const isBlankRow = (row: Row): boolean => row.every(isBlank)

/** Where the last cell with something in it ends. */
export const filledWidth = (row: Row): number => row.findLastIndex((cell) => !isBlank(cell)) + 1
