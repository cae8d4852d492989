import { stripAccents } from '../../domain/names/normalise.ts'
import type { PersonNames } from '../../domain/records.ts'
import { cleanText } from '../../domain/registry-text.ts'
import { asksForChallenge } from '../../kernel/bot-wall.ts'
import {
  byClass,
  byId,
  byTag,
  collapse,
  type Document,
  type Element,
  elements,
  isCutShort,
  readHtml,
  textOf,
} from '../../kernel/html.ts'
import { upstreamBlocked, upstreamChanged, upstreamUnavailable } from '../failures.ts'

interface Parts {
  nombres: string
  apellidoPaterno: string
  apellidoMaterno: string
}

/** The form's own token, good for one visit. */
export const parseFormToken = (text: string): string => {
  const token = tokenOf(readHtml(text))
  if (token) return token
  if (asksForChallenge(text)) throw upstreamBlocked('challenge in place of the form')
  throw upstreamChanged('form without its token')
}

/** The names of one DNI; null when the directory says it has none. */
export const parsePerson = (text: string, dni: string): PersonNames | null => {
  if (isCutShort(text)) throw upstreamUnavailable('page cut short')
  const page = readHtml(text)
  const table = readTable(page, dni)
  const inputs = readInputs(page)
  if (table && inputs && !agree(table, inputs)) throw upstreamChanged('table and fields tell different names')
  const parts = table ?? (inputs && isAbout(page, dni) ? inputs : null)
  if (parts) return toPersonNames(dni, parts)
  if (inputs) throw upstreamChanged('names without their number')
  if (saysNone(page, dni)) return null
  if (asksForChallenge(text) && !tokenOf(page)) throw upstreamBlocked('challenge in place of a result')
  throw upstreamChanged('neither names nor the sentence that there are none')
}

const tokenOf = (page: Document): string =>
  elements(page, ({ name, attribs }) => name === 'input' && attribs.name === '_token')[0]?.attribs.value?.trim() ?? ''

interface Line {
  numero: string
  parts: Parts
}

const readTable = (page: Document, dni: string): Parts | null => {
  const lines = byTag(page, 'table').flatMap(readLines)
  if (lines.length === 0) return null
  const mine = lines.filter(({ numero }) => numero === dni)
  if (mine.length === 0) throw upstreamChanged('a row of another number')
  if (mine.some(({ parts }) => !agree(parts, (mine[0] as Line).parts))) throw upstreamChanged('rows that differ')
  return (mine[0] as Line).parts
}

const HEADINGS = ['DNI', 'NOMBRES', 'APELLIDO PATERNO', 'APELLIDO MATERNO']

/** The number is the first of four cells, `th` or `td`; the heading row is the one that spells the columns. */
const readLines = (table: Element): Line[] => {
  const rows = byTag(table, 'tr').map((row) => byTag(row, 'th', 'td').map(textOf))
  const headings = rows.map((cells) => cells.map(stripAccents)).filter((cells) => cells.some((cell) => HEADINGS.includes(cell)))
  if (headings.length === 0) return []
  if (headings.some((cells) => cells.join('|') !== HEADINGS.join('|'))) throw upstreamChanged('other columns')
  return rows
    .filter((cells) => cells.length > 0 && !cells.map(stripAccents).some((cell) => HEADINGS.includes(cell)))
    .filter((cells) => cells.length > 1)
    .map((cells) => {
      if (cells.length !== HEADINGS.length) throw upstreamChanged('a row with other columns')
      const [numero = '', nombres, apellidoPaterno, apellidoMaterno] = cells.map(cleanText)
      return { numero, parts: { nombres, apellidoPaterno, apellidoMaterno } as Parts }
    })
}

const readInputs = (page: Document): Parts | null => {
  const value = (id: string): string => cleanText(byId(page, id)?.attribs.value)
  const parts = { nombres: value('nombres'), apellidoPaterno: value('apellidop'), apellidoMaterno: value('apellidom') }
  return Object.values(parts).some((part) => part !== '') ? parts : null
}

/** Without a table the number must show somewhere else on the page. */
const isAbout = (page: Document, dni: string): boolean =>
  textOf(page).split(/[^0-9]+/).includes(dni) ||
  elements(page, ({ name, attribs }) => name === 'input' && attribs.value?.trim() === dni).length > 0

const agree = (one: Parts, other: Parts): boolean =>
  [one, other]
    .map((parts) => stripAccents([parts.nombres, parts.apellidoPaterno, parts.apellidoMaterno].join('|')))
    .every((names, _, [first]) => names === first)

const toPersonNames = (dni: string, { nombres, apellidoPaterno, apellidoMaterno }: Parts): PersonNames => {
  if (!nombres || !(apellidoPaterno || apellidoMaterno)) throw upstreamChanged('names without a part')
  const nombreCompleto = collapse([apellidoPaterno, apellidoMaterno, nombres].join(' '))
  return { numero: dni, nombres, apellidoPaterno, apellidoMaterno, nombreCompleto }
}

// The sentence has been reworded before; that it denies having something has not changed.
const DENIAL = /\bNO\b.{0,30}(?:ENCONTR|EXISTE|HAY|REGISTRA|RESULTADO|DISPON|FIGURA)/
const ABOUT_DATA = /NO SE (?:HAN? )?ENCONTR\S{1,6} (?:DATOS|RESULTADOS|REGISTROS|INFORMACION|PERSONA|NINGUN)/

const saysNone = (page: Document, dni: string): boolean => {
  // Only the result page repeats the search form: any other page's "not found" is about something else.
  if (!tokenOf(page)) return false
  const errors = byClass(page, 'text-error').map((element) => stripAccents(textOf(element)))
  const shown = stripAccents(textOf(page))
  if (!errors.some((sentence) => DENIAL.test(sentence)) && !ABOUT_DATA.test(shown)) return false
  const named = errors.join(' ').match(/[0-9]{8}/g) ?? []
  if (named.some((other) => other !== dni)) throw upstreamChanged('says none of another number')
  return true
}
