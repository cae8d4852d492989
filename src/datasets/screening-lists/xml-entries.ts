import { createReadStream } from 'node:fs'
import sax from 'sax'
import type { Failure } from '../../kernel/errors.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'

/** An element of an entry, with what is inside it. Names are without their namespace. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: XmlElement[]
}

/** What a document must look like. */
interface DocumentShape {
  root: string
  /** The element of one entry, and how many elements it is inside of; the root alone unless said. */
  entry: string
  depth?: number
  /** The failure of a document that is another one, or damaged. */
  unreadable(detail: string): Failure
}

const MAX_DEPTH = 12
const MAX_TEXT = 200_000
const CHUNK_BYTES = 64 * 1024
// Only the five entities of XML itself: what a document declares is never expanded.
const STRICT = { trim: false, position: false, strictEntities: true } as sax.SAXOptions

/**
 * Reads a document to its end, entry by entry: well-formed, UTF-8, no document type, no entities of its own, no runaway depth
 * or text. Returns the root with its other children.
 */
export const readXmlEntries = async (
  path: string,
  shape: DocumentShape,
  take: (entry: XmlElement) => void,
): Promise<XmlElement> => {
  const reader = new EntryReader(shape, take)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw shape.unreadable('invalid UTF-8')
    }
  }
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    reader.write(decode(bytes))
    await yieldToEventLoop()
  }
  reader.write(decode())
  return reader.end()
}

class EntryReader {
  readonly #parser = sax.parser(true, STRICT)
  readonly #shape: DocumentShape
  readonly #take: (entry: XmlElement) => void
  /** The elements that are open, from the root. */
  readonly #open: XmlElement[] = []
  #root: XmlElement | null = null
  #isClosed = false

  constructor(shape: DocumentShape, take: (entry: XmlElement) => void) {
    this.#shape = shape
    this.#take = take
    const parser = this.#parser
    parser.onerror = (error) => {
      throw shape.unreadable(String(error.message).split('\n')[0] as string)
    }
    parser.ondoctype = () => {
      throw shape.unreadable('document type declaration')
    }
    parser.onopentag = ({ name, attributes }) => this.#begin(name, attributes as Record<string, string>)
    parser.ontext = parser.oncdata = (piece) => this.#addText(piece)
    parser.onclosetag = () => this.#close()
  }

  write(text: string): void {
    if (text !== '') this.#parser.write(text)
  }

  end(): XmlElement {
    if (!this.#root || !this.#isClosed) throw this.#shape.unreadable('no closing tag')
    this.#parser.close()
    return this.#root
  }

  #begin(fullName: string, attributes: Record<string, string>): void {
    const name = fullName.slice(fullName.indexOf(':') + 1)
    const element: XmlElement = { name, attributes, text: '', children: [] }
    const { root, entry, depth = 1, unreadable } = this.#shape
    if (this.#open.length === 0) {
      if (name !== root) throw unreadable('another root element')
      this.#root = element
    } else if (name === entry && this.#open.length !== depth) throw unreadable('entry in another place')
    this.#open.push(element)
    if (this.#open.length > MAX_DEPTH) throw unreadable('nested too deep')
  }

  #addText(piece: string): void {
    const element = this.#open.at(-1)
    if (!element) return
    element.text += piece
    if (element.text.length > MAX_TEXT) throw this.#shape.unreadable('text too long')
  }

  #close(): void {
    const element = this.#open.pop() as XmlElement
    const parent = this.#open.at(-1)
    if (!parent) this.#isClosed = true
    else if (element.name === this.#shape.entry) this.#take(element)
    else parent.children.push(element)
  }
}
