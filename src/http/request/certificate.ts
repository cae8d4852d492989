import type { FastifyRequest } from 'fastify'
import type { LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Check } from './check.ts'
import type { Query } from './query.ts'

/** The parameter of every lookup that asks for a certificate of its answer. */
export const CERTIFICATE = 'constancia'

/** What an endpoint says of its parameters, for the question in a certificate. */
export interface AskedEndpoint {
  /** In the order of the documentation. */
  parameters: readonly string[]
  ignoredWhen?: Readonly<Record<string, string>> | undefined
  aliases?: Readonly<Record<string, string>> | undefined
  /** Values that a parameter takes by the date when it is absent. */
  dated?: ((query: Query, today: string) => Query) | undefined
}

/** Notes that a certificate is asked for. Refuses any other value than 1 and 0. */
export const askCertificate =
  (clock: Pick<LimaClock, 'limaDate'>): Check =>
  (request) => {
    const query = request.query as Query
    const value = query[CERTIFICATE]
    if (value === undefined || value === '0') return undefined
    if (value !== '1') return new Failure('invalid-input', `${CERTIFICATE} acepta 1 o 0`, { campo: CERTIFICATE })
    request.call.certificate = {
      endpoint: pathOf(request),
      consulta: usedParameters(query, endpointOf(request), clock.limaDate()),
    }
    return undefined
  }

const pathOf = ({ routeOptions }: FastifyRequest): string => (routeOptions.url ?? '').replace(/^\/api\//, '')

const endpointOf = ({ routeOptions: { config } }: FastifyRequest): AskedEndpoint => ({
  parameters: config.parameters ?? [],
  ignoredWhen: config.about?.ignoredWhen,
  aliases: config.about?.aliases,
  dated: config.about?.dated,
})

/**
 * The parameters as used: those of the endpoint that have a value and count, under their own names, and what the date
 * stands for where the caller left it out. The same question can be asked with them on any other day.
 */
export const usedParameters = (
  query: Query,
  { parameters, ignoredWhen = {}, aliases = {}, dated }: AskedEndpoint,
  today: string,
): Query => {
  const used: Query = {}
  for (const name of parameters) {
    const value = query[name]
    if (!value || name === CERTIFICATE || query[ignoredWhen[name] ?? '']) continue
    const own = aliases[name] ?? name
    used[own] ??= value
  }
  return { ...used, ...dated?.(query, today) }
}
