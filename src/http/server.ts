import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { yieldToEventLoop } from '../kernel/event-loop.ts'
import type { Log } from '../kernel/log.ts'
import type { Services } from '../services.ts'
import { buildAdmin, type FaultSwitches } from './admin.ts'
import { buildApp } from './app.ts'
import { openMetrics } from './metrics.ts'
import { type OpenRequests, trackRequests } from './request/open-requests.ts'
import { watchLoad } from './request/shed-load.ts'
import { healthReport } from './routes/health.ts'

export interface RunningServer {
  address: string
  adminAddress: string | null
  /** Stops accepting, lets what is in flight finish, then closes everything below. */
  stop(): Promise<void>
}

/** What is still unfinished after this long is cut off. */
const DRAIN_MS = 30_000

/** Opens the listeners over ready services. */
export const startServer = async (
  config: Config,
  services: Services,
  log: Log,
  faults?: FaultSwitches,
): Promise<RunningServer> => {
  const load = watchLoad()
  let draining = false
  const metrics = openMetrics({
    load,
    providers: () => services.sources.health(),
    datasets: () => services.datasetStatuses(),
  })
  const requests = trackRequests()
  const app = await buildApp({
    ...services,
    requests,
    health: () => healthReport(services),
    probes: { isReady: () => !draining },
    log,
    load,
    metrics: config.adminPort === null ? undefined : metrics,
    corsOrigins: config.corsOrigins,
  })
  const admin = config.adminPort === null ? null : buildAdmin(metrics, faults)
  try {
    await app.listen({ host: config.host, port: config.port })
    await admin?.listen({ host: '127.0.0.1', port: config.adminPort as number })
  } catch (error) {
    load.close()
    await Promise.allSettled([app.close(), admin?.close()])
    throw error
  }
  return {
    address: addressOf(app),
    adminAddress: admin && addressOf(admin),
    stop: async () => {
      draining = true
      await Promise.allSettled([drain(app, requests), admin?.close()])
      load.close()
      await services.close()
    },
  }
}

/** Lets open requests finish. Connections that never asked anything would keep the server open: they are closed then. */
const drain = async (app: FastifyInstance, requests: OpenRequests): Promise<void> => {
  const deadline = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  const closed = app.close()
  while (app.server.listening) await yieldToEventLoop()
  await requests.settled()
  app.server.closeAllConnections()
  await closed
  clearTimeout(deadline)
}

const addressOf = (app: FastifyInstance): string => {
  const { address, family, port } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
