import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type TProperties, type TSchema, type TUnknown, Type } from 'typebox'
import type { Answer } from '../lookups/shared/answer.ts'
import type { Lookups } from '../services.ts'
import { Envelope, type Present, type Presented } from './reply/envelope.ts'

/** What a route is made from. */
export interface Edge {
  lookups: Lookups
  answering: Answering
}

/** Makes a handler of a lookup. What is known at once is sent at once: no promise stands between. */
export type Answering = <Query, Data>(
  lookup: (query: Query) => Answer<Data> | Promise<Answer<Data>>,
) => (request: { query: Query }, reply: FastifyReply) => Presented<Data> | Promise<Presented<Data>>

export const answering =
  (present: Present): Answering =>
  (lookup) =>
  ({ query }, reply) => {
    const told = lookup(query)
    return told instanceof Promise ? told.then((answer) => present(reply, answer)) : present(reply, told)
  }

/** Adds one endpoint to the app. */
export type Route = (app: ReturnType<typeof typed>, edge: Edge) => void

export const typed = (app: FastifyInstance) => app.withTypeProvider<TypeBoxTypeProvider>()

const ErrorAnswer = Type.Object({
  ok: Type.Literal(false),
  error: Type.Object({
    codigo: Type.String({ description: 'Código estable del error' }),
    mensaje: Type.String({ description: 'Explicación en español' }),
    campo: Type.Optional(Type.String({ description: 'Parámetro al que se refiere' })),
  }),
})

const SHARED_STATUSES = [
  [400, 'Un parámetro falta o está mal escrito'],
  [401, 'La credencial falta o no sirve'],
  [403, 'La clave no puede usar este recurso'],
  [404, 'Todas las fuentes respondieron y ninguna lo tiene'],
  [429, 'Cuota agotada o demasiadas peticiones por segundo'],
  [500, 'Error interno'],
  [502, 'Una fuente no responde o cambió, o una lista no está cargada'],
  [503, 'Una fuente exige verificación o no está configurada, o el servicio está sobrecargado'],
] as const

/** Schema of one endpoint: its parameters, its success envelope, and the errors every endpoint can answer. */
export const endpoint = <Q extends TProperties>(about: {
  summary: string
  query: Q
  data: TSchema
  extras?: TProperties
}) => {
  const response: Record<number, TUnknown> = { 200: Envelope(about.data, about.extras) as TSchema as TUnknown }
  for (const [status, description] of SHARED_STATUSES)
    response[status] = { ...ErrorAnswer, description } as TSchema as TUnknown
  return { schema: { summary: about.summary, querystring: Type.Object(about.query), response } }
}

export const parameter = (description: string) => Type.String({ description })
