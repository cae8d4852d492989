import type { Lote } from '../../../client.ts'
import { fold, type ResultRow } from './result-rows.ts'

type FileColumns = Lote['columnas']
type Role = NonNullable<FileColumns[number]['papel']>

/** What a row asked about, by the columns that the batch says it used. */
export interface AskedRow {
  /** Empty where the row has none. */
  nombre: string
  documento: string
  nacimiento: string
  pais: string
  /** False where the row has several texts for one thing and the batch does not tell which it took. */
  isSure: boolean
}

/** Cells that say nothing: the service takes a dash for an empty cell. */
const clean = (cell: string): string => {
  const shown = cell.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim()
  return /^[-–—]+$/.test(shown) ? '' : shown
}

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** What the service says of a row in which several columns have names that differ. */
const SEVERAL_NAMES = /La fila tiene \d+ nombres/
/** What it says of a DNI whose zeros a spreadsheet took away. */
const PADDED = /Se completó el DNI con ceros a la izquierda: (\d{8})/

export const askedOf = (row: ResultRow, columns: FileColumns): AskedRow => {
  const cells = new Map(row.cells)
  const textsOf = (role: Role): string[] =>
    columns.flatMap(({ nombre, papel }) => {
      const text = papel === role ? clean(cells.get(nombre) ?? '') : ''
      return text === '' ? [] : [text]
    })
  // A batch from before its columns were told.
  const names = columns.length === 0 ? row.cells.flatMap(([, cell]) => clean(cell) || []) : textsOf('nombre')
  const name = nameOf(names, row, columns.length > 0)
  const documents = textsOf('documento')
  const [nacimiento = ''] = textsOf('nacimiento')
  const [pais = ''] = textsOf('pais')
  return {
    nombre: name.text,
    documento: (documents.length === 1 && PADDED.exec(row.found.motivo)?.[1]) || (documents[0] ?? ''),
    nacimiento,
    pais,
    isSure:
      name.isSure &&
      areNamedOnce(columns) &&
      [documents, textsOf('nacimiento'), textsOf('pais')].every((texts) => !differ(texts)),
  }
}

const differ = (texts: readonly string[]): boolean => new Set(texts.map((text) => wordsOf(text).join(' '))).size > 1

/** Names of several columns: each was asked about, which the row's reason tells, or they are parts of one. */
const nameOf = (
  texts: readonly string[],
  { found, group }: ResultRow,
  isTold: boolean,
): { text: string; isSure: boolean } => {
  const [first = '', ...others] = texts
  if (!isTold) return { text: first, isSure: false }
  if (!differ(texts)) return { text: first, isSure: true }
  if (SEVERAL_NAMES.test(found.motivo)) return { text: [...new Set(texts)].join(' · '), isSure: false }
  // A row that was not asked about has no such reason.
  if (group === 'unchecked') return { text: first, isSure: false }
  const parts = others.reduce(
    (name, part) => (wordsOf(part).every((word) => wordsOf(name).includes(word)) ? name : `${name} ${part}`),
    first,
  )
  return { text: parts, isSure: true }
}

/** Of two columns with one header the result calls the second otherwise. */
const areNamedOnce = (columns: FileColumns): boolean => {
  const used = columns.filter(({ papel }) => papel !== null).map(({ nombre }) => nombre)
  return used.every((name) => columns.filter(({ nombre }) => nombre === name).length === 1)
}
