import { workerData } from 'node:worker_threads'
import type { BatchRequests } from '../../batches/jobs/batches.ts'
import { openLog } from '../../kernel/log.ts'
import { openTracer } from '../../kernel/tracing/open-tracer.ts'
import type { Tracer } from '../../kernel/tracing/tracer.ts'
import { type AskParent, serveTasks } from '../../kernel/worker.ts'
import { followerTasks, openThreadServices } from '../../thread-services.ts'
import type { WatchRequests } from '../../watch/watch.ts'
import type { WebhookRequests } from '../../watch/webhooks/webhooks.ts'
import { type App, buildApp } from '../app.ts'
import { readConsole } from '../console/console.ts'
import { createListener } from '../listener.ts'
import { RequestCounter } from '../reply/request-counts.ts'
import { watchLoad } from '../request/shed-load.ts'
import { batchedLines } from './batched-lines.ts'
import { drain } from './drain.ts'
import type { HostTasks, ThreadEvent, ThreadSetup, ThreadTasks } from './thread-protocol.ts'

/** The script of an HTTP thread: the same app as in the main thread, on the same port. */
const openThread = (emit: (event: unknown) => void, ask: AskParent): ThreadTasks => {
  const setup = workerData as ThreadSetup
  const { thread, corsOrigins } = setup
  const send = (event: ThreadEvent): void => emit(event)
  const lines = batchedLines((text) => send({ kind: 'log', lines: text }))
  const services = openThreadServices({
    ...{ thread, ask, setup: setup.services },
    notice: (accountId) => send({ kind: 'units', accountId }),
  })
  const load = watchLoad()
  const counter = new RequestCounter()
  const listener = createListener('service')
  let app: App | null = null
  let tracer: Tracer | undefined

  const open = async (): Promise<App> => {
    const { lookups, accounts, certifier, clock } = services
    const log = openLog(lines, setup.logLevel)
    tracer = await openTracer(setup.tracing, log)
    const built = await buildApp({
      ...{
        lookups,
        accounts,
        batches: { requests: remoteBatches(ask), uploads: setup.uploads },
        watch: remoteWatch(ask),
        certifier,
        clock,
        load,
        log,
        corsOrigins,
        listener,
        tracer,
        threads: setup.services.threads,
        samples: setup.samples,
      },
      console: readConsole(),
      documents: () => (name) => ask<HostTasks, 'document'>('document', name),
      health: () => ask<HostTasks, 'health'>('health', null),
      probes: { isReady: () => ask<HostTasks, 'isReady'>('isReady', null) },
      metrics: setup.isCounting ? counter : undefined,
    })
    await listener.serve(built.app)
    return built
  }

  return {
    ...followerTasks(services.follower),
    updateKeys: (changes) => services.updateKeys(changes),
    updateSigningKeys: (keys) => services.certifier.update(keys),
    listen: async (at) => {
      app = await open()
      await listener.open({ ...at, reusePort: true })
    },
    report: () => ({
      counted: counter.counted(),
      inFlight: app?.inFlight.count() ?? 0,
      loopDelayMs: load.loopDelayMs(),
      loopDelayP99Ms: load.loopDelayP99Ms(),
    }),
    closeConnections: () => app?.inFlight.closeConnections(),
    drain: async () => {
      if (app) await drain(app)
      await tracer?.close()
      lines.flush()
    },
  }
}

/** The batches in a thread that has none: all about them is asked of the main thread. */
const remoteBatches = (ask: AskParent): BatchRequests => ({
  previewBatch: (input) => ask<HostTasks, 'previewBatch'>('previewBatch', input),
  createBatch: (input) => ask<HostTasks, 'createBatch'>('createBatch', input),
  cancelUpload: (path) => ask<HostTasks, 'cancelUpload'>('cancelUpload', path),
  findBatch: (batch) => ask<HostTasks, 'findBatch'>('findBatch', batch),
  listBatches: (accountId) => ask<HostTasks, 'listBatches'>('listBatches', accountId),
  batchResult: (input) => ask<HostTasks, 'batchResult'>('batchResult', input),
  certifyBatch: (batch) => ask<HostTasks, 'certifyBatch'>('certifyBatch', batch),
  batchRow: (input) => ask<HostTasks, 'batchRow'>('batchRow', input),
  batchRows: (batch) => ask<HostTasks, 'batchRows'>('batchRows', batch),
  batchChanges: (input) => ask<HostTasks, 'batchChanges'>('batchChanges', input),
  batchChangesSince: (input) => ask<HostTasks, 'batchChangesSince'>('batchChangesSince', input),
  continueBatch: (input) => ask<HostTasks, 'continueBatch'>('continueBatch', input),
  removeBatch: (batch) => ask<HostTasks, 'removeBatch'>('removeBatch', batch),
})

/** The same for the watch. */
const remoteWatch = (ask: AskParent): WatchRequests & WebhookRequests => ({
  putSubject: (input) => ask<HostTasks, 'putSubject'>('putSubject', input),
  putSubjects: (input) => ask<HostTasks, 'putSubjects'>('putSubjects', input),
  listSubjects: (input) => ask<HostTasks, 'listSubjects'>('listSubjects', input),
  summary: (accountId) => ask<HostTasks, 'summary'>('summary', accountId),
  findSubject: (subject) => ask<HostTasks, 'findSubject'>('findSubject', subject),
  removeSubject: (subject) => ask<HostTasks, 'removeSubject'>('removeSubject', subject),
  listAlerts: (input) => ask<HostTasks, 'listAlerts'>('listAlerts', input),
  findAlert: (alert) => ask<HostTasks, 'findAlert'>('findAlert', alert),
  decideAlert: (input) => ask<HostTasks, 'decideAlert'>('decideAlert', input),
  listEvents: (input) => ask<HostTasks, 'listEvents'>('listEvents', input),
  reportPeriod: (period) => ask<HostTasks, 'reportPeriod'>('reportPeriod', period),
  listMovements: (period) => ask<HostTasks, 'listMovements'>('listMovements', period),
  putWebhook: (input) => ask<HostTasks, 'putWebhook'>('putWebhook', input),
  listWebhooks: (accountId) => ask<HostTasks, 'listWebhooks'>('listWebhooks', accountId),
  removeWebhook: (webhook) => ask<HostTasks, 'removeWebhook'>('removeWebhook', webhook),
  testWebhook: (webhook) => ask<HostTasks, 'testWebhook'>('testWebhook', webhook),
  listDeliveries: (webhook) => ask<HostTasks, 'listDeliveries'>('listDeliveries', webhook),
})

serveTasks(openThread, 'side by side')
