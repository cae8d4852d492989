import { join } from 'node:path'
import { LEGAL_FORMS } from '../../../domain/names/legal-forms.ts'
import { Failure } from '../../../kernel/errors.ts'
import { COLUMNS, isHeader } from '../columns.ts'
import { FORMAT, INDEX_FILE, type IndexValues, RECORDS_FILE, RUC_BYTES } from '../index-file.ts'
import { HAS_RECORD } from '../records.ts'
import { openTextFile } from '../text-file.ts'
import { sortWords } from './dictionary-builder.ts'
import { writeForward } from './forward-builder.ts'
import { IndexWriter } from './index-writer.ts'
import { LineParser } from './line-parser.ts'
import { LineCutter } from './lines.ts'
import { writePostings } from './postings-builder.ts'
import { type Ranking, rankRows } from './ranking.ts'
import { CheckedFile } from './record-writer.ts'
import { NO_RECORD, type RowColumns } from './row-columns.ts'
import { readTypes } from './taxpayer-types.ts'

export const REGISTER_FILE = { name: /^padron_reducido_ruc[^/\\]*\.txt$/i, maxBytes: 8e9 }

/** What reading the text showed, before anything is made of it. */
export interface ParsedRegister {
  rows: number
  broken: number
  /** How many rows have each column filled. */
  filled: Record<string, number>
}

export interface BuiltRegister {
  rows: number
  persons: number
  repeated: number
  words: number
  /** Rows that found their type in the open-data register; null when there was none. */
  typed: number | null
}

export type Report = (phase: string, done: number, total?: number) => void

/** Reads the text and writes an edition's files, in one thread and bounded memory. */
export class RegisterBuilder {
  readonly #dir: string
  readonly #report: Report
  readonly #records: CheckedFile
  #parser: LineParser | null

  constructor(dir: string, report: Report) {
    this.#dir = dir
    this.#report = report
    this.#records = new CheckedFile(join(dir, RECORDS_FILE))
    this.#parser = new LineParser(this.#records)
  }

  async parse(path: string): Promise<ParsedRegister> {
    const parser = this.#parser as LineParser
    const file = await openTextFile(path, REGISTER_FILE)
    try {
      const cutter = new LineCutter()
      let bytes = 0
      let headerSeen = false
      for await (const piece of file.pieces()) {
        cutter.feed(piece, (text) => {
          if (headerSeen) return parser.parse(text)
          const end = text.indexOf(10)
          if (end < 0) return 0
          headerSeen = checkHeader(text.toString('latin1', 0, end))
          return end + 1 + parser.parse(text.subarray(end + 1))
        })
        bytes += piece.length
        this.#report('parse', bytes, file.bytes)
      }
      const rest = cutter.rest()
      if (headerSeen) parser.parseLine(rest, 0, rest.length)
      else checkHeader(rest.toString('latin1', 0, 1000))
    } finally {
      file.close()
    }
    this.#records.close()
    return { rows: parser.rows.length, broken: parser.broken, filled: this.#filled() }
  }

  async build(typesPath: string | null): Promise<BuiltRegister> {
    const { rows: columns, statuses, names } = this.#parser as LineParser
    this.#parser = null
    names.count()
    const phases = 6
    this.#report('rank', 0, phases)
    const ranking = rankRows(columns)
    const { rows, persons, lineOf } = ranking
    const index = new IndexWriter(join(this.#dir, INDEX_FILE))
    index.add('keys', ranking.keys)
    index.add('keyRows', ranking.keyRows)
    index.add('prefixStarts', ranking.prefixStarts)
    this.#report('rows', 1, phases)
    writeRowFacts(index, columns, lineOf)

    this.#report('types', 2, phases)
    const types =
      typesPath === null
        ? null
        : await readTypes(typesPath, ranking, (done, total) => this.#report('types', done, total))
    index.add('tipos', types?.ofRow ?? new Uint8Array(0))
    const values: IndexValues = { statuses: statuses.pairs, tipos: types?.names ?? [''] }
    index.add('values', Buffer.from(JSON.stringify(values)))
    dropKeys(ranking)

    this.#report('words', 3, phases)
    const sorted = sortWords(names.words)
    const formPlaces = Uint32Array.from(names.formWords, (word) => sorted.placeOf[word] as number)
    if (formPlaces.length !== LEGAL_FORMS.length) throw new Error('a legal form has no word')
    index.add('wordBytes', sorted.bytes)
    index.add('wordStarts', sorted.starts)
    index.add('hotPlaces', sorted.hotPlaces)
    index.add('formPlaces', formPlaces)

    this.#report('names', 4, phases)
    const forward = writeForward(columns, lineOf, names.words, sorted)
    columns.codePieces = []
    index.add('forward', forward.codes)
    index.add('forwardBlocks', forward.blocks)

    this.#report('postings', 5, phases)
    const words = names.words.size
    const postings = writePostings(forward, sorted, names.formWords, { rows, persons })
    index.add('postings', postings.bytes)
    index.add('postingStarts', postings.starts)
    index.add('wordTotals', postings.totals)
    index.add('irregular', postings.marks.irregular)
    index.add('ofLength', postings.marks.ofLength)
    const records = { bytes: this.#records.bytes, checksum: this.#records.checksum }
    index.close({ format: FORMAT, rows, persons, words, records })
    this.#report('done', phases, phases)
    return { rows, persons, repeated: ranking.repeated, words, typed: types?.joined ?? null }
  }

  #filled(): Record<string, number> {
    const filled = (this.#parser as LineParser).filledColumns()
    return Object.fromEntries(COLUMNS.map((column, place) => [column, filled[place] as number]))
  }
}

const checkHeader = (line: string): true => {
  if (isHeader(line)) return true
  throw new Failure('upstream-changed', 'La cabecera del padrón no es la conocida', { detail: 'header' })
}

/** Per row: its status, its RUC (for the answers of a search), and where its record lies if it has one. */
const writeRowFacts = (index: IndexWriter, columns: RowColumns, lineOf: Uint32Array): void => {
  const rows = lineOf.length
  const statuses = new Uint16Array(rows)
  const rucs = Buffer.alloc(rows * RUC_BYTES)
  const bits = new Uint32Array(Math.ceil(rows / 32))
  const ranks = new Uint32Array(bits.length)
  const offsets = new Uint32Array(rows)
  let records = 0
  for (let row = 0; row < rows; row++) {
    if (row % 32 === 0) ranks[row / 32] = records
    const line = lineOf[row] as number
    statuses[row] = columns.statuses[line] as number
    rucs[row * RUC_BYTES] = columns.prefixes[line] as number
    const key = columns.keys[line] as number
    for (let i = 0; i < 4; i++) rucs[row * RUC_BYTES + 1 + i] = key >>> (8 * i)
    const record = columns.records[line] as number
    if (record === NO_RECORD) continue
    statuses[row]! |= HAS_RECORD
    bits[row >>> 5]! |= 1 << (row & 31)
    offsets[records++] = record
  }
  index.add('statuses', statuses)
  index.add('rucs', rucs)
  index.add('recordBits', bits)
  index.add('recordRanks', ranks)
  index.add('recordOffsets', offsets.slice(0, records))
}

/** They are on disk by now, and the next phases need the memory. */
const dropKeys = (ranking: Ranking): void => {
  ranking.keys = new Uint32Array(0)
  ranking.keyRows = new Uint32Array(0)
}
