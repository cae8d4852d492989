import { cleanText } from '../../domain/registry-text.ts'
import {
  byTag,
  type Document,
  type Element,
  firstLineOf,
  hasClass,
  nextElement,
  parentElement,
  textOf,
} from '../../kernel/http/html.ts'
import { upstreamChanged } from '../../kernel/upstream-failures.ts'
import { consonants, isKnownLabel, WANTED, type Wanted } from './labels.ts'

/** What a record page says, in the page's own words. */
export interface RecordPage {
  numero: string
  razonSocial: string
  tipo: string
  estado: string
  condicion: string
  domicilio: string
  /** Natural persons only: `DNI 00000012 - SURNAMES, GIVEN NAMES`. */
  documento: string
}

interface Row {
  label: string
  column: Element
}

/** The record on the page, or null when it carries none. Rows are found by label: optional rows shift positions. */
export const readRecord = (page: Document, source: string): RecordPage | null => {
  const headings = byTag(page, 'h4').filter((heading) => textOf(heading).endsWith(':'))
  const rows = headings.flatMap((heading): Row[] => {
    const column = valueColumn(heading)
    return column ? [{ label: textOf(heading), column }] : []
  })
  if (!headings.some((heading) => consonants(textOf(heading)) === WANTED.numero)) return null

  const value = (wanted: Wanted, read: (column: Element) => string = textOf): string | undefined => {
    const found = rows.filter(({ label }) => consonants(label) === WANTED[wanted])
    if (found.some(isMisplaced)) throw upstreamChanged(`misplaced value: ${wanted}`)
    const values = new Set(found.map(({ column }) => cleanText(read(column))))
    if (values.size > 1) throw upstreamChanged(`several values under one label: ${wanted}`)
    const [only] = values
    if (only !== undefined && !isPlausible(only)) throw upstreamChanged(`no value: ${wanted}`)
    return only
  }
  const optional = (wanted: Wanted, read?: (column: Element) => string): string => {
    const found = value(wanted, read)
    if (found === undefined && (isHidden(source, headings, wanted) || isParagraph(page, wanted)))
      throw upstreamChanged(`label moved: ${wanted}`)
    return found ?? ''
  }

  const title = /^([0-9]{11})\s*-\s*(\S.*)$/.exec(value('numero') ?? '')
  const estado = value('estado', firstLineOf)
  const condicion = optional('condicion', firstLineOf)
  if (!title || !estado) throw upstreamChanged('record without number, name or status')
  // Both are words of a catalogue in capitals; a sentence there is the explanation that belongs behind a line break.
  if ([estado, condicion].some((word) => /[a-z0-9:]/.test(word)))
    throw upstreamChanged('a sentence in place of a status')
  return {
    numero: title[1] as string,
    razonSocial: cleanText(title[2]),
    tipo: optional('tipo'),
    estado,
    condicion,
    domicilio: optional('domicilio'),
    documento: value('documento') ?? '',
  }
}

// Longer than any value the source prints, short enough for every pattern.
const MAX_VALUE = 1_000

/** Text of a sensible length that is not a label. */
const isPlausible = (text: string): boolean => text.length <= MAX_VALUE && !(text.endsWith(':') && isKnownLabel(text))

/** The column beside the label's own, never a column of another row. */
const valueColumn = (heading: Element): Element | undefined => {
  for (let at: Element | null = heading; at; at = parentElement(at)) {
    if (hasClass(at, 'row') || hasClass(at, 'list-group-item') || hasClass(at, 'list-group')) return undefined
    const next = nextElement(at)
    if (next) return next
  }
  return undefined
}

/** An empty column in a row with other text besides its label: the value is where we did not look. */
const isMisplaced = ({ label, column }: Row): boolean => {
  if (textOf(column) !== '') return false
  let row = column
  for (let up = parentElement(row); up && !hasClass(row, 'row'); up = parentElement(up)) row = up
  return textOf(row) !== label
}

/** A row may be absent; one whose label was renamed, moved out of its heading or hidden is a changed page. */
const isHidden = (source: string, headings: readonly Element[], wanted: Wanted): boolean =>
  headings.some((heading) => !isKnownLabel(textOf(heading))) ||
  consonants(withoutSentences(source).replace(/&([a-z])(?:acute|tilde);/gi, '$1')).includes(WANTED[wanted])

/** A paragraph that is a label and nothing else is that label under another tag. */
const isParagraph = (page: Document, wanted: Wanted): boolean =>
  byTag(page, 'p')
    .map(textOf)
    .some((text) => text.endsWith(':') && consonants(text) === WANTED[wanted])

// A comment of markup only is a block commented out on purpose. One that swallowed rows begins with words of its own.
const COMMENTED_BLOCK = /<!--\s*<(?:(?!<!--)[\s\S])*?>\s*-->/g
const PARAGRAPH = /<p\b[^<>]*>(?:[^<]|<\/?(?:strong|b|br|span|a)\b[^<>]*>)*/gi

/** The parts that may hold a label, without notices, explanations and commented-out blocks, which mention it too. */
const withoutSentences = (source: string): string => source.replace(COMMENTED_BLOCK, ' ').replace(PARAGRAPH, ' ')
