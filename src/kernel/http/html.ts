import { type ChildNode, type Document, type Element, isTag } from 'domhandler'
import { findAll, getElementById, nextElementSibling } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { upstreamChanged } from '../upstream-failures.ts'

export type { Document, Element } from 'domhandler'

type Parent = Document | Element

// Text in these is not shown to a visitor, so a page does not say it.
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'title'])
// Text that a page holds ready and shows later, or never.
const HELD_BACK = new Set([...HIDDEN, 'textarea', 'option', 'noframes', 'iframe'])
const HIDING_STYLE = /\b(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i
const HIDING_CLASSES = ['hidden', 'hide', 'invisible', 'd-none', 'd-hide', 'd-invisible', 'sr-only', 'visually-hidden']
const OPENED_CLASSES = ['in', 'show', 'active']
const INLINE = new Set(['a', 'abbr', 'b', 'em', 'font', 'i', 'mark', 'small', 'span', 'strong', 'u'])

// Five times the depth of any page we read. A deeper one would overflow the stack, or take too long to read.
const MAX_DEPTH = 256

/** A page as a tree; entities are resolved and `</br>` counts as `<br>`. */
export const readHtml = (page: string): Document => {
  const document = parseDocument(page)
  if (isTooDeep(document)) throw upstreamChanged('nested too deep')
  return document
}

const isTooDeep = (document: Document): boolean => {
  let level: Parent[] = [document]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap(({ children }) => children.filter(isTag))
  }
  return false
}

/** Every element below `root` that passes, in page order. */
export const elements = (root: Parent, test: (element: Element) => boolean): Element[] => findAll(test, root.children)

export const byTag = (root: Parent, ...tags: string[]): Element[] => elements(root, ({ name }) => tags.includes(name))

export const byClass = (root: Parent, name: string): Element[] => elements(root, (element) => hasClass(element, name))

export const byId = (root: Parent, id: string): Element | null => getElementById(id, root.children)

// domutils compares the whole attribute, so it misses an element of several classes.
export const hasClass = (element: Element, name: string): boolean =>
  (element.attribs.class ?? '').split(/\s+/).includes(name)

const isHeldBack = (element: Element): boolean => {
  const { name, attribs } = element
  const has = (classes: readonly string[]): boolean => classes.some((one) => hasClass(element, one))
  return (
    HELD_BACK.has(name) ||
    attribs.hidden !== undefined ||
    HIDING_STYLE.test(attribs.style ?? '') ||
    has(HIDING_CLASSES) ||
    (has(['modal', 'collapse']) && !has(OPENED_CLASSES))
  )
}

/** False for an element that a visitor does not see, as far as the page alone can tell. */
export const isShown = (element: Element): boolean => {
  for (let at: Element | null = element; at; at = parentElement(at)) if (isHeldBack(at)) return false
  return true
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * The visible pieces of text below a node; `null` stands for a line break or the edge of a block.
 * Ours because the text functions of domutils know neither hidden elements nor blocks.
 */
const visiblePieces = (
  root: Parent,
  isHidden = ({ name }: Element): boolean => HIDDEN.has(name),
): (string | null)[] => {
  const pieces: (string | null)[] = []
  const visit = (node: ChildNode): void => {
    if (node.type === 'text') pieces.push(node.data)
    if (!isTag(node) || isHidden(node)) return
    if (node.name === 'br') return void pieces.push(null)
    const edge = INLINE.has(node.name) ? '' : null
    pieces.push(edge)
    node.children.forEach(visit)
    pieces.push(edge)
  }
  root.children.forEach(visit)
  return pieces
}

/** The visible text below a node, white space collapsed; comments and scripts left out. */
export const textOf = (root: Parent): string =>
  collapse(
    visiblePieces(root)
      .map((piece) => piece ?? ' ')
      .join(''),
  )

/** The lines below a node that a visitor sees, as line breaks and the edges of blocks separate them; none is empty. */
export const linesOf = (root: Parent): string[] => {
  const lines = ['']
  for (const piece of visiblePieces(root, isHeldBack)) {
    if (piece === null) lines.push('')
    else lines.push((lines.pop() ?? '') + piece)
  }
  return lines.map(collapse).filter((line) => line !== '')
}

/** The visible text before the first line break that follows any text. */
export const firstLineOf = (root: Parent): string => {
  let line = ''
  for (const piece of visiblePieces(root)) {
    if (piece === null && line.trim() !== '') break
    line += piece ?? ' '
  }
  return collapse(line)
}

/** The element that follows, past text and comments. */
export const nextElement = (element: Element): Element | null => nextElementSibling(element)

/** The parent, unless it is the document. */
export const parentElement = (element: Element): Element | null =>
  element.parent && isTag(element.parent) ? element.parent : null

/** The page without its comments. */
export const withoutComments = (page: string): string => page.replace(/<!--[\s\S]*?(?:-->|$)/g, '')

/**
 * True when the page stops before its end. Half a page must not be read as a page that says less. HTML may leave out its
 * last tag, but only a page that arrived whole is believed to have done so.
 */
export const isCutShort = (page: string, arrivedWhole = false): boolean => {
  const seen = withoutComments(page)
  if (/<html[\s>]/i.test(seen)) {
    if (/<\/html\s*>/i.test(seen)) return false
    if (!arrivedWhole) return true
  }
  return count(seen, /<div[\s>]/gi) > count(seen, /<\/div\s*>/gi) || seen.lastIndexOf('<') > seen.lastIndexOf('>')
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
