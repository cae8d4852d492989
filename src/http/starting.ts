import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { Failure } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { Listener } from './listener.ts'
import { PROBE, registerProbes } from './probes.ts'
import { logAccess } from './reply/access-log.ts'
import { clientErrorAnswer } from './reply/client-errors.ts'
import { sendFailure } from './reply/send-failure.ts'
import { openCall, requestId } from './request/call.ts'

const STARTING = new Failure('starting', 'El servicio está iniciando; repita la petición en unos segundos', {
  retryAfterMs: 2_000,
})

/**
 * Answers on a listener while the services are being opened: the process is alive, requests should go elsewhere, and
 * every question is refused. Nobody can be identified yet.
 */
export const serveStarting = async (listener: Listener, log: Log): Promise<void> => {
  const app = fastify({
    logger: false,
    genReqId: requestId,
    serverFactory: listener.serverFactory,
    clientErrorHandler: clientErrorAnswer(() => false),
    // A path that cannot be decoded reaches no hook.
    frameworkErrors: (_error, request, reply) => {
      receive(request, reply)
      refuse(request, reply)
      logAccess(log, reply)
    },
  })
  app.decorateRequest('call')
  app.setErrorHandler((_error, request, reply) => refuse(request, reply))
  app.addHook('onRequest', (request, reply, done) => {
    receive(request, reply)
    request.call.endpoint = request.routeOptions.config?.endpoint ?? request.call.endpoint
    done(request.call.endpoint === PROBE ? undefined : STARTING)
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.call.endpoint !== PROBE) logAccess(log, reply)
    done()
  })
  registerProbes(app, { isReady: () => false })
  await listener.serve(app)
}

const receive = (request: FastifyRequest, reply: FastifyReply): void => {
  openCall(request)
  reply.header('x-request-id', request.id)
}

const refuse = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  request.call.failure = STARTING.kind
  return sendFailure(request, reply, STARTING)
}
