import type { PartOf, Supplier, SupplierPart } from '../../domain/records.ts'
import { matchLines } from './aml.ts'
import { countText, dateText } from './forms.ts'
import { originLine, paragraphs, type ShownAnswer } from './layout.ts'

const TITLES: Record<SupplierPart, string> = {
  registro: 'Registro',
  padrones: 'Padrones tributarios',
  sanciones: 'Inhabilitaciones del tribunal',
  judicial: 'Inhabilitaciones judiciales',
  listas: 'Listas de sanciones',
  vinculados: 'Personas vinculadas',
}

const STATES = {
  sin_hallazgos: 'sin hallazgos',
  hallazgo: 'HALLAZGO',
  sin_revisar: 'SIN REVISAR',
  no_configurado: 'no configurado',
} as const

/** A supplier part by part, with one line on top that says what was found and what was not checked. */
export const renderProveedor = ({ data, origins }: ShownAnswer<Supplier>): string =>
  paragraphs([
    `${data.ruc} ${data.razonSocial || '(nombre sin consultar)'}, al ${dateText(data.fecha)}`,
    summaryLine(data),
    ...Object.entries(data.partes).flatMap(([name, part]) => [
      partLine(name as SupplierPart, part),
      ...findingLines(data.partes, name as SupplierPart),
    ]),
    originLine(origins),
  ])

/** `2 hallazgos, 1 sin revisar` */
const summaryLine = ({ resumen: { hallazgos, sinRevisar } }: Supplier): string => {
  const found = hallazgos === 0 ? 'Sin hallazgos en lo revisado' : countText(hallazgos, 'hallazgo', 'hallazgos')
  return sinRevisar.length === 0 ? found : `${found}, ${sinRevisar.length} sin revisar (${sinRevisar.join(', ')})`
}

const partLine = (name: SupplierPart, { estado, motivo, edicion }: PartOf<SupplierPart>): string =>
  `${TITLES[name]}: ${STATES[estado]}${edicion ? `, edición ${edicion}` : ''}${motivo ? `. ${motivo}` : ''}`

const findingLines = (partes: Supplier['partes'], name: SupplierPart): string[] => {
  switch (name) {
    case 'registro':
      return (partes.registro?.hallazgos ?? []).map(({ campo, valor }) => `  ${campo}: ${valor}`)
    case 'sanciones':
      return (partes.sanciones?.hallazgos ?? []).map(
        ({ tipo, resolucion, infraccion, ...dates }) =>
          `  ${tipo}, resolución ${resolucion}, ${periodText(dates)}. ${infraccion}`,
      )
    case 'judicial':
      return (partes.judicial?.hallazgos ?? []).map(
        ({ documento, nombre, organo, resolucion, soloPorNombre, ...dates }) =>
          `  ${nombre} (${documento}${soloPorNombre ? ', coincide solo el nombre' : ''}), ${organo}, resolución ${resolucion}, ${periodText(dates)}`,
      )
    case 'listas':
      return (partes.listas?.hallazgos ?? []).map(matchLines)
    case 'vinculados':
      return (partes.vinculados?.hallazgos ?? []).flatMap(({ nombre, roles, cargo, documento, coincidencias }) => [
        `  ${nombre} (${[...roles, cargo, documento].filter(Boolean).join(', ')})`,
        ...coincidencias.map(matchLines),
      ])
    default:
      return []
  }
}

interface Dates {
  desde: string
  hasta: string
  fechasContradictorias?: boolean
}

const periodText = ({ desde, hasta, fechasContradictorias }: Dates): string =>
  [
    desde && `desde ${dateText(desde)}`,
    hasta ? `hasta ${dateText(hasta)}` : 'sin fin',
    fechasContradictorias && '(fechas contradictorias)',
  ]
    .filter(Boolean)
    .join(' ')
