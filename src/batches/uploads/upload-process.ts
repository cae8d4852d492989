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

const interrupted = (cause: unknown): Failure =>
  new Failure('overloaded', 'La lectura del archivo se interrumpió: envíelo de nuevo', { retryAfterMs: 2_000, cause })

/** Reads uploads in a process of its own, which is started when there is one, and again when it has ended: V8 may end it for its memory. */
export const uploadProcess = (start: (onExit: () => void) => TaskWorker<UploadProcessTasks>): UploadReader => {
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
  const read = async <Result>(task: keyof UploadTasks, input: AccountUpload, isRepeated = false): Promise<Result> => {
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
      if (isRepeated) throw interrupted(error)
      // Another file may have ended the process: an honest one is read long before that happens again.
      return await read<Result>(task, input, true)
    } finally {
      if (--reading === 0) timer = setTimeout(() => void end(), IDLE_MS).unref()
    }
  }
  return {
    inspect: (upload, accountId) => read('inspect', { upload, accountId }),
    preview: (upload, accountId) => read('preview', { upload, accountId }),
    cancel: (path) => void current?.run('cancel', path).catch(() => {}),
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await end()
    },
  }
}
