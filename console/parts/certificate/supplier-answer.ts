import {
  findingWords,
  linkedWords,
  PART_TITLES,
  type ParteRegistro,
  peopleDates,
  type RevisionProveedor,
  supplierSummary,
} from '../../client.ts'
import { formatDate } from '../../format.ts'
import type { CertificateFacts } from '../../words/certificate.ts'
import { type Block, text } from './blocks.ts'
import { hitWords } from './screening-answer.ts'

type PartName = keyof RevisionProveedor['partes']

const STATES: Readonly<Record<ParteRegistro['estado'], string>> = {
  sin_hallazgos: 'sin hallazgos',
  hallazgo: 'hallazgo',
  sin_revisar: 'sin revisar',
  no_configurado: 'sin revisar: no configurado',
}

/** What a certificate says of a supplier: the summary, then each part with its findings. */
export const supplierAnswer = ({ respuesta }: CertificateFacts): Block[] => {
  const { ruc, razonSocial, fecha, partes, resumen } = respuesta as RevisionProveedor
  const names = Object.keys(partes) as PartName[]
  return [
    text(`${supplierSummary(resumen)}.`, 'strong'),
    text(`${razonSocial || 'Nombre sin consultar'}, RUC ${ruc}, al ${formatDate(fecha)}.`),
    { kind: 'facts', rows: names.map((name) => partRow(name, partes)) },
    ...names.flatMap((name) => findings(name, partes).map((line) => text(`– ${PART_TITLES[name]}: ${line}`))),
    text('Lo que quedó sin revisar no está descartado: no significa que no haya hallazgos.', 'quiet'),
  ]
}

const partRow = (name: PartName, partes: RevisionProveedor['partes']) => {
  const { estado, edicion, motivo } = partes[name] as ParteRegistro
  const edition = edicion ? `, edición ${edicion}` : ''
  return { label: PART_TITLES[name], value: peopleDates(`${STATES[estado]}${edition}${motivo ? `. ${motivo}` : ''}`) }
}

const findings = (name: PartName, partes: RevisionProveedor['partes']): string[] => {
  if (name === 'listas') return (partes.listas?.hallazgos ?? []).map(hitWords)
  if (name === 'vinculados')
    return (partes.vinculados?.hallazgos ?? []).flatMap(({ coincidencias, ...person }) =>
      coincidencias.map((match) => `${linkedWords(person)}: ${hitWords(match)}`),
    )
  return findingWords(partes, name)
}
