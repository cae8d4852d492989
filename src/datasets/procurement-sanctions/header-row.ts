import { stripAccents } from '../../domain/names/normalise.ts'

export type Section = 'disqualification' | 'fine' | 'unknown'
export type Field =
  | 'numero'
  | 'razonSocial'
  | 'ruc'
  | 'resolucion'
  | 'periodo'
  | 'desde'
  | 'hasta'
  | 'infraccion'
  | 'otra'
  | 'estado'

const FIELD_OF_HEADER: Record<string, Field> = {
  '#': 'numero',
  N: 'numero',
  'RAZON SOCIAL': 'razonSocial',
  'NOMBRE O RAZON SOCIAL': 'razonSocial',
  RUC: 'ruc',
  RESOLUCION: 'resolucion',
  'PERIODO DE INHABILITACION': 'periodo',
  DESDE: 'desde',
  HASTA: 'hasta',
  INFRACCION: 'infraccion',
  'OTRA INFRACCION': 'otra',
  ESTADO: 'estado',
}
const REQUIRED: readonly Field[] = ['razonSocial', 'ruc', 'resolucion', 'periodo', 'desde', 'hasta', 'estado']

export interface Columns {
  section: Section
  width: number
  at: Partial<Record<Field, number>>
}

const headerText = (cell: string): string =>
  stripAccents(cell)
    .replace(/[.:°º*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** A row with so many known titles is a header, whatever its other titles are. */
const LEAST_TITLES = 4

/** The columns that a header row names; null when the row is no header. */
export const readHeader = (cells: string[]): Columns | null => {
  const titles = cells.map(headerText)
  const isNamed = titles.includes('RUC') && titles.some((title) => FIELD_OF_HEADER[title] === 'razonSocial')
  if (!isNamed && titles.filter((title) => FIELD_OF_HEADER[title] !== undefined).length < LEAST_TITLES) return null
  const at: Columns['at'] = {}
  for (const [index, title] of titles.entries()) {
    const field = FIELD_OF_HEADER[title]
    if (field) at[field] ??= index
  }
  const fine = titles.some((title) => title.startsWith('MONTO DE MULTA') || title.startsWith('MULTA'))
  const complete = REQUIRED.every((field) => at[field] !== undefined)
  const width = titles.findLastIndex((title) => title !== '') + 1
  return { section: fine && isNamed ? 'fine' : complete ? 'disqualification' : 'unknown', width, at }
}
