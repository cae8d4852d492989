import { stripAccents } from '../../domain/names/normalise.ts'
import type { BatchKind } from '../../domain/records.ts'
import type { Failure } from '../../kernel/errors.ts'
import { cellText, isBlank, type Row } from '../table.ts'
import { GIVEN_NAMES, HEADERS, ROLES, type Role, SUBJECT_KIND_HEADERS } from './known-headers.ts'
import { purchaseColumns } from './layouts/purchase-columns.ts'
import { columnOf } from './xlsx/sheet-rows.ts'

/** The columns that a caller may name. */
export const NAMEABLE = ['nombre', 'documento', 'nacimiento', 'pais', 'referencia', 'fecha', 'monto'] as const
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
    .replace(/N\.?[°º]|NRO\.|NUM\./g, (word) => `${word.replace(/[°º.]/g, '')} `)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const ROLE_OF = new Map(
  Object.entries(HEADERS).flatMap(([role, headers]) =>
    headers.map((header, rank) => [header, { role: role as Role, rank }] as const),
  ),
)

/** What stands in brackets, and tells how a cell is to be filled: `Nombre (obligatorio)`. */
const ADDED_WORDS = /\([^()]*\)|\[[^[\]]*\]/g

/** Between a group of columns and the names below it: `Información del proveedor · Número`. */
export const BELOW = ' · '
/** Whose the columns are that stand below. */
const GROUP =
  /^(?:(?:INFORMACION|DATOS)(?: GENERALES)? (?:DEL|DE LOS|DE LA|DE) )?(?:PROVEEDOR|CLIENTE|SOCIO|TITULAR)(?:E?S)?$/

/** Whether a text names whose the columns below it are, and is no column itself. */
export const isPartyGroup = (text: string): boolean => GROUP.test(foldHeader(text))

/** The header of a column, folded; without added words or its group where only they keep it from being known. */
const headerText = (text: string): string => {
  const folded = foldHeader(text)
  if (isKnown(folded) || text.length > MAX_HEADER_CHARACTERS) return folded
  const shown = text.replace(ADDED_WORDS, ' ')
  const below = belowGroups(shown.split(BELOW)).flatMap((own) => [own, `DOCUMENTO ${own}`])
  return [foldHeader(shown), ...below].find(isKnown) ?? folded
}

/** What stands below the groups of a column, one less each time: a title such as `Clientes` may stand above `Cliente`. */
const belowGroups = ([group = '', ...below]: readonly string[]): string[] =>
  below.length > 0 && isPartyGroup(group) ? [foldHeader(below.join(' ')), ...belowGroups(below)] : []

const isKnown = (folded: string): boolean => ROLE_OF.has(folded) || GIVEN_NAMES.includes(folded)

/** Whether a text is a header by itself. */
export const isKnownHeader = (text: string): boolean => isKnown(headerText(text))

export type NamedColumns = Partial<Record<Nameable, string>>

/** The roles of a row's cells, were it the header. Those of purchases are looked for where they are asked about. */
export const readHeader = (row: Row, named: NamedColumns = {}, kind?: BatchKind): Columns => {
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
  columns.tipoSujeto = [headers.findIndex((header) => SUBJECT_KIND_HEADERS.includes(header))].filter((at) => at >= 0)
  leaveOutBuyer(columns, headers)
  if (kind === 'compras') takePurchase(columns, row)
  takeNamed(columns, row, headers, named)
  const isLetter = (role: Nameable): boolean => isByLetter(row, named[role])
  // A column that was chosen by its letter is meant alone.
  if (!isLetter('nombre')) columns.sigueNombre = columnsBehind(row, columns.nombre)
  if (!isLetter('documento'))
    columns.sigueDocumento = columnsBehind(row, [...columns.documento, ...columns.dni, ...columns.ruc])
  return columns
}

type FoundColumns = Record<Role, readonly number[]>

/** The newer electronic registers begin every row with the RUC and the name of who keeps them. */
const leaveOutBuyer = (columns: FoundColumns, headers: readonly string[]): void => {
  const isOther = (column: number): boolean =>
    ['NRO DOC IDENTIDAD', 'APELLIDOS NOMBRES RAZON SOCIAL'].includes(headers[column] ?? '')
  const { documento, nombre } = columns
  if (columns.comprobante.length === 0 || !documento.some(isOther) || !nombre.some(isOther)) return
  Object.assign(columns, { ruc: [], dni: [], documento: documento.filter(isOther), nombre: nombre.filter(isOther) })
}

const takePurchase = (columns: FoundColumns, row: Row): void => {
  const { comprobante, ...purchase } = purchaseColumns(row.map((cell) => foldHeader(cellText(cell))))
  Object.assign(columns, purchase, columns.comprobante.length === 0 && { comprobante })
}

/** What was named decides alone. */
const takeNamed = (columns: FoundColumns, row: Row, headers: readonly string[], named: NamedColumns): void => {
  for (const role of NAMEABLE) {
    const name = named[role]
    if (name === undefined) continue
    const column = indexOfColumn(row, headers, name)
    columns[role] = column < 0 ? [] : [column]
    const known = ROLE_OF.get(headers[column] ?? '')?.role
    if (role === 'nombre') Object.assign(columns, { nombres: [], apellidos: [] })
    if (role === 'nacimiento') Object.assign(columns, birthColumns(known, column))
    if (role === 'documento' && column >= 0) Object.assign(columns, documentColumns(known, column))
  }
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

/** A column by its header or, where no column has that, by its letter. */
const indexOfColumn = (row: Row, headers: readonly string[], name: string): number => {
  const column = indexOfHeader(row, headers, name)
  return column < 0 && LETTERS.test(name) && columnOf(name) < row.length ? columnOf(name) : column
}

const LETTERS = /^[A-Z]{1,3}$/i

/** Whether a name can only mean the letter of a column. */
export const isByLetter = (row: Row, name: string | undefined): boolean =>
  name !== undefined &&
  LETTERS.test(name) &&
  indexOfHeader(
    row,
    row.map((cell) => headerText(cellText(cell))),
    name,
  ) < 0

const indexOfHeader = (row: Row, headers: readonly string[], name: string): number => {
  const exact = row.findIndex((cell) => cellText(cell).trim() === name.trim())
  const folded = foldHeader(name)
  if (exact >= 0 || folded === '') return exact
  const whole = row.findIndex((cell) => foldHeader(cellText(cell)) === folded)
  return whole >= 0 ? whole : headers.indexOf(folded)
}

/** The rows of a header: one, or more when its names are written over several lines. */
export interface HeaderRows {
  first: number
  last: number
  /** The name above each column. */
  names: Row
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
  /** What the columns mean, under this header. */
  columnsOf?(header: Row): Columns
  /** Whether a row will do that was found by its shape alone; for columns that are chosen by their letters. */
  accepts?: ((header: Row) => boolean) | undefined
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
