import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WrittenAnswers } from './written-answers.ts'

/** Gives a 200 its ETag, and turns it into a 304 without body when the caller has that very body. */
export const etagAdder =
  (etagOf: EtagOf, written: WrittenAnswers) =>
  (request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const { answer, written: known, certificate } = request.call
    const etag = known?.etag ?? etagOf(payload)
    if (answer?.recurs && !known && !certificate) written.set(answer, { body: payload, etag })
    reply.header('etag', etag)
    const asked = request.headers['if-none-match']
    if (certificate || asked === undefined || !includesEtag(asked, etag)) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    // `null`, not an empty body: that would get the length 0, which is not the length of what the caller has.
    // For HEAD the framework drops the body itself, and takes its length.
    return request.method === 'HEAD' ? payload : null
  }

/** Weak comparison, as RFC 9110 asks here. `*` names no body that the caller was given, so it counts as absent. */
const includesEtag = (header: string, etag: string): boolean =>
  header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

/** Gives a body its ETag. */
export type EtagOf = (body: string) => string

const ETAG_CHARACTERS = 22

/**
 * A 304 is free, so an ETag must tell nothing to somebody who was not given the body: it is keyed by a secret of the
 * installation. SHA-256 over secret and body, cut to 132 bits: the part that is never shown rules out extending a known
 * tag to a longer body. HMAC would give the same for twice the time (3.3 µs against 1.6 for 400 characters).
 */
export const keyedEtag = (secret: Uint8Array): EtagOf => {
  const prefix = Buffer.from(secret).toString('base64url')
  return (body) => `"${hash('sha256', prefix + body, 'base64url').slice(0, ETAG_CHARACTERS)}"`
}
