import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WrittenAnswers } from './written-answers.ts'

/** Longer bodies are hashed faster by the platform's SHA-1. */
const LONGEST_SHORT_BODY = 1_024

/** Gives a 200 its ETag, and turns it into a 304 without body when the caller has that very body. */
export const addEtag = (
  written: WrittenAnswers,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): unknown => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const { answer, written: known } = request.call
  const etag = known?.etag ?? etagOf(payload)
  if (answer?.recurs && !known) written.set(answer, { body: payload, etag })
  reply.header('etag', etag)
  const asked = request.headers['if-none-match']
  if (asked === undefined || !includesEtag(asked, etag)) return payload
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  // `null`, not an empty body: that would get the length 0, which is not the length of what the caller has.
  // For HEAD the framework drops the body itself, and takes its length.
  return request.method === 'HEAD' ? payload : null
}

const includesEtag = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

/**
 * The ETag of a body. It tells two bodies of one address apart and protects against nobody, so a fast hash will do: ours
 * is cheaper than a digest for short bodies (`npm run bench -- http`, the routes that are never asked twice).
 */
export const etagOf = (body: string): string =>
  body.length > LONGEST_SHORT_BODY ? `"${hash('sha1', body, 'base64url')}"` : shortEtag(body)

/** Two 32-bit hashes over alternating characters, each fed by the other, with the final mix of cyrb53. */
const shortEtag = (body: string): string => {
  let one = 0xdeadbeef
  let other = 0x41c6ce57
  const pairs = body.length & ~1
  for (let at = 0; at < pairs; at += 2) {
    one = Math.imul(one ^ body.charCodeAt(at), 0x9e3779b1)
    other = Math.imul(other ^ body.charCodeAt(at + 1) ^ one, 0x5f356495)
    one = (one + other) | 0
  }
  if (pairs < body.length) one = Math.imul(one ^ body.charCodeAt(pairs), 0x9e3779b1)
  const first = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35)
  const second = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  // Signed decimal numbers: another base or an unsigned number takes several times as long to print.
  return `"${first}.${second}.${body.length}"`
}
