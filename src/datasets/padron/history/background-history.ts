import { startWorker, type TaskInput, type TaskResult, workerScript } from '../../../kernel/worker.ts'
import type { RefreshJob } from '../../editions/dataset.ts'
import type { HistoryProgress, HistoryTasks } from './history-worker.ts'

/** Runs a task of the history in a thread of its own, which ends with it or when the signal aborts. */
export const runHistoryTask = async <Name extends keyof HistoryTasks & string>(
  task: Name,
  input: TaskInput<HistoryTasks, Name>,
  { signal, progress }: Pick<RefreshJob, 'signal' | 'progress'>,
): Promise<TaskResult<HistoryTasks, Name>> => {
  signal.throwIfAborted()
  const worker = startWorker<HistoryTasks>(workerScript('./history-worker', import.meta.url), {
    onEvent: ({ done, total }: HistoryProgress) => progress.report('history', done, total),
  })
  const stop = (): void => void worker.stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await worker.run(task, input)
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.stop()
  }
}
