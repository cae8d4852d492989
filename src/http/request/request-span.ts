import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Attributes, Tracer } from '../../kernel/tracing/tracer.ts'
import { outcomeOf } from '../reply/access-log.ts'

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Starts the span of a request, under the caller's when it sent one. The path is not told: it could hold what is asked. */
export const startRequestSpan = (tracer: Tracer, request: FastifyRequest): void => {
  const isKnown = METHODS.has(request.method)
  const route = request.is404 ? undefined : request.routeOptions?.url
  const name = isKnown ? request.method : 'HTTP'
  const attributes: Attributes = { 'http.request.method': isKnown ? request.method : '_OTHER' }
  if (route) attributes['http.route'] = route
  const { traceparent } = request.headers
  request.call.span = tracer.start(
    { name: route ? `${name} ${route}` : name, kind: 'server', attributes },
    typeof traceparent === 'string' ? traceparent : undefined,
  )
}

/** Ends it with the outcome, in the words of the log and the metrics. */
export const endRequestSpan = (reply: FastifyReply): void => {
  const { call } = reply.request
  const { statusCode } = reply
  // By the conventions of OpenTelemetry only what is our fault is an error of a server.
  const isError = Math.floor(statusCode / 100) === 5
  call.span?.set({
    'http.response.status_code': statusCode,
    'chasqui.endpoint': call.endpoint,
    'chasqui.outcome': outcomeOf(call),
    'chasqui.charged': call.charged > 0,
    ...(isError && { 'error.type': call.failure ?? String(statusCode) }),
  })
  call.span?.end({ isError })
}
