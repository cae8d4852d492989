import type { FastifyRequest } from 'fastify'
import type { LimaClock } from '../../domain/lima-time.ts'
import type { Query } from '../../endpoints/shared/clean-query.ts'
import { type AskedEndpoint, CERTIFICATE, usedParameters } from '../../endpoints/shared/used-parameters.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Check } from './check.ts'

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
