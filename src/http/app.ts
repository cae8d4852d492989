import type { Server } from 'node:http'
import cors from '@fastify/cors'
import fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { Tracer } from '../kernel/tracing/tracer.ts'
import { whenReady } from '../kernel/when-ready.ts'
import { originsOfFailure } from '../lookups/shared/not-found.ts'
import { type ApiDeps, registerApi } from './api.ts'
import { type ConsoleFiles, registerConsole } from './console/console.ts'
import { registerSamples, type Samples } from './console/samples.ts'
import { type Documents, registerDocs } from './docs.ts'
import { type Listener, ownServer } from './listener.ts'
import { registerMcp } from './mcp/mcp-route.ts'
import { PROBE, type Probes, registerProbes } from './probes.ts'
import { logAccess } from './reply/access-log.ts'
import { clientErrorAnswer } from './reply/client-errors.ts'
import { limitHeaders } from './reply/limit-headers.ts'
import type { RequestCounter } from './reply/request-counts.ts'
import { asFailure, sendFailure } from './reply/send-failure.ts'
import { openCall, requestId } from './request/call.ts'
import { type InFlight, trackInFlight } from './request/in-flight.ts'
import { protocolRefusal } from './request/protocol.ts'
import { parseQuery } from './request/query.ts'
import { endRequestSpan, startRequestSpan } from './request/request-span.ts'
import { registerJwks } from './routes/jwks.ts'
import { isPlainOptions, missingRoute, ownLimits, type Refusal, refusing, type ShowOwnLimits } from './unknown-route.ts'

export interface AppDeps extends Omit<ApiDeps, 'inFlight'> {
  probes: Probes
  log: Log
  metrics?: Pick<RequestCounter, 'observe'> | undefined
  corsOrigins: readonly string[]
  /** Requests get spans when there is one. */
  tracer?: Tracer | undefined
  /** Called before the routes are there, so that it can read their schemas. */
  documents(app: FastifyInstance): Documents | Promise<Documents>
  /** The bundled console, when this app is to serve it. */
  console?: ConsoleFiles | undefined
  /** What to try in a sandbox, for the console's first page. */
  samples?: Samples | null | undefined
  /** Where it is to answer; without one it has a server of its own. */
  listener?: Listener | undefined
}

export interface App {
  app: FastifyInstance
  inFlight: InFlight
  documents: Documents
}

/**
 * The HTTP app. One request's way: it is received here, refused here when its path or method does not exist, then passes
 * the hooks of `api.ts` to its route, and its outcome is logged here.
 */
export const buildApp = async (deps: AppDeps): Promise<App> => {
  const { accounts, corsOrigins, log, metrics, tracer } = deps
  const inFlight = trackInFlight((reply) => {
    if (reply.request.call.endpoint !== PROBE) logAccess(log, reply)
    metrics?.observe(reply)
    if (reply.request.call.span) endRequestSpan(reply)
  })
  const showLimits = limitHeaders(accounts, deps.clock)
  const showOwnLimits = ownLimits(accounts, showLimits)
  const { serverFactory } = deps.listener ?? { serverFactory: ownServer }
  const app = fastify({ ...serverOptions(deps, inFlight, showOwnLimits), serverFactory })
  const routeRefusal = missingRoute(app)
  app.decorateRequest('call')
  app.setErrorHandler((error, request, reply) => fail(log, error, request, reply))
  app.addHook('onRequest', (request, reply, done) => {
    receive(request, reply, inFlight)
    request.call.endpoint = request.routeOptions.config?.endpoint ?? request.call.endpoint
    if (tracer && request.call.endpoint !== PROBE) startRequestSpan(tracer, request)
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
  const documents = await deps.documents(app)
  registerDocs(app, documents)
  registerProbes(app, deps.probes)
  if (deps.console) registerConsole(app, deps.console)
  if (deps.samples) registerSamples(app, deps.samples)
  registerJwks(app, deps.certifier)
  await app.register((api) => registerApi(api, { ...deps, inFlight }, showLimits), { prefix: '/api' })
  await registerMcp(app, { ...deps, inFlight }, showLimits)
  return { app, inFlight, documents }
}

const serverOptions = (
  { log, tracer }: AppDeps,
  inFlight: InFlight,
  showOwnLimits: ShowOwnLimits,
): FastifyHttpOptions<Server> => ({
  logger: false,
  genReqId: requestId,
  routerOptions: { querystringParser: parseQuery },
  clientErrorHandler: clientErrorAnswer(inFlight.afterAnswers),
  // A path that cannot be decoded reaches no hook, neither before nor after it is answered.
  frameworkErrors: (error, request, reply) => {
    receive(request, reply, inFlight)
    if (tracer) startRequestSpan(tracer, request)
    reply.raw.once('finish', () => inFlight.finish(reply))
    const answer = (failure: unknown) => fail(log, failure, request, reply)
    void whenReady(showOwnLimits(request, reply), () => answer(error), answer)
  },
  forceCloseConnections: 'idle',
  return503OnClosing: false,
})

const receive = (request: FastifyRequest, reply: FastifyReply, inFlight: InFlight): void => {
  openCall(request)
  inFlight.begin(reply)
  reply.header('x-request-id', request.id)
}

/** Answers with a failure, and notes for the log what it may know of it. */
const fail = (log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const failure = asFailure(error)
  request.call.failure = failure?.kind ?? 'internal'
  request.call.refused = originsOfFailure(failure)
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

const MCP_HEADERS = ['Content-Type', 'Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id']

const EXPOSED_HEADERS = [
  ...['Chasqui-Source', 'Content-Disposition', 'ETag', 'Location'],
  ...['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
]

const registerCors = async (app: FastifyInstance, origins: readonly string[]): Promise<void> => {
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    allowedHeaders: ['Authorization', 'Accept', 'If-None-Match', 'X-Request-Id', ...MCP_HEADERS],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
    strictPreflight: false,
  })
}
