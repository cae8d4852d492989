import type { Failure } from '../../../kernel/errors.ts'
import { unreadable } from '../../table.ts'

export const damaged = (cause?: unknown): Failure =>
  unreadable('El archivo XLSX está dañado o no es un libro de Excel', cause)

export type Attributes = Readonly<Record<string, string>>

export interface XmlEvents {
  open?(name: string, attributes: Attributes): void
  /** A text may come in several pieces. */
  text?(text: string): void
  close?(name: string): void
}

/** Longest tag, comment or CDATA section. One that is not whole is read again with the next piece, so it must be short. */
const MAX_TOKEN_CHARACTERS = 2 ** 16
const MAX_DEPTH = 256
const MAX_KNOWN_NAMES = 1_000

const [LESS, GREATER, SLASH, BANG, QUESTION, DOUBLE_QUOTE, QUOTE] = [60, 62, 47, 33, 63, 34, 39]
/** Letters of Latin alphabets; no program writes others into the names of a workbook. */
const NAME =
  /^[:A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff][-.0-9:A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff]*$/
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Elements by their name without prefix: writers choose prefixes freely. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads XML as it arrives, in pieces that may be cut anywhere. Ours because sax takes ten times as long for a sheet, and a
 * sheet is read twice. Knows what workbooks have: no document type, and only the entities that every XML has. What it does
 * not know is a damaged file. A test compares it with sax.
 */
export class XmlScanner {
  readonly #events: XmlEvents
  /** What has arrived of a token that is not whole. */
  #rest = ''
  /** The elements that are open, with their prefixes. */
  readonly #path: string[] = []
  #hasRoot = false
  /** Names that were checked, each with itself without prefix. */
  readonly #names = new Map<string, string>()

  constructor(events: XmlEvents) {
    this.#events = events
  }

  write(piece: string): void {
    const text = this.#rest + piece
    let at = 0
    while (at < text.length) {
      const next = text.charCodeAt(at) === LESS ? this.#markup(text, at) : this.#text(text, at)
      if (next < 0) break
      at = next
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > MAX_TOKEN_CHARACTERS) throw damaged()
  }

  /** The whole document must have arrived. */
  end(): void {
    if (this.#rest !== '' || this.#path.length > 0 || !this.#hasRoot) throw damaged()
  }

  // Each of these reads one token and returns where it ends, or -1 while its end has not arrived.

  #markup(text: string, at: number): number {
    const code = text.charCodeAt(at + 1)
    if (code === SLASH) return this.#closeTag(text, at)
    if (code === BANG) return this.#declaration(text, at)
    if (code === QUESTION) return endOf(text, '?>', at + 2)
    return at + 1 < text.length ? this.#openTag(text, at) : -1
  }

  #text(text: string, at: number): number {
    const less = text.indexOf('<', at)
    let end = less < 0 ? text.length : less
    // An entity may be cut.
    if (less < 0) {
      const entity = text.lastIndexOf('&')
      if (entity >= at && text.indexOf(';', entity) < 0) end = entity
    }
    if (end === at) return -1
    const piece = text.slice(at, end)
    if (this.#path.length > 0) this.#events.text?.(decodeEntities(piece))
    else if (piece.trim() !== '') throw damaged()
    return end
  }

  #declaration(text: string, at: number): number {
    if (text.startsWith('<!--', at)) {
      const end = endOf(text, '--', at + 4)
      if (end < 0 || end === text.length) return -1
      if (text.charCodeAt(end) !== GREATER) throw damaged()
      return end + 1
    }
    if (text.startsWith('<![CDATA[', at) && this.#path.length > 0) {
      const end = endOf(text, ']]>', at + 9)
      if (end > 0) this.#events.text?.(text.slice(at + 9, end - 3))
      return end
    }
    const start = text.slice(at, at + 9)
    if ('<!--'.startsWith(start) || '<![CDATA['.startsWith(start)) return -1
    throw damaged()
  }

  #closeTag(text: string, at: number): number {
    const end = text.indexOf('>', at)
    if (end < 0) return -1
    const name = text.slice(at + 2, end).trimEnd()
    if (this.#path.pop() !== name) throw damaged()
    this.#events.close?.(this.#localName(name))
    return end + 1
  }

  #openTag(text: string, at: number): number {
    let end = at + 1
    while (end < text.length && !endsName(text.charCodeAt(end))) end++
    if (end === text.length) return -1
    const name = text.slice(at + 1, end)
    const local = this.#localName(name)
    const attributes: Record<string, string> = {}
    for (;;) {
      const from = end
      end = skipSpace(text, end)
      if (end + 1 >= text.length && text.charCodeAt(end) !== GREATER) return -1
      const code = text.charCodeAt(end)
      if (code === GREATER) break
      if (code === SLASH && text.charCodeAt(end + 1) === GREATER) break
      if (from === end) throw damaged()
      end = this.#attribute(text, end, attributes)
      if (end < 0) return -1
    }
    const isEmpty = text.charCodeAt(end) === SLASH
    this.#open(name, local, attributes, isEmpty)
    return end + (isEmpty ? 2 : 1)
  }

  #attribute(text: string, at: number, attributes: Record<string, string>): number {
    const equals = text.indexOf('=', at)
    if (equals < 0) return -1
    const name = text.slice(at, equals).trimEnd()
    this.#localName(name)
    const start = skipSpace(text, equals + 1)
    if (start === text.length) return -1
    const quote = text.charCodeAt(start)
    if ((quote !== DOUBLE_QUOTE && quote !== QUOTE) || Object.hasOwn(attributes, name)) throw damaged()
    const end = text.indexOf(quote === QUOTE ? "'" : '"', start + 1)
    if (end < 0) return -1
    attributes[name] = decodeEntities(text.slice(start + 1, end))
    return end + 1
  }

  #open(name: string, local: string, attributes: Attributes, isEmpty: boolean): void {
    if (this.#path.length === 0) {
      if (this.#hasRoot) throw damaged()
      this.#hasRoot = true
    }
    if (this.#path.length >= MAX_DEPTH) throw damaged()
    this.#events.open?.(local, attributes)
    if (isEmpty) this.#events.close?.(local)
    else this.#path.push(name)
  }

  #localName(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    if (!NAME.test(name)) throw damaged()
    const local = localName(name)
    if (this.#names.size < MAX_KNOWN_NAMES) this.#names.set(name, local)
    return local
  }
}

/** Where a mark ends that is searched from here on; -1 without it. */
const endOf = (text: string, mark: string, from: number): number => {
  const found = text.indexOf(mark, from)
  return found < 0 ? -1 : found + mark.length
}

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

const endsName = (code: number): boolean => code === GREATER || code === SLASH || isSpace(code)

const skipSpace = (text: string, at: number): number => {
  let end = at
  while (end < text.length && isSpace(text.charCodeAt(end))) end++
  return end
}

const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(/&([^;&]*)(;?)/g, (_, name: string, end: string) => character(name, end)) : text

const character = (name: string, end: string): string => {
  if (end === '') throw damaged()
  const known = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined
  if (known !== undefined) return known
  const [, hex, decimal] = /^#(?:x([0-9A-Fa-f]{1,8})|([0-9]{1,8}))$/i.exec(name) ?? []
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16)
  if (!isXmlCharacter(code)) throw damaged()
  return String.fromCodePoint(code)
}

const isXmlCharacter = (code: number): boolean =>
  code >= 0x20
    ? code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
    : code === 9 || code === 10 || code === 13
