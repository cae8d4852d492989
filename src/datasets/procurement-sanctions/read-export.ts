import { workerScript } from '../../kernel/worker.ts'
import { runInThread } from '../procurement-files/run-in-thread.ts'
import type { ExportSummary, ReadExportJob, ReadExportTasks } from './read-export-worker.ts'

const SCRIPT = workerScript('./read-export-worker', import.meta.url)
// Ten times what the real export needs.
const MEMORY_MB = 1_024

/** Reads a list and writes its snapshot in a thread of its own. */
export const readExport = (
  job: ReadExportJob,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<ExportSummary> =>
  runInThread<ReadExportTasks, 'readExport'>(SCRIPT, 'readExport', job, {
    ...{ signal, onEvent: onBytes, memoryMb: MEMORY_MB },
  })
