import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts } from '../accounts/index.ts'
import { Failure } from '../kernel/errors.ts'
import { whenReady } from '../kernel/when-ready.ts'
import type { ShowLimits } from './reply/limit-headers.ts'
import { identify } from './request/authenticate.ts'
import { countRequest } from './request/rate-limit.ts'

const API_PATH = /^\/api(?:[/?]|$)/
const UNKNOWN_ROUTE = new Failure('unknown-route', 'La ruta no existe. /docs describe las que hay')
const METHOD_NOT_ALLOWED = new Failure('method-not-allowed', 'Solo se aceptan GET y HEAD')

/** Shows a good key its limits also where no endpoint below `/api` was reached. */
export type ShowOwnLimits = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

export const ownLimits = (accounts: Accounts, showLimits: ShowLimits): ShowOwnLimits => {
  const count = countRequest(accounts)
  return (request, reply) => {
    if (!API_PATH.test(request.url)) return
    return whenReady(identify(accounts, request), () =>
      whenReady(count(request), () => showLimits(request.call, reply)),
    )
  }
}

type OnRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/** A hook that refuses the requests that `isRefused` picks, as 405 on a known path and as 404 elsewhere. */
export const refuseRoutes =
  (app: FastifyInstance, showOwnLimits: ShowOwnLimits, isRefused: (request: FastifyRequest) => boolean): OnRequest =>
  (request, reply, done) => {
    if (!isRefused(request)) return done()
    const path = request.url.split('?', 1)[0] as string
    const failure = app.hasRoute({ url: path, method: 'GET' }) ? METHOD_NOT_ALLOWED : UNKNOWN_ROUTE
    void whenReady(showOwnLimits(request, reply), () => done(failure), done)
  }

/** True for an OPTIONS that is no CORS preflight: a method like any other that we do not have. */
export const isPlainOptions = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && !(headers.origin && headers['access-control-request-method'])
