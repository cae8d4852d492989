import { setTimeout as pause } from 'node:timers/promises'
import { openCertifier } from '../certificates/certifier.ts'
import type { Config } from '../config.ts'
import type { Health } from '../domain/records.ts'
import { healthReport } from '../health-report.ts'
import type { Log } from '../kernel/log.ts'
import { openTracer, tracingSetup } from '../kernel/tracing/open-tracer.ts'
import type { Tracer, TracingSetup } from '../kernel/tracing/tracer.ts'
import { batchSetup, type Services } from '../services.ts'
import { buildAdmin, type FaultSwitches } from './admin.ts'
import { type App, buildApp } from './app.ts'
import { readConsole } from './console/console.ts'
import type { Samples } from './console/samples.ts'
import { createListener, type Listener } from './listener.ts'
import { ownDocuments } from './own-documents.ts'
import { openReadiness } from './probes.ts'
import { RequestCounter, type ThreadReport } from './reply/request-counts.ts'
import { watchLoad } from './request/shed-load.ts'
import { serveStarting } from './starting.ts'
import { batchThread } from './threads/batch-thread.ts'
import { drain } from './threads/drain.ts'
import { type HttpThreads, startHttpThreads } from './threads/http-threads.ts'
import { openServiceBatches, type ServiceBatches } from './threads/service-batches.ts'
import { openServiceWatch, type ServiceWatch } from './threads/service-watch.ts'
import { openServicePort } from './threads/shared-port.ts'

export type { FaultSwitches } from './admin.ts'
export { ListenError } from './listener.ts'

/** The open ports of a service: they refuse every question until `startServer`. */
export interface Listeners {
  service: Listener
  admin: Listener | null
  /** How many HTTP threads can serve the port: one where the platform cannot share it. */
  threads: number
  close(): void
}

export interface RunningServer {
  address: string
  adminAddress: string | null
  /** From now on `/readyz` sends requests here, if nothing else is missing. */
  started(): void
  /** Lets what is in flight finish, then closes everything below. */
  stop(): Promise<void>
}

/**
 * Opens the ports. Done before the services are opened: a port that is in use is known at once, and probes are answered
 * during a long start.
 */
export const openListeners = async (config: Config, log: Log): Promise<Listeners> => {
  const { adminHost, adminPort, backlog } = config
  const service = createListener('service')
  const admin = adminPort === null ? null : createListener('admin')
  const close = (): void => {
    service.close()
    admin?.close()
  }
  await serveStarting(service, log)
  if (admin) await serveStarting(admin, log)
  try {
    const threads = await openServicePort(service, config)
    await admin?.open({ host: adminHost, port: adminPort as number, backlog })
    return { service, admin, threads, close }
  } catch (error) {
    close()
    throw error
  }
}

/** What only a sandbox has. */
interface SandboxParts {
  faults?: FaultSwitches
  samples?: Samples
}

/** Serves ready services on open ports. */
export const startServer = async (
  config: Config,
  services: Services,
  log: Log,
  listeners: Listeners,
  { faults, samples }: SandboxParts = {},
): Promise<RunningServer> => {
  const tracing = tracingSetup(config.tracing.settings, services.version)
  const tracer = await openTracer(tracing, log)
  const load = watchLoad()
  const isStoreUsable = (): boolean => services.accounts.isUsable()
  const datasets = services.datasetStatuses
  // No other instance would do better without the database that all share.
  const isOwnStoreUsable = (): boolean => services.accounts.storeKind === 'postgres' || isStoreUsable()
  const readiness = openReadiness({ needs: config.readyNeeds, datasets, isStoreUsable: isOwnStoreUsable })
  const { service, admin } = listeners
  const counter = new RequestCounter()
  const certifier = openCertifier(services.signingKeys.current(), services.clock)
  services.signingKeys.watch(certifier.update)
  const thread = batchThread(services, batchSetup(services), log)
  const watch = openServiceWatch(config, services, log, thread)
  const batches = openServiceBatches(config, services, log, thread, watch.requests)
  const health = async () => healthReport(services, await watch.activity().catch(() => undefined))
  const built = await buildApp({
    ...services,
    ...{
      batches,
      watch: watch.requests,
      certifier,
      health,
      log,
      load,
      corsOrigins: config.corsOrigins,
      listener: service,
      tracer,
    },
    documents: ownDocuments(services.version),
    console: readConsole(),
    samples,
    probes: readiness,
    metrics: admin ? counter : undefined,
  })
  await service.serve(built.app)
  const threads =
    services.threads > 1
      ? await startThreads(config, services, log, {
          listeners,
          readiness,
          tracing,
          tracer,
          built,
          batches,
          watch,
          health,
          samples,
        })
      : NO_THREADS
  const ownReport = (): ThreadReport => ({
    counted: counter.counted(),
    inFlight: built.inFlight.count(),
    loopDelayMs: load.loopDelayMs(),
    loopDelayP99Ms: load.loopDelayP99Ms(),
  })
  if (admin) {
    // For an admin listener alone: the library costs time and memory, and loads OpenTelemetry's interface.
    const { openMetrics } = await import('./metrics.ts')
    const metrics = openMetrics({
      sources: services.sources,
      datasets,
      now: () => services.clock.now(),
      version: services.version,
      isStoreUsable,
      storeErrors: services.storeErrors,
      publication: services.publication,
      batchActivity: batches.activity,
      watchActivity: watch.activity,
      threadReports: async () => [ownReport(), ...(await threads.reports())],
      countedBefore: threads.countedBefore,
    })
    await admin.serve(buildAdmin({ metrics, probes: readiness, faults, listener: admin }))
  }
  return {
    address: service.address(),
    adminAddress: admin?.address() ?? null,
    started: readiness.started,
    stop: async () => {
      readiness.drain()
      built.inFlight.closeConnections()
      threads.closeConnections()
      await pause(config.drainMs)
      await Promise.all([batches.stopReading(), drain(built), threads.drain()])
      await Promise.all([batches.stop(), watch.stop()])
      await thread.stop()
      await threads.stop()
      listeners.close()
      load.close()
      await services.close()
      await tracer?.close()
    },
  }
}

const NO_THREADS: HttpThreads = {
  reports: async () => [],
  countedBefore: () => ({ requests: [], endpoints: [] }),
  closeConnections: () => {},
  drain: async () => {},
  stop: async () => {},
}

interface ThreadParts {
  listeners: Listeners
  readiness: ReturnType<typeof openReadiness>
  tracing: TracingSetup | null
  tracer: Tracer | undefined
  built: App
  samples: Samples | undefined
  batches: ServiceBatches
  watch: ServiceWatch
  health(): Promise<Health>
}

const startThreads = (
  { backlog, logLevel, corsOrigins }: Config,
  services: Services,
  log: Log,
  { listeners, readiness, tracing, tracer, built, batches, watch, health, samples }: ThreadParts,
): Promise<HttpThreads> =>
  startHttpThreads({
    ...{ services, log, tracer },
    setup: {
      ...{ logLevel, corsOrigins, tracing, samples: samples ?? null },
      ...{ isCounting: listeners.admin !== null, uploads: batches.uploads },
    },
    at: { ...listeners.service.bound(), backlog },
    own: {
      ...batches.requests,
      ...watch.requests,
      health,
      isReady: () => readiness.isReady(),
      document: (name) => built.documents(name),
    },
  })
