import type { ReadLimits } from '../../batches/read/header.ts'
import type { UploadTasks } from '../../batches/uploads/read-upload.ts'
import { startWorker, type TaskThread, workerScript } from '../../kernel/worker.ts'
import type { BatchSetup } from '../../thread-services.ts'

/** What a thread that reads uploads is opened with. */
export interface ReaderSetup extends BatchSetup {
  limits: ReadLimits
}

/** Ten times what a file of the usual limits needs. A file that needs more ends its thread alone. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

export const startReader = (setup: ReaderSetup): TaskThread<UploadTasks> =>
  startWorker<UploadTasks>(workerScript('./reader-worker', import.meta.url), {
    data: setup,
    resourceLimits: RESOURCE_LIMITS,
  })
