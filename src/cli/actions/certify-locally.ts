import { openCertifier } from '../../certificates/index.ts'
import type { Config } from '../../config.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import type { Origin } from '../../domain/records.ts'
import type { Endpoint } from '../../endpoints/shared/endpoint.ts'
import { type EnvelopeBody, remarksIn } from '../../endpoints/shared/envelope.ts'
import type { ErrorBody } from '../../endpoints/shared/failures.ts'
import { usedParameters } from '../../endpoints/shared/used-parameters.ts'
import type { Database } from '../../kernel/sql/database.ts'
import { openKeys } from '../../services.ts'

type Body = (EnvelopeBody<unknown> | ErrorBody) & { constancia?: string }

interface Answered {
  endpoint: Endpoint
  query: Record<string, string>
  body: Body
  origins: readonly Origin[]
}

/** Adds to an answer that was made in this process the certificate that a server of this installation would give. */
export const certifyLocally = async (
  { endpoint, query, body, origins }: Answered,
  config: Config,
  clock: LimaClock,
  database: Database | null,
): Promise<Body> => {
  if (!body.ok && body.error.codigo !== 'no_encontrado') return body
  const keys = await openKeys(config, clock, database)
  try {
    const certifier = openCertifier(keys.current(), clock)
    const constancia = certifier.certify({
      endpoint: endpoint.path,
      consulta: usedParameters(query, endpoint, clock.limaDate()),
      estado: body.ok ? 200 : 404,
      respuesta: body.ok ? body.data : body.error,
      ...remarksIn(body.ok ? body : {}),
      origins,
    })
    return { ...body, constancia }
  } finally {
    await keys.close()
  }
}
