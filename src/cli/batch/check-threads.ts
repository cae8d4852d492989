import { setFlagsFromString } from 'node:v8'
import type { AskedOfRows } from '../../batches/check/check-row.ts'
import { askedColumns, packRows, type RowChecks, unpackChecked } from '../../batches/check/row-checks.ts'
import type { Columns } from '../../batches/read/header.ts'
import type { FollowerList } from '../../datasets/index.ts'
import { startWorker, type TaskWorker, workerScript } from '../../kernel/worker.ts'
import { type BatchSetup, remoteFollower } from '../../thread-services.ts'
import type { CheckSetup, CheckTasks } from './check-worker.ts'

/** A thread that checks rows has ended, or cannot: the batch cannot go on without what it had. */
export class CheckThreadError extends Error {
  override readonly name = 'CheckThreadError'
}

interface ThreadsDeps {
  threads: number
  services: BatchSetup
  followers: FollowerList
  asked: AskedOfRows
  columns: Columns
  script?: URL | undefined
}

interface CheckThread {
  worker: TaskWorker<CheckTasks>
  /** Questions that it has not answered. */
  waiting: number
}

/** One to work on, one that lies ready, and one that waits to be written. */
const PIECES_PER_THREAD = 3
/** Of the young generation's three parts, from the start: what `chasqui lote` saves in the main thread would cost time here. */
const SEMI_SPACE_MB = 4
/** Several times what a thread uses; a heap with a low limit grows in smaller steps. */
const OLD_GENERATION_MB = 192

/** Starts threads that check rows over the lists of this one; resolves when all of them have opened the lists. */
export const startCheckThreads = async (deps: ThreadsDeps): Promise<RowChecks & { stop(): Promise<void> }> => {
  const { asked, columns } = askedColumns(deps.columns)
  const data: CheckSetup = { services: deps.services, asked: deps.asked, columns, width: asked.length }
  setFlagsFromString(`--min-semi-space-size=${SEMI_SPACE_MB}`)
  const script = deps.script ?? workerScript('./check-worker', import.meta.url)
  let failed: CheckThreadError | null = null
  const fail = (cause: unknown): CheckThreadError => {
    failed ??= new CheckThreadError('a thread of the batch ended', { cause })
    return failed
  }
  const threads = Array.from({ length: deps.threads }, (): CheckThread => {
    const worker = startWorker<CheckTasks>(script, {
      ...{ data, onExit: fail },
      resourceLimits: { maxYoungGenerationSizeMb: 3 * SEMI_SPACE_MB, maxOldGenerationSizeMb: OLD_GENERATION_MB },
    })
    return { worker, waiting: 0 }
  })
  const stop = async (): Promise<void> => {
    await Promise.all(threads.map(({ worker }) => worker.stop()))
  }
  try {
    await Promise.all(threads.map(({ worker }) => deps.followers.add(remoteFollower(worker), fail)))
  } catch (error) {
    await stop()
    throw fail(error)
  }
  return {
    stop,
    atATime: PIECES_PER_THREAD * threads.length,
    check: async (rows) => {
      // A thread that could not open a new edition answers on with the old one, unlike the others.
      if (failed) throw failed
      const thread = threads.reduce((least, one) => (one.waiting < least.waiting ? one : least))
      thread.waiting++
      try {
        return unpackChecked(await thread.worker.run('checkRows', packRows(rows, asked)))
      } catch (error) {
        // Null when the thread lives on: the error is that of a row.
        throw failed ?? error
      } finally {
        thread.waiting--
      }
    },
  }
}
