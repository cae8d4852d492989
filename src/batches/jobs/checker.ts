import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { BatchChanges, BatchFormat, Origin, SubjectFacts } from '../../domain/records.ts'
import { type CheckDeps, rowChecker } from '../check/check-row.ts'
import { type AskedQuestion, isClearByFacts, notedAnswers, partiesOf } from '../check/found-parties.ts'
import type { ObservedPurchase } from '../check/purchase-totals.ts'
import { columnsOfCount, HITS, notChecked, type ResultColumn, rowProblem, type Verdict } from '../check/results.ts'
import { FOOT_ROW } from '../read/foot-rows.ts'
import { readHeader } from '../read/header.ts'
import { openTable } from '../read/open-table.ts'
import { headerRules, resultRow } from '../run-batch.ts'
import { readMemory, readStoredRow, storedResult } from '../stored-rows.ts'
import { hasKeptRows, type KeptRow, keptColumns, keptRows, placeRows, writeRows } from '../uploads/kept-rows.ts'
import type { ReviewFacts } from '../write/result-summary.ts'
import { writeResult } from '../write/write-result.ts'
import { type AskedResult, batchRow, fileWidth, type RowAnswer, writeAskedRows } from './asked-rows.ts'
import { notWhole } from './batch-files.ts'
import type { QuestionedFile, ResultShape } from './batch-job.ts'
import { type ComparedResults, compareKept } from './compared-results.ts'
import { type KeptResult, resultLines, resultRows } from './result-lines.ts'

/** Some rows of one batch that were checked. */
export interface CheckedRows {
  /** As they are kept, a line for each. */
  text: string
  /** What each of them costs. */
  units: number[]
  conCoincidencia: number
  noRevisadas: number
  /** Of these, rows that another try may check. */
  pendientes: number
  /** Purchases of these rows that are observed. */
  observadas: ObservedPurchase[]
  /** On which editions the answers of the batch rest so far. */
  origins: Origin[]
  /** Who is to be watched. */
  subjects: SubjectFacts[]
  /** True when there are no more rows. */
  isEnd: boolean
}

interface OpenedBatch {
  id: string
  file: QuestionedFile
  from: number
  width: number
  earlier?: KeptResult | undefined
}

/** Kept rows that are to be a file. */
export interface WrittenResult {
  from: string
  bytes: number
  to: string
  format: BatchFormat
  shape: ResultShape
  review: ReviewFacts
}

/** What the thread of batches can be asked to do. Nothing else of a batch takes long. */
export type CheckerTasks = {
  /**
   * Opens a batch to go on behind so many rows, each as wide as those of its result. With an earlier result only what it did
   * not check is asked about.
   */
  open(batch: OpenedBatch): Promise<void>
  /** The next rows, so many at most. With a refusal they are not asked about. Asked again from the same row, no other row is lost. */
  check(slice: { id: string; from: number; most: number; refusal: string | null }): Promise<CheckedRows>
  close(batch: { id: string }): Promise<void>
  /** One row of a result, with what was asked about it and the answers from the lists in service. */
  row(row: AskedResult & { fila: number }): Promise<RowAnswer>
  /** Writes what all rows of a result were asked about. */
  asked(result: AskedResult & { to: string }): Promise<void>
  /** What a result says otherwise than an earlier one: another batch, or the rows of a result that was sent. */
  changes(results: ComparedResults): Promise<BatchChanges>
  /** Writes kept rows as a file of the wanted format. */
  write(result: WrittenResult): Promise<void>
}

/** A slice ends after this long, rests included, so that batches take turns. */
const SLICE_MS = 80
/** How long rows are checked before a rest of twice that: on a machine of few cores requests have the time in between. */
const MOST_TURN_MS = 2
/** Where others keep the thread from working, the time that a stint took says little. */
const LONGEST_REST_MS = 8

interface OpenBatch {
  pieces: AsyncIterator<readonly KeptRow[]>
  /** The rows of the earlier result. */
  earlier: AsyncIterator<string> | null
  check: ReturnType<typeof rowChecker>
  /** What was asked since it was last taken. */
  takeAsked(): AskedQuestion[]
  /** On what the answers rest so far. */
  origins(): Origin[]
  width: number
  added: readonly ResultColumn[]
  /** Number of the first row in `rows`. */
  first: number
  /** Rows that were read, from the last slice on. */
  rows: ReadRow[]
  checked: CheckedRow[]
  isRead: boolean
}

interface ReadRow extends KeptRow {
  /** Its line of the earlier result. */
  earlier: string | null
}

interface CheckedRow {
  line: string
  verdict: Verdict
  units: number
  isPending: boolean
  observed?: ObservedPurchase | undefined
  subject?: SubjectFacts | undefined
}

