import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { TProperties, TSchema, TUnknown } from 'typebox'
import { choice } from '../domain/records/schema.ts'
import type { ProviderId } from '../domain/records.ts'
import { Type } from '../kernel/schema.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import { whenReady } from '../kernel/when-ready.ts'
import type { Answer } from '../lookups/shared/answer.ts'
import type { Lookups } from '../services.ts'
import type { Present, Presented } from './reply/envelope.ts'
import { STATUS_DESCRIPTIONS } from './reply/failures.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint's name, as scopes, quota, metrics and the log know it. */
    endpoint?: string
    /** The names of the endpoint's parameters; all others are ignored. */
    parameters?: readonly string[]
    /** A bad parameter (key) does not count when the other one (value) was given. */
    ignoredWhen?: Readonly<Record<string, string>>
  }
}

/** The schema of a success: the data, and the extra top-level fields an endpoint has. */
const envelope = (data: TSchema, extras: TProperties = {}): TSchema =>
  Type.Object({ ok: Type.Literal(true), data, ...extras }, { description: 'Respuesta' })

/** What a route is made from. */
interface RouteDeps {
  lookups: Lookups
  answering: Answering
}

/** Adds one endpoint to the app. */
export type Route = (app: ReturnType<typeof typed>, deps: RouteDeps) => void

/** The app with handlers typed by their route's schema. */
export const typed = (app: FastifyInstance) => app.withTypeProvider<TypeBoxTypeProvider>()

/** Makes a handler of a lookup. */
export type Answering = <Query, Data>(
  lookup: (query: Query, trace?: Trace) => Answer<Data> | Promise<Answer<Data>>,
) => (request: { query: Query }, reply: FastifyReply) => Presented<Data> | Promise<Presented<Data>>

export const answering =
  (present: Present): Answering =>
  (lookup) =>
  ({ query }, reply) =>
    whenReady(lookup(query, reply.request.call.span), (answer) => present(reply, answer))

export const SERVICE_TAG = 'Servicio'
const LOOKUP_TAG = 'Consultas'

const ErrorAnswer = Type.Object({
  ok: Type.Literal(false),
  error: Type.Object({
    codigo: Type.String({ description: 'Código estable del error' }),
    mensaje: Type.String({ description: 'Explicación en español' }),
    campo: Type.Optional(Type.String({ description: 'Parámetro al que se refiere' })),
  }),
})

/** The `proveedor` field of an answer. */
export const answeredBy = (providers: readonly ProviderId[]) => choice(providers, 'Proveedor que respondió')

/** What one endpoint is: its name, its parameters and what its answer holds. */
export interface Endpoint<Query extends TProperties> {
  name: string
  /** Of the OpenAPI document; the name unless the endpoint has several operations. */
  operationId?: string
  summary: string
  query: Query
  data: TSchema
  /** Fields of the answer beside `data`. */
  extras?: TProperties
  ignoredWhen?: Readonly<Record<string, string>>
}

/** The framework's options of an endpoint: schema with all statuses it can answer, and the name the hooks read. */
export const endpoint = <Query extends TProperties>(about: Endpoint<Query>) => {
  const response: Record<number, TUnknown> = { 200: envelope(about.data, about.extras) as TSchema as TUnknown }
  for (const [status, description] of STATUS_DESCRIPTIONS)
    response[status] = { ...ErrorAnswer, description } as TSchema as TUnknown
  return {
    schema: {
      operationId: about.operationId ?? about.name,
      tags: [LOOKUP_TAG],
      summary: about.summary,
      querystring: Type.Object(about.query),
      response,
    },
    config: {
      endpoint: about.name,
      parameters: Object.keys(about.query),
      ...(about.ignoredWhen && { ignoredWhen: about.ignoredWhen }),
    },
  }
}
