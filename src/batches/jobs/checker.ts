import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { BatchFormat, BatchPreview } from '../../domain/records.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import { type CheckDeps, rowChecker } from '../check/check-row.ts'
import { HITS, notChecked, TOO_LONG } from '../check/results.ts'
import { readHeader } from '../read/header.ts'
import { openTable } from '../read/open-table.ts'
import { addedColumns, headerRules, resultRow } from '../run-batch.ts'
import type { Row, Table } from '../table.ts'
import { writeCsv } from '../write/csv-writer.ts'
import { writeJson } from '../write/json-writer.ts'
import { checkFitsSheet, writeXlsx } from '../write/xlsx-writer.ts'
import { notWhole } from './batch-files.ts'
import type { QuestionedFile, ResultShape } from './batch-job.ts'
import { previewFile, rolesOf } from './preview.ts'
import { readStoredRow, storedRow } from './stored-rows.ts'
import { checkUnpackedSize } from './upload-size.ts'

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
  /** Reads a file through; throws what is wrong with it. */
  inspect(file: QuestionedFile): Promise<ResultShape>
  preview(file: QuestionedFile): Promise<Omit<BatchPreview, 'unidadesDisponibles'>>
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
const STINT_MS = 2
/** Where others keep the thread from working, the time that a stint took says little. */
const LONGEST_REST_MS = 8

interface OpenBatch {
  pieces: AsyncIterator<readonly Row[]>
  check: ReturnType<typeof rowChecker>
  width: number
  /** Number of the first row in `rows`. */
  first: number
  /** Rows that were read, from the last slice on. */
  rows: Row[]
  checked: Awaited<ReturnType<ReturnType<typeof rowChecker>>>[]
  isRead: boolean
}

export const checkerTasks = (deps: CheckDeps, unloaded: CheckDeps): CheckerTasks => {
  const open = new Map<string, OpenBatch>()
  return {
    inspect: async (file) => {
      await checkUnpackedSize(file.path)
      const table = await openTable(file.path, headerRules(file))
      return shapeOf(table, rolesOf(table, readHeader(table.columns, file.named)))
    },
    preview: async (file) => {
      await checkUnpackedSize(file.path)
      return previewFile(file, unloaded)
    },
    open: async ({ id, file, from }) => {
      const { tipo, named } = file
      const table = await openTable(file.path, headerRules(file))
      const checkRow = rowChecker(deps, tipo, readHeader(table.columns, named))
      const check = (row: Row) => (table.isTooLong(row) ? TOO_LONG : checkRow(row))
      const batch: OpenBatch = {
        pieces: table.rows()[Symbol.asyncIterator](),
        ...{ check, width: table.columns.length, first: 0, rows: [], checked: [], isRead: false },
      }
      open.set(id, batch)
      while (batch.first + batch.rows.length < from && (await readMore(batch))) forget(batch, from)
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
      const pieces = resultPieces(keptRows(from, bytes, shape.rowCount), format, shape)
      await pipeline(Readable.from(pieces, { objectMode: false }), createWriteStream(to, { mode: 0o600 }))
    },
  }
}

const shapeOf = (table: Table, roles: NonNullable<ResultShape['roles']>): ResultShape => ({
  columns: [...table.columns, ...addedColumns(table.columns)],
  roles,
  separator: table.separator ?? ',',
  mark: table.wantsMark,
  rowCount: table.rowCount,
  longestCell: table.longestCell,
})

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
    const row = batch.rows[at]
    if (!row) break
    const { result, questions } = refusal
      ? { result: notChecked(refusal), questions: 0 }
      : (batch.checked[at] ??= await batch.check(row))
    slice.text += storedRow(resultRow(row, batch.width, result))
    slice.units.push(questions)
    if (HITS.includes(result.resultado)) slice.conCoincidencia++
    if (result.resultado === 'no_revisado') slice.noRevisadas++
    const workedMs = performance.now() - stintMs
    if (workedMs < STINT_MS) continue
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
async function* keptRows(path: string, bytes: number, rowCount: number): AsyncGenerator<Row[]> {
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
