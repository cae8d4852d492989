import fastify, { type FastifyInstance } from 'fastify'
import { Failure } from '../kernel/errors.ts'
import type { Listener } from './listener.ts'
import type { Metrics } from './metrics.ts'
import { type Probes, registerProbes } from './probes.ts'
import { asFailure, sendFailure } from './reply/send-failure.ts'

/** Fault switches of the pretend upstreams; absent in live mode. */
export interface FaultSwitches {
  list(): unknown
  /** Breaks an upstream, or ends the fault with null; throws a RangeError for what does not exist. */
  set(upstream: string, fault: string | null, forMs?: number): void
}

const NOT_SANDBOX = 'El ensayo de fallas existe solo en modo sandbox'

interface AdminDeps {
  metrics: Metrics
  probes: Probes
  faults: FaultSwitches | undefined
  listener: Listener
}

/**
 * The second listener, for operators: metrics, and in the sandbox the switches for faults. It has the probes too, so that
 * a flood of connections on the first one cannot hide a healthy service.
 */
export const buildAdmin = ({ metrics, probes, faults, listener }: AdminDeps): FastifyInstance => {
  const app = fastify({ logger: false, bodyLimit: 4_096, serverFactory: listener.serverFactory })
  const switches = (): FaultSwitches => {
    if (!faults) throw new Failure('not-configured', NOT_SANDBOX)
    return faults
  }
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, asFailure(error)))
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, unknownPath))
  registerProbes(app, probes)
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
  app.get('/sandbox/faults', () => ({ ok: true, data: switches().list() }))
  app.put<{ Params: { upstream: string }; Querystring: { fault?: string; seconds?: string } }>(
    '/sandbox/faults/:upstream',
    ({ params, query }) => {
      setFault(switches(), params.upstream, query)
      return { ok: true, data: switches().list() }
    },
  )
  return app
}

const setFault = (switches: FaultSwitches, upstream: string, query: { fault?: string; seconds?: string }): void => {
  const seconds = Number(query.seconds ?? 0)
  if (!(seconds >= 0)) throw new Failure('invalid-input', 'seconds debe ser un número', { campo: 'seconds' })
  try {
    switches.set(upstream, query.fault || null, seconds > 0 ? seconds * 1000 : undefined)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Failure('invalid-input', 'No existe esa fuente simulada, o no sabe fallar así: véalas con sandbox faults')
  }
}

const unknownPath = new Failure('unknown-route', 'La ruta no existe')
