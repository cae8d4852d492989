import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyTag } from './body-tag.ts'

/** Gives a 200 its ETag, and turns it into a 304 when the caller has that very body. */
export const conditional = (request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const recurring = request.call.answer?.recurring
  const etag = recurring?.written?.etag ?? bodyTag(payload)
  if (recurring) recurring.written ??= { payload, etag }
  reply.header('etag', etag)
  const known = request.headers['if-none-match']
  if (known === undefined || !names(known, etag)) return payload
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  // No body at all: an empty one would get the length 0, which is not the length of what the caller has.
  // HEAD has none anyway, and the framework takes its length.
  return request.method === 'HEAD' ? payload : null
}

const names = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
