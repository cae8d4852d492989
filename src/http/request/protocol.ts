import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Failure } from '../../kernel/errors.ts'
import { answerConnect } from '../reply/client-errors.ts'

const NO_HOST = new Failure('invalid-input', 'Falta la cabecera Host')
const EXPECTATION = new Failure('expectation-failed', 'La cabecera Expect solo admite 100-continue')
const CONTINUE = /^100-continue$/i

/** What HTTP 1.1 asks of every request; Node itself would refuse such a one without a body. */
export const protocolRefusal = ({ raw, headers }: FastifyRequest): Failure | undefined => {
  if (raw.httpVersion !== '1.1') return undefined
  if (headers.host === undefined) return NO_HOST
  return headers.expect === undefined || CONTINUE.test(headers.expect) ? undefined : EXPECTATION
}

/** Brings to our own answers what Node would answer, cut off or ignore by itself. */
export const ownProtocolErrors = (server: Server): void => {
  // Headers are limited by their size alone, as documented; Node's own limit is a thousand of them.
  server.maxHeadersCount = 0
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('checkContinue', (request, response) => {
    // Behind another answer Node would write it between the head and the body of this one. Without it, the answer says
    // `Connection: close`, because a body may or may not follow.
    if (response.socket) response.writeContinue()
    server.emit('request', request, response)
  })
  server.on('connect', (_request, socket) => answerConnect(socket as Socket))
}
