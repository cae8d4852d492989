import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../../kernel/errors.ts'
import { IndexWriter, RecordsWriter } from '../format/file-writers.ts'
import { FORMAT, INDEX_FILE, type IndexValues, RECORDS_FILE } from '../format/index-file.ts'
import { buildForwardIndex, type ForwardParts } from './names/forward-builder.ts'
import { type SortedTerms, sortTerms } from './names/sort-terms.ts'
import { clearRanking, type Ranking, rankLines } from './ranking.ts'
import { releaseMemory, sharedCopy } from './shared-memory.ts'
import { readActivities, readBranches } from './taxpayer-details.ts'
import { readTypes } from './taxpayer-types.ts'
import { COLUMNS } from './text/columns.ts'
import type { LineColumns } from './text/line-columns.ts'
import { openTextFile, REGISTER_FILE } from './text/text-file.ts'
import { TextReader } from './text/text-reader.ts'
import { writeDictionary, writeFingerprints, writeKeys, writePostings, writeRowFacts } from './write-sections.ts'

/** What the text was found to hold, before anything is made of it. */
export interface ParsedRegister {
  rows: number
  /** Rows that could not be read. */
  broken: number
  /** The text ends inside a line that cannot be read. */
  isCut: boolean
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
  /** Lines of the file of branches; null when there was none, or none that could be read. */
  branches: number | null
}

/** Files of other publishers, without which the register is loaded too. */
export interface OptionalFiles {
  types: string | null
  branches: string | null
  /** Fewer lines of branches are a part of them. */
  leastBranches: number
}

export type ReportProgress = (phase: string, done: number, total?: number) => void

/** By default these depend on the size of the text and the number of processors. */
export interface BuildOptions {
  workers?: number | undefined
  blockBytes?: number | undefined
}

/** A shorter text is read sooner than threads are started. */
const MIN_BYTES_FOR_THREADS = 48 << 20
const MAX_WORKERS = 4
const BLOCK_BYTES = 2 << 20
const PHASES = 4

/**
 * Turns the register's text into the two files of an edition, in bounded memory. The stages, in their order:
 *
 * 1. `text/`: the text is cut into blocks of whole lines. Workers parse the lines into columns; `names/` tokenizes the names
 *    into wordIds. What the index does not hold (addresses, punctuation of names) goes to the records file at once.
 * 2. `ranking.ts`: the lines are put into rank order and become rows.
 * 3. `names/`: the words are sorted into the dictionary and get their termIds; the forward index is written, in rank order.
 * 4. `taxpayer-types.ts`: the types of the open-data register are joined by RUC.
 *    So are activities and branches (`taxpayer-details.ts`), when there are files of them.
 * 5. `postings/`: the forward index is inverted into posting lists, and rare terms are merged into prefix postings.
 *
 * The files are the same byte by byte for any number of workers.
 */
export class RegisterBuilder {
  readonly #dir: string
  readonly #report: ReportProgress
  readonly #options: BuildOptions
  readonly #records: RecordsWriter
  #text: TextReader | null = null
  #workers = 1

  constructor(dir: string, report: ReportProgress, options: BuildOptions = {}) {
    this.#dir = dir
    this.#report = report
    this.#options = options
    this.#records = new RecordsWriter(join(dir, RECORDS_FILE))
  }

  /** Stage 1. */
  async parse(path: string): Promise<ParsedRegister> {
    const file = await openTextFile(path, REGISTER_FILE)
    this.#workers = this.#options.workers ?? workersFor(file.bytes)
    const text = new TextReader(this.#records, this.#workers, this.#options.blockBytes ?? BLOCK_BYTES)
    this.#text = text
    try {
      let bytes = 0
      for await (const chunk of file.chunks()) {
        await text.feed(chunk)
        bytes += chunk.length
        this.#report('read', bytes, file.bytes)
      }
      await text.finish()
    } finally {
      await text.stop()
      file.close()
    }
    this.#records.close()
    const filled = Object.fromEntries(COLUMNS.map((column, n) => [column, text.filled[n] as number]))
    return { rows: text.columns.length, broken: text.broken, isCut: text.isCut, filled }
  }

  /** Stages 2 to 5. */
  async build(files: OptionalFiles | null = null): Promise<BuiltRegister> {
    const { columns, tables } = this.#text as TextReader
    const { words, formWords, statuses } = tables
    this.#text = null
    this.#report('rank', 0, PHASES)
    const ranking = rankLines(columns)
    const { rows, persons, repeated } = ranking

    this.#report('words', 1, PHASES)
    const sorted = sortTerms(words)
    const index = new IndexWriter(join(this.#dir, INDEX_FILE))
    writeDictionary(index, sorted, formWords)

    this.#report('names', 2, PHASES)
    const names = this.#buildForward(columns, ranking, sorted)
    // A rejection is handled where `names` is awaited. Meanwhile this thread writes what else is known of the rows.
    names.catch(() => undefined)
    writeKeys(index, ranking)
    writeRowFacts(index, columns, ranking.lineOf, statuses.length)
    writeFingerprints(index, columns, ranking)
    const types = await this.#optional('types', files?.types, (path, onBytes) => readTypes(path, ranking, onBytes))
    const activities = await this.#optional('types', files?.types, (path, onBytes) =>
      readActivities(path, ranking, onBytes),
    )
    const branches = await this.#optional('types', files?.branches, (path, onBytes) =>
      readBranches(path, ranking, files?.leastBranches ?? 0, onBytes),
    )
    index.add('tipos', types?.ofRow ?? new Uint8Array(0))
    if (activities) index.add('activities', activities.ofPlace)
    if (branches) {
      index.add('branchStarts', branches.starts)
      index.add('branches', branches.texts)
    }
    const values: IndexValues = { statuses, tipos: types?.names ?? [''], actividades: activities?.values }
    index.add('values', Buffer.from(JSON.stringify(values)))
    const forward = await names
    index.add('forward', ...forward.parts.map(({ codes }) => codes))
    index.add('forwardBlocks', forward.blocks)
    columns.clear()
    clearRanking(ranking)
    releaseMemory()

    this.#report('postings', 3, PHASES)
    await writePostings(index, { forward, sorted, formWords, rows, persons, workers: this.#workers })
    const records = { bytes: this.#records.bytes, checksum: this.#records.checksum }
    index.close({ format: FORMAT, rows, persons, words: words.size, records })
    this.#report('done', PHASES, PHASES)
    return {
      rows,
      persons,
      repeated,
      words: words.size,
      typed: types?.joined ?? null,
      branches: branches?.lines ?? null,
    }
  }

  #buildForward(columns: LineColumns, { lineOf }: Ranking, { codeOf }: SortedTerms): Promise<ForwardParts> {
    return buildForwardIndex({ lines: columns.names, lineOf, codeOf: sharedCopy(codeOf) }, this.#workers)
  }

  async #optional<Found>(
    phase: string,
    path: string | null | undefined,
    read: (path: string, onBytes: (done: number, total: number) => void) => Promise<Found>,
  ): Promise<Found | null> {
    if (!path) return null
    try {
      return await read(path, (done, total) => this.#report(phase, done, total))
    } catch (error) {
      // Another publisher's file: the register is loaded without it, as when it cannot be fetched.
      if (error instanceof Failure) return null
      throw error
    }
  }
}

const workersFor = (textBytes: number): number =>
  textBytes < MIN_BYTES_FOR_THREADS ? 1 : Math.min(MAX_WORKERS, availableParallelism())
