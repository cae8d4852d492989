import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { TObject, TProperties, TSchema, TUnknown } from 'typebox'
import { choice } from '../domain/records/schema.ts'
import type { ProviderId } from '../domain/records.ts'
import type { Query as Parameters } from '../endpoints/shared/clean-query.ts'
import { certificateParameter } from '../endpoints/shared/parameters.ts'
import { CERTIFICATE } from '../endpoints/shared/used-parameters.ts'
import type { FailureKind } from '../kernel/errors.ts'
import { Type } from '../kernel/schema.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import { whenReady } from '../kernel/when-ready.ts'
import type { Answer } from '../lookups/shared/answer.ts'
import type { Lookups } from '../services.ts'
import { CERTIFICATE_SCHEMA, LOOKUP_TAG } from './openapi/about.ts'
import type { EndpointFacts, ParameterRules } from './openapi/document-types.ts'
import type { Present, Presented } from './reply/present.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint's name, as scopes, quota, metrics and the log know it. */
    endpoint?: string
    /** The names of the endpoint's parameters; all others are ignored. */
    parameters?: readonly string[]
    /** A bad parameter (key) does not count when the other one (value) was given. */
    ignoredWhen?: Readonly<Record<string, string>>
    /** The record that the endpoint is made of. */
    about?: Endpoint<TProperties>
  }
}

/** The schema of a success: the data, and the extra top-level fields an endpoint has. */
const envelope = (data: TSchema, extras: TProperties = {}): TSchema =>
  Type.Object(
    { ok: Type.Literal(true), data, ...extras, [CERTIFICATE]: Type.Optional(Type.Unsafe(CERTIFICATE_SCHEMA)) },
    { description: 'Respuesta' },
  )

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

/** The `proveedor` field of an answer. */
export const answeredBy = (providers: readonly ProviderId[]) => choice(providers, 'Proveedor que respondió')

/** What one endpoint is: its name, its parameters, what its answer holds and how it can fail. */
export interface Endpoint<Query extends TProperties> {
  name: string
  /** Of the OpenAPI document; the name unless the endpoint has several operations. */
  operationId?: string
  summary: string
  /** For programmers who read the documentation, in Spanish. */
  description: string
  query: Query
  data: TSchema
  /** Fields of the answer beside `data`. */
  extras?: TProperties
  /** Its own failures; those that every endpoint has are added. */
  failures: readonly FailureKind[]
  /** What holds between its parameters. */
  rules?: ParameterRules
  ignoredWhen?: Readonly<Record<string, string>>
  /** Other names of a parameter, each taken when the parameter itself is absent. */
  aliases?: Readonly<Record<string, string>>
  /** Values that absent parameters take by the date; a certificate states them. */
  dated?: (query: Parameters, today: string) => Parameters
}

/** The framework's options of an endpoint: its schema, and the name the hooks read. */
export const endpoint = <Query extends TProperties>(about: Endpoint<Query>) => {
  const { rules, ignoredWhen, aliases } = about
  const query = { ...about.query, [CERTIFICATE]: Type.Optional(certificateParameter()) }
  const facts: EndpointFacts = {
    isLookup: true,
    failures: [...about.failures, 'quota-exhausted'],
    rules: ignoredWhen ? { ...rules, seIgnoraCon: ignoredWhen } : rules,
    aliases,
  }
  return {
    schema: {
      operationId: about.operationId ?? about.name,
      tags: [LOOKUP_TAG],
      summary: about.summary,
      description: about.description,
      querystring: Type.Object(query) as TSchema as TObject<Query>,
      response: { 200: envelope(about.data, about.extras) as TSchema as TUnknown } as Record<number, TUnknown>,
      'x-endpoint': facts,
    },
    config: {
      about,
      endpoint: about.name,
      parameters: Object.keys(query),
      ...((ignoredWhen || aliases) && { ignoredWhen: { ...ignoredWhen, ...aliases } }),
    },
  }
}
