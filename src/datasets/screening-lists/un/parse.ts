import sax from 'sax'
import type { ListedParty } from '../../../domain/screening/party.ts'
import { Failure } from '../../../kernel/errors.ts'
import { yieldToEventLoop } from '../../../kernel/event-loop.ts'
import { isRecord, type UnRecord } from './element.ts'
import { partyOf } from './entry.ts'

export interface ParsedUnList {
  /** The day the publisher says it generated the file, as far as it looks like YYYY-MM-DD. */
  generated: string
  parties: ListedParty[]
  /** Entries without a reference or a name, and elements in the place of an entry that are none. */
  lost: number
  /** Elements of an entry whose meaning is unknown. */
  unread: number
}

const ROOT = 'CONSOLIDATED_LIST'
const MAX_DEPTH = 12
/** The list, its individuals or entities, and the entry itself. */
const RECORD_DEPTH = 3
const MAX_TEXT = 200_000
// Only the five entities of XML itself: what a document declares is never expanded.
const STRICT = { trim: false, position: false, strictEntities: true } as sax.SAXOptions
/** Characters read before the event loop gets its turn. */
const CHUNK = 32 * 1024
/** Entries turned into parties before the event loop gets its turn. */
const ENTRIES_PER_STEP = 50

const unreadable = (detail: string): Failure =>
  new Failure('upstream-changed', 'La lista ONU llegó dañada o con otro formato', { detail })

/** Fatal decoding: a copy re-saved in another encoding must not fill names with replacement characters. */
export const decodeStrictly = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Failure('upstream-changed', 'La lista ONU llegó dañada: no es UTF-8 válido', {
      detail: 'invalid UTF-8',
      cause,
    })
  }
}

/** Reads the document to its end: well-formed, no document type, no entities of its own, no runaway depth or text. */
export const parseUnList = async (text: string): Promise<ParsedUnList> => {
  const reader = new RecordReader()
  for (let at = 0; at < text.length; at += CHUNK) {
    reader.write(text.slice(at, at + CHUNK))
    await yieldToEventLoop()
  }
  const { generated, records, strange } = reader.end()
  const parties: ListedParty[] = []
  let unread = 0
  for (const [at, record] of records.entries()) {
    const read = partyOf(record)
    if (read.party.referencia !== '' && read.party.names[0]?.text !== '') {
      parties.push(read.party)
      unread += read.unread
    }
    if (at % ENTRIES_PER_STEP === 0) await yieldToEventLoop()
  }
  if (new Set(parties.map(({ referencia }) => referencia)).size !== parties.length)
    throw unreadable('reference number repeated')
  return { generated, parties, lost: strange + records.length - parties.length, unread }
}

/** Collects the entries of the document as it is read, and refuses what is not the list. */
class RecordReader {
  readonly #parser = sax.parser(true, STRICT)
  readonly #records: UnRecord[] = []
  /** The elements that are open, from the root. */
  readonly #path: string[] = []
  #current: UnRecord | null = null
  #text = ''
  #generated = ''
  #isClosed = false
  /** Elements in the place of an entry that are none. */
  #strange = 0

  constructor() {
    const parser = this.#parser
    parser.onerror = (error) => {
      throw unreadable(String(error.message).split('\n')[0] as string)
    }
    parser.ondoctype = () => {
      throw unreadable('document type declaration')
    }
    parser.onopentag = ({ name, attributes }) => this.#open(name, String(attributes.dateGenerated ?? ''))
    parser.ontext = parser.oncdata = (piece) => this.#addText(piece)
    parser.onclosetag = (name) => this.#close(name)
  }

  write(chunk: string): void {
    this.#parser.write(chunk)
  }

  end(): { generated: string; records: UnRecord[]; strange: number } {
    this.#parser.close()
    if (!this.#isClosed) throw unreadable('no closing tag')
    return { generated: this.#generated, records: this.#records, strange: this.#strange }
  }

  #open(name: string, generated: string): void {
    const path = this.#path
    if (path.length === 0) {
      if (name !== ROOT) throw unreadable('another root element')
      if (generated === '') throw unreadable('no date of generation')
      this.#generated = generated.slice(0, 10)
    }
    path.push(name)
    if (path.length > MAX_DEPTH) throw unreadable('nested too deep')
    if (path.length === RECORD_DEPTH) {
      if (isRecord(name)) this.#current = { kind: name, fields: [] }
      else this.#strange++
    } else if (isRecord(name) && !this.#current) throw unreadable('entry in another place')
    this.#text = ''
  }

  #addText(piece: string): void {
    this.#text += piece
    if (this.#text.length > MAX_TEXT) throw unreadable('text too long')
  }

  #close(name: string): void {
    const path = this.#path
    const current = this.#current
    if (current && path.length > RECORD_DEPTH) current.fields.push([path.slice(RECORD_DEPTH).join('/'), this.#text])
    path.pop()
    if (current && path.length === RECORD_DEPTH - 1) {
      this.#records.push(current)
      this.#current = null
    }
    if (name === ROOT && path.length === 0) this.#isClosed = true
    this.#text = ''
  }
}
