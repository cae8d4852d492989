import { type BatchActivity, type BatchRequests, openBatches } from '../../batches/jobs/batches.ts'
import { uploadReaders } from '../../batches/uploads/upload-readers.ts'
import type { Config } from '../../config.ts'
import type { Log } from '../../kernel/log.ts'
import { batchSetup, type Services } from '../../services.ts'
import type { RequestBatches, UploadSettings } from '../request/upload.ts'
import { batchThread } from './batch-thread.ts'
import { type ReaderSetup, startReader } from './reader-thread.ts'

/** The batches of a running service. */
export interface ServiceBatches extends RequestBatches {
  requests: BatchRequests
  uploads: UploadSettings
  activity(): Promise<BatchActivity>
  stop(): Promise<void>
}

/** How long a worker may be silent before another takes its job over. */
const HOLD_MS = 20_000
/** A row of a file is seldom longer than this; together with the most rows it bounds an upload. */
const ROW_BYTES = 4_096
const LEAST_BYTES = 2 ** 20

/** Opens the batches in the main thread: jobs, files, and the thread that works on them. */
export const openServiceBatches = (config: Pick<Config, 'batches'>, services: Services, log: Log): ServiceBatches => {
  const { accounts, clock, batchStore } = services
  const { rows, hours } = config.batches
  const thread = batchThread(services, batchSetup(services), log)
  const mostBytes = Math.max(LEAST_BYTES, rows * ROW_BYTES)
  const readerSetup: ReaderSetup = { ...batchSetup(services), limits: { rows, characters: mostBytes } }
  const reader = uploadReaders({ start: () => startReader(readerSetup) })
  const nowMs = (): number => clock.now()
  const batches = openBatches({
    ...{ jobs: batchStore.jobs, files: batchStore.files, work: batchStore.work },
    ...{ checker: thread, reader, accounts, log, nowMs, limits: { rows, hours } },
    hold: () => ({ instanceId: batchStore.instanceId, nowMs: nowMs(), holdMs: HOLD_MS }),
  })
  return {
    requests: batches.requests,
    uploads: { folder: batchStore.work.path, mostBytes },
    activity: batches.activity,
    stop: async () => {
      await batches.stop()
      await thread.stop()
    },
  }
}
