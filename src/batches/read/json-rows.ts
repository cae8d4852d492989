import type { Failure } from '../../kernel/errors.ts'
import { type Cell, MAX_ROW_CHARACTERS, unreadable } from '../table.ts'
import { type Bytes, decodedText, type TextEncoding } from './text.ts'

const QUOTE = 34
const BACKSLASH = 92
const OPENING = new Set([91, 123])
const CLOSING = new Set([93, 125])
const COMMA = 44

/** Cuts a JSON array into the texts of its elements, whatever the pieces in which its own text arrives. */
export class ElementCutter {
  #rest = ''
  /** How far the rest has been read. */
  #at = 0
  #start = -1
  #depth = 0
  #inString = false
  #isEscaped = false
  #needsComma = false
  #afterComma = false
  #ended = false

  /** The elements that end in this piece. */
  cut(piece: string): string[] {
    const elements: string[] = []
    this.#rest += piece
    for (; this.#at < this.#rest.length; this.#at++) {
      const element = this.#step(this.#rest.charCodeAt(this.#at))
      if (element !== null) elements.push(element)
    }
    const keepFrom = this.#start < 0 ? this.#at : this.#start
    this.#rest = this.#rest.slice(keepFrom)
    this.#at -= keepFrom
    if (this.#start >= 0) this.#start = 0
    if (this.#rest.length > MAX_ROW_CHARACTERS) throw unreadable('El archivo JSON tiene un elemento demasiado largo')
    return elements
  }

  end(): void {
    if (!this.#ended) throw unreadable('El archivo JSON está incompleto: falta el final del arreglo')
  }

  #step(code: number): string | null {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (code === BACKSLASH) this.#isEscaped = true
      else if (code === QUOTE) this.#inString = false
      return null
    }
    if (this.#depth <= 1) return this.#between(code)
    if (code === QUOTE) this.#inString = true
    else if (OPENING.has(code)) this.#depth++
    else if (CLOSING.has(code) && --this.#depth === 1) return this.#element()
    return null
  }

  /** Outside of every element. */
  #between(code: number): null {
    if (code === 32 || code === 9 || code === 10 || code === 13) return null
    if (this.#depth === 0 && code === 91 && !this.#ended) {
      this.#depth = 1
      return null
    }
    if (this.#depth === 0) throw unreadable('El archivo JSON debe ser un solo arreglo de objetos')
    if (code === 123 && !this.#needsComma) {
      this.#start = this.#at
      this.#depth = 2
      this.#afterComma = false
    } else if (code === COMMA && this.#needsComma) {
      this.#needsComma = false
      this.#afterComma = true
    } else if (code === 93 && !this.#afterComma) {
      this.#depth = 0
      this.#ended = true
    } else throw unreadable('El archivo JSON debe ser un arreglo de objetos')
    return null
  }

  #element(): string {
    const text = this.#rest.slice(this.#start, this.#at + 1)
    this.#start = -1
    this.#needsComma = true
    return text
  }
}

/** A number that a double cannot hold stays the text it was written as. */
const LONG_NUMBER = /[0-9]{16}|[0-9][eE]/
const keepDigits = (_key: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? source : value

const parse = (text: string): unknown => (LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text))

/** Key and value as they are written; a key may be there twice. */
export type Pairs = readonly (readonly [string, Cell])[]

const parseElement = (text: string, position: number): Pairs => {
  let value: Record<string, unknown>
  try {
    value = parse(text) as Record<string, unknown>
  } catch {
    throw unreadable(`El archivo JSON está mal formado en el elemento ${position}`)
  }
  const pairs = Object.entries(value)
  for (const [key, one] of pairs) if (typeof one === 'object' && one !== null) throw nested(position, key)
  // Of a key that is there twice, JSON.parse keeps the last value alone.
  if (countColons(text) === pairs.length) return pairs as Pairs
  const written = text.replace(STRINGS, '').split(':').length - 1
  return written === pairs.length ? (pairs as Pairs) : writtenPairs(text, written, position)
}

const nested = (position: number, key: string): Failure =>
  unreadable(
    `El elemento ${position} tiene en «${key.slice(0, 40)}» un objeto o una lista: cada valor debe ser un texto, un número, true, false o null`,
  )

const countColons = (text: string): number => {
  let count = 0
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) count++
  return count
}

const STRING = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"'
const STRINGS = new RegExp(STRING, 'g')
const PAIR = new RegExp(`[{,]\\s*(${STRING})\\s*:\\s*(${STRING}|[^\\s,{}[\\]"]+)\\s*(?=[,}])`, 'gy')

/** The pairs of an element that has a key twice. A value that is an object or a list may hide behind another one. */
const writtenPairs = (text: string, count: number, position: number): Pairs => {
  const pairs = Array.from(text.matchAll(PAIR), ([, key = '', value = '']) => [parse(key), parse(value)])
  if (pairs.length !== count) throw nested(position, String(pairs.at(-1)?.[0] ?? ''))
  return pairs as unknown as Pairs
}

/** The elements of a JSON array of objects, as pairs of key and value. */
export async function* jsonElements(bytes: Bytes, charset: TextEncoding['charset']): AsyncGenerator<Pairs[]> {
  const cutter = new ElementCutter()
  let position = 0
  for await (const piece of decodedText(bytes, charset)) {
    const elements = cutter.cut(piece).map((text) => parseElement(text, ++position))
    if (elements.length > 0) yield elements
  }
  cutter.end()
}
