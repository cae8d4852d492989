import { stripAccents } from '../../domain/names/normalise.ts'

/** The columns of the register's text, as its header names them (accents and damaged letters aside). */
export const COLUMNS = [
  'RUC',
  'NOMBRE O RAZON SOCIAL',
  'ESTADO DEL CONTRIBUYENTE',
  'CONDICION DE DOMICILIO',
  'UBIGEO',
  'TIPO DE VIA',
  'NOMBRE DE VIA',
  'CODIGO DE ZONA',
  'TIPO DE ZONA',
  'NUMERO',
  'INTERIOR',
  'LOTE',
  'DEPARTAMENTO',
  'MANZANA',
  'KILOMETRO',
] as const

/** The cells after estado and condición: ubigeo and the parts of the address. */
export const ADDRESS_COLUMNS = COLUMNS.slice(4)

// An accented letter may arrive as Latin-1, as UTF-8 (two characters) or damaged to "?": any of them counts as "not A to Z".
const skeleton = (cell: string): string =>
  stripAccents(cell.replace(/[^\x20-\x7e]+|[?]/g, ''))
    .replace(/[ÁÉÍÓÚ]/g, '')
    .trim()
const ACCENTED: Record<string, RegExp> = { RAZON: /O(?=N)/, CONDICION: /O(?=N )/, VIA: /I(?=A$)/, CODIGO: /O/, NUMERO: /U/ }

/** Is this the header line of the register, whatever happened to its accents? */
export const isHeader = (line: string): boolean => {
  const cells = line.replace(/^(?:\ufeff|ï»¿)/, '').replace(/\r$/, '').split('|')
  if (cells.length === COLUMNS.length + 1 && cells.at(-1)?.trim() === '') cells.pop()
  return cells.length === COLUMNS.length && cells.every((cell, place) => isNamed(cell, COLUMNS[place] as string))
}

const isNamed = (cell: string, name: string): boolean => {
  const seen = stripAccents(cell).trim()
  return seen === name || skeleton(cell) === withoutAccented(name)
}

const withoutAccented = (name: string): string => name.replace(/X/, 'X') && dropAccented(name)

const dropAccented = (name: string): string => {
  let text = name
  for (const pattern of Object.values(ACCENTED)) text = text.replace(pattern, '')
  return text
}
