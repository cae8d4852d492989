import type { UploadProcessTasks } from '../../batches/uploads/upload-process.ts'
import { uploadReaders } from '../../batches/uploads/upload-readers.ts'
import { openProcess } from '../../kernel/processes/process-worker.ts'
import { serveTasks } from '../../kernel/worker.ts'
import { yieldToOtherProcesses } from './low-priority.ts'
import { type ReaderSetup, startReader } from './reader-thread.ts'

/** The script of the process that reads uploads: it hands them out to its threads. */
const setup = openProcess() as ReaderSetup
yieldToOtherProcesses()
const readers = uploadReaders({ start: () => startReader(setup) })
serveTasks(
  (): UploadProcessTasks => ({
    inspect: ({ upload, accountId }) => readers.inspect(upload, accountId),
    preview: ({ upload, accountId }) => readers.preview(upload, accountId),
    cancel: (path) => readers.cancel(path),
  }),
  'side by side',
)
