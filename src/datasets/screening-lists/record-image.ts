import type { PartyFacts, PartyRecord } from '../../domain/screening/party.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'

/** The sizes that a reader needs to find its way in the bytes. */
export interface ImageSizes {
  records: number
  strings: number
  /** Bytes of the numbers of all records. */
  numbers: number
}

const STEP = 500
const OFFSET_BYTES = 4

/** These come first: they are read without the rest, of all parties. */
const FACTS = ['births', 'birthPlaces', 'nationalities', 'countries'] as const satisfies (keyof PartyFacts)[]
const LISTS = [
  ...FACTS,
  ...['addresses', 'programmes', 'aliases', 'links', 'positions'],
] as const satisfies (keyof PartyRecord)[]
type ListField = Extract<(typeof LISTS)[number], keyof PartyRecord>

/**
 * Records as bytes: where each record begins, where each string begins, the records as numbers of strings, and the strings,
 * each once, as UTF-8. A list screens 18,000 parties and shows a few, so they stay bytes until one is asked for.
 */
export const imageOfRecords = async (
  records: readonly PartyRecord[],
): Promise<{ sizes: ImageSizes; bytes: Uint8Array[] }> => {
  const strings = new Strings()
  const numbers = new Bytes()
  const begins = [0]
  for (const record of records) {
    writeRecord(
      record,
      (text) => numbers.push(strings.idOf(text)),
      (count) => numbers.push(count),
    )
    begins.push(numbers.length)
    if (begins.length % STEP === 0) await yieldToEventLoop()
  }
  const { texts, offsets } = await strings.toBytes()
  const sizes = { records: records.length, strings: strings.size, numbers: numbers.length }
  return { sizes, bytes: [offsetBytes(begins), offsetBytes(offsets), numbers.toBytes(), texts] }
}

const writeRecord = (record: PartyRecord, text: (text: string) => void, count: (count: number) => void): void => {
  for (const field of LISTS) {
    const values = record[field as ListField]
    count(values.length)
    for (const value of values) text(value)
  }
  count(record.documents.length)
  for (const { kind, number, country, note } of record.documents)
    for (const part of [kind, number, country, note]) text(part)
  count(record.particulars.length)
  for (const pair of record.particulars) for (const part of pair) text(part)
  for (const value of [record.remarks, record.listedOn, record.page]) text(value)
}

const offsetBytes = (offsets: readonly number[]): Uint8Array => {
  const bytes = Buffer.alloc(offsets.length * OFFSET_BYTES)
  for (const [at, offset] of offsets.entries()) bytes.writeUInt32LE(offset, at * OFFSET_BYTES)
  return bytes
}

/** Every string once, numbered in the order of appearance. */
class Strings {
  readonly #ids = new Map<string, number>()

  get size(): number {
    return this.#ids.size
  }

  idOf(text: string): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    this.#ids.set(text, this.#ids.size)
    return this.#ids.size - 1
  }

  async toBytes(): Promise<{ texts: Uint8Array; offsets: number[] }> {
    const pieces: Buffer[] = []
    const offsets = [0]
    let length = 0
    for (const text of this.#ids.keys()) {
      const piece = Buffer.from(text)
      pieces.push(piece)
      length += piece.length
      offsets.push(length)
      if (offsets.length % (10 * STEP) === 0) await yieldToEventLoop()
    }
    return { texts: Buffer.concat(pieces, length), offsets }
  }
}

/** Numbers of seven bits a byte; all but the last byte of one have the high bit set. */
class Bytes {
  #bytes = new Uint8Array(1 << 16)
  length = 0

  push(number: number): void {
    if (this.length + 5 > this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2)
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    let rest = number
    for (; rest > 127; rest >>>= 7) this.#bytes[this.length++] = (rest & 127) | 128
    this.#bytes[this.length++] = rest
  }

  toBytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }
}

/** Records as threads share them. */
export interface SharedRecords {
  bytes: Uint8Array
  sizes: ImageSizes
}

/** Reads one record after the other out of such bytes, when it is asked for. */
export class RecordImage {
  readonly records: number
  /** For other threads, which read the same memory. */
  readonly shared: SharedRecords
  readonly #bytes: Buffer
  readonly #strings: number
  readonly #numbers: number
  readonly #texts: number

  constructor(shared: SharedRecords) {
    const { bytes, sizes } = shared
    this.shared = shared
    // Bytes that come from another thread are a plain array.
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.records = sizes.records
    this.#strings = (sizes.records + 1) * OFFSET_BYTES
    this.#numbers = this.#strings + (sizes.strings + 1) * OFFSET_BYTES
    this.#texts = this.#numbers + sizes.numbers
  }

  at(partyId: number): PartyRecord {
    const cursor = { at: this.#numbers + this.#bytes.readUInt32LE(partyId * OFFSET_BYTES) }
    const next = (): number => this.#readNumber(cursor)
    const text = (): string => this.#readText(next())
    const list = <Value>(read: () => Value): Value[] => Array.from({ length: next() }, read)
    const lists = Object.fromEntries(LISTS.map((field) => [field, list(text)])) as Pick<PartyRecord, ListField>
    return {
      ...lists,
      documents: list(() => ({ kind: text(), number: text(), country: text(), note: text() })),
      particulars: list(() => [text(), text()]),
      remarks: text(),
      listedOn: text(),
      page: text(),
    }
  }

  /** The first lists of a record alone. */
  factsAt(partyId: number): PartyFacts {
    const cursor = { at: this.#numbers + this.#bytes.readUInt32LE(partyId * OFFSET_BYTES) }
    const facts: PartyFacts = { births: [], birthPlaces: [], nationalities: [], countries: [] }
    for (const field of FACTS)
      for (let left = this.#readNumber(cursor); left > 0; left--)
        facts[field].push(this.#readText(this.#readNumber(cursor)))
    return facts
  }

  #readNumber(cursor: { at: number }): number {
    let number = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[cursor.at++] as number
      number |= (byte & 127) << shift
      if (byte < 128) return number
    }
  }

  #readText(id: number): string {
    const offset = this.#strings + id * OFFSET_BYTES
    const begin = this.#bytes.readUInt32LE(offset)
    return this.#bytes.toString(
      'utf8',
      this.#texts + begin,
      this.#texts + this.#bytes.readUInt32LE(offset + OFFSET_BYTES),
    )
  }
}
