import { type Constancia, describeSource, SANDBOX_ISSUER } from '../../client/index.ts'
import { ENDPOINTS } from '../../endpoints/index.ts'
import { terminalColumns, wrapText } from './fit.ts'
import { timeText } from './forms.ts'
import { card, paragraphs, printable, type ShownAnswer } from './layout.ts'
import { rendererOf } from './renderers.ts'

const SANDBOX_TITLE = 'Constancia válida, de prueba: sus personas y datos son inventados'

/** A verified certificate for a person: what was asked, what was answered, from which sources, and who signed it. */
export const renderCertificate = (certificate: Constancia, kid: string): string => {
  const { iss, iat, jti, endpoint, consulta, estado, respuesta, fuentes, ...rest } = printable(certificate)
  const { version, politica, institucion, persona, aviso, truncado } = rest
  return [
    card(iss.startsWith(SANDBOX_ISSUER) ? SANDBOX_TITLE : 'Constancia válida', [
      ['Consulta', `/api/${endpoint}`],
      ...Object.entries(consulta),
      ['Resultado', estado === 200 ? 'respondida (200)' : 'no encontrado (404)'],
      ['Emitida', `${timeText(iat * 1000)}, hora de Lima`],
      ['Institución', institucion ?? ''],
      ['Persona', persona ?? ''],
      ['Emisor', iss],
      ['Clave', kid],
      ['Número', jti],
      ['Versión', version],
      ['Reglas de comparación', politica ?? ''],
    ]),
    paragraphs(['Fuentes', ...fuentes.map(sourceLines)]),
    fuentes.length === 0 ? '  Ninguna: la respuesta no depende de una fuente.' : '',
    'Respuesta',
    estado === 200 ? renderData(endpoint, { data: respuesta, aviso, truncado }) : messageOf(respuesta),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

const sourceLines = (source: Constancia['fuentes'][number]): string => {
  const line = wrapText(`  ${describeSource(source)}`, terminalColumns(), '  ')
  return source.sha256 === null ? line : `${line}\n  SHA-256 ${source.sha256}`
}

/** As the lookup's own command shows it. An answer of another version may lack what that needs: it is then shown as JSON. */
const renderData = (endpoint: string, { data, ...beside }: ShownAnswer<unknown>): string => {
  try {
    const known = ENDPOINTS.find(({ path }) => path === endpoint)
    const shown =
      known &&
      rendererOf(
        endpoint,
        known.title,
      )({
        data,
        ...beside,
        ...(Array.isArray(data) && { total: data.length }),
      })
    if (shown !== undefined) return shown
  } catch {
    // Shown as JSON.
  }
  return paragraphs([JSON.stringify(data, null, 2)])
}

const messageOf = (error: unknown): string => {
  const { mensaje } = error as { mensaje?: unknown }
  return wrapText(`  ${typeof mensaje === 'string' ? mensaje : JSON.stringify(error)}`, terminalColumns(), '  ')
}
