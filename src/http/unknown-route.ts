import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestAccounts } from '../accounts/index.ts'
import { Failure } from '../kernel/errors.ts'
import { whenReady } from '../kernel/when-ready.ts'
import type { ShowLimits } from './reply/limit-headers.ts'
import { identify } from './request/authenticate.ts'
import { countRequest } from './request/rate-limit.ts'

const KEYED_PATH = /^\/(?:api|mcp)(?:\/|$)/
const ORIGIN = /^https?:\/\/[^/?#]*/i
const UNKNOWN_ROUTE = new Failure('unknown-route', 'La ruta no existe. /docs describe las que hay')

/** The path of a request's address, which may be a whole address with its host. */
const pathOf = (url: string): string => (url.replace(ORIGIN, '').split(/[?#]/, 1)[0] as string) || '/'

/** Shows a good key its limits also where no endpoint was reached. */
export type ShowOwnLimits = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

export const ownLimits = (accounts: RequestAccounts, showLimits: ShowLimits): ShowOwnLimits => {
  const count = countRequest(accounts)
  return (request, reply) => {
    if (!KEYED_PATH.test(pathOf(request.url))) return
    // A store that cannot be asked does not turn one refusal into another.
    try {
      const identified = whenReady(identify(accounts, request), () => count(request))
      return whenReady(
        identified,
        () => showLimits(request.call, reply),
        () => {},
      )
    } catch {}
  }
}

/** Says why a request is refused before it reaches a route; undefined lets it pass. */
export type Refusal = (request: FastifyRequest) => Failure | undefined

type OnRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/** A hook that refuses requests, and shows a good key its limits all the same. */
export const refusing =
  (showOwnLimits: ShowOwnLimits, refusalOf: Refusal): OnRequest =>
  (request, reply, done) => {
    const failure = refusalOf(request)
    if (!failure) return done()
    void whenReady(showOwnLimits(request, reply), () => done(failure), done)
  }

/**
 * The refusal of a request without a route: 405 on a path that there is, 404 elsewhere. Paths are compared with those of
 * the routes as plain text. The router's own search would read a caller's path as a pattern.
 */
export const missingRoute = (app: FastifyInstance): Refusal => {
  const methodsOf = new Map<string, Set<string>>()
  const refusals = new Map<string, Failure>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = (methodsOf.get(url) ?? new Set()).union(new Set([method].flat()))
    methodsOf.set(url, methods)
    refusals.set(url, methodNotAllowed([...methods].sort()))
  })
  return ({ url }) => {
    const path = decoded(pathOf(url))
    return refusals.get(path) ?? refusals.get(withParameter(path, refusals.keys())) ?? UNKNOWN_ROUTE
  }
}

/** The route with a parameter that a path fits; the path itself when there is none. */
const withParameter = (path: string, routes: Iterable<string>): string => {
  const parts = path.split('/')
  const fits = (route: string): boolean => {
    const own = route.split('/')
    return own.length === parts.length && own.every((part, at) => part === parts[at] || (part[0] === ':' && parts[at]))
  }
  for (const route of routes) if (route.includes('/:') && fits(route)) return route
  return path
}

/** The refusal of a method on a path that has others. */
const methodNotAllowed = (methods: readonly string[]): Failure =>
  new Failure('method-not-allowed', `Solo se acepta${methods.length === 1 ? '' : 'n'} ${listed(methods)}`, {
    allow: methods.join(', '),
  })

const listed = (words: readonly string[]): string =>
  words.length < 3 ? words.join(' y ') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`

/** As the router decodes a path. */
const decoded = (path: string): string => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** True for an OPTIONS that is no CORS preflight: a method like any other that we do not have. */
export const isPlainOptions = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && !(headers.origin && headers['access-control-request-method'])
