import { stripAccents } from '../../domain/names/normalise.ts'

/**
 * A label by its consonants. The site mixes entities, raw letters and damaged ones, and misspelt one label for years
 * ("Contabilidiad"); only the consonants never vary.
 */
export const consonants = (label: string): string => stripAccents(label).replace(/[^B-DF-HJ-NP-TV-ZÑ]/g, '')

/** The labels we read. */
export const WANTED = {
  numero: consonants('Número de RUC'),
  tipo: consonants('Tipo Contribuyente'),
  documento: consonants('Tipo de Documento'),
  estado: consonants('Estado del Contribuyente'),
  condicion: consonants('Condición del Contribuyente'),
  domicilio: consonants('Domicilio Fiscal'),
} as const
export type Wanted = keyof typeof WANTED

const OTHERS = [
  'Nombre Comercial',
  'Fecha de Inscripción',
  'Fecha de Inicio de Actividades',
  'Fecha de Baja',
  'Sistema Emisión de Comprobante',
  'Sistema de Emisión de Comprobante',
  'Actividad Comercio Exterior',
  'Actividad de Comercio Exterior',
  'Sistema Contabilidad',
  'Sistema de Contabilidad',
  'Profesión u Oficio',
  'Actividad(es) Económica(s)',
  'Comprobantes de Pago c/aut. de impresión (F. 806 u 816)',
  'Sistema de Emisión Electrónica',
  'Emisor electrónico desde',
  'Comprobantes Electrónicos',
  'Afiliado al PLE desde',
  'Padrones',
  'Importante',
]

const KNOWN = new Set<string>([...Object.values(WANTED), ...OTHERS.map(consonants)])

export const isKnownLabel = (label: string): boolean => KNOWN.has(consonants(label))
