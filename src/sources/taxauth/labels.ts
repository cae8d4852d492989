import { stripAccents } from '../../domain/names/normalise.ts'

/**
 * A label by its consonants. The site mixes entities, raw letters and damaged ones, and misspelt one label for years
 * ("Contabilidiad"): what never varies are the consonants.
 */
export const skeleton = (label: string): string => stripAccents(label).replace(/[^B-DF-HJ-NP-TV-ZÑ]/g, '')

/** The labels we read. */
export const WANTED = {
  numero: skeleton('Número de RUC'),
  tipo: skeleton('Tipo Contribuyente'),
  documento: skeleton('Tipo de Documento'),
  estado: skeleton('Estado del Contribuyente'),
  condicion: skeleton('Condición del Contribuyente'),
  domicilio: skeleton('Domicilio Fiscal'),
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

const KNOWN = new Set<string>([...Object.values(WANTED), ...OTHERS.map(skeleton)])

export const isKnownLabel = (label: string): boolean => KNOWN.has(skeleton(label))
