import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import cors from '@fastify/cors'
import fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { errorFacts, type Log } from '../kernel/log.ts'
import { whenReady } from '../kernel/when-ready.ts'
import { type ApiDeps, registerApi } from './api.ts'
import { registerDocs } from './docs.ts'
import type { Metrics } from './metrics.ts'
import { registerOpenApi } from './openapi.ts'
import { PROBE, type Probes, registerProbes } from './probes.ts'
import { logAccess } from './reply/access-log.ts'
import { clientErrorAnswer } from './reply/client-errors.ts'
import { asFailure, sendFailure } from './reply/failures.ts'
import { limitHeaders } from './reply/limit-headers.ts'
import { openCall } from './request/call.ts'
import { type InFlight, trackInFlight } from './request/in-flight.ts'
import { ownProtocolErrors, protocolRefusal } from './request/protocol.ts'
import { parseQuery } from './request/query.ts'
import { isPlainOptions, missingRoute, ownLimits, type Refusal, refusing, type ShowOwnLimits } from './unknown-route.ts'

export interface AppDeps extends Omit<ApiDeps, 'inFlight'> {
  probes: Probes
  log: Log
  metrics?: Metrics | undefined
  corsOrigins: readonly string[]
  version: string
}

export interface App {
  app: FastifyInstance
  inFlight: InFlight
}

const SAFE_REQUEST_ID = /^[A-Za-z0-9._:-]{8,128}$/

/**
 * The HTTP app. One request's way: it is received here, refused here when its path or method does not exist, then passes
 * the hooks of `api.ts` to its route, and its outcome is logged here.
 */
export const buildApp = async (deps: AppDeps): Promise<App> => {
  const { accounts, corsOrigins, log, metrics } = deps
  const inFlight = trackInFlight((reply) => {
    if (reply.request.call.endpoint !== PROBE) logAccess(log, reply)
    metrics?.observe(reply)
  })
  const showLimits = limitHeaders(accounts, deps.clock)
  const showOwnLimits = ownLimits(accounts, showLimits)
  const app = fastify(serverOptions(log, inFlight, showOwnLimits))
  ownProtocolErrors(app.server)
  const routeRefusal = missingRoute(app)
  app.decorateRequest('call')
  app.setErrorHandler((error, request, reply) => fail(log, error, request, reply))
  app.addHook('onRequest', (request, reply, done) => {
    receive(request, reply, inFlight)
    request.call.endpoint = request.routeOptions.config?.endpoint ?? request.call.endpoint
    done()
  })
  app.addHook('onRequest', refusing(showOwnLimits, protocolRefusal))
  if (corsOrigins.length > 0) {
    // Before the CORS plugin, which would answer it as a preflight.
    const refusal: Refusal = (request) => (isPlainOptions(request) ? routeRefusal(request) : undefined)
    app.addHook('onRequest', refusing(showOwnLimits, refusal))
    await registerCors(app, corsOrigins)
  }
  const refusal: Refusal = (request) => (request.is404 ? routeRefusal(request) : undefined)
  app.addHook('onRequest', refusing(showOwnLimits, refusal))
  app.addHook('onResponse', (_request, reply, done) => {
    inFlight.finish(reply)
    done()
  })
  await registerOpenApi(app, deps.version)
  await registerDocs(app)
  registerProbes(app, deps.probes)
  await app.register((api) => registerApi(api, { ...deps, inFlight }, showLimits), { prefix: '/api' })
  return { app, inFlight }
}

const serverOptions = (log: Log, inFlight: InFlight, showOwnLimits: ShowOwnLimits): FastifyHttpOptions<Server> => ({
  logger: false,
  genReqId: requestId,
  routerOptions: { querystringParser: parseQuery },
  clientErrorHandler: clientErrorAnswer(inFlight.afterAnswers),
  // A path that cannot be decoded reaches no hook, neither before nor after it is answered.
  frameworkErrors: (error, request, reply) => {
    receive(request, reply, inFlight)
    reply.raw.once('finish', () => inFlight.finish(reply))
    const answer = (failure: unknown) => fail(log, failure, request, reply)
    void whenReady(showOwnLimits(request, reply), () => answer(error), answer)
  },
  requestTimeout: 15_000,
  keepAliveTimeout: 72_000,
  connectionTimeout: 120_000,
  forceCloseConnections: 'idle',
  return503OnClosing: false,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384, requireHostHeader: false },
})

/** The caller's request id when it is safe to print, else a new one. */
const requestId = ({ headers }: IncomingMessage): string => {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && SAFE_REQUEST_ID.test(sent) ? sent : randomUUID()
}

const receive = (request: FastifyRequest, reply: FastifyReply, inFlight: InFlight): void => {
  openCall(request)
  inFlight.begin(reply)
  reply.header('x-request-id', request.id)
}

/** Answers with a failure, and notes for the log what it may know of it. */
const fail = (log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const failure = asFailure(error)
  request.call.failure = failure?.kind ?? 'internal'
  request.call.detail = failure?.detail ?? codeOf(failure?.cause)
  if (!failure)
    log.error({ requestId: request.id, endpoint: request.call.endpoint, ...errorFacts(error) }, 'internal error')
  return sendFailure(request, reply, failure)
}

/** The code of an error of the system or of a library, such as ENOSPC. Unlike its message it quotes nothing. */
const codeOf = (cause: unknown): string | undefined => {
  const { code } = (cause ?? {}) as { code?: unknown }
  return code === undefined ? undefined : String(code)
}

const registerCors = async (app: FastifyInstance, origins: readonly string[]): Promise<void> => {
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['Authorization', 'Accept', 'If-None-Match', 'X-Request-Id'],
    exposedHeaders: ['Chasqui-Source', 'ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
    strictPreflight: false,
  })
}
