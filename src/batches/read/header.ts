import { stripAccents } from '../../domain/names/normalise.ts'
import type { Failure } from '../../kernel/errors.ts'
import { cellText, isBlank, type Row } from '../table.ts'
import { GIVEN_NAMES, HEADERS, ROLES, type Role } from './known-headers.ts'

/** The columns that a caller may name. */
export const NAMEABLE = ['nombre', 'documento', 'nacimiento', 'pais', 'referencia'] as const
export type Nameable = (typeof NAMEABLE)[number]

/** The columns of a file by what they mean; where a role has several, the first with something in it counts. */
export type Columns = Readonly<Record<Role, readonly number[]>>

/** `R.U.C.`, `D.N.I.` */
const ACRONYM = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}\p{L}?(?![\p{L}\p{N}])/gu

/** Longer texts are no name of a column that is known. */
const MAX_HEADER_CHARACTERS = 200

/** Any case, accents or not, whatever stands between the words. */
export const foldHeader = (text: string): string =>
  stripAccents(text.slice(0, MAX_HEADER_CHARACTERS))
    .replace(ACRONYM, (word) => `${word.replaceAll('.', '')} `)
    .replace(/N[°º]|NRO\.|NUM\./g, (word) => `${word.replace(/[°º.]/, '')} `)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const ROLE_OF = new Map(ROLES.flatMap((role) => HEADERS[role].map((header, rank) => [header, { role, rank }] as const)))

/** What stands in brackets, and tells how a cell is to be filled: `Nombre (obligatorio)`. */
const ADDED_WORDS = /\([^()]*\)|\[[^[\]]*\]/g

/** The header of a column, folded; without added words where only they keep it from being known. */
const headerText = (text: string): string => {
  const folded = foldHeader(text)
  if (isKnown(folded) || text.length > MAX_HEADER_CHARACTERS) return folded
  const short = foldHeader(text.replace(ADDED_WORDS, ' '))
  return isKnown(short) ? short : folded
}

const isKnown = (folded: string): boolean => ROLE_OF.has(folded) || GIVEN_NAMES.includes(folded)

/** Whether a text is a header by itself. */
export const isKnownHeader = (text: string): boolean => isKnown(headerText(text))

export type NamedColumns = Partial<Record<Nameable, string>>

/** The roles of a row's cells, were it the header. */
export const readHeader = (row: Row, named: NamedColumns = {}): Columns => {
  const found: Record<Role, { column: number; rank: number }[]> = Object.fromEntries(
    ROLES.map((role) => [role, []]),
  ) as never
  const headers = row.map((cell) => headerText(cellText(cell)))
  for (const [column, header] of headers.entries()) {
    const known = ROLE_OF.get(header)
    if (known) found[known.role].push({ column, rank: known.rank })
  }
  const columns = Object.fromEntries(
    ROLES.map((role) => [role, found[role].sort((a, b) => a.rank - b.rank).map(({ column }) => column)]),
  ) as unknown as Record<Role, readonly number[]>
  if (columns.apellidos.length > 0) {
    const given = [headers.findIndex((header) => GIVEN_NAMES.includes(header))].filter((column) => column >= 0)
    if (columns.nombre.length === 0) columns.nombre = given
    else columns.nombres = given
  }
  for (const role of NAMEABLE) {
    const name = named[role]
    if (name === undefined) continue
    const column = indexOfHeader(row, headers, name)
    columns[role] = column < 0 ? [] : [column]
    // What was named decides alone.
    if (role === 'nombre') Object.assign(columns, { nombres: [], apellidos: [] })
    if (role === 'nacimiento') Object.assign(columns, birthColumns(ROLE_OF.get(headers[column] ?? '')?.role, column))
    if (role === 'documento' && column >= 0)
      Object.assign(columns, documentColumns(ROLE_OF.get(foldHeader(name))?.role, column))
  }
  columns.sigueNombre = columnsBehind(row, columns.nombre)
  columns.sigueDocumento = columnsBehind(row, [...columns.documento, ...columns.dni, ...columns.ruc])
  return columns
}

/** The columns without a name that follow these. */
const columnsBehind = (row: Row, columns: readonly number[]): number[] =>
  columns.flatMap((column) => {
    const next = row.findIndex((cell, i) => i > column && !isBlank(cell))
    return Array.from({ length: (next < 0 ? row.length : next) - column - 1 }, (_, i) => column + 1 + i)
  })

/** A column named for the document keeps what its own header says: a DNI is no RUC. */
const documentColumns = (role: Role | undefined, column: number): Partial<Record<Role, number[]>> =>
  role === 'dni' || role === 'ruc'
    ? { dni: [], ruc: [], documento: [], [role]: [column] }
    : { dni: [], ruc: [], documento: [column] }

/** A column named for the birth keeps what its own header says of its language. */
const birthColumns = (role: Role | undefined, column: number): Partial<Record<Role, number[]>> =>
  role === 'birthDate' ? { nacimiento: [], birthDate: [column] } : { birthDate: [] }

const indexOfHeader = (row: Row, headers: readonly string[], name: string): number => {
  const exact = row.findIndex((cell) => cellText(cell).trim() === name.trim())
  const folded = foldHeader(name)
  if (exact >= 0 || folded === '') return exact
  const whole = row.findIndex((cell) => foldHeader(cellText(cell)) === folded)
  return whole >= 0 ? whole : headers.indexOf(folded)
}

/** What a file may hold at most. */
export interface ReadLimits {
  rows: number
  /** Of all cells together. */
  characters: number
}

/** What a header must have, as the caller of a reader says it. */
export interface HeaderRules {
  isHeader(row: Row): boolean
  /** The columns that rows are asked about, under this header. */
  asked?(header: Row): readonly number[]
  /** Why none of these rows is a header. */
  explain(rows: readonly Row[]): Failure
  /** The sheet of a workbook to read. */
  hoja?: string | undefined
  /** True when the file has no header: its first row is data. */
  sinCabecera?: boolean | undefined
  /** True when the file was sent as JSON: it is then nothing else. */
  isJson?: boolean | undefined
  /** Without it a file may hold as much as readers can read. */
  limits?: ReadLimits | undefined
}
