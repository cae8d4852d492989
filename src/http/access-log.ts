import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../kernel/log.ts'

/** One line a request: endpoint, outcome, provider, milliseconds, request id, key id. Nothing that was asked, nothing that was answered. */
export const logAccess = (log: Log, request: FastifyRequest, reply: FastifyReply): void => {
  const { call } = request
  log.info({
    endpoint: call.endpoint,
    status: reply.statusCode,
    outcome: call.failure ?? 'ok',
    source: reply.getHeader('chasqui-source'),
    ms: Math.round((performance.now() - call.startedAt) * 1000) / 1000,
    requestId: request.id,
    key: call.holder?.keyId,
    detail: call.detail,
  })
}
