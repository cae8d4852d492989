import { foldName } from '../../domain/names/normalise.ts'
import { hasValidCheckDigit, isRuc } from '../../domain/ruc.ts'
import type { Columns } from '../read/header.ts'
import { isDocumentType } from '../read/row-problems.ts'
import { cellText, type Row } from '../table.ts'
import { birthText, monthFirstText } from './birth-text.ts'
import { countryText } from './country-text.ts'
import { isMisread } from './misread-text.ts'

/** What a row says, as a lookup takes it. Texts are empty where the row says nothing. */
export interface RowTexts {
  nombre: string
  /** Other names of the row, each to be asked about as well. */
  otherNames: readonly string[]
  documento: string
  /** From a column of RUCs, or a document with eleven digits. */
  ruc: string
  nacimiento: string
  pais: string
  /** True for a row of a purchase register, which may lack the RUC of its supplier rightly. */
  isVoucher: boolean
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
  // Two lines of a cell may be two names; where they are not, a comma does no harm.
  const lines = text.trim().replace(/\s*[\r\n]+\s*/g, ', ')
  const shown = lines.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim()
  return ONLY_DASHES.test(shown) ? '' : shown
}

/** What people and programs write into a cell that they must fill: nothing. `NA` alone is the code of a country. */
const SAYS_NOTHING =
  /^(?:N\/[AD]|N\.[AD]\.|S\/[DN]|SIN (?:DATOS?|INFORMACI[OÓ]N|N[UÚ]MERO|DOCUMENTO|FECHA|NOMBRES?)|POR DEFINIR|(?:CLIENTES?|PROVEEDORES|P[UÚ]BLICO) (?:VARIOS|EN GENERAL)|VARIOS|NULL|NONE|NAN|NO APLICA|0+(?:[.,]0+)?|0+([-./])0+\1[0O]+(?:[T ][0:.]+Z?)?)$/i

const isFilled = (text: string): boolean => text !== '' && !SAYS_NOTHING.test(text)

/** The texts of the columns of one role that have one, in their order. */
const textsOf = (row: Row, columns: readonly number[]): string[] =>
  columns.map((column) => clean(cellText(row[column]))).filter(isFilled)

/** The first of them. Nearly every role has one column, and this is on the path of every row. */
const firstText = (row: Row, columns: readonly number[]): string => {
  for (const column of columns) {
    const text = clean(cellText(row[column]))
    if (isFilled(text)) return text
  }
  return ''
}

/** Reads a row. Cells are taken as people mean them: dates of Peru, numbers that a spreadsheet has changed. */
export const readRow = (row: Row, columns: Columns): RowTexts => {
  const notes: string[] = []
  const { nombre, otherNames } = namesOf(row, columns)
  const dni = paddedDni(documentText(firstText(row, columns.dni)), notes)
  const ruc = documentText(firstText(row, columns.ruc))
  const other = otherDocument(row, columns, notes)
  const documento = other || dni || ruc
  const nacimiento =
    birthText(firstText(row, columns.nacimiento)) || monthFirstBirth(firstText(row, columns.birthDate), notes)
  const pais = countryText(firstText(row, columns.pais))
  const problem =
    problemIn(nombre) ??
    problemOfOthers(otherNames) ??
    problemInDocument(documento) ??
    problemIn(nacimiento) ??
    problemIn(pais) ??
    problemIn(ruc)
  const isVoucher = firstText(row, columns.comprobante) !== ''
  const anyRuc = ruc || (isRuc(other) ? other : '')
  return { nombre, otherNames, documento, ruc: anyRuc, nacimiento, pais, isVoucher, problem, notes }
}

/** A date of a program in English: day and month are known when one of them is beyond twelve, or both are the same. */
const monthFirstBirth = (text: string, notes: string[]): string => {
  const birth = monthFirstText(text)
  if (/^[0-9]{4}$/.test(birth) && !text.startsWith(birth))
    notes.push(`Del nacimiento se usó solo el año ${birth}: el día y el mes podrían estar al revés`)
  return birth
}

const problemIn = (text: string): string | null => {
  if (text.includes('#') && SHEET_ERROR.test(text)) return `Una celda tiene un error de la hoja de cálculo (${text})`
  if (text.includes('\ufffd')) return 'Una celda tiene caracteres ilegibles'
  return isMisread(text) ? 'Una celda tiene caracteres dañados: se guardó con otra codificación' : null
}

const problemOfOthers = (names: readonly string[]): string | null => {
  for (const name of names) {
    const problem = problemIn(name)
    if (problem !== null) return problem
  }
  return null
}

/** A text in the place of a number is there because something was moved; no party has it. */
const problemInDocument = (text: string): string | null =>
  problemIn(text) ?? (text.length >= 5 && !/[0-9]/.test(text) ? 'El documento no tiene ninguna cifra' : null)

