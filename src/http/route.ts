import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TProperties, TSchema } from 'typebox'
import { ENDPOINTS } from '../endpoints/index.ts'
import type { Query } from '../endpoints/shared/clean-query.ts'
import type { Endpoint } from '../endpoints/shared/endpoint.ts'
import { certificateParameter } from '../endpoints/shared/parameters.ts'
import { CERTIFICATE } from '../endpoints/shared/used-parameters.ts'
import { Type } from '../kernel/schema.ts'
import { whenReady } from '../kernel/when-ready.ts'
import type { Lookups } from '../services.ts'
import { CERTIFICATE_SCHEMA, LOOKUP_TAG } from './openapi/about.ts'
import type { EndpointFacts } from './openapi/document-types.ts'
import { type Present, shownTo } from './reply/present.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint's name, as scopes, quota, metrics and the log know it. */
    endpoint?: string
    /** The names of the endpoint's parameters; all others are ignored. */
    parameters?: readonly string[]
    /** A bad parameter (key) does not count when the other one (value) was given. */
    ignoredWhen?: Readonly<Record<string, string>>
    /** The record that a lookup's route is made of. */
    about?: Endpoint
  }
}

/** The app with handlers typed by their route's schema. */
export const typed = (app: FastifyInstance) => app.withTypeProvider<TypeBoxTypeProvider>()

/** Adds a route for every question that a lookup answers. */
export const lookupRoutes = (app: FastifyInstance, lookups: Lookups, present: Present): void => {
  for (const endpoint of ENDPOINTS) {
    const lookup = lookups[endpoint.path as 'ruc']
    app.get(`/${endpoint.path}`, routeOptions(endpoint), ({ query, call }: FastifyRequest, reply: FastifyReply) =>
      whenReady(lookup(query as Query, call.span), (answer) => present(reply, shownTo(call.holder, answer))),
    )
  }
}

/** The framework's options of an endpoint: its schema, and the name the hooks read. */
const routeOptions = (endpoint: Endpoint) => {
  const { rules, ignoredWhen, aliases } = endpoint
  const query = { ...endpoint.parameters, [CERTIFICATE]: Type.Optional(certificateParameter()) }
  const facts: EndpointFacts = {
    isLookup: true,
    failures: [...endpoint.failures, 'quota-exhausted'],
    rules: ignoredWhen ? { ...rules, seIgnoraCon: ignoredWhen } : rules,
    aliases,
  }
  return {
    schema: {
      operationId: endpoint.path.replaceAll('/', '-'),
      tags: [LOOKUP_TAG],
      summary: endpoint.summary,
      description: endpoint.description,
      querystring: Type.Object(query),
      response: { 200: envelope(endpoint.data, endpoint.extras) },
      'x-endpoint': facts,
    },
    config: {
      about: endpoint,
      endpoint: endpoint.name,
      parameters: Object.keys(query),
      ...((ignoredWhen || aliases) && { ignoredWhen: { ...ignoredWhen, ...aliases } }),
    },
  }
}

/** The schema of a success: the data, and the extra top-level fields an endpoint has. */
const envelope = (data: TSchema, extras: TProperties = {}): TSchema =>
  Type.Object(
    { ok: Type.Literal(true), data, ...extras, [CERTIFICATE]: Type.Optional(Type.Unsafe(CERTIFICATE_SCHEMA)) },
    { description: 'Respuesta' },
  )
