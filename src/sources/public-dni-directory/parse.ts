import { stripAccents } from '../../domain/names/normalise.ts'
import { joinNames, type SplitName } from '../../domain/names/split.ts'
import type { PersonNames } from '../../domain/records.ts'
import { cleanText } from '../../domain/registry-text.ts'
import { asksForChallenge } from '../../kernel/bot-wall.ts'
import {
  byClass,
  byId,
  byTag,
  type Document,
  type Element,
  elements,
  isCutShort,
  isShown,
  readHtml,
  textOf,
} from '../../kernel/http/html.ts'
import { upstreamBlocked, upstreamChanged, upstreamUnavailable } from '../../kernel/upstream-failures.ts'
import { tellsOfTrouble, usesOnly, wordsOf } from '../proof.ts'

/** The form's own token, good for one visit. */
export const parseFormToken = (text: string): string => {
  const token = tokenOf(readHtml(text))
  if (token) return token
  if (asksForChallenge(text)) throw upstreamBlocked('challenge in place of the form')
  throw upstreamChanged('form without its token')
}

/** The names of one DNI; null when the directory says it has none. */
export const parsePerson = (text: string, dni: string, arrivedWhole = false): PersonNames | null => {
  if (isCutShort(text, arrivedWhole)) throw upstreamUnavailable('page cut short')
  const page = readHtml(text)
  const table = readTable(page, dni)
  const inputs = readInputs(page)
  // Fields that the page does not have contradict nothing.
  if (table && inputs && !agree(table, { ...table, ...inputs })) {
    throw upstreamChanged('table and fields have different names')
  }
  const parts = table ?? (inputs && showsNumber(page, dni) ? wholeName(inputs) : null)
  if (parts) return toPersonNames(dni, parts)
  if (inputs) throw upstreamChanged('names without their number')
  if (saysNone(page, dni)) return null
  if (asksForChallenge(text) && !tokenOf(page)) throw upstreamBlocked('challenge in place of a result')
  throw upstreamChanged('neither names nor the sentence that there are none')
}

const tokenOf = (page: Document): string =>
  elements(page, ({ name, attribs }) => name === 'input' && attribs.name === '_token')[0]?.attribs.value?.trim() ?? ''

interface Row {
  /** Empty when the row shows names only. */
  numero: string
  parts: SplitName
}

const readTable = (page: Document, dni: string): SplitName | null => {
  const rows = byTag(page, 'table').flatMap(readRows)
  if (rows.length === 0) return null
  const [first, ...others] = rows.filter(({ numero }) => numero === dni || (numero === '' && showsNumber(page, dni)))
  if (!first) throw upstreamChanged('a row of another number')
  if (others.some(({ parts }) => !agree(parts, first.parts))) throw upstreamChanged('rows that differ')
  return first.parts
}

const COLUMNS: readonly (readonly [keyof SplitName, RegExp])[] = [
  ['nombres', /^NOMBRE/],
  ['apellidoPaterno', /PATERNO$/],
  ['apellidoMaterno', /MATERNO$/],
]
const IN_ORDER = COLUMNS.map(([column]) => column)

/** The names are the last three cells of a row, after the number. Cells are `th` or `td`. */
const readRows = (table: Element): Row[] => {
  if (byTag(table, 'th', 'td').some((cell) => byTag(cell, 'th', 'td').length > 0)) throw upstreamChanged('nested cells')
  const rows = byTag(table, 'tr').map((row) => byTag(row, 'th', 'td').map(textOf))
  const heading = rows.find((cells) => cells.some((cell) => columnOf(cell) !== undefined))
  if (!heading && !rows.some((cells) => /^[0-9]{8}$/.test(cells.at(-4) ?? ''))) return []
  const order = heading ? heading.slice(-3).map(columnOf) : IN_ORDER
  if (new Set(order.filter(Boolean)).size !== IN_ORDER.length) throw upstreamChanged('other columns')
  return rows
    .filter((cells) => cells !== heading && cells.length >= IN_ORDER.length)
    .map((cells) => {
      if (heading && cells.length !== heading.length) throw upstreamChanged('a row with other columns')
      const part = (column: keyof SplitName): string => cleanText(cells.slice(-3)[order.indexOf(column)])
      const parts = {
        nombres: part('nombres'),
        apellidoPaterno: part('apellidoPaterno'),
        apellidoMaterno: part('apellidoMaterno'),
      }
      return { numero: cleanText(cells.at(-4)), parts }
    })
}

