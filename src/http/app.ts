import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import cors from '@fastify/cors'
import fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Accounts } from '../accounts/index.ts'
import { Failure } from '../kernel/errors.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { type ApiParts, registerApi } from './api.ts'
import type { Metrics } from './metrics.ts'
import { registerOpenApi } from './openapi.ts'
import { type Probes, registerProbes } from './probes.ts'
import { logAccess } from './reply/access-log.ts'
import { answerClientError } from './reply/client-errors.ts'
import { asFailure, sendFailure } from './reply/failures.ts'
import { type LimitHeaders, limitHeaders } from './reply/limit-headers.ts'
import { recognise } from './request/authenticate.ts'
import { openCall } from './request/call.ts'
import type { Requests } from './request/in-flight.ts'
import { parseQuery } from './request/query.ts'
import { takeRate } from './request/rate-limit.ts'

export interface AppParts extends ApiParts {
  probes: Probes
  log: Log
  metrics?: Metrics | undefined
  /** Told of what is under way, for a server that will be drained. */
  requests?: Requests | undefined
  corsOrigins: readonly string[]
  version: string
}

const SAFE_REQUEST_ID = /^[A-Za-z0-9._:-]{8,128}$/
const UNKNOWN_ROUTE = new Failure('unknown-route', 'La ruta no existe. /docs describe las que hay')
const METHOD_NOT_ALLOWED = new Failure('method-not-allowed', 'Solo se aceptan GET y HEAD')

/** The HTTP edge: every request takes the same way through it. */
export const buildApp = async (parts: AppParts): Promise<FastifyInstance> => {
  const { log, accounts } = parts
  const showLimits = limitHeaders(accounts, parts.clock)
  const showOwnLimits = ownLimits(accounts, showLimits)
  const app = fastify(serverOptions(log, showOwnLimits))
  const refuse = refusal(app, showOwnLimits)
  app.decorateRequest('call')
  app.addHook('onRequest', (request, reply, done) => {
    receive(request, reply)
    parts.requests?.begin(reply.raw)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    parts.requests?.end(reply.raw)
    logAccess(log, request, reply)
    parts.metrics?.observe(request, reply)
    done()
  })
  app.setErrorHandler((error, request, reply) => fail(log, error, request, reply))
  if (parts.corsOrigins.length > 0) {
    // Before CORS, which would answer it as if a browser had asked for permission.
    app.addHook('onRequest', (request, reply, done) =>
      isPlainOptions(request) ? refuse(request, reply, done) : done(),
    )
    await registerCors(app, parts.corsOrigins)
  }
  app.addHook('onRequest', (request, reply, done) => (request.is404 ? refuse(request, reply, done) : done()))
  await registerOpenApi(app, parts.version)
  registerProbes(app, parts.probes)
  await app.register(async (api) => registerApi(api, parts, showLimits), { prefix: '/api' })
  return app
}

const serverOptions = (log: Log, showOwnLimits: ShowOwnLimits): FastifyHttpOptions<Server> => ({
  logger: false,
  genReqId: ({ headers }) => {
    const given = headers['x-request-id']
    return typeof given === 'string' && SAFE_REQUEST_ID.test(given) ? given : randomUUID()
  },
  routerOptions: { querystringParser: parseQuery },
  clientErrorHandler: answerClientError,
  frameworkErrors: (error, request, reply) => {
    receive(request, reply)
    showOwnLimits(request, reply, (failed) => fail(log, failed ?? error, request, reply))
  },
  requestTimeout: 15_000,
  keepAliveTimeout: 72_000,
  connectionTimeout: 120_000,
  forceCloseConnections: 'idle',
  return503OnClosing: false,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
})

const receive = (request: FastifyRequest, reply: FastifyReply): void => {
  openCall(request)
  reply.header('x-request-id', request.id)
}

type Refuse = (request: FastifyRequest, reply: FastifyReply, done: (error: Error) => void) => void
type ShowOwnLimits = (request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void) => void

/** A good key sees its limits on whatever is answered below `/api`, also when no endpoint was reached. */
const ownLimits =
  (accounts: Accounts, showLimits: LimitHeaders): ShowOwnLimits =>
  (request, reply, next) => {
    if (!/^\/api(?:[/?]|$)/.test(request.url)) return next()
    recognise(accounts, request, (error) => {
      takeRate(accounts, request.call)
      showLimits(request.call, reply)
      next(error)
    })
  }

/** A path or method that does not exist is refused before its body is looked at. */
const refusal =
  (app: FastifyInstance, showOwnLimits: ShowOwnLimits): Refuse =>
  (request, reply, done) => {
    const path = request.url.split('?', 1)[0] as string
    const failure = app.hasRoute({ url: path, method: 'GET' }) ? METHOD_NOT_ALLOWED : UNKNOWN_ROUTE
    showOwnLimits(request, reply, (error) => done(error ?? failure))
  }

/** An OPTIONS that is no preflight is a method like any other that we do not have. */
const isPlainOptions = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && !(headers.origin && headers['access-control-request-method'])

/** Answers with a failure and leaves what the log may know of it. */
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
