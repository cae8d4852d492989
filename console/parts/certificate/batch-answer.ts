import type { Lote } from '../../client.ts'
import { count, formatMoment, formatNumber } from '../../format.ts'
import type { CertificateFacts } from '../../words/certificate.ts'
import { type Block, type SheetRow, text } from './blocks.ts'

/** What a certificate says of a batch: its counts, and the sums of the files that belong to it. */
interface CertifiedBatch {
  filas: number
  conCoincidencia: number
  noRevisadas: number
  /** Of purchases. */
  compras?: Lote['compras']
  creado: string
  terminado: string
  /** The file as it was sent; null for a batch of an earlier version. */
  entrada: { sha256: string } | null
  resultado: Record<string, { sha256: string }>
}

/** The files of a certified batch with their sums, so that a file at hand can be compared with them. */
export const certifiedFiles = ({ endpoint, respuesta }: CertificateFacts): { name: string; sha256: string }[] => {
  if (endpoint !== 'lotes') return []
  const { entrada, resultado } = respuesta as CertifiedBatch
  return [
    ...(entrada ? [{ name: 'el archivo que se subió', sha256: entrada.sha256 }] : []),
    ...Object.entries(resultado).map(([format, { sha256 }]) => ({
      name: `el resultado en ${format.toUpperCase()}`,
      sha256,
    })),
  ]
}

/** The sentence, when it was done, and the sums. */
export const batchAnswer = (facts: CertificateFacts): Block[] => {
  const { filas, conCoincidencia, noRevisadas, creado, terminado, compras } = facts.respuesta as CertifiedBatch
  const unchecked = noRevisadas > 0 ? `, ${count(noRevisadas, 'no revisada', 'no revisadas')}` : ''
  const sums = certifiedFiles(facts).map(({ name, sha256 }): SheetRow => ({ label: upperFirst(name), value: sha256 }))
  return [
    text(
      `${count(filas, 'fila', 'filas')}: ${conCoincidencia} ${compras ? 'con observaciones' : 'con coincidencia'}${unchecked}.`,
      'strong',
    ),
    ...(compras?.montos ?? []).map(({ moneda, total }) =>
      text(`Importe de los comprobantes observados: ${`${moneda} ${formatNumber(total, 2)}`.trim()}.`),
    ),
    {
      kind: 'facts',
      rows: [
        { label: 'Subido (Lima)', value: formatMoment(creado) },
        { label: 'Terminado (Lima)', value: formatMoment(terminado) },
      ],
    },
    text('Sumas SHA-256 de los archivos: uno que cambió en un solo carácter tiene otra.'),
    { kind: 'facts', rows: sums },
  ]
}

const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
