import type { LimaClock } from '../../domain/lima-time.ts'
import type { Query } from '../../endpoints/shared/clean-query.ts'
import type { Endpoint } from '../../endpoints/shared/endpoint.ts'
import { CERTIFICATE, usedParameters } from '../../endpoints/shared/used-parameters.ts'
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
    const endpoint = request.routeOptions.config.about as Endpoint
    request.call.certificate = {
      endpoint: endpoint.path,
      consulta: usedParameters(query, endpoint, clock.limaDate()),
    }
    return undefined
  }
