import { type Constancia, describeSource, SANDBOX_ISSUER } from '../../client/index.ts'
import { LOOKUPS, type LookupSpec } from '../lookups.ts'
import { terminalColumns, wrapText } from './fit.ts'
import { timeText } from './forms.ts'
import { card, paragraphs, printable, type ShownAnswer } from './layout.ts'

const SANDBOX_TITLE = 'Constancia válida, de prueba: sus personas y datos son inventados'

/** A verified certificate for a person: what was asked, what was answered, from which sources, and who signed it. */
export const renderCertificate = (certificate: Constancia, kid: string): string => {
  const { iss, iat, jti, endpoint, consulta, estado, respuesta, fuentes, ...rest } = printable(certificate)
  const { version, politica, institucion, aviso, truncado } = rest
  return [
    card(iss.startsWith(SANDBOX_ISSUER) ? SANDBOX_TITLE : 'Constancia válida', [
      ['Consulta', `/api/${endpoint}`],
      ...Object.entries(consulta),
      ['Resultado', estado === 200 ? 'respondida (200)' : 'no encontrado (404)'],
      ['Emitida', `${timeText(iat * 1000)}, hora de Lima`],
      ['Institución', institucion ?? ''],
      ['Emisor', iss],
      ['Clave', kid],
      ['Número', jti],
      ['Versión', version],
      ['Reglas', politica ?? ''],
    ]),
    paragraphs(['Fuentes', ...fuentes.map(sourceLines)]),
    fuentes.length === 0 ? '  Ninguna: la respuesta no depende de una fuente.' : '',
    'Respuesta',
    estado === 200 ? renderData(endpoint, { data: respuesta, aviso, truncado }) : messageOf(respuesta),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

const sourceLines = ({ proveedor, canal, edicion, sha256 }: Constancia['fuentes'][number]): string => {
  const named = describeSource({ proveedor, canal, edicion: edicion ?? undefined } as Parameters<
    typeof describeSource
  >[0])
  const line = wrapText(`  ${named}`, terminalColumns(), '  ')
  return sha256 === null ? line : `${line}\n  SHA-256 ${sha256}`
}

const specOf = (path: string): LookupSpec | undefined =>
  LOOKUPS.flatMap((spec) => [spec, ...(spec.inner ?? [])]).find((spec) => spec.path === path)

/** As the lookup's own command shows it. An answer of another version may lack what that needs: it is then shown as JSON. */
const renderData = (endpoint: string, { data, ...beside }: ShownAnswer<unknown>): string => {
  try {
    const shown = specOf(endpoint)?.render({
      data: data as never,
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
