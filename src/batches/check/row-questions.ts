import { foldName } from '../../domain/names/normalise.ts'
import { isRuc } from '../../domain/ruc.ts'
import type { Columns } from '../read/header.ts'
import { cellText, type Row } from '../table.ts'
import { birthText } from './birth-text.ts'
import { isMisread } from './misread-text.ts'

/** What a row says, as a lookup takes it. Texts are empty where the row says nothing. */
export interface RowTexts {
  nombre: string
  documento: string
  /** From a column of RUCs, or a document with eleven digits. */
  ruc: string
  nacimiento: string
  pais: string
  /** Why the row cannot be asked about; null when it can. */
  problem: string | null
  /** What was changed or left out on the way, for the reader of the result. */
  notes: readonly string[]
}

/** Errors of spreadsheets, in English and Spanish, and our own for a formula without its value. */
const SHEET_ERROR = /^#(?:[A-ZÁÉÍÓÚÑ¡¿/_0-9 ]+[!?]|N\/[AD]|SIN_VALOR!)$/i
const ONLY_DASHES = /^[-–—]+$/

const PLAIN = /^[!-~]+(?: [!-~]+)*$/

const clean = (text: string): string => {
  if (text === '' || (PLAIN.test(text) && !text.startsWith('-'))) return text
  const shown = text.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim()
  return ONLY_DASHES.test(shown) ? '' : shown
}

/** The texts of the columns of one role that have one, in their order. */
const textsOf = (row: Row, columns: readonly number[]): string[] =>
  columns.map((column) => clean(cellText(row[column]))).filter((text) => text !== '')

/** The first of them. Nearly every role has one column, and this is on the path of every row. */
const firstText = (row: Row, columns: readonly number[]): string => {
  for (const column of columns) {
    const text = clean(cellText(row[column]))
    if (text !== '') return text
  }
  return ''
}

/** Reads a row. Cells are taken as people mean them: dates of Peru, numbers that a spreadsheet has changed. */
export const readRow = (row: Row, columns: Columns): RowTexts => {
  const notes: string[] = []
  const nombre = wholeName(row, columns, notes)
  const dni = paddedDni(documentText(firstText(row, columns.dni)), notes)
  const ruc = documentText(firstText(row, columns.ruc))
  const written = documentText(firstText(row, columns.documento))
  const other = IS_DNI.test(firstText(row, columns.tipoDocumento)) ? paddedDni(written, notes) : written
  const documento = other || dni || ruc
  const nacimiento = birthText(firstText(row, columns.nacimiento))
  const pais = firstText(row, columns.pais)
  const problem =
    problemIn(nombre) ?? problemIn(documento) ?? problemIn(nacimiento) ?? problemIn(pais) ?? problemIn(ruc)
  return { nombre, documento, ruc: ruc || (isRuc(other) ? other : ''), nacimiento, pais, problem, notes }
}

const problemIn = (text: string): string | null => {
  if (text.includes('#') && SHEET_ERROR.test(text)) return `Una celda tiene un error de la hoja de cálculo (${text})`
  if (text.includes('\ufffd')) return 'Una celda tiene caracteres ilegibles'
  return isMisread(text) ? 'Una celda tiene caracteres dañados: se guardó con otra codificación que el archivo' : null
}

/** The name of a row, with surnames that stand in columns of their own. */
const wholeName = (row: Row, { nombre, apellidos }: Columns, notes: string[]): string => {
  if (nombre.length === 1 && apellidos.length === 0) return firstText(row, nombre)
  const [name = '', ...others] = textsOf(row, nombre)
  const folded = foldName(name)
  if (others.some((other) => foldName(other) !== folded))
    notes.push('La fila tiene más de un nombre; se revisó el primero')
  const words = folded.split(' ')
  const missing = textsOf(row, apellidos).filter(
    (one) =>
      !foldName(one)
        .split(' ')
        .every((word) => words.includes(word)),
  )
  return [name, ...missing].filter((one) => one !== '').join(' ')
}

/** `DNI 01234567`, `RUC N° 20100070970`. */
const LABEL = /^(?:DNI|D\.N\.I\.|RUC|R\.U\.C\.)[\s:.-]*(?:N(?:RO|[°º])?[\s:.]*)?(?=[0-9])/i
/** `20,100,070,970`, `12.345.678` */
const GROUPED = /^[0-9]{1,3}(?:([.,' ])[0-9]{3})(?:\1[0-9]{3})+$/

/** A number without what spreadsheets and other programs put around it: `'01234567`, `20100070970.0`, `20 100 070 970`. */
const documentText = (text: string): string => {
  if (text === '' || /^[0-9]+$/.test(text)) return text
  const number = text.replace(/^['"‘’]+/, '').replace(LABEL, '')
  if (/^[0-9]+[.,]0+$/.test(number) && !GROUPED.test(number)) return number.slice(0, number.search(/[.,]/))
  if (GROUPED.test(number)) return number.replace(/[^0-9]/g, '')
  return /^[0-9 ]+$/.test(number) ? number.replaceAll(' ', '') : withoutExponent(number)
}

/** `2.0100070970E+10` in full. One that lost digits on the way stays, so that it is refused. */
const withoutExponent = (number: string): string => {
  const [, whole = '', decimals = '', exponent = ''] = /^([0-9])[.,]([0-9]+)E\+?([0-9]{1,2})$/i.exec(number) ?? []
  return exponent !== '' && decimals.length === Number(exponent) ? whole + decimals : number
}

/** What a column of document types says of a DNI; 1 is its number in the tax authority's table. */
const IS_DNI = /^(?:D\.?N\.?I\.?|0?1|DNI\b.*|L\.?E\.?)$/i

/** A spreadsheet takes the zeros in front of a number away. */
const paddedDni = (dni: string, notes: string[]): string => {
  if (!/^[0-9]{1,7}$/.test(dni) || Number(dni) === 0) return dni
  const padded = dni.padStart(8, '0')
  notes.push(`Se completó el DNI con ceros a la izquierda: ${padded}`)
  return padded
}
