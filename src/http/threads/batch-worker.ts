import { workerData } from 'node:worker_threads'
import { checkerTasks } from '../../batches/jobs/checker.ts'
import { cleanQuery } from '../../endpoints/shared/clean-query.ts'
import { type AskParent, serveTasks } from '../../kernel/worker.ts'
import { type BatchSetup, followerTasks, openBatchLookups } from '../../thread-services.ts'
import { screeningTasks } from '../../watch/review/screen-subjects.ts'
import { subjectInput } from '../../watch/subject.ts'
import type { BatchThreadTasks } from './batch-thread.ts'
import { yieldToRequests } from './low-priority.ts'

/** The script of the thread that works on batches: the lookups of single questions, over sources that are never asked. */
const openThread = (_emit: unknown, ask: AskParent): BatchThreadTasks => {
  yieldToRequests('batches')
  const { lookups, follower } = openBatchLookups(workerData as BatchSetup, ask)
  return {
    ...checkerTasks({ lookups, clean: cleanQuery, subject: (query) => subjectInput(query, lookups) }),
    ...screeningTasks({ lookups }),
    ...followerTasks(follower),
  }
}

serveTasks(openThread, 'side by side')
