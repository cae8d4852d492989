import { rm, stat } from 'node:fs/promises'
import { Failure } from '../../kernel/errors.ts'
import type { TaskWorker } from '../../kernel/worker.ts'
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

/** What an upload may take: this long, and a second more for every megabyte. Honest files take a tenth of that. */
const LEAST_BUDGET_MS = 10_000
const BUDGET_MS_PER_BYTE = 1_000 / 2 ** 20
/** Uploads that are read at the same time, each of another account: one that takes long leaves room for others. */
const MOST_AT_ONCE = 2
/** Ended after this long without work. */
const IDLE_MS = 60_000

const TOO_MUCH = 'El archivo necesita demasiado tiempo o memoria para leerlo: simplifíquelo o divídalo en varios'
const HUNG_UP = new Failure('request-timeout', 'La lectura del archivo se interrumpió')
const stopping = (): Failure =>
  new Failure('overloaded', 'El servicio se está deteniendo: envíe el archivo de nuevo', { retryAfterMs: 5_000 })

interface Reading {
  task: keyof UploadTasks
  upload: QuestionedFile
  accountId: string
  resolve(result: never): void
  reject(error: unknown): void
}

interface Reader {
  worker: TaskWorker<UploadTasks>
  reading: Reading | null
  /** Why its thread was ended, and its end. */
  ended: Failure | null
  ending: Promise<void> | null
  timer?: NodeJS.Timeout
}

export interface ReadersDeps {
  /** A thread of its own: it is ended with an upload that takes too much. */
  start(): TaskWorker<UploadTasks>
  leastBudgetMs?: number
}

/**
 * Threads that read uploads, one at a time each and of each account, in the order in which they came. A thread is ended with an
 * upload that takes too long or too much memory, or for which nobody waits any more.
 */
export const uploadReaders = ({ start, leastBudgetMs = LEAST_BUDGET_MS }: ReadersDeps): UploadReader => {
  const readers = new Set<Reader>()
  const waiting: Reading[] = []
  let isStopped = false

  const end = async (reader: Reader, reason: Failure | null): Promise<void> => {
    reader.ended ??= reason
    clearTimeout(reader.timer)
    readers.delete(reader)
    await (reader.ending ??= reader.worker.stop())
  }
  const endWhenIdle = (reader: Reader): void => {
    reader.timer = setTimeout(() => void end(reader, null), IDLE_MS).unref()
  }
  const freeReader = (): Reader | undefined => {
    for (const reader of readers) if (reader.reading === null) return reader
    if (readers.size >= MOST_AT_ONCE) return undefined
    const reader: Reader = { worker: start(), reading: null, ended: null, ending: null }
    readers.add(reader)
    endWhenIdle(reader)
    return reader
  }
  const next = (): void => {
    const busy = new Set([...readers].map(({ reading }) => reading?.accountId))
    const at = waiting.findIndex(({ accountId }) => !busy.has(accountId))
    const reader = at < 0 || isStopped ? undefined : freeReader()
    if (!reader) return
    const [reading] = waiting.splice(at, 1) as [Reading]
    reader.reading = reading
    void run(reader, reading)
    next()
    // Started now, because a thread starts slowly beside one that takes all it can: another account would wait for that.
    freeReader()
  }
  const run = async (reader: Reader, { task, upload, resolve, reject }: Reading): Promise<void> => {
    clearTimeout(reader.timer)
    try {
      const budgetMs = leastBudgetMs + (await stat(upload.path)).size * BUDGET_MS_PER_BYTE
      if (reader.ended) throw reader.ended
      reader.timer = setTimeout(() => void end(reader, tooLarge(TOO_MUCH)), budgetMs)
      resolve((await reader.worker.run(task, upload)) as never)
    } catch (error) {
      if (!(error instanceof Failure)) await end(reader, isOutOfMemory(error) ? tooLarge(TOO_MUCH) : null)
      // A thread that has ended writes nothing any more.
      await reader.ending
      reject(reader.ended ?? error)
    } finally {
      clearTimeout(reader.timer)
      reader.reading = null
      if (readers.has(reader)) endWhenIdle(reader)
      next()
    }
  }
  const read = async <Result>(task: keyof UploadTasks, upload: QuestionedFile, accountId: string): Promise<Result> => {
    if (isStopped) throw stopping()
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.push({ task, upload, accountId, resolve, reject })
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

const isOutOfMemory = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
