import type { ParteRegistro, RevisionProveedor } from '../../client.ts'
import { count, formatDate } from '../../format.ts'
import type { CertificateFacts } from '../../words/certificate.ts'
import { type Block, text } from './blocks.ts'
import { hitWords } from './screening-answer.ts'

type PartName = keyof RevisionProveedor['partes']

const TITLES: Readonly<Record<PartName, string>> = {
  registro: 'Registro',
  padrones: 'Padrones tributarios',
  sanciones: 'Inhabilitaciones del tribunal',
  judicial: 'Órdenes judiciales',
  listas: 'Listas de sanciones',
  vinculados: 'Personas vinculadas',
}

const STATES: Readonly<Record<ParteRegistro['estado'], string>> = {
  sin_hallazgos: 'sin hallazgos',
  hallazgo: 'hallazgo',
  sin_revisar: 'sin revisar',
  no_configurado: 'sin revisar: no configurado',
}

/** What a certificate says of a supplier: the summary, then each part with its findings. */
export const supplierAnswer = ({ respuesta }: CertificateFacts): Block[] => {
  const { ruc, razonSocial, fecha, partes, resumen } = respuesta as RevisionProveedor
  const found =
    resumen.hallazgos === 0 ? 'Sin hallazgos en lo revisado' : count(resumen.hallazgos, 'hallazgo', 'hallazgos')
  const unchecked = resumen.sinRevisar.length > 0 ? `, ${resumen.sinRevisar.length} sin revisar` : ''
  const names = Object.keys(partes) as PartName[]
  return [
    text(`${found}${unchecked}.`, 'strong'),
    text(`${razonSocial || 'Nombre sin consultar'}, RUC ${ruc}, al ${formatDate(fecha)}.`),
    { kind: 'facts', rows: names.map((name) => partRow(name, partes)) },
    ...names.flatMap((name) => findings(name, partes).map((line) => text(`– ${TITLES[name]}: ${line}`))),
    text('Lo que quedó sin revisar no está descartado: no significa que no haya hallazgos.', 'quiet'),
  ]
}

const partRow = (name: PartName, partes: RevisionProveedor['partes']) => {
  const { estado, edicion, motivo } = partes[name] as ParteRegistro
  const edition = edicion ? `, edición ${/^\d{4}-/.test(edicion) ? formatDate(edicion) : edicion}` : ''
  return { label: TITLES[name], value: `${STATES[estado]}${edition}${motivo ? `. ${motivo}` : ''}` }
}

const findings = (name: PartName, partes: RevisionProveedor['partes']): string[] => {
  switch (name) {
    case 'sanciones':
      return (partes.sanciones?.hallazgos ?? []).map(({ tipo, resolucion, ...dates }) =>
        [tipo, `resolución ${resolucion}`, datesOf(dates)].join(', '),
      )
    case 'judicial':
      return (partes.judicial?.hallazgos ?? []).map(
        ({ nombre, documento, organo, resolucion, soloPorNombre, ...dates }) =>
          [
            `${nombre} (${documento}${soloPorNombre ? ', coincide solo el nombre' : ''})`,
            ...[organo, `resolución ${resolucion}`, datesOf(dates)],
          ].join(', '),
      )
    case 'listas':
      return (partes.listas?.hallazgos ?? []).map(hitWords)
    case 'vinculados':
      return (partes.vinculados?.hallazgos ?? []).flatMap(({ nombre, roles, cargo, documento, coincidencias }) =>
        coincidencias.map(
          (match) => `${nombre} (${[...roles, cargo, documento].filter(Boolean).join(', ')}): ${hitWords(match)}`,
        ),
      )
    default:
      return []
  }
}

interface Dates {
  desde: string
  hasta: string
  fechasContradictorias?: boolean
}

const datesOf = ({ desde, hasta, fechasContradictorias }: Dates): string =>
  [
    desde && `desde ${formatDate(desde)}`,
    hasta ? `hasta ${formatDate(hasta)}` : 'sin fin',
    fechasContradictorias && '(fechas contradictorias)',
  ]
    .filter(Boolean)
    .join(' ')
