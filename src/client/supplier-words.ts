import type { RevisionProveedor, Vinculado } from './types.ts'

type Partes = RevisionProveedor['partes']

/** The parts of a supplier as people call them. */
export const PART_TITLES: Readonly<Record<keyof Partes, string>> = {
  registro: 'Registro',
  padrones: 'Padrones tributarios',
  sanciones: 'Inhabilitaciones del tribunal',
  judicial: 'Órdenes judiciales',
  listas: 'Listas de sanciones',
  vinculados: 'Personas vinculadas',
}

/** `2 hallazgos, 1 sin revisar`. Nothing found is only said of what was checked. */
export const supplierSummary = ({ hallazgos, sinRevisar }: RevisionProveedor['resumen']): string => {
  const found =
    hallazgos === 0 ? 'Sin hallazgos en lo revisado' : `${hallazgos} ${hallazgos === 1 ? 'hallazgo' : 'hallazgos'}`
  return sinRevisar.length === 0 ? found : `${found}, ${sinRevisar.length} sin revisar`
}

/** The findings of a part, a line each; those of the sanctions lists are told by who shows matches. */
export const findingWords = (partes: Partes, part: keyof Partes): string[] => {
  switch (part) {
    case 'registro':
      return (partes.registro?.hallazgos ?? []).map(({ campo, valor }) => `${FIELDS[campo]}: ${valor}`)
    case 'padrones':
      return (partes.padrones?.hallazgos ?? []).map(
        ({ padron, resolucion, ...dates }) => `${padron}, ${orderWords(resolucion)}, ${periodWords(dates)}`,
      )
    case 'sanciones':
      return (partes.sanciones?.hallazgos ?? []).map(
        ({ tipo, resolucion, infraccion, ...dates }) =>
          `${tipo}, ${orderWords(resolucion)}, ${periodWords(dates)}${infraccion && `. ${infraccion}`}`,
      )
    case 'judicial':
      return (partes.judicial?.hallazgos ?? []).map(
        ({ nombre, documento, organo, resolucion, soloPorNombre, ...dates }) =>
          `${nombre} (${documento}${soloPorNombre ? ', coincide solo el nombre' : ''}), ${organo}, ${orderWords(resolucion)}, ${periodWords(dates)}`,
      )
    default:
      return []
  }
}

/** Some lists write the word themselves. */
const orderWords = (resolucion: string): string =>
  /^resoluci/i.test(resolucion) ? resolucion : `resolución ${resolucion || 'sin número'}`

const FIELDS: Readonly<Record<string, string>> = { estado: 'estado', condicion: 'condición', padron: 'padrón' }

/** `PEREZ ANA (socio, ***45678)` */
export const linkedWords = ({ nombre, roles, cargo, documento }: Omit<Vinculado, 'coincidencias'>): string =>
  `${nombre} (${[...roles, cargo, documento].filter(Boolean).join(', ')})`

interface Dates {
  desde: string
  hasta: string
  fechasContradictorias?: boolean
}

const periodWords = ({ desde, hasta, fechasContradictorias }: Dates): string =>
  [
    desde && `desde ${peopleDates(desde)}`,
    hasta ? `hasta ${peopleDates(hasta)}` : 'sin fin',
    fechasContradictorias && '(fechas contradictorias)',
  ]
    .filter(Boolean)
    .join(' ')

/** A text with its dates as people write them: `US 10/11/2026; UN 08/11/2026`. */
export const peopleDates = (text: string): string => text.replace(/\b(\d{4})-(\d{2})-(\d{2})\b(?!-)/g, '$3/$2/$1')
