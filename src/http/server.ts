import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { yieldToEventLoop } from '../kernel/event-loop.ts'
import type { Log } from '../kernel/log.ts'
import type { Services } from '../services.ts'
import { buildAdmin, type FaultSwitches } from './admin.ts'
import { type App, buildApp } from './app.ts'
import { createListener, type Listener } from './listener.ts'
import { openMetrics } from './metrics.ts'
import { openReadiness } from './probes.ts'
import { watchLoad } from './request/shed-load.ts'
import { healthReport } from './routes/health.ts'
import { serveStarting } from './starting.ts'

/** The open ports of a service: they refuse every question until `startServer`. */
export interface Listeners {
  service: Listener
  admin: Listener | null
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

/** What is still unfinished after this long is cut off. */
const CUT_OFF_MS = 30_000
/** How long connections without a request stay open: one that is just being sent gets its answer, not a reset. */
const LINGER_MS = 1_000
const POLL_MS = 20
const QUIET_TURNS = 5

/**
 * Opens the ports. Done before the services are opened: a port that is in use is known at once, and probes are answered
 * during a long start.
 */
export const openListeners = async (config: Config, log: Log): Promise<Listeners> => {
  const { host, port, adminHost, adminPort, backlog } = config
  const service = createListener('service')
  const admin = adminPort === null ? null : createListener('admin')
  const close = (): void => {
    service.close()
    admin?.close()
  }
  await serveStarting(service, log)
  if (admin) await serveStarting(admin, log)
  try {
    await service.open({ host, port, backlog })
    await admin?.open({ host: adminHost, port: adminPort as number, backlog })
  } catch (error) {
    close()
    throw error
  }
  return { service, admin, close }
}

/** Serves ready services on open ports. */
export const startServer = async (
  config: Config,
  services: Services,
  log: Log,
  listeners: Listeners,
  faults?: FaultSwitches,
): Promise<RunningServer> => {
  const load = watchLoad()
  const isStoreUsable = (): boolean => services.accounts.isUsable()
  const datasets = services.datasetStatuses
  // No other instance would do better without the database that all share.
  const isOwnStoreUsable = (): boolean => services.accounts.storeKind === 'postgres' || isStoreUsable()
  const readiness = openReadiness({ needs: config.readyNeeds, datasets, isStoreUsable: isOwnStoreUsable })
  const metrics = openMetrics({
    load,
    sources: services.sources,
    datasets,
    now: () => services.clock.now(),
    version: services.version,
    inFlight: () => built.inFlight.count(),
    isStoreUsable,
    storeErrors: services.storeErrors,
    publication: services.publication,
  })
  const { service, admin } = listeners
  const built = await buildApp({
    ...services,
    health: () => healthReport(services),
    probes: readiness,
    log,
    load,
    metrics: admin ? metrics : undefined,
    corsOrigins: config.corsOrigins,
    listener: service,
  })
  await service.serve(built.app)
  await admin?.serve(buildAdmin({ metrics, probes: readiness, faults, listener: admin }))
  return {
    address: service.address(),
    adminAddress: admin?.address() ?? null,
    started: readiness.started,
    stop: async () => {
      readiness.drain()
      built.inFlight.closeConnections()
      await pause(config.drainMs)
      await drain(built)
      listeners.close()
      load.close()
      await services.close()
    },
  }
}

/** Accepts no more connections, and lets those that are open end with an answer. */
const drain = async ({ app, inFlight }: App): Promise<void> => {
  const { server } = app
  await acceptWaiting(server)
  // Not the HTTP server's own `close`: it resets idle connections at once, also one whose request is on its way.
  NetServer.prototype.close.call(server)
  for (let waited = 0; waited < LINGER_MS && (await connectionsOf(app)) > 0; waited += POLL_MS) await pause(POLL_MS)
  const cutOff = new AbortController()
  await Promise.race([inFlight.settled(), pause(CUT_OFF_MS, undefined, { signal: cutOff.signal }).catch(() => {})])
  cutOff.abort()
  // What is left never asked anything, or had its time.
  server.closeAllConnections()
  await app.close()
}

/**
 * Accepts the connections that wait in the system's queue: closing the listener would reset them. The event loop takes one
 * per turn, so a few turns without a new one mean that none is left.
 */
const acceptWaiting = async (server: NetServer): Promise<void> => {
  let isAccepting = true
  const note = (): void => {
    isAccepting = true
  }
  server.on('connection', note)
  const deadline = performance.now() + LINGER_MS
  for (let quietTurns = 0; quietTurns < QUIET_TURNS && performance.now() < deadline; quietTurns++) {
    if (isAccepting) quietTurns = 0
    isAccepting = false
    await yieldToEventLoop()
  }
  server.off('connection', note)
}

const connectionsOf = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
