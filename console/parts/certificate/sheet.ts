import { describeSource, questionTitle, SANDBOX_ISSUER } from '../../client.ts'
import { formatMoment } from '../../format.ts'
import { BATCH_KINDS } from '../../words/batches.ts'
import { askedRows, type CertificateFacts, statedAnswer } from '../../words/certificate.ts'
import { batchAnswer } from './batch-answer.ts'
import { type Block, text } from './blocks.ts'
import { screeningAnswer } from './screening-answer.ts'
import { supplierAnswer } from './supplier-answer.ts'
import { watchAnswer } from './watch-answer.ts'

/** A certificate as a page that a stranger understands. */
export interface Sheet {
  institution: string | null
  title: string
  subject: string
  /** Said of a certificate that proves nothing. */
  warning: string | null
  sections: readonly { heading: string; blocks: readonly Block[] }[]
}

const WATCH_REPORT = 'vigilancia/informe'

/** Of certificates that are not about one question. */
const TITLES: Readonly<Record<string, readonly [title: string, subject: string]>> = {
  lotes: ['Constancia de un lote', 'Muchas consultas de un archivo'],
  [WATCH_REPORT]: ['Constancia de vigilancia', 'Informe de un periodo'],
}

/** What a certificate states, in the order in which people ask for it. It does not say that it is valid. */
export const sheetOf = (facts: CertificateFacts): Sheet => ({
  institution: facts.institucion ?? null,
  title: TITLES[facts.endpoint]?.[0] ?? 'Constancia de consulta',
  subject: TITLES[facts.endpoint]?.[1] ?? questionTitle(facts.endpoint),
  warning: facts.iss.startsWith(SANDBOX_ISSUER) ? 'De ensayo: personas y empresas inventadas. Sin valor.' : null,
  sections: [
    {
      heading: 'Quién y cuándo',
      blocks: [
        {
          kind: 'facts',
          rows: [
            { label: 'Persona', value: facts.persona ?? 'No consta: la clave no nombra a nadie' },
            { label: 'Fecha y hora (Lima)', value: formatMoment(new Date(facts.iat * 1000).toISOString()) },
          ],
        },
      ],
    },
    { heading: 'Consulta', blocks: [{ kind: 'facts', rows: askedRows(questionOf(facts)) }] },
    { heading: 'Respuesta', blocks: answerBlocks(facts) },
    { heading: 'Fuentes', blocks: sourceBlocks(facts) },
    {
      heading: 'Emisión',
      blocks: [
        {
          kind: 'facts',
          rows: [
            { label: 'Identificador', value: facts.jti },
            { label: 'Emisor', value: facts.iss },
            { label: 'Clave de firma', value: facts.kid },
            { label: 'Versión de Chasqui', value: facts.version },
            ...(facts.politica ? [{ label: 'Reglas de comparación', value: facts.politica }] : []),
          ],
        },
      ],
    },
  ],
})

/** What was asked; of a batch, its kind in words. */
const questionOf = ({ endpoint, consulta }: CertificateFacts): CertificateFacts['consulta'] =>
  endpoint === 'lotes' && consulta.tipo !== undefined
    ? { ...consulta, tipo: (BATCH_KINDS as Record<string, string>)[consulta.tipo] ?? consulta.tipo }
    : consulta

const sourceBlocks = ({ fuentes, endpoint }: CertificateFacts): Block[] => {
  if (endpoint === WATCH_REPORT) return [text('Las ediciones de cada ronda están en la respuesta.')]
  if (fuentes.length === 0) return [{ kind: 'text', text: 'Ninguna: la respuesta no depende de una fuente.' }]
  return fuentes.flatMap(({ sha256, edicion, ...source }): Block[] => [
    { kind: 'text', text: describeSource({ ...source, edicion: edicion ?? undefined }) },
    ...(sha256 ? [{ kind: 'text', text: `SHA-256 ${sha256}`, look: 'sum' } as const] : []),
  ])
}

const answerBlocks = (facts: CertificateFacts): Block[] => {
  const { endpoint, estado, respuesta, aviso, truncado } = facts
  try {
    if (endpoint === 'aml' && estado === 200) return screeningAnswer(facts)
    if (endpoint === 'proveedor' && estado === 200) return supplierAnswer(facts)
    if (endpoint === 'lotes') return batchAnswer(facts)
    if (endpoint === WATCH_REPORT) return watchAnswer(facts)
  } catch {
    // An answer of another version may lack what that needs: it is told field by field.
  }
  const { rows, tables } = statedAnswer(respuesta)
  return [
    ...(estado === 404 ? [text('No figura en las fuentes consultadas.', 'strong')] : []),
    ...(aviso ? [text(aviso)] : []),
    ...(truncado ? [text('Hubo más resultados que los de esta constancia.')] : []),
    ...(rows.length > 0 ? [{ kind: 'facts', rows } as const] : []),
    ...tables.map(({ label, heads, rows: cells }): Block => ({ kind: 'table', caption: label, heads, rows: cells })),
  ]
}
