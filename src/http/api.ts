import type { FastifyInstance } from 'fastify'
import type { Accounts } from '../accounts/index.ts'
import type { LimaClock } from '../domain/lima-time.ts'
import { Failure } from '../kernel/errors.ts'
import type { Lookups } from '../services.ts'
import { conditional } from './reply/conditional.ts'
import { presenter } from './reply/envelope.ts'
import type { LimitHeaders } from './reply/limit-headers.ts'
import { recognise, refusedScope, UNAUTHENTICATED } from './request/authenticate.ts'
import { type ParsedQuery, problemOf } from './request/query.ts'
import { reserve, settle } from './request/quota.ts'
import { takeRate } from './request/rate-limit.ts'
import type { Load } from './request/shed-load.ts'
import { answering, type Route, typed } from './route.ts'
import { amlRoute } from './routes/aml.ts'
import { dniRoute } from './routes/dni.ts'
import { type HealthReport, healthRoute } from './routes/health.ts'
import { indicadoresRoute } from './routes/indicadores.ts'
import { nombreRoute } from './routes/nombre.ts'
import { personaRoute } from './routes/persona.ts'
import { rucRoute } from './routes/ruc.ts'
import { sancionesRoute } from './routes/sanciones.ts'
import { soatRoute } from './routes/soat.ts'
import { tipoCambioRoute } from './routes/tipo-cambio.ts'

export interface ApiParts {
  accounts: Accounts
  lookups: Lookups
  health: () => HealthReport
  clock: LimaClock
  load: Load
}

const ROUTES: readonly Route[] = [
  personaRoute,
  rucRoute,
  dniRoute,
  nombreRoute,
  sancionesRoute,
  soatRoute,
  tipoCambioRoute,
  indicadoresRoute,
  amlRoute,
]

/** Parameters that cannot spoil a question, because another one that was given decides it. */
const OUTWEIGHED: Readonly<Record<string, Record<string, string>>> = {
  sanciones: { nombre: 'ruc' },
  soat: { numero: 'placa' },
}

const OVERLOADED = new Failure('overloaded', 'El servicio está sobrecargado; reintente en unos segundos', {
  retryAfterMs: 2_000,
})

/** Around every endpoint: key → rate → shed → scope → quota → lookup → ETag → settle → limits. */
export const registerApi = (api: FastifyInstance, parts: ApiParts, showLimits: LimitHeaders): void => {
  const { accounts, load } = parts
  api.addHook('onRoute', (route) => {
    const endpoint = route.url.slice('/api/'.length)
    route.schema = { ...route.schema, operationId: endpoint, tags: [endpoint === 'health' ? 'Servicio' : 'Consultas'] }
    route.onRequest = (request, _reply, done) => {
      const { call } = request
      call.endpoint = endpoint
      recognise(accounts, request, (error) => {
        if (error || !call.holder) return done(error ?? UNAUTHENTICATED)
        const tooFast = takeRate(accounts, call)
        done(load.isOverloaded() ? OVERLOADED : (tooFast ?? refusedScope(call.holder, endpoint)))
      })
    }
    route.preValidation = (request, _reply, done) => done(problemOf(request.query as ParsedQuery, OUTWEIGHED[endpoint]))
    if (endpoint !== 'health') route.preHandler = (request, _reply, done) => reserve(accounts, request.call, done)
  })
  api.addHook('onSend', (request, reply, payload, done) => {
    const body = conditional(request, reply, payload)
    settle(request.call, reply.statusCode)
    showLimits(request.call, reply)
    done(null, body)
  })
  const app = typed(api)
  const edge = { lookups: parts.lookups, answering: answering(presenter(parts.clock)) }
  for (const route of ROUTES) route(app, edge)
  healthRoute(app, parts.health)
}
