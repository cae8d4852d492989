import type { FastifyReply } from 'fastify'
import { type TProperties, type TSchema, Type } from 'typebox'
import type { LimaClock } from '../../domain/lima-time.ts'
import type { Origin } from '../../domain/records.ts'
import type { Answer } from '../../lookups/shared/answer.ts'

/** The success envelope around a payload's schema, with the top-level extras an endpoint has. */
export const Envelope = (data: TSchema, extras: TProperties = {}): TSchema =>
  Type.Object({ ok: Type.Literal(true), data, ...extras }, { description: 'Respuesta' })

export interface EnvelopeBody<Data> {
  ok: true
  data: Data
  proveedor?: string
  aviso?: string
  total?: number
  truncado?: true
}

/** Puts an answer into its envelope, or takes the one already written for it, and its facts into the headers. */
export type Present = <Data>(reply: FastifyReply, answer: Answer<Data>) => Presented<Data>
export type Presented<Data> = EnvelopeBody<Data> | string

export const presenter = (clock: LimaClock): Present => {
  // A list tells its origins with one and the same array for as long as an edition is in service.
  let origins: readonly Origin[] = []
  let source = ''
  return (reply, answer) => {
    reply.request.call.answer = answer
    if (answer.origins !== origins) {
      source = sourceHeader(answer.origins)
      origins = answer.origins
    }
    reply.header('chasqui-source', source)
    reply.header('cache-control', `private, max-age=${maxAge(answer, clock)}`)
    const written = answer.recurring?.written
    if (!written) return envelopeOf(answer)
    reply.header('content-type', 'application/json; charset=utf-8')
    return written.payload
  }
}

export const envelopeOf = <Data>(answer: Answer<Data>): EnvelopeBody<Data> => {
  const body: EnvelopeBody<Data> = { ok: true, data: answer.data }
  if (answer.proveedor !== undefined) body.proveedor = answer.proveedor
  if (answer.aviso !== undefined) body.aviso = answer.aviso
  if (answer.total !== undefined) body.total = answer.total
  if (answer.truncado !== undefined) body.truncado = answer.truncado
  return body
}

const maxAge = (answer: Answer<unknown>, clock: LimaClock): number =>
  answer.dependsOnToday
    ? Math.min(answer.maxAgeSeconds, Math.floor(clock.untilLimaMidnightMs() / 1000))
    : answer.maxAgeSeconds

const sourceHeader = (origins: readonly Origin[]): string => {
  let header = ''
  for (const { provider, channel, edition } of origins) {
    if (header !== '') header += ', '
    header += `${provider}; channel=${channel}`
    if (edition) header += `; edition="${edition}"`
  }
  return header
}
