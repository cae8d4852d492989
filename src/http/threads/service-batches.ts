import { type BatchActivity, type BatchRequests, openBatches } from '../../batches/jobs/batches.ts'
import { type UploadProcessTasks, uploadProcess } from '../../batches/uploads/upload-process.ts'
import type { Config } from '../../config.ts'
import { errorFacts, type Log } from '../../kernel/log.ts'
import { startProcess } from '../../kernel/processes/process-worker.ts'
import { workerScript } from '../../kernel/worker.ts'
import { batchSetup, type Services } from '../../services.ts'
import type { WatchRequests } from '../../watch/watch.ts'
import { SILENCE_MS } from '../listener.ts'
import type { RequestBatches, UploadSettings } from '../request/upload.ts'
import type { BatchThread } from './batch-thread.ts'
import type { ReaderSetup } from './reader-thread.ts'

/** The batches of a running service. */
export interface ServiceBatches extends RequestBatches {
  requests: BatchRequests
  uploads: UploadSettings
  activity(): Promise<BatchActivity>
  /** Ends what only reads an upload: its caller can send it again, elsewhere too. */
  stopReading(): Promise<void>
  stop(): Promise<void>
}

/** How long a worker may be silent before another takes its job over. */
const HOLD_MS = 20_000
/** A row of a file is seldom longer than this; together with the most rows it bounds an upload. */
const ROW_BYTES = 4_096
const LEAST_BYTES = 2 ** 20
/** An upload is answered so long before its silent connection is closed. */
const ANSWER_SPARE_MS = 30_000

/** Opens the batches in the main thread: jobs and files. */
export const openServiceBatches = (
  config: Pick<Config, 'batches'>,
  services: Services,
  log: Log,
  thread: BatchThread,
  { putSubjects }: Pick<WatchRequests, 'putSubjects'>,
): ServiceBatches => {
  const { accounts, clock, batchStore } = services
  const { rows, hours } = config.batches
  const mostBytes = Math.max(LEAST_BYTES, rows * ROW_BYTES)
  const data: ReaderSetup = { ...batchSetup(services), limits: { rows, characters: mostBytes } }
  const reader = uploadProcess({
    answerMs: SILENCE_MS - ANSWER_SPARE_MS,
    start: (onExit) =>
      startProcess<UploadProcessTasks>(workerScript('./upload-worker', import.meta.url), {
        data,
        onExit: (error) => {
          log.error(errorFacts(error), 'the process that reads uploads ended; it is started again when needed')
          onExit()
        },
      }),
  })
  const nowMs = (): number => clock.now()
  const batches = openBatches({
    ...{ jobs: batchStore.jobs, files: batchStore.files, work: batchStore.work },
    ...{ checker: thread, reader, accounts, log, nowMs, limits: { rows, hours }, putSubjects },
    hold: () => ({ instanceId: batchStore.instanceId, nowMs: nowMs(), holdMs: HOLD_MS }),
  })
  return {
    requests: batches.requests,
    uploads: { folder: batchStore.work.path, mostBytes },
    activity: batches.activity,
    stopReading: reader.stop,
    stop: batches.stop,
  }
}
