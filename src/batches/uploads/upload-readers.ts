import { rm, stat } from 'node:fs/promises'
import { Failure } from '../../kernel/errors.ts'
import type { TaskThread } from '../../kernel/worker.ts'
import type { QuestionedFile, ResultShape } from '../jobs/batch-job.ts'
import type { Preview, UploadTasks } from './read-upload.ts'
import { tooLarge } from './upload-size.ts'

/** Reads uploads for their accounts. Nothing is left of one that is not read to its end. */
export interface UploadReader {
  inspect(upload: QuestionedFile, accountId: string): Promise<ResultShape>
  preview(upload: QuestionedFile, accountId: string): Promise<Preview>
  /** Nobody waits for the reading of this file any more. */
  cancel(path: string): void
  stop(): Promise<void>
}

/** What an upload may take of a processor: this long, and a second more for every megabyte. Honest files take a tenth of that. */
const LEAST_BUDGET_MS = 10_000
const BUDGET_MS_PER_BYTE = 1_000 / 2 ** 20
/** How often it is looked what a reading has taken. */
const LOOK_MS = 200
/** Uploads that are read at the same time, each of another account. */
const MOST_AT_ONCE = 2
/**
 * So much of a processor an upload gets before it makes room for an account that has had less. Then it is read again, for twice
 * as much. Not so long by the clock: where other processes take all there is, no thread would come further than its start.
 */
const TURN_MS = 500
/** What an account has had counts half after this long. */
const HALF_LIFE_MS = 30_000

const TOO_MUCH = 'El archivo necesita demasiado tiempo o memoria para leerlo: simplifíquelo o divídalo en varios'
const HUNG_UP = new Failure('request-timeout', 'La lectura del archivo se interrumpió')
export const stopping = (): Failure =>
  new Failure('overloaded', 'El servicio se está deteniendo: envíe el archivo de nuevo', { retryAfterMs: 5_000 })

interface Reading {
  task: keyof UploadTasks
  upload: QuestionedFile
  accountId: string
  turnMs: number
  /** Why it is not read any further, though it is not done. */
  refusal: Failure | null
  resolve(result: never): void
  reject(error: unknown): void
}

interface Reader {
  worker: TaskThread<UploadTasks>
  reading: Reading | null
  /** The processor time of the thread before this reading, and of the reading when it was last looked at. */
  beforeMs: number
  workedMs: number
  /** True when another account's turn has come: what it read is read again later. */
  hasLostTurn: boolean
  ending: Promise<void> | null
  timer?: NodeJS.Timeout
}

export interface ReadersDeps {
  /** A thread of its own: it is ended with an upload that takes too much. */
  start(): TaskThread<UploadTasks>
  leastBudgetMs?: number
}

/**
 * Threads that read uploads, one at a time each and of each account, first of the account that had least of late. A thread is
 * ended with an upload that takes too long or too much memory, that has had its turn while others wait, or for which nobody
 * waits any more.
 */
