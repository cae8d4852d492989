import { stripAccents } from '../../domain/names/normalise.ts'
import type { Failure } from '../../kernel/errors.ts'
import { cellText, isBlank, type Row } from '../table.ts'

/** What a column means to a question. */
export const ROLES = [
  ...(['nombre', 'sigueNombre', 'apellidos', 'dni', 'ruc', 'documento', 'sigueDocumento', 'tipoDocumento'] as const),
  ...(['nacimiento', 'pais', 'referencia'] as const),
] as const
export type Role = (typeof ROLES)[number]
/** The columns that a caller may name. */
export const NAMEABLE = ['nombre', 'documento', 'nacimiento', 'pais', 'referencia'] as const
export type Nameable = (typeof NAMEABLE)[number]

/** The columns of a file by what they mean; where a role has several, the first with something in it counts. */
export type Columns = Readonly<Record<Role, readonly number[]>>

/** `DNI`, `N° DNI`, `NUMERO DE DNI`, `DNI N°`… */
const numbered = (header: string): string[] =>
  ['', 'NUMERO', 'NRO', 'NUM', 'N', 'NO'].flatMap((word) =>
    word === '' ? [header] : [`${word} ${header}`, `${word} DE ${header}`, `${header} ${word}`],
  )
/** `RAZON SOCIAL`, `RAZON SOCIAL DEL CLIENTE`, `CLIENTE RAZON SOCIAL`… */
const ofWhom = (header: string): string[] =>
  ['CLIENTE', 'PROVEEDOR'].flatMap((who) => [`${header} DEL ${who}`, `${header} ${who}`, `${who} ${header}`])

/** Headers of each role, folded, the first ones first in a row that has several. */
const HEADERS: Record<Role, readonly string[]> = {
  nombre: [
    ...['NOMBRE', 'NOMBRE COMPLETO', 'NOMBRES COMPLETOS', 'NOMBRES Y APELLIDOS', 'APELLIDOS Y NOMBRES'],
    ...['NOMBRE Y APELLIDOS', 'NOMBRE Y APELLIDO', 'APELLIDO Y NOMBRE', 'NOMBRES APELLIDOS', 'APELLIDOS NOMBRES'],
    ...['NOMBRE O RAZON SOCIAL', 'RAZON SOCIAL', 'DENOMINACION SOCIAL', 'DENOMINACION O RAZON SOCIAL'],
    ...['RAZON SOCIAL O NOMBRE', 'NOMBRE RAZON SOCIAL', 'RAZON SOCIAL NOMBRE', 'APELLIDOS Y NOMBRES O RAZON SOCIAL'],
    ...['CLIENTE', ...ofWhom('NOMBRE'), ...ofWhom('RAZON SOCIAL'), 'PROVEEDOR'],
  ],
  // Columns without a name behind one of a name or a document, whose header may span them.
  sigueNombre: [],
  sigueDocumento: [],
  apellidos: [
    ...['APELLIDOS', 'APELLIDO', 'APELLIDO PATERNO', 'APELLIDOS PATERNO', 'PRIMER APELLIDO', 'AP PATERNO'],
    ...['APELLIDO MATERNO', 'APELLIDOS MATERNO', 'SEGUNDO APELLIDO', 'AP MATERNO'],
  ],
  dni: numbered('DNI'),
  ruc: [...numbered('RUC'), ...ofWhom('RUC')],
  documento: [
    ...[
      ...numbered('DOCUMENTO'),
      ...numbered('DOCUMENTO DE IDENTIDAD'),
      ...numbered('DOC'),
      ...numbered('DOC IDENTIDAD'),
    ],
    ...['DNI RUC', 'RUC DNI', 'DNI O RUC', 'RUC O DNI'],
  ],
  tipoDocumento: [
    ...[
      'TIPO DE DOCUMENTO',
      'TIPO DOCUMENTO',
      'TIPO DOC',
      'TIPO DE DOC',
      'DOCUMENTO TIPO',
      'TIPO DE DOCUMENTO DE IDENTIDAD',
    ],
    ...['TIPO DOCUMENTO DE IDENTIDAD', 'DOCUMENTO DE IDENTIDAD TIPO'],
  ],
  nacimiento: [
    'NACIMIENTO',
    ...['FECHA', 'FEC', 'F'].flatMap((word) => [
      `${word} DE NACIMIENTO`,
      `${word} NACIMIENTO`,
      `${word} NAC`,
      `${word} DE NAC`,
    ]),
  ],
  pais: ['PAIS', 'NACIONALIDAD', 'PAIS DE ORIGEN', 'PAIS DE NACIMIENTO', 'PAIS DE NACIONALIDAD'],
  referencia: ['REFERENCIA'],
}
/** Given names alone: a name only together with the surnames beside them. */
const GIVEN_NAMES = ['NOMBRES', 'PRENOMBRES']

/** `R.U.C.`, `D.N.I.` */
const ACRONYM = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}\p{L}?(?![\p{L}\p{N}])/gu

/** Any case, accents or not, whatever stands between the words. */
export const foldHeader = (text: string): string =>
  stripAccents(text)
    .replace(ACRONYM, (word) => `${word.replaceAll('.', '')} `)
    .replace(/N[°º]|NRO\.|NUM\./g, (word) => `${word.replace(/[°º.]/, '')} `)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const ROLE_OF = new Map(ROLES.flatMap((role) => HEADERS[role].map((header, rank) => [header, { role, rank }] as const)))

/** Whether a text is a header by itself. */
export const isKnownHeader = (text: string): boolean => {
  const folded = foldHeader(text)
  return ROLE_OF.has(folded) || GIVEN_NAMES.includes(folded)
}

export type NamedColumns = Partial<Record<Nameable, string>>

/** The roles of a row's cells, were it the header. */
export const readHeader = (row: Row, named: NamedColumns = {}): Columns => {
  const found: Record<Role, { column: number; rank: number }[]> = Object.fromEntries(
    ROLES.map((role) => [role, []]),
  ) as never
  const headers = row.map((cell) => foldHeader(cellText(cell)))
  for (const [column, header] of headers.entries()) {
    const known = ROLE_OF.get(header)
    if (known) found[known.role].push({ column, rank: known.rank })
  }
  const columns = Object.fromEntries(
    ROLES.map((role) => [role, found[role].sort((a, b) => a.rank - b.rank).map(({ column }) => column)]),
  ) as unknown as Record<Role, readonly number[]>
  if (columns.nombre.length === 0 && columns.apellidos.length > 0)
    columns.nombre = [headers.findIndex((header) => GIVEN_NAMES.includes(header))].filter((column) => column >= 0)
  for (const role of NAMEABLE) {
    const name = named[role]
    if (name === undefined) continue
    const column = indexOfHeader(row, headers, name)
    columns[role] = column < 0 ? [] : [column]
    // What was named decides alone.
    if (role === 'nombre') columns.apellidos = []
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

const indexOfHeader = (row: Row, headers: readonly string[], name: string): number => {
  const exact = row.findIndex((cell) => cellText(cell).trim() === name.trim())
  const folded = foldHeader(name)
  return exact >= 0 || folded === '' ? exact : headers.indexOf(folded)
}

/** What a header must have, as the caller of a reader says it. */
export interface HeaderRules {
  isHeader(row: Row): boolean
  /** Why none of these rows is a header. */
  explain(rows: readonly Row[]): Failure
  /** The sheet of a workbook to read. */
  hoja?: string | undefined
  /** True when the file has no header: its first row is data. */
  sinCabecera?: boolean | undefined
}
