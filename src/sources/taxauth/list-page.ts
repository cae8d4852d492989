import { cleanText } from '../../domain/registry-text.ts'
import { expandEstado } from '../../domain/taxpayer-status.ts'
import { asksForChallenge } from '../../kernel/bot-wall.ts'
import {
  byClass,
  byTag,
  type Document,
  type Element,
  elements,
  hasClass,
  isShown,
  nextElement,
  parentElement,
  textOf,
  withoutComments,
} from '../../kernel/http/html.ts'
import { upstreamBlocked, upstreamChanged } from '../../kernel/upstream-failures.ts'
import { tellsOfTrouble, usesOnly, wordsOf } from '../proof.ts'
import type { ListedTaxpayer } from '../source.ts'
import { consonants } from './labels.ts'

// An empty list shows no number, not even one that is commented out.
const RUC_ANYWHERE = /(?<![0-9])(?:10|15|17|20)[0-9]{9}(?![0-9])/
const HEADING = consonants('Relación de contribuyentes')

/** The list on the page, or null when it carries none. A list panel that says nothing else is an empty list. */
export const readList = (page: Document, source: string): { rows: ListedTaxpayer[]; truncated: boolean } | null => {
  const anchors = byClass(page, 'aRucs')
  const headings = elements(page, (element) => /^(?:div|h[1-6])$/.test(element.name) && isHeading(element))
  if (headings.length === 0 && anchors.length === 0) return null
  const text = textOf(page)
  const titles = byTag(page, 'h4').filter((heading) => /^RUC\s*:/i.test(textOf(heading)))
  // Counted in the page's text too: a row inside a hidden element must not be missed.
  const visible = withoutComments(source)
  const written = visible.match(/data-ruc\s*=\s*["']?[0-9]/gi) ?? []
  const writtenTitles = visible.match(/<h4\b[^<>]*>\s*RUC\s*:\s*[0-9]{11}\b/gi) ?? []
  const countsAgree =
    written.length === anchors.length && titles.length === anchors.length && writtenTitles.length <= anchors.length
  if (!countsAgree || (anchors.length === 0 && RUC_ANYWHERE.test(source))) {
    throw upstreamChanged('list rows that are not marked as such')
  }
  const truncated = /M\S{0,2}S DE [0-9]+ REGISTROS/i.test(text)
  if (anchors.length === 0) {
    if (asksForChallenge(source)) throw upstreamBlocked('challenge in place of a list')
    if (truncated || tellsOfTrouble(text) || !headings.every(isEmptyBelow))
      throw upstreamChanged('a list without rows that says something else')
  }
  return { rows: anchors.map(readRow), truncated }
}

const NONE = /^NO SE (?:HAN? )?ENCONTR(?:O|ARON|ADO)\b/
const THINGS = 'RESULTADO RESULTADOS REGISTRO REGISTROS DATOS INFORMACION COINCIDENCIAS CONTRIBUYENTE CONTRIBUYENTES'
const PLAIN = 'NO SE HA HAN ENCONTRO ENCONTRARON ENCONTRADO EL LA LOS LAS DE DEL PARA CON EN QUE SU NINGUN'
const ASKED =
  'BUSQUEDA CONSULTA CRITERIO CRITERIOS NOMBRE RAZON SOCIAL INGRESADO INGRESADA INGRESADOS CONSULTADO CONSULTADA'
const NONE_WORDS = new Set([THINGS, PLAIN, ASKED].join(' ').split(' '))
const DATE_LINE = /Fecha (?:de )?consulta:?\s*[0-9]{1,2}\/[0-9]{1,2}\/[0-9]{4}(?:\s+[0-9:]+)?/i

/** True when the panel of a heading says nothing, or that nothing was found. A picture or a frame may say anything. */
const isEmptyBelow = (heading: Element): boolean => {
  const panel = panelOf(heading)
  if (!panel || !isShown(heading) || byTag(panel, ...PICTURES).length > 0) return false
  const said = textOf(panel).replace(textOf(heading), '').replace(DATE_LINE, '')
  const words = wordsOf(said)
  return words.length === 0 || (NONE.test(words.join(' ')) && usesOnly(words, NONE_WORDS, ''))
}

const PICTURES = ['img', 'svg', 'canvas', 'iframe', 'object', 'embed', 'table']

/** The panel that a heading stands in, or the list that follows it: nothing else shows that a list has no rows. */
const panelOf = (heading: Element): Element | null => {
  const parent = parentElement(heading)
  if (parent && hasClass(parent, 'panel')) return parent
  const next = nextElement(heading)
  return next && hasClass(next, 'list-group') ? next : null
}

const isHeading = (element: Element): boolean =>
  (element.attribs.class ?? '').includes('panel-heading') && consonants(textOf(element)) === HEADING

const readRow = (anchor: Element): ListedTaxpayer => {
  if (byTag(anchor, 'h4').some((heading) => byTag(heading, 'h4', 'p').length > 0)) throw upstreamChanged('nested row')
  const headings = byTag(anchor, 'h4').map(textOf)
  const numero = headings.map((text) => /^RUC\s*:?\s*([0-9]{11})$/i.exec(text)?.[1]).find((ruc) => ruc !== undefined)
  const razonSocial = cleanText(headings.find((text) => !/^RUC\s*:?\s*[0-9]*$/i.test(text)))
  const estado = byTag(anchor, 'p')
    .map((line) => /^Estado\s*:\s*(.*)$/i.exec(textOf(line))?.[1])
    .find((text) => text !== undefined)
  if (!numero || numero !== anchor.attribs['data-ruc']?.trim() || !razonSocial || !estado) {
    throw upstreamChanged('list row without number, name or status')
  }
  return { numero, razonSocial, estado: expandEstado(cleanText(estado)) }
}

/** The number a list page gives for opening one of its records. */
export const readListNumber = (page: Document): string | undefined =>
  elements(page, ({ name, attribs }) => name === 'input' && attribs.name === 'numRnd')[0]?.attribs.value
