import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorBody, FAILURES, INTERNAL_MESSAGE } from '../../endpoints/shared/failures.ts'
import { Failure, type FailureKind } from '../../kernel/errors.ts'

/** The body of an error as RFC 9457, for callers who prefer that. */
const problemBody = (kind: FailureKind | 'internal', mensaje: string, campo?: string): object => {
  const { status, codigo, title } = FAILURES[kind]
  return { type: `urn:chasqui:error:${codigo}`, title, status, detail: mensaje, codigo, ...(campo ? { campo } : {}) }
}

const wantsProblem = (request: FastifyRequest): boolean =>
  request.headers.accept?.toLowerCase().includes('application/problem+json') ?? false

/** Answers with a failure, or with the fixed sentence of an internal error when there is none. */
export const sendFailure = (request: FastifyRequest, reply: FastifyReply, failure: Failure | null): FastifyReply => {
  const kind = failure?.kind ?? 'internal'
  const mensaje = failure?.message ?? INTERNAL_MESSAGE
  const retrySeconds =
    failure?.retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(failure.retryAfterMs / 1000))
  reply.code(FAILURES[kind].status).header('cache-control', 'no-store')
  if (retrySeconds !== undefined) reply.header('retry-after', String(retrySeconds))
  if (kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  if (failure?.allow !== undefined) reply.header('allow', failure.allow)
  const problem = wantsProblem(request)
  reply.header('content-type', `application/${problem ? 'problem+json' : 'json'}; charset=utf-8`)
  reply.serializer(JSON.stringify)
  return reply.send((problem ? problemBody : errorBody)(kind, mensaje, failure?.campo))
}

/** The failure behind an error: our own, or the framework's refusal of a request; null when it is our bug. */
export const asFailure = (error: unknown): Failure | null => {
  if (error instanceof Failure) return error
  const { statusCode = 0 } = error as { statusCode?: number }
  if (statusCode === FAILURES['body-too-large'].status)
    return new Failure('body-too-large', 'La petición es demasiado grande')
  return statusCode >= 400 && statusCode < 500 ? new Failure('invalid-input', 'La petición no se puede leer') : null
}
