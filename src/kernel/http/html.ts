import type { ChildNode, Document, Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { Failure } from '../errors.ts'

export type { Document, Element } from 'domhandler'

type Branch = Document | Element

// Text in these is never shown to a visitor, so it is never evidence of what a page says.
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'title'])
const INLINE = new Set(['a', 'abbr', 'b', 'em', 'font', 'i', 'mark', 'small', 'span', 'strong', 'u'])

// Five times what any page of ours has. It keeps readers that look into every element of a page from taking forever.
const DEEPEST = 256

/** A page as a tree; entities are resolved and `</br>` counts as `<br>`. */
export const readHtml = (page: string): Document => {
  const document = parseDocument(page)
  if (isTooDeep(document)) {
    throw new Failure('upstream-changed', 'La fuente cambió su formato y su respuesta no se pudo leer', {
      detail: 'nested too deep',
    })
  }
  return document
}

const isTooDeep = (document: Document): boolean => {
  let level: Branch[] = [document]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true
    level = level.flatMap(({ children }) => children.filter(isElement))
  }
  return false
}

const isElement = (node: ChildNode): node is Element =>
  node.type === 'tag' || node.type === 'script' || node.type === 'style'

/** Every element below `root` that passes, in page order. Walks without recursion: hostile pages nest thousands deep. */
export const elements = (root: Branch, test: (element: Element) => boolean): Element[] => {
  const found: Element[] = []
  const pending: ChildNode[] = root.children.toReversed()
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!isElement(node)) continue
    if (test(node)) found.push(node)
    for (let i = node.children.length - 1; i >= 0; i--) pending.push(node.children[i] as ChildNode)
  }
  return found
}

export const byTag = (root: Branch, ...tags: string[]): Element[] => elements(root, ({ name }) => tags.includes(name))

export const byClass = (root: Branch, name: string): Element[] => elements(root, (element) => hasClass(element, name))

export const byId = (root: Branch, id: string): Element | undefined =>
  elements(root, ({ attribs }) => attribs.id === id)[0]

export const hasClass = (element: Element, name: string): boolean =>
  (element.attribs.class ?? '').split(/\s+/).includes(name)

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim()

type Step = ChildNode | string | null

/** The visible pieces below a node; `null` stands for a line break or the edge of a block. */
const pieces = (root: Branch): (string | null)[] => {
  const found: (string | null)[] = []
  const pending: Step[] = root.children.toReversed()
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    if (step === null || typeof step === 'string') found.push(step)
    else if (step.type === 'text') found.push(step.data)
    else if (isElement(step) && step.name === 'br') found.push(null)
    else if (isElement(step) && !UNSEEN.has(step.name)) {
      const edge = INLINE.has(step.name) ? '' : null
      pending.push(edge)
      for (let i = step.children.length - 1; i >= 0; i--) pending.push(step.children[i] as ChildNode)
      pending.push(edge)
    }
  }
  return found
}

/** The visible text below a node, white space collapsed; comments and scripts left out. */
export const textOf = (root: Branch): string =>
  collapse(
    pieces(root)
      .map((piece) => piece ?? ' ')
      .join(''),
  )

/** The text of an element itself, without that of the elements in it. */
export const ownTextOf = (element: Element): string =>
  collapse(element.children.map((node) => (node.type === 'text' ? node.data : ' ')).join(''))

/** The visible text before the first line break that follows any text. */
export const firstLineOf = (root: Branch): string => {
  let line = ''
  for (const piece of pieces(root)) {
    if (piece === null && line.trim() !== '') break
    line += piece ?? ' '
  }
  return collapse(line)
}

/** The element that follows, past text and comments. */
export const nextElement = (element: Element): Element | undefined => {
  for (let node = element.next; node; node = node.next) if (isElement(node)) return node
  return undefined
}

/** The parent, when it is an element. */
export const parentElement = (element: Element): Element | undefined =>
  element.parent && element.parent.type === 'tag' ? element.parent : undefined

/** The page without its comments. */
export const withoutComments = (page: string): string => page.replace(/<!--[\s\S]*?(?:-->|$)/g, '')

/** True when the page stops before its end: a body cut short must not be read as a page that says less. */
export const isCutShort = (page: string): boolean => {
  const seen = withoutComments(page)
  if (/<html[\s>]/i.test(seen)) return !/<\/html\s*>/i.test(seen)
  return count(seen, /<div[\s>]/gi) > count(seen, /<\/div\s*>/gi) || seen.lastIndexOf('<') > seen.lastIndexOf('>')
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