export const uploadReaders = ({ start, leastBudgetMs = LEAST_BUDGET_MS }: ReadersDeps): UploadReader => {
  const readers = new Set<Reader>()
  const shares = recentShares()
  const waiting: Reading[] = []
  let isStopped = false

  const end = async (reader: Reader, refusal: Failure | null): Promise<void> => {
    if (reader.reading) reader.reading.refusal ??= refusal
    await (reader.ending ??= reader.worker.stop())
  }
  const readingNow = () => [...readers].filter(({ reading, ending }) => reading && !ending)
  /** Another one is started behind it, because a thread starts slowly beside those that take all they can. */
  const freeReader = (): Reader | undefined => {
    if (readingNow().length >= MOST_AT_ONCE) return undefined
    const free = [...readers].filter(({ reading, ending }) => !reading && !ending)
    while (free.length < 2) {
      const reader: Reader = {
        worker: start(),
        reading: null,
        beforeMs: 0,
        workedMs: 0,
        hasLostTurn: false,
        ending: null,
      }
      readers.add(reader)
      free.push(reader)
    }
    return free[0]
  }
  const next = (): void => {
    const busy = new Set([...readers].map(({ reading }) => reading?.accountId))
    const [reading] = waiting
      .filter(({ accountId }) => !busy.has(accountId))
      .sort((a, b) => shares.of(a.accountId) - shares.of(b.accountId))
    if (!reading || isStopped) return
    const reader = freeReader()
    if (!reader) return makeRoom(reading)
    waiting.splice(waiting.indexOf(reading), 1)
    void run(reader, reading)
    next()
  }
  /** Ends the reading that has had its turn and most of the time, when there is one. */
  const makeRoom = ({ accountId: waits }: Reading): void => {
    const leftMs = ({ reading, workedMs }: Reader): number => {
      const { turnMs, accountId } = reading as Reading
      return Math.max(turnMs, shares.of(waits) - shares.of(accountId)) - workedMs
    }
    const [reader] = readingNow().sort((a, b) => leftMs(a) - leftMs(b)) as [Reader, ...Reader[]]
    if (leftMs(reader) > 0) return
    reader.hasLostTurn = true
    void end(reader, null)
    next()
  }
  const look = async (reader: Reader): Promise<void> => {
    // A thread that has not begun has taken nothing; one that has ended, no more than before.
    const workedMs = await reader.worker.workedMs().catch(() => 0)
    reader.workedMs = Math.max(reader.workedMs, workedMs - reader.beforeMs)
  }
  /** Looks again and again what a reading has taken: others get their turn, and one that takes too much is ended. */
  const watch = async (reader: Reader, reading: Reading, budgetMs: number): Promise<void> => {
    await look(reader)
    if (reader.reading !== reading || reader.ending) return
    if (reader.workedMs >= budgetMs) void end(reader, tooLarge(TOO_MUCH))
    else reader.timer = setTimeout(() => void watch(reader, reading, budgetMs), LOOK_MS)
    next()
  }
  const run = async (reader: Reader, reading: Reading): Promise<void> => {
    const { task, upload, accountId, resolve, reject } = reading
    reader.reading = reading
    reader.workedMs = 0
    try {
      const budgetMs = leastBudgetMs + (await stat(upload.path)).size * BUDGET_MS_PER_BYTE
      reader.beforeMs = await reader.worker.workedMs().catch(() => 0)
      void watch(reader, reading, budgetMs)
      resolve((await reader.worker.run(task, upload)) as never)
    } catch (error) {
      const isRefused = error instanceof Failure
      if (!isRefused) await end(reader, isOutOfMemory(error) ? tooLarge(TOO_MUCH) : null)
      // A thread that has ended writes nothing any more.
      await reader.ending
      if (isRefused || reading.refusal || !reader.hasLostTurn) reject(reading.refusal ?? error)
      else waiting.push({ ...reading, turnMs: 2 * reading.turnMs })
    } finally {
      clearTimeout(reader.timer)
      await look(reader)
      shares.add(accountId, reader.workedMs)
      reader.reading = null
      if (reader.ending) readers.delete(reader)
      next()
    }
  }
  const read = async <Result>(task: keyof UploadTasks, upload: QuestionedFile, accountId: string): Promise<Result> => {
    if (isStopped) throw stopping()
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.push({ task, upload, accountId, turnMs: TURN_MS, refusal: null, resolve, reject })
    next()
    try {
      return await promise
    } catch (error) {
      await rm(`${upload.path}.rows`, { force: true })
      throw error
    }
  }

  return {
    inspect: (upload, accountId) => read('inspect', upload, accountId),
    preview: (upload, accountId) => read('preview', upload, accountId),
    cancel: (path) => {
      const at = waiting.findIndex(({ upload }) => upload.path === path)
      for (const { reject } of at < 0 ? [] : waiting.splice(at, 1)) reject(HUNG_UP)
      for (const reader of readers) if (reader.reading?.upload.path === path) void end(reader, HUNG_UP)
    },
    stop: async () => {
      isStopped = true
      for (const { reject } of waiting.splice(0)) reject(stopping())
      await Promise.all([...readers].map((reader) => end(reader, stopping())))
    },
  }
}

/** The processor time that each account has had of late, in milliseconds. */
const recentShares = () => {
  const had = new Map<string, { ms: number; atMs: number }>()
  const of = (accountId: string): number => {
    const { ms, atMs } = had.get(accountId) ?? { ms: 0, atMs: 0 }
    return ms * 0.5 ** ((performance.now() - atMs) / HALF_LIFE_MS)
  }
  const add = (accountId: string, ms: number): void => {
    had.set(accountId, { ms: of(accountId) + ms, atMs: performance.now() })
  }
  return { of, add }
}

const isOutOfMemory = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