const columnOf = (cell: string): keyof SplitName | undefined =>
  COLUMNS.find(([, heading]) => heading.test(stripAccents(cell)))?.[0]

const INPUTS = { nombres: 'nombres', apellidoPaterno: 'apellidop', apellidoMaterno: 'apellidom' } as const

/** The fields that the page has; null when all of them are blank. */
const readInputs = (page: Document): Partial<SplitName> | null => {
  const parts: Partial<SplitName> = {}
  for (const column of IN_ORDER) {
    const input = byId(page, INPUTS[column])
    if (input) parts[column] = cleanText(input.attribs.value)
  }
  return Object.values(parts).every((part) => part === '') ? null : parts
}

const wholeName = ({ nombres, apellidoPaterno, apellidoMaterno }: Partial<SplitName>): SplitName => {
  if (nombres === undefined || apellidoPaterno === undefined || apellidoMaterno === undefined) {
    throw upstreamChanged('a field is missing')
  }
  return { nombres, apellidoPaterno, apellidoMaterno }
}

/** True when the page shows the number outside of the table too. */
const showsNumber = (page: Document, dni: string): boolean =>
  textOf(page)
    .split(/[^0-9]+/)
    .includes(dni) ||
  elements(page, ({ name, attribs }) => name === 'input' && attribs.value?.trim() === dni).length > 0

const agree = (one: SplitName, other: SplitName): boolean =>
  [one, other]
    .map((parts) => stripAccents([parts.nombres, parts.apellidoPaterno, parts.apellidoMaterno].join('|')))
    .every((names, _, [first]) => names === first)

const toPersonNames = (dni: string, parts: SplitName): PersonNames => {
  if (Object.values(parts).some((part) => /[0-9<>]/.test(part))) throw upstreamChanged('names with digits or markup')
  if (!parts.nombres || !(parts.apellidoPaterno || parts.apellidoMaterno)) throw upstreamChanged('names without a part')
  return { numero: dni, ...parts, nombreCompleto: joinNames(parts) }
}

// The sentence goes on in ways that have changed. A word that is not on the list may make it about something else: a
// session, a server, a limit.
const NONE = /^NO SE (?:HAN )?ENCONTRA(?:RON|DO) (?:DATOS|RESULTADOS|REGISTROS|INFORMACION)\b/
const THINGS =
  'DATOS RESULTADOS REGISTROS INFORMACION DNI DOCUMENTO IDENTIDAD NACIONAL NUMERO NRO PERSONA PERSONAS BASE'
const PLAIN = 'NO SE HAN EL LA LOS LAS DE DEL AL A EN CON PARA POR QUE ESE ESTE ESA ESTA SU NUESTRA NUESTROS NINGUNA'
const ASKED =
  'INGRESADO INGRESADOS CONSULTADO BUSCADO INDICADO SOLICITADO PROPORCIONADO BUSQUEDA CONSULTA VALORES CRITERIO'
const VERBS = 'ENCONTRARON ENCONTRADO ASOCIADOS RELACIONADOS CORRESPONDIENTES'
const NONE_WORDS = new Set([THINGS, PLAIN, ASKED, VERBS].join(' ').split(' '))

/** The result page repeats the search form and says in its error line, and only there, that it found no data. */
const saysNone = (page: Document, dni: string): boolean => {
  const errors = byClass(page, 'text-error')
    .filter(isShown)
    .map((element) => wordsOf(textOf(element)))
  if (errors.length === 0 || !tokenOf(page) || hasData(page) || tellsOfTrouble(textOf(page))) return false
  return errors.every((words) => NONE.test(words.join(' ')) && usesOnly(words, NONE_WORDS, dni))
}

/** A whole name or a filled row, in whatever shape. */
const hasData = (page: Document): boolean =>
  cleanText(byId(page, 'completos')?.attribs.value) !== '' || byTag(page, 'td').some((cell) => textOf(cell) !== '')