const NO_NAMES: readonly string[] = []
/** What columns such as `Cliente` hold in place of a name. */
const NO_NAME = /^(?:S[IÍ]|NO|X|[^\p{L}]*)$/iu

/** The name of a row, with surnames that stand in columns of their own, and the row's other names. */
const namesOf = (row: Row, columns: Columns): Pick<RowTexts, 'nombre' | 'otherNames'> => {
  const { nombre, sigueNombre, nombres, apellidos } = columns
  if (nombre.length === 1 && apellidos.length === 0 && sigueNombre.length === 0)
    return { nombre: firstText(row, nombre), otherNames: NO_NAMES }
  const [first = '', ...others] = textsOf(row, nombre)
  const surnames = textsOf(row, apellidos)
  // Given names of their own: the surnames belong to them, and not to the company beside them.
  const given = nombres.length > 0 ? [withSurnames(textsOf(row, nombres).join(' '), surnames)] : []
  const name = nombres.length > 0 ? first : withSurnames(first, surnames)
  // A header that spans two columns, or a column of something else: both readings are asked about.
  const behind = textsOf(row, sigueNombre).filter((text) => !NO_NAME.test(text))
  const joined = behind.length > 0 ? [[name, ...behind].join(' ').trim()] : []
  const seen = new Set([wordsKey(first), wordsKey(name)])
  const otherNames = [...joined, ...[...given, ...others].filter((text) => !NO_NAME.test(text))].filter((other) => {
    const key = wordsKey(other)
    return !seen.has(key) && seen.add(key)
  })
  return name === '' ? { nombre: otherNames[0] ?? '', otherNames: otherNames.slice(1) } : { nombre: name, otherNames }
}

/** The same for names of the same words, in whatever order. */
const wordsKey = (name: string): string => foldName(name).split(' ').sort().join(' ')

const withSurnames = (name: string, surnames: readonly string[]): string => {
  const words = foldName(name).split(' ')
  const missing = surnames.filter(
    (one) =>
      !foldName(one)
        .split(' ')
        .every((word) => words.includes(word)),
  )
  return [name, ...missing].filter((one) => one !== '').join(' ')
}

/** The number of a column `documento`. Where it says `DNI` or `RUC`, the number stands behind it. */
const otherDocument = (row: Row, columns: Columns, notes: string[]): string => {
  const first = firstText(row, columns.documento)
  const isType = isDocumentType(first)
  const type = isType ? first : firstText(row, columns.tipoDocumento)
  const numbers = isType ? textsOf(row, [...columns.documento, ...columns.sigueDocumento]) : [first]
  const written = documentText(numbers.find((text) => !isDocumentType(text)) ?? '')
  return IS_DNI.test(type) ? paddedDni(written, notes) : written
}

/** `DNI 01234567`, `RUC N° 20100070970`. */
const LABEL = /^(?:DNI|D\.N\.I\.|RUC|R\.U\.C\.)[\s:.-]*(?:N(?:RO|[°º])?[\s:.]*)?(?=[0-9])/i
/** `20,100,070,970`, `12.345.678` */
const GROUPED = /^[0-9]{1,3}(?:([.,' ])[0-9]{3})(?:\1[0-9]{3})+$/
/** `12.345.678-9`, `AB 123456`, `20-12345678-9 `: signs that no number needs, around and between its groups. */
const SPACED = /^(?:[A-Z]{1,4}[ .-]?)?[0-9]+(?:[ .][0-9]{3})*(?:[ -][0-9A-Z])?$/i

/** `20-10007097-0`, `2010007097-0`: a RUC, or a number of another country. */
const DASHED = /^(?:10|15|16|17|20)-?[0-9]{8}-[0-9]$/

/** `'01234567`, `="01234567"` */
const QUOTED = /^=?['"‘’]+|['"‘’]+$/g

/** A number without what spreadsheets and other programs put around it: `'01234567`, `20100070970.0`, `20 100 070 970`. */
const documentText = (text: string): string => {
  if (text === '' || /^[0-9]+$/.test(text)) return text
  const number = text.replace(QUOTED, '').replace(LABEL, '')
  if (/^[0-9]+[.,]0+$/.test(number) && !GROUPED.test(number)) return number.slice(0, number.search(/[.,]/))
  if (GROUPED.test(number)) return number.replace(/[^0-9]/g, '')
  if (/^[0-9 ]+$/.test(number)) return number.replaceAll(' ', '')
  if (DASHED.test(number) && hasValidCheckDigit(number.replaceAll('-', ''))) return number.replaceAll('-', '')
  return SPACED.test(number) ? number.replace(/[ .]/g, '') : withoutExponent(number)
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
