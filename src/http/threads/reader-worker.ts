import { workerData } from 'node:worker_threads'
import { uploadTasks } from '../../batches/uploads/read-upload.ts'
import { serveTasks } from '../../kernel/worker.ts'
import { openBatchLookups } from '../../thread-services.ts'
import { cleanQuery } from '../request/query.ts'
import { yieldToRequests } from './low-priority.ts'
import type { ReaderSetup } from './reader-thread.ts'

/** The script of a thread that reads uploads. It has no list: what a preview tells of a row needs none. */
serveTasks(() => {
  yieldToRequests('uploads')
  const setup = workerData as ReaderSetup
  const { unloaded } = openBatchLookups(setup)
  return uploadTasks({ lookups: unloaded, clean: cleanQuery }, setup.limits)
})
