import type { CheckDeps } from '../../src/batches/check/check-row.ts'
import { type BatchStore, openBatchStore } from '../../src/batches/jobs/batch-store.ts'
import { type BatchesDeps, openBatches } from '../../src/batches/jobs/batches.ts'
import { type CheckerTasks, checkerTasks } from '../../src/batches/jobs/checker.ts'
import { uploadTasks } from '../../src/batches/uploads/read-upload.ts'
import { uploadReaders } from '../../src/batches/uploads/upload-readers.ts'
import { NOT_LOADED } from '../../src/config.ts'
import type { LimaClock } from '../../src/domain/lima-time.ts'
import { cleanQuery } from '../../src/endpoints/shared/clean-query.ts'
import type { RequestBatches } from '../../src/http/request/upload.ts'
import type { Log } from '../../src/kernel/log.ts'
import type { Database } from '../../src/kernel/sql/database.ts'
import { inlineWorker } from '../../src/kernel/worker.ts'
import type { Lookups } from '../../src/services.ts'
import { shareSources } from '../../src/sources/remote-sources.ts'
import { openBatchLookups } from '../../src/thread-services.ts'
import { subjectInput } from '../../src/watch/subject.ts'
import type { WatchRequests } from '../../src/watch/watch.ts'
import type { WebhookRequests } from '../../src/watch/webhooks/webhooks.ts'

export interface TestBatches extends RequestBatches {
  store: BatchStore
  stop(): Promise<void>
}

interface TestBatchesDeps extends Pick<BatchesDeps, 'accounts' | 'putSubjects'> {
  dataDir: string
  database?: Database | null
  lookups: Lookups
  clock: LimaClock
  log: Log
  newId?: BatchesDeps['newId']
  limits?: Partial<BatchesDeps['limits']> & { bytes?: number }
  /** In place of the checker in this thread. */
  checker?: Pick<ReturnType<typeof inlineWorker<CheckerTasks>>, 'run'>
}

/** The real batches, whose rows are checked in the thread of the test. */
export const openTestBatches = async (deps: TestBatchesDeps): Promise<TestBatches> => {
  const { dataDir, database = null, lookups, clock, log, accounts, limits = {} } = deps
  const store = await openBatchStore(dataDir, database)
  const { unloaded } = openBatchLookups({
    today: clock.limaDate(),
    providers: shareSources({ answering: () => [] }, undefined).providers,
    notLoaded: NOT_LOADED,
    threads: 1,
    unconfigured: [],
  })
  const subject: CheckDeps['subject'] = (query) => subjectInput(query, lookups)
  const checker = inlineWorker(checkerTasks({ lookups, clean: cleanQuery, subject }))
  const { rows = 10_000, hours = 24, bytes = 2 ** 20 } = limits
  const readable = { rows, characters: bytes }
  const tasks = uploadTasks(
    { lookups: unloaded, clean: cleanQuery, subject: (query) => subjectInput(query, unloaded) },
    readable,
  )
  const reader = uploadReaders({ start: () => ({ ...inlineWorker(tasks), workedMs: async () => 0 }) })
  const batches = openBatches({
    ...{ ...store, accounts, log, checker: deps.checker ?? checker, reader, limits: { rows, hours } },
    ...(deps.newId && { newId: deps.newId }),
    ...(deps.putSubjects && { putSubjects: deps.putSubjects }),
    nowMs: () => clock.now(),
    hold: () => ({ instanceId: store.instanceId, nowMs: clock.now(), holdMs: 20_000 }),
  })
  let stopped: Promise<void> | undefined
  return {
    requests: batches.requests,
    uploads: { folder: store.work.path, mostBytes: bytes },
    store,
    stop: () => (stopped ??= batches.stop().then(() => store.close())),
  }
}

/** For apps whose test has no watch. */
export const NO_WATCH = {} as WatchRequests & WebhookRequests

/** For apps whose test has no batches. */
export const NO_BATCHES: RequestBatches = {
  requests: {} as RequestBatches['requests'],
  uploads: { folder: '', mostBytes: 0 },
}
