import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { BatchFormat } from '../../domain/records.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import { type CheckDeps, rowChecker } from '../check/check-row.ts'
import { HITS, notChecked, rowProblem } from '../check/results.ts'
import { readHeader } from '../read/header.ts'
import { openTable } from '../read/open-table.ts'
import { headerRules, resultRow } from '../run-batch.ts'
import { readStoredRow, storedRow } from '../stored-rows.ts'
import type { Row } from '../table.ts'
import { hasKeptRows, type KeptRow, keptColumns, keptRows, placeRows, writeRows } from '../uploads/kept-rows.ts'
import { writeCsv } from '../write/csv-writer.ts'
import { writeJson } from '../write/json-writer.ts'
import { checkFitsSheet, writeXlsx } from '../write/xlsx-writer.ts'
import { notWhole } from './batch-files.ts'
import type { QuestionedFile, ResultShape } from './batch-job.ts'

/** Some rows of one batch that were checked. */
export interface CheckedRows {
  /** As they are kept, a line for each. */
  text: string
  /** What each of them costs. */
  units: number[]
  conCoincidencia: number
  noRevisadas: number
  /** True when there are no more rows. */
  isEnd: boolean
}

/** What the thread of batches can be asked to do. Nothing else of a batch takes long. */
export type CheckerTasks = {
  /** Opens a batch to go on behind so many rows. */
  open(batch: { id: string; file: QuestionedFile; from: number }): Promise<void>
  /** The next rows, so many at most. With a refusal they are not asked about. Asked again from the same row, no other row is lost. */
  check(slice: { id: string; from: number; most: number; refusal: string | null }): Promise<CheckedRows>
  close(batch: { id: string }): Promise<void>
  /** Writes kept rows as a file of the wanted format. */
  write(result: { from: string; bytes: number; to: string; format: BatchFormat; shape: ResultShape }): Promise<void>
}

/** A slice ends after this long, rests included, so that batches take turns. */
const SLICE_MS = 80
/** How long rows are checked before a rest of twice that: on a machine of few cores requests have the time in between. */
const MOST_TURN_MS = 2
/** Where others keep the thread from working, the time that a stint took says little. */
const LONGEST_REST_MS = 8

interface OpenBatch {
  pieces: AsyncIterator<readonly KeptRow[]>
  check: ReturnType<typeof rowChecker>
  width: number
  /** Number of the first row in `rows`. */
  first: number
  /** Rows that were read, from the last slice on. */
  rows: KeptRow[]
  checked: Awaited<ReturnType<ReturnType<typeof rowChecker>>>[]
  isRead: boolean
}

export const checkerTasks = (deps: CheckDeps): CheckerTasks => {
  const open = new Map<string, OpenBatch>()
  return {
    open: async ({ id, file, from }) => {
      const { path, tipo, named } = file
      if (!(await hasKeptRows(path))) {
        await writeRows(path, await openTable(path, headerRules(file)))
        await placeRows(path)
      }
      const columns = await keptColumns(path)
      open.set(id, {
        pieces: keptRows(path, from),
        check: rowChecker(deps, tipo, readHeader(columns, named)),
        ...{ width: columns.length, first: from, rows: [], checked: [], isRead: false },
      })
    },
    check: async ({ id, from, most, refusal }) => {
      const batch = open.get(id)
      if (!batch) throw new Error('the batch is not open')
      return checkSlice(batch, from, most, refusal)
    },
    close: async ({ id }) => {
      const batch = open.get(id)
      open.delete(id)
      await batch?.pieces.return?.()
    },
    write: async ({ from, bytes, to, format, shape }) => {
      const pieces = resultPieces(resultRows(from, bytes, shape.rowCount), format, shape)
      await pipeline(Readable.from(pieces, { objectMode: false }), createWriteStream(to, { mode: 0o600 }))
    },
  }
}

/** Drops rows before this one. */
const forget = (batch: OpenBatch, from: number): void => {
  const gone = Math.max(0, Math.min(from - batch.first, batch.rows.length))
  batch.rows.splice(0, gone)
  batch.checked.splice(0, gone)
  batch.first += gone
}

const readMore = async (batch: OpenBatch): Promise<boolean> => {
  const { done, value } = await batch.pieces.next()
  if (done) batch.isRead = true
  else batch.rows.push(...value)
  return !done
}

const checkSlice = async (
  batch: OpenBatch,
  from: number,
  most: number,
  refusal: string | null,
): Promise<CheckedRows> => {
  if (from < batch.first) throw new RangeError('these rows are gone')
  forget(batch, from)
  const slice: CheckedRows = { text: '', units: [], conCoincidencia: 0, noRevisadas: 0, isEnd: false }
  let stintMs = performance.now()
  const endMs = stintMs + SLICE_MS
  while (slice.units.length < most) {
    const at = slice.units.length
    while (at >= batch.rows.length && !batch.isRead) await readMore(batch)
    const kept = batch.rows[at]
    if (!kept) break
    const { row, problem } = kept
    const { result, questions } = refusal
      ? { result: notChecked(refusal), questions: 0 }
      : (batch.checked[at] ??= problem === null ? await batch.check(row) : rowProblem(problem))
    slice.text += storedRow(resultRow(row, batch.width, result))
    slice.units.push(questions)
    if (HITS.includes(result.resultado)) slice.conCoincidencia++
    if (result.resultado === 'no_revisado') slice.noRevisadas++
    const workedMs = performance.now() - stintMs
    if (workedMs < MOST_TURN_MS) continue
    await pause(Math.min(2 * workedMs, LONGEST_REST_MS))
    stintMs = performance.now()
    if (stintMs > endMs) break
  }
  while (slice.units.length >= batch.rows.length && !batch.isRead) await readMore(batch)
  slice.isEnd = batch.isRead && slice.units.length >= batch.rows.length
  return slice
}

const ROWS_AT_A_TIME = 256

/** Fails at the end when there were not so many: a file that is not whole reaches nobody. */
async function* resultRows(path: string, bytes: number, rowCount: number): AsyncGenerator<Row[]> {
  let [rows, read] = [[] as Row[], 0]
  if (bytes === 0) {
    if (rowCount > 0) throw notWhole()
    return
  }
  for await (const line of createInterface({ input: createReadStream(path, { end: bytes - 1 }), crlfDelay: 0 })) {
    if (line === '') continue
    rows.push(readStoredRow(line))
    read++
    if (rows.length < ROWS_AT_A_TIME) continue
    yield rows
    rows = []
    // Other batches have their turns meanwhile.
    await yieldToEventLoop()
  }
  if (read !== rowCount) throw notWhole()
  if (rows.length > 0) yield rows
}

const resultPieces = (
  rows: AsyncIterable<readonly Row[]>,
  format: BatchFormat,
  { columns, separator, mark, ...size }: ResultShape,
): AsyncIterable<string | Buffer> => {
  if (format === 'json') return writeJson(columns, rows)
  if (format === 'csv') return writeCsv(columns, rows, { separator, mark })
  checkFitsSheet({ ...size, columns: columns.length })
  return writeXlsx(columns, rows)
}
