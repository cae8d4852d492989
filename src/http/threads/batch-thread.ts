import type { CheckerTasks } from '../../batches/jobs/checker.ts'
import { errorFacts, type Log } from '../../kernel/log.ts'
import { startWorker, type TaskWorker, workerScript } from '../../kernel/worker.ts'
import type { Services } from '../../services.ts'
import { shareSources } from '../../sources/remote-sources.ts'
import { type BatchSetup, type EditionFollower, type FollowerTasks, remoteFollower } from '../../thread-services.ts'
import type { ScreeningTasks } from '../../watch/review/screen-subjects.ts'

/** Ended after this long without work, so that a service without batches has one thread less. */
const IDLE_MS = 60_000
/** Far more than a batch uses; a file that needs more ends this thread alone. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 16 }

/** What the main thread asks of the thread of batches. */
export type BatchThreadTasks = CheckerTasks & ScreeningTasks & FollowerTasks

export interface BatchThread extends Pick<TaskWorker<CheckerTasks & ScreeningTasks>, 'run'> {
  stop(): Promise<void>
}

interface StartedThread {
  worker: TaskWorker<BatchThreadTasks>
  follower: EditionFollower
}

/**
 * The thread that asks about the rows of batches and about watched subjects, with the editions of all other threads. It is
 * started when there is work, and again when it has ended.
 */
export const batchThread = (
  { followers, sources }: Pick<Services, 'followers' | 'sources'>,
  setup: BatchSetup,
  log: Log,
): BatchThread => {
  let started: Promise<StartedThread> | null = null
  let tasks = 0
  let timer: NodeJS.Timeout | undefined
  const openBatches = new Set<string>()

  const start = async (): Promise<StartedThread> => {
    const worker = startWorker<BatchThreadTasks>(workerScript('./batch-worker', import.meta.url), {
      data: setup,
      answers: shareSources(sources, undefined).tasks,
      resourceLimits: RESOURCE_LIMITS,
      onExit: (error) => lose(error),
    })
    const follower = remoteFollower(worker)
    const thread = { worker, follower }
    const lose = (error: unknown): void => {
      log.error(errorFacts(error), 'the thread of batches ended; it is started again when needed')
      void end()
    }
    try {
      await followers.add(follower, lose)
      return thread
    } catch (error) {
      followers.remove(follower)
      await worker.stop()
      throw error
    }
  }
  const end = async (): Promise<void> => {
    const ending = started
    started = null
    openBatches.clear()
    clearTimeout(timer)
    const thread = await ending?.catch(() => null)
    if (!thread) return
    followers.remove(thread.follower)
    await thread.worker.stop()
  }
  const endWhenIdle = (): void => {
    clearTimeout(timer)
    if (tasks === 0 && openBatches.size === 0 && started) timer = setTimeout(() => void end(), IDLE_MS).unref()
  }
  const threadNow = async (): Promise<StartedThread> => {
    const starting = (started ??= start())
    try {
      return await starting
    } catch (error) {
      if (started === starting) started = null
      throw error
    }
  }

  return {
    run: async (name, input) => {
      // A batch that is not open in this thread needs no closing: none is started for it.
      if (name === 'close' && !started) return undefined as never
      tasks++
      clearTimeout(timer)
      try {
        const { worker } = await threadNow()
        const { id } = input as { id?: string }
        if (name === 'open' && id !== undefined) openBatches.add(id)
        if (name === 'close' && id !== undefined) openBatches.delete(id)
        return (await worker.run(name, input as never)) as never
      } finally {
        tasks--
        endWhenIdle()
      }
    },
    stop: end,
  }
}
