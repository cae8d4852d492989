import { lookup } from 'node:dns/promises'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { yieldToEventLoop } from '../kernel/event-loop.ts'
import type { Log } from '../kernel/log.ts'
import type { Services } from '../services.ts'
import { buildAdmin, type FaultSwitches } from './admin.ts'
import { type App, buildApp } from './app.ts'
import { openMetrics } from './metrics.ts'
import { openReadiness } from './probes.ts'
import { watchLoad } from './request/shed-load.ts'
import { healthReport } from './routes/health.ts'

export interface RunningServer {
  address: string
  adminAddress: string | null
  /** From now on `/readyz` sends requests here, if nothing else is missing. */
  started(): void
  /** Lets what is in flight finish, then closes everything below. */
  stop(): Promise<void>
}

/** A listener that could not be opened. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly listener: 'service' | 'admin'
  readonly code: string | undefined

  constructor(listener: 'service' | 'admin', cause: NodeJS.ErrnoException) {
    super(`the ${listener} listener could not be opened`, { cause })
    this.listener = listener
    this.code = cause.code
  }
}

/** What is still unfinished after this long is cut off. */
const CUT_OFF_MS = 30_000
/** How long connections without a request stay open: one that is just being sent gets its answer, not a reset. */
const LINGER_MS = 1_000
const POLL_MS = 20
const QUIET_TURNS = 5

/** Opens the listeners over ready services. */
export const startServer = async (
  config: Config,
  services: Services,
  log: Log,
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
  })
  const built = await buildApp({
    ...services,
    health: () => healthReport(services),
    probes: readiness,
    log,
    load,
    metrics: config.adminPort === null ? undefined : metrics,
    corsOrigins: config.corsOrigins,
  })
  const { app, inFlight } = built
  const admin = config.adminPort === null ? null : buildAdmin({ metrics, probes: readiness, faults })
  const { backlog } = config
  try {
    await listen('service', app, { host: config.host, port: config.port, backlog })
    if (admin) await listen('admin', admin, { host: config.adminHost, port: config.adminPort as number, backlog })
  } catch (error) {
    load.close()
    await Promise.allSettled([app.close(), admin?.close()])
    throw error
  }
  return {
    address: addressOf(app),
    adminAddress: admin && addressOf(admin),
    started: readiness.started,
    stop: async () => {
      readiness.drain()
      inFlight.closeConnections()
      await pause(config.drainMs)
      await drain(built)
      await admin?.close()
      load.close()
      await services.close()
    },
  }
}

const listen = async (
  listener: 'service' | 'admin',
  app: FastifyInstance,
  options: { host: string; port: number; backlog: number },
): Promise<void> => {
  try {
    // For `localhost` the framework would open a second server of its own, which no drain reaches.
    const host = options.host === 'localhost' ? (await lookup(options.host)).address : options.host
    await app.listen({ ...options, host })
  } catch (error) {
    throw new ListenError(listener, error as NodeJS.ErrnoException)
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

const addressOf = (app: FastifyInstance): string => {
  const { address, family, port } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
