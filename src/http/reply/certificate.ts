import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Certifier } from '../../certificates/certifier.ts'
import { remarksIn } from '../../endpoints/shared/envelope.ts'
import type { ErrorBody } from '../../endpoints/shared/failures.ts'

/**
 * Adds the certificate that was asked for to a 200 or a definitive 404. The body is read back and written again, so that
 * what is certified is what is sent.
 */
export const certificateAdder =
  (certifier: Pick<Certifier, 'certify'>) =>
  (request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown => {
    const { certificate, failure, answer, refused, holder } = request.call
    const { statusCode: estado } = reply
    const isFound = estado === 200
    if (!certificate || typeof payload !== 'string' || !(isFound || failure === 'not-found')) return payload
    const body = JSON.parse(payload) as Record<string, unknown>
    const constancia = certifier.certify({
      ...certificate,
      estado: isFound ? 200 : 404,
      respuesta: isFound ? body.data : errorIn(body),
      ...remarksIn(body),
      origins: isFound ? (answer?.origins ?? []) : refused,
      persona: holder?.persona,
    })
    reply.header('cache-control', 'no-store')
    return JSON.stringify({ ...body, constancia })
  }

/** The `error` of a body, also of one that is written as RFC 9457. */
const errorIn = (body: Record<string, unknown>): unknown => {
  if (body.error !== undefined) return body.error
  const { codigo, detail, campo } = body as Record<string, string>
  const error: ErrorBody['error'] = { codigo: codigo as string, mensaje: detail as string }
  return campo === undefined ? error : { ...error, campo }
}
