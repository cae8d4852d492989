import { workerData } from 'node:worker_threads'
import type { CheckDeps } from '../../batches/check/check-row.ts'
import { uploadTasks } from '../../batches/uploads/read-upload.ts'
import { cleanQuery } from '../../endpoints/shared/clean-query.ts'
import { serveTasks } from '../../kernel/worker.ts'
import { openBatchLookups } from '../../thread-services.ts'
import { subjectInput } from '../../watch/subject.ts'
import { yieldToRequests } from './low-priority.ts'
import type { ReaderSetup } from './reader-thread.ts'

/** The script of a thread that reads uploads. It has no list: what a preview tells of a row needs none. */
serveTasks(() => {
  yieldToRequests('uploads')
  const setup = workerData as ReaderSetup
  const { unloaded } = openBatchLookups(setup)
  const subject: CheckDeps['subject'] = (query) => subjectInput(query, unloaded)
  return uploadTasks({ lookups: unloaded, clean: cleanQuery, subject }, setup.limits)
})
