import { rm } from 'node:fs/promises'
import { Failure } from '../../kernel/errors.ts'
import type { TaskWorker } from '../../kernel/worker.ts'
import type { QuestionedFile, ResultShape } from '../jobs/batch-job.ts'
import type { Preview, UploadTasks } from './read-upload.ts'
import { stopping, type UploadReader } from './upload-readers.ts'

interface AccountUpload {
  upload: QuestionedFile
  accountId: string
}

/** What the process that reads uploads can be asked to do. */
export type UploadProcessTasks = {
  inspect(input: AccountUpload): Promise<ResultShape>
  preview(input: AccountUpload): Promise<Preview>
  cancel(path: string): void
}

/** Ended after this long without work. */
const IDLE_MS = 60_000
/** A reading that nobody waits for ends within this time, or its process is hung. */
const END_MS = 10_000

const interrupted = (cause: unknown): Failure =>
  new Failure('overloaded', 'La lectura del archivo se interrumpió: envíelo de nuevo', { retryAfterMs: 2_000, cause })

const late = (): Failure =>
  new Failure('overloaded', 'El servicio no alcanzó a leer el archivo: envíelo de nuevo', { retryAfterMs: 30_000 })

export interface UploadProcessDeps {
  start(onExit: () => void): TaskWorker<UploadProcessTasks>
  /** So long after it was sent an upload is answered, read or not. */
  answerMs: number
  endMs?: number
}

/** Reads uploads in a process of its own, which is started when there is one, and again when it has ended: V8 may end it for its memory. */
export const uploadProcess = ({ start, answerMs, endMs = END_MS }: UploadProcessDeps): UploadReader => {
  let current: TaskWorker<UploadProcessTasks> | null = null
  let reading = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const end = async (): Promise<void> => {
    const ending = current
    current = null
    await ending?.stop()
  }
  const startNow = (): TaskWorker<UploadProcessTasks> => {
    const started = start(() => {
      if (current === started) current = null
    })
    return started
  }
  const cancel = (path: string): void => void current?.run('cancel', path).catch(() => {})
  const readBy = async <Result>(
    task: keyof UploadTasks,
    input: AccountUpload,
    mayRepeat: () => boolean,
  ): Promise<Result> => {
    if (isStopped) throw stopping()
    clearTimeout(timer)
    const worker = (current ??= startNow())
    reading++
    try {
      return (await worker.run(task, input)) as Result
    } catch (error) {
      if (current === worker) throw error
      await rm(`${input.upload.path}.rows`, { force: true })
      if (isStopped) throw stopping()
      if (!mayRepeat()) throw interrupted(error)
      // Another file may have ended the process: an honest one is read long before that happens again.
      return await readBy<Result>(task, input, () => false)
    } finally {
      if (--reading === 0) timer = setTimeout(() => void end(), IDLE_MS).unref()
    }
  }
  /** Whatever holds a reading up, its sender gets an answer. */
  const read = <Result>(task: keyof UploadTasks, input: AccountUpload): Promise<Result> => {
    const tooLate = Promise.withResolvers<never>()
    let isLate = false
    let hung: NodeJS.Timeout | undefined
    const deadline = setTimeout(() => {
      isLate = true
      tooLate.reject(late())
      cancel(input.upload.path)
      hung = setTimeout(() => void end(), endMs)
    }, answerMs)
    const result = readBy<Result>(task, input, () => !isLate).finally(() => {
      clearTimeout(deadline)
      clearTimeout(hung)
    })
    return Promise.race([result, tooLate.promise])
  }
  return {
    inspect: (upload, accountId) => read('inspect', { upload, accountId }),
    preview: (upload, accountId) => read('preview', { upload, accountId }),
    cancel,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await end()
    },
  }
}
