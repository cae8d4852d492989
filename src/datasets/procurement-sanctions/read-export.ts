import { startWorker, workerScript } from '../../kernel/worker.ts'
import type { ExportSummary, ReadExportJob, ReadExportTasks } from './read-export-worker.ts'

const SCRIPT = workerScript('./read-export-worker', import.meta.url)
// Ten times what the real export needs. A hostile file ends only its own thread.
const MEMORY_MB = 1_024

/** Reads an export and writes its snapshot in a thread, away from the service's event loop. Stops with the signal. */
export const readExport = async (
  job: ReadExportJob,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<ExportSummary> => {
  const worker = startWorker<ReadExportTasks>(SCRIPT, {
    onEvent: onBytes,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([worker.run('readExport', job), aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
    await worker.stop()
  }
}
