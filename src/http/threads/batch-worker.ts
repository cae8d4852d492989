import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { checkerTasks } from '../../batches/jobs/checker.ts'
import { serveTasks } from '../../kernel/worker.ts'
import { type BatchSetup, openBatchLookups } from '../../thread-services.ts'
import { cleanQuery } from '../request/query.ts'
import type { BatchThreadTasks } from './batch-thread.ts'

const LOW_PRIORITY = 10

/** The script of the thread that works on batches: the lookups of single questions, over sources that are never asked. */
const openThread = (): BatchThreadTasks => {
  yieldToRequests()
  const { lookups, unloaded, follower } = openBatchLookups(workerData as BatchSetup)
  return {
    ...checkerTasks({ lookups, clean: cleanQuery }, { lookups: unloaded, clean: cleanQuery }),
    prepareEdition: (edition) => follower.prepare(edition),
    swapEdition: (edition) => follower.swap(edition),
  }
}

/** Where every thread has a priority of its own, requests come first. Elsewhere it would be that of the whole process. */
const yieldToRequests = (): void => {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, LOW_PRIORITY)
  } catch {
    // Not allowed here: batches are then as important as requests.
  }
}

serveTasks(openThread, 'side by side')
