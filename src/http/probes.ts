import type { FastifyInstance } from 'fastify'
import { FAILURES } from './reply/failures.ts'

export interface Probes {
  /** False while starting up or draining. */
  isReady(): boolean
}

/** `/healthz` and `/readyz`: for orchestrators, without credential and without detail. */
export const registerProbes = (app: FastifyInstance, probes: Probes): void => {
  app.get('/healthz', { schema: { hide: true } }, (_request, reply) => {
    reply.header('cache-control', 'no-store').send({ ok: true })
  })
  app.get('/readyz', { schema: { hide: true } }, (_request, reply) => {
    const ok = probes.isReady()
    reply
      .code(ok ? 200 : FAILURES.overloaded.status)
      .header('cache-control', 'no-store')
      .send({ ok })
  })
}
