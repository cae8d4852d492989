import type { FastifyReply } from 'fastify'
import type { KeyHolder } from '../../accounts/index.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import type { Origin } from '../../domain/records.ts'
import { type EnvelopeBody, envelopeOf } from '../../endpoints/shared/envelope.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import type { WrittenAnswers } from './written-answers.ts'

/** What a handler returns: an envelope to serialise, or a body that was written before. */
export type Presented<Data> = EnvelopeBody<Data> | string

/** Puts an answer's facts into the headers, and the answer into its envelope. */
export type Present = <Data>(reply: FastifyReply, answer: Answer<Data>) => Presented<Data>

export const presenter = (clock: LimaClock, written: WrittenAnswers): Present => {
  // Answers of one edition share one array of origins, so its header is written once.
  let lastOrigins: readonly Origin[] = []
  let lastSource = ''
  return (reply, answer) => {
    const { call } = reply.request
    call.answer = answer
    if (answer.origins !== lastOrigins) {
      lastSource = sourceHeader(answer.origins)
      lastOrigins = answer.origins
    }
    reply.header('chasqui-source', lastSource)
    reply.header('cache-control', `private, max-age=${maxAgeSeconds(answer, clock)}`)
    reply.header('vary', varyHeader(reply.getHeader('vary')))
    // A certificate is of one question at one time, so its answer is never one that was written before.
    if (answer.recurs && !call.certificate) call.written = written.get(answer)
    if (!call.written) return envelopeOf(answer)
    reply.header('content-type', 'application/json; charset=utf-8')
    return call.written.body
  }
}

/** The answer with whole document numbers, where the key may see them. */
export const shownTo = <Data>(holder: KeyHolder | null, answer: Answer<Data>): Answer<Data> =>
  holder?.documentos && answer.withDocuments ? answer.withDocuments() : answer

/** A browser keeps an answer for the key that got it alone. CORS may have written a value before. */
const varyHeader = (before: unknown): string => (before ? `${before}, Authorization` : 'Authorization')

const maxAgeSeconds = (answer: Answer<unknown>, clock: LimaClock): number =>
  answer.dependsOnToday
    ? Math.min(answer.maxAgeSeconds, Math.floor(clock.untilLimaMidnightMs() / 1000))
    : answer.maxAgeSeconds

const sourceHeader = (origins: readonly Origin[]): string => {
  let header = ''
  for (const { provider, channel, edition, kind } of origins) {
    if (header !== '') header += ', '
    header += `${provider}; channel=${channel}`
    if (edition) header += `; edition="${edition}"`
    if (kind) header += `; kind=${kind}`
  }
  return header
}
