import type { FastifyInstance } from 'fastify'
import type { DatasetId, DatasetStatus } from '../datasets/index.ts'
import { FAILURES } from '../endpoints/shared/failures.ts'

export interface Probes {
  /** True while requests should be sent here. */
  isReady(): boolean | Promise<boolean>
}

/** The endpoint's name of a probe: it is counted, and not logged. */
export const PROBE = 'sonda'

/** `/healthz` and `/readyz`: for orchestrators, without credential and without detail. On both listeners. */
export const registerProbes = (app: FastifyInstance, probes: Probes): void => {
  const options = { schema: { hide: true }, config: { endpoint: PROBE } }
  app.get('/healthz', options, (_request, reply) => {
    reply.header('cache-control', 'no-store').send({ ok: true })
  })
  app.get('/readyz', options, async (_request, reply) => {
    const ok = await probes.isReady()
    return reply
      .code(ok ? 200 : FAILURES.overloaded.status)
      .header('cache-control', 'no-store')
      .send({ ok })
  })
}

interface ReadinessDeps {
  /** The datasets that must be loaded. */
  needs: readonly DatasetId[]
  datasets: () => readonly DatasetStatus[]
  isStoreUsable: () => boolean
}

/** Whether this process should get requests: not while it starts or drains, and only with all that its answers need. */
export const openReadiness = ({ needs, datasets, isStoreUsable }: ReadinessDeps) => {
  let state: 'starting' | 'serving' | 'draining' = 'starting'
  const isLoaded = (id: DatasetId): boolean => datasets().some((one) => one.id === id && one.edicion !== null)
  return {
    isReady: (): boolean => state === 'serving' && isStoreUsable() && needs.every(isLoaded),
    started: (): void => {
      if (state === 'starting') state = 'serving'
    },
    drain: (): void => {
      state = 'draining'
    },
  }
}
