import { openCertifier } from '../../certificates/index.ts'
import type { Config } from '../../config.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import type { Origin } from '../../domain/records.ts'
import { endpointsOf } from '../../http/mcp/endpoint-table.ts'
import { remarksIn } from '../../http/reply/certificate.ts'
import type { EnvelopeBody } from '../../http/reply/envelope.ts'
import type { ErrorBody } from '../../http/reply/failures.ts'
import { usedParameters } from '../../http/request/certificate.ts'
import type { Database } from '../../kernel/sql/database.ts'
import { type Lookups, openKeys } from '../../services.ts'

type Body = (EnvelopeBody<unknown> | ErrorBody) & { constancia?: string }

interface Answered {
  path: string
  query: Record<string, string>
  body: Body
  origins: readonly Origin[]
}

/** Adds to an answer that was made in this process the certificate that a server of this installation would give. */
export const certifyLocally = async (
  { path, query, body, origins }: Answered,
  config: Config,
  clock: LimaClock,
  database: Database | null,
): Promise<Body> => {
  const endpoint = endpointsOf({} as Lookups).find((one) => one.path === path)
  if (!endpoint || (!body.ok && body.error.codigo !== 'no_encontrado')) return body
  const keys = await openKeys(config, clock, database)
  try {
    const certifier = openCertifier(keys.current(), clock)
    const { ignoredWhen, aliases, dated } = endpoint
    const facts = { parameters: Object.keys(endpoint.query), ignoredWhen, aliases, dated }
    const constancia = certifier.certify({
      endpoint: path,
      consulta: usedParameters(query, facts, clock.limaDate()),
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
