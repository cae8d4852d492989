import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { IndexWriter } from '../format/file-writers.ts'
import { FORMAT, INDEX_FILE, type IndexValues, RECORDS_FILE, RUC_BYTES } from '../format/index-file.ts'
import { hasRecordBit, isNarrow } from '../format/records.ts'
import { writeNames } from './names/forward-builder.ts'
import type { NameSource } from './names/forward-writer.ts'
import { type SortedWords, sortWords } from './names/sort-terms.ts'
import { buildPostings } from './postings/postings-builder.ts'
import { buildUnions } from './postings/prefix-postings-builder.ts'
import { clearRanking, type Ranking, rankRows } from './ranking.ts'
import { CheckedFile } from './record-writer.ts'
import { releaseMemory } from './release-memory.ts'
import { sharedCopy } from './shared-memory.ts'
import { readTypes, type TaxpayerTypes } from './taxpayer-types.ts'
import { COLUMNS } from './text/columns.ts'
import { NO_RECORD, type RowColumns } from './text/line-columns.ts'
import { openTextFile } from './text/text-file.ts'
import { TextReader } from './text/text-reader.ts'

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

/** How the work is shared out; by default by the size of the text and the number of processors. */
export interface Workforce {
  hands?: number | undefined
  blockBytes?: number | undefined
}

/** A text shorter than this is read sooner than threads are started. */
const WORTH_THREADS_BYTES = 48 << 20
const MOST_HANDS = 4
const BLOCK_BYTES = 2 << 20

/** Reads the text and writes an edition's files, in bounded memory. */
export class RegisterBuilder {
  readonly #dir: string
  readonly #report: Report
  readonly #workforce: Workforce
  readonly #records: CheckedFile
  #text: TextReader | null = null
  #hands = 1

  constructor(dir: string, report: Report, workforce: Workforce = {}) {
    this.#dir = dir
    this.#report = report
    this.#workforce = workforce
    this.#records = new CheckedFile(join(dir, RECORDS_FILE))
  }

  async parse(path: string): Promise<ParsedRegister> {
    const file = await openTextFile(path, REGISTER_FILE)
    this.#hands = this.#workforce.hands ?? handsFor(file.bytes)
    const text = new TextReader(this.#records, this.#hands, this.#workforce.blockBytes ?? BLOCK_BYTES)
    this.#text = text
    try {
      let bytes = 0
      for await (const piece of file.pieces()) {
        await text.feed(piece)
        bytes += piece.length
        this.#report('parse', bytes, file.bytes)
      }
      await text.finish()
    } finally {
      await text.stop()
      file.close()
    }
    this.#records.close()
    const filled = Object.fromEntries(COLUMNS.map((column, place) => [column, text.filled[place] as number]))
    return { rows: text.columns.length, broken: text.broken, filled }
  }

  async build(typesPath: string | null): Promise<BuiltRegister> {
    const { columns, statuses, words, formWords } = this.#text as TextReader
    this.#text = null
    const phases = 4
    this.#report('rank', 0, phases)
    const ranking = rankRows(columns)
    this.#report('words', 1, phases)
    const sorted = sortWords(words)
    const index = new IndexWriter(join(this.#dir, INDEX_FILE))
    writeWords(index, sorted, formWords)

    this.#report('names', 2, phases)
    const { rows, persons, repeated } = ranking
    const names = writeNames(nameSource(columns, ranking, sorted), this.#hands)
    // Whoever awaits it hears of it; until then this thread writes what else is known of the rows.
    names.catch(() => undefined)
    writeKeys(index, ranking)
    writeRowFacts(index, columns, ranking.lineOf, statuses.length)
    const types = await this.#readTypes(typesPath, ranking)
    index.add('tipos', types?.ofRow ?? new Uint8Array(0))
    const values: IndexValues = { statuses, tipos: types?.names ?? [''] }
    index.add('values', Buffer.from(JSON.stringify(values)))
    const forward = await names
    index.add('forward', ...forward.parts.map(({ codes }) => codes))
    index.add('forwardBlocks', forward.blocks)
    columns.clear()
    clearRanking(ranking)
    releaseMemory()

    this.#report('postings', 3, phases)
    const postings = await buildPostings(forward, sorted, formWords, { rows, persons })
    index.add('postings', postings.bytes)
    index.add('postingStarts', postings.starts)
    index.add('wordTotals', postings.totals)
    const { bytes, starts, totals } = postings
    const unions = await buildUnions(
      { postings: bytes, postingStarts: starts, wordTotals: totals, rows, persons },
      sorted,
      this.#hands,
    )
    index.add('unionPlaces', unions.places)
    index.add('unionHeads', unions.heads)
    index.add('unionCommon', unions.common)
    index.add('unionBytes', ...unions.pieces)
    index.add('irregular', postings.marks.irregular)
    index.add('ofLength', postings.marks.ofLength)
    const records = { bytes: this.#records.bytes, checksum: this.#records.checksum }
    index.close({ format: FORMAT, rows, persons, words: words.size, records })
    this.#report('done', phases, phases)
    return { rows, persons, repeated, words: words.size, typed: types?.joined ?? null }
  }

  async #readTypes(path: string | null, ranking: Ranking): Promise<TaxpayerTypes | null> {
    if (path === null) return null
    return readTypes(path, ranking, (done, total) => this.#report('types', done, total))
  }
}

const handsFor = (textBytes: number): number =>
  textBytes < WORTH_THREADS_BYTES ? 1 : Math.min(MOST_HANDS, availableParallelism())

const nameSource = (columns: RowColumns, { lineOf }: Ranking, { codeOf }: SortedWords): NameSource => ({
  ...{ lines: columns.codes, lineOf },
  codeOf: sharedCopy(codeOf),
})

const writeKeys = (index: IndexWriter, { keys, keyRows, prefixStarts }: Ranking): void => {
  index.add('keys', keys)
  index.add('keyRows', keyRows)
  index.add('prefixStarts', prefixStarts)
}

const writeWords = (index: IndexWriter, sorted: SortedWords, formWords: readonly number[]): void => {
  index.add('wordBytes', sorted.bytes)
  index.add('wordStarts', sorted.starts)
  index.add('hotPlaces', sorted.hotPlaces)
  index.add(
    'formPlaces',
    Uint32Array.from(formWords, (word) => sorted.placeOf[word] as number),
  )
}

/** Per row: its status, its RUC (for the answers of a search), and where its record lies if it has one. */
const writeRowFacts = (index: IndexWriter, columns: RowColumns, lineOf: Uint32Array, statusCount: number): void => {
  const rows = lineOf.length
  const statuses = isNarrow(statusCount) ? new Uint8Array(rows) : new Uint16Array(rows)
  const hasRecord = hasRecordBit(statusCount)
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
    statuses[row]! |= hasRecord
    bits[row >>> 5]! |= 1 << (row & 31)
    offsets[records++] = record
  }
  index.add('statuses', statuses)
  index.add('rucs', rucs)
  index.add('recordBits', bits)
  index.add('recordRanks', ranks)
  index.add('recordOffsets', offsets.slice(0, records))
}
