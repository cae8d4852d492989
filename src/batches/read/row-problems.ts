import { type Cell, cellText, filledWidth, MAX_ASKED_CHARACTERS, type Row } from '../table.ts'

// Why a row is not asked about, whatever is in it.
export const CUT_VALUE = 'La fila tiene más celdas que la cabecera: puede que un separador corte un valor'
export const LOOSE_QUOTES = 'La fila tiene comillas sin cerrar o sin duplicar: sus celdas pueden estar mal cortadas'
export const SPANS_LINES =
  'Una celda abarca varias líneas entre comillas: puede que sobren comillas y contenga otras filas'
export const OUT_OF_COLUMN = 'La línea no sigue las columnas del reporte: sus valores pueden estar mal cortados'
export const VALUES_IN_ONE_PLACE = 'La fila tiene dos valores en un mismo lugar; se muestran los dos'
const LONG_CELL = `Una celda tiene más de ${MAX_ASKED_CHARACTERS} caracteres y no se puede consultar`

/** Tells rows in which a cell that is asked about is too long. */
export const longCellProblem =
  (asked: readonly number[]) =>
  (row: Row): string | null => {
    for (const column of asked) {
      const cell = row[column]
      if (typeof cell === 'string' && cell.length > MAX_ASKED_CHARACTERS) return LONG_CELL
    }
    return null
  }

/** Several values of one place, each to be seen. */
export const joinValues = (one: Cell, other: Cell): string => `${cellText(one)} | ${cellText(other)}`

const WORDS = /^\p{L}[\p{L} .'-]*$/u
const SPACE_AND_WORDS = /^ \p{L}[\p{L} .'-]*$/u

/** Whether words follow words behind a separator and a space: `1,PEREZ, ANA` may be one name that lacks its quotes. */
export const mayBeCut = (row: Row): boolean => {
  for (let i = 1; i < row.length; i++) {
    const [before, cell] = [row[i - 1], row[i]]
    if (typeof cell !== 'string' || cell.charCodeAt(0) !== 32 || typeof before !== 'string') continue
    if (cell.length + before.length > MAX_ASKED_CHARACTERS) continue
    if (SPACE_AND_WORDS.test(cell) && WORDS.test(before)) return true
  }
  return false
}

/** A merged header `Documento` above the type and the number: the number's column has no name. */
const DOCUMENT_TYPE = /^\s*(?:DNI|RUC|CE|C\.E\.|D\.N\.I\.|R\.U\.C\.|PAS(?:APORTE)?\.?)\s*$/i

export const isDocumentType = (cell: Cell): boolean => typeof cell === 'string' && DOCUMENT_TYPE.test(cell)

/** Tells rows with something behind the last column that the header names. */
export const longerThan =
  (width: number) =>
  (row: Row): boolean => {
    const filled = filledWidth(row)
    return filled > width && !(filled === width + 1 && isDocumentType(row[width - 1]))
  }
