import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import cors from '@fastify/cors'
import fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { errorFacts, type Log } from '../kernel/log.ts'
import { whenReady } from '../kernel/when-ready.ts'
import { type ApiDeps, registerApi } from './api.ts'
import type { Metrics } from './metrics.ts'
import { registerOpenApi } from './openapi.ts'
import { type Probes, registerProbes } from './probes.ts'
import { logAccess } from './reply/access-log.ts'
import { answerClientError } from './reply/client-errors.ts'
import { asFailure, sendFailure } from './reply/failures.ts'
import { limitHeaders } from './reply/limit-headers.ts'
import { openCall } from './request/call.ts'
import type { OpenRequests } from './request/open-requests.ts'
import { parseQuery } from './request/query.ts'
import { isPlainOptions, ownLimits, refuseRoutes, type ShowOwnLimits } from './unknown-route.ts'

export interface AppDeps extends ApiDeps {
  probes: Probes
  log: Log
  metrics?: Metrics | undefined
  requests?: OpenRequests | undefined
  corsOrigins: readonly string[]
  version: string
}

const SAFE_REQUEST_ID = /^[A-Za-z0-9._:-]{8,128}$/

/**
 * The HTTP app. One request's way: it is received here, refused here when its path or method does not exist, then passes
 * the hooks of `api.ts` to its route, and its outcome is logged here.
 */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { accounts, corsOrigins, log, metrics, requests } = deps
  const showLimits = limitHeaders(accounts, deps.clock)
  const showOwnLimits = ownLimits(accounts, showLimits)
  const app = fastify(serverOptions(log, showOwnLimits))
  app.decorateRequest('call')
  app.setErrorHandler((error, request, reply) => fail(log, error, request, reply))
  app.addHook('onRequest', (request, reply, done) => {
    receive(request, reply)
    requests?.begin(reply.raw)
    done()
  })
  if (corsOrigins.length > 0) {
    // Before the CORS plugin, which would answer it as a preflight.
    app.addHook('onRequest', refuseRoutes(app, showOwnLimits, isPlainOptions))
    await registerCors(app, corsOrigins)
  }
  app.addHook(
    'onRequest',
    refuseRoutes(app, showOwnLimits, ({ is404 }) => is404),
  )
  app.addHook('onResponse', (request, reply, done) => {
    requests?.end(reply.raw)
    logAccess(log, request, reply)
    metrics?.observe(request, reply)
    done()
  })
  await registerOpenApi(app, deps.version)
  registerProbes(app, deps.probes)
  await app.register((api) => registerApi(api, deps, showLimits), { prefix: '/api' })
  return app
}

const serverOptions = (log: Log, showOwnLimits: ShowOwnLimits): FastifyHttpOptions<Server> => ({
  logger: false,
  genReqId: requestId,
  routerOptions: { querystringParser: parseQuery },
  clientErrorHandler: answerClientError,
  // A path that cannot be decoded reaches no hook.
  frameworkErrors: (error, request, reply) => {
    receive(request, reply)
    const answer = (failure: unknown) => fail(log, failure, request, reply)
    void whenReady(showOwnLimits(request, reply), () => answer(error), answer)
  },
  requestTimeout: 15_000,
  keepAliveTimeout: 72_000,
  connectionTimeout: 120_000,
  forceCloseConnections: 'idle',
  return503OnClosing: false,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
})

/** The caller's request id when it is safe to print, else a new one. */
const requestId = ({ headers }: IncomingMessage): string => {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && SAFE_REQUEST_ID.test(sent) ? sent : randomUUID()
}

const receive = (request: FastifyRequest, reply: FastifyReply): void => {
  openCall(request)
  reply.header('x-request-id', request.id)
}

/** Answers with a failure, and notes for the log what it may know of it. */
const fail = (log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const failure = asFailure(error)
  request.call.failure = failure?.kind ?? 'internal'
  request.call.detail = failure?.detail
  if (!failure)
    log.error({ requestId: request.id, endpoint: request.call.endpoint, ...errorFacts(error) }, 'internal error')
  return sendFailure(request, reply, failure)
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