export const checkerTasks = (deps: CheckDeps): CheckerTasks => {
  const open = new Map<string, OpenBatch>()
  return {
    open: async ({ id, file, from, width, earlier }) => {
      const { path, tipo, named } = file
      if (!(await hasKeptRows(path))) {
        await writeRows(path, await openTable(path, headerRules(file)))
        await placeRows(path)
      }
      const columns = await keptColumns(path)
      const noted = notedAnswers(deps)
      // Of those who are watched a result has no cell of the file.
      const ownWidth = tipo === 'vigilados' ? 0 : columns.length
      open.set(id, {
        pieces: keptRows(path, from),
        earlier: earlier ? resultLines(earlier, from) : null,
        check: rowChecker(noted.deps, file, readHeader(columns, named, tipo)),
        takeAsked: noted.take,
        origins: noted.origins,
        added: columnsOfCount(tipo, width - ownWidth),
        ...{ width: ownWidth, first: from, rows: [], checked: [], isRead: false },
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
      await batch?.earlier?.return?.()
    },
    row: (row) => batchRow(deps, row),
    asked: ({ to, ...result }) => writePieces(writeAskedRows(result), to),
    changes: compareKept,
    write: async ({ from, bytes, to, format, shape, review }) => {
      const added = columnsOfCount(review.tipo, shape.columns.length - fileWidth(shape))
      const rows = resultRows({ path: from, bytes }, shape.rowCount)
      await writePieces(writeResult(format, { ...shape, added, review }, rows), to)
    },
  }
}

const writePieces = (pieces: AsyncIterable<string | Buffer>, to: string): Promise<void> =>
  pipeline(Readable.from(pieces, { objectMode: false }), createWriteStream(to, { mode: 0o600 }))

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
  else for (const kept of value) batch.rows.push({ ...kept, earlier: batch.earlier && (await nextLine(batch.earlier)) })
  return !done
}

const nextLine = async (lines: AsyncIterator<string>): Promise<string> => {
  const { done, value } = await lines.next()
  if (done) throw notWhole()
  return value
}

const verdictOf = (line: string, width: number): Verdict => readStoredRow(line)[width] as Verdict

/** Asks about a row, unless an earlier result has it. What it has paid for then is not paid again. */
const checkRow = async (batch: OpenBatch, kept: ReadRow): Promise<CheckedRow> => {
  const { width, added } = batch
  const { row, problem, earlier } = kept
  const verdict = earlier === null ? 'no_revisado' : verdictOf(earlier, width)
  if (earlier !== null && verdict !== 'no_revisado')
    return { line: `${earlier}\n`, verdict, units: 0, isPending: false, observed: readMemory(earlier)?.observada }
  const { result, questions, sourceFailed, observed, subject } =
    problem === null ? await batch.check(row) : rowProblem(problem)
  const { resultado } = result
  const asked = batch.takeAsked()
  const partes = resultado === 'no_revisado' ? [] : partiesOf(asked)
  const paid = paidFor(earlier)
  const isClear = resultado === 'sin_coincidencias' && isClearByFacts(asked)
  const reserva = problem === FOOT_ROW ? 'pie' : isClear ? 'descartadas' : undefined
  return {
    line: storedResult(resultRow(kept, width, result, added), {
      ...{ unidades: Math.max(paid, questions), partes, reserva, observada: observed },
    }),
    verdict: resultado,
    units: Math.max(0, questions - paid),
    isPending: sourceFailed && resultado === 'no_revisado',
    observed,
    subject,
  }
}

const paidFor = (line: string | null): number => (line === null ? 0 : (readMemory(line)?.unidades ?? 0))

/** A row that is not asked about, for a reason that is not its own. */
const refuseRow = ({ width, added }: OpenBatch, kept: ReadRow, refusal: string): CheckedRow => {
  const { earlier } = kept
  const verdict = earlier === null ? 'no_revisado' : verdictOf(earlier, width)
  const isPending = verdict === 'no_revisado'
  // What was paid for stays.
  if (earlier !== null && (!isPending || paidFor(earlier) > 0))
    return { line: `${earlier}\n`, verdict, units: 0, isPending, observed: readMemory(earlier)?.observada }
  const line = storedResult(resultRow(kept, width, notChecked(refusal), added), { unidades: 0, partes: [] })
  return { line, verdict, units: 0, isPending }
}

const checkSlice = async (
  batch: OpenBatch,
  from: number,
  most: number,
  refusal: string | null,
): Promise<CheckedRows> => {
  if (from < batch.first) throw new RangeError('these rows are gone')
  forget(batch, from)
  const slice: CheckedRows = {
    text: '',
    units: [],
    conCoincidencia: 0,
    noRevisadas: 0,
    pendientes: 0,
    observadas: [],
    origins: [],
    subjects: [],
    isEnd: false,
  }
  let stintMs = performance.now()
  const endMs = stintMs + SLICE_MS
  while (slice.units.length < most) {
    const at = slice.units.length
    while (at >= batch.rows.length && !batch.isRead) await readMore(batch)
    const kept = batch.rows[at]
    if (!kept) break
    // A row that nobody can ask about keeps its own reason, which another try would meet again.
    const isRefused = refusal !== null && kept.problem === null
    const checked = isRefused ? refuseRow(batch, kept, refusal) : (batch.checked[at] ??= await checkRow(batch, kept))
    slice.text += checked.line
    slice.units.push(checked.units)
    if (HITS.includes(checked.verdict)) slice.conCoincidencia++
    if (checked.verdict === 'no_revisado') slice.noRevisadas++
    if (checked.isPending) slice.pendientes++
    if (checked.observed) slice.observadas.push(checked.observed)
    if (checked.subject) slice.subjects.push(checked.subject)
    const workedMs = performance.now() - stintMs
    if (workedMs < MOST_TURN_MS) continue
    await pause(Math.min(2 * workedMs, LONGEST_REST_MS))
    stintMs = performance.now()
    if (stintMs > endMs) break
  }
  while (slice.units.length >= batch.rows.length && !batch.isRead) await readMore(batch)
  slice.isEnd = batch.isRead && slice.units.length >= batch.rows.length
  slice.origins = batch.origins()
  return slice
}
