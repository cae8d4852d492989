import type { Constancia } from '../client.ts'
import { formatDate } from '../format.ts'

/** What a certificate states, and the key that signed it. */
export type CertificateFacts = Constancia & { kid: string }

/** Reads what a certificate states, without saying whether it is true; null when it is no certificate. */
export const readCertificate = (jws: string): CertificateFacts | null => {
  const [header, payload] = jws.trim().split('.')
  const { kid } = (decode(header) ?? {}) as { kid?: unknown }
  const facts = decode(payload) as CertificateFacts | null
  if (typeof kid !== 'string' || typeof facts?.jti !== 'string' || !Array.isArray(facts.fuentes)) return null
  return { ...facts, kid }
}

const decode = (part: string | undefined): object | null => {
  try {
    const bytes = Uint8Array.from(atob((part ?? '').replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    )
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** One line of an answer on paper; deeper ones are indented. */
interface StatedRow {
  label: string
  value: string
  depth: number
}

/** An answer as lines to read: every field with its words, elements of a list one below the other. */
const statedRows = (value: unknown, depth = 0): StatedRow[] => {
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, one]) => {
    const label = fieldLabel(name)
    if (Array.isArray(one) && one.some(isRecord))
      return one.flatMap((element, at) => [
        { label: `${label} ${at + 1}`, value: '', depth },
        ...statedRows(element, depth + 1),
      ])
    if (isRecord(one)) return [{ label, value: '', depth }, ...statedRows(one, depth + 1)]
    return [{ label, value: textOf(one), depth }]
  })
}

/** A list of an answer whose elements have few plain values: a table to read. */
export interface StatedTable {
  label: string
  heads: string[]
  rows: string[][]
}

const MOST_COLUMNS = 5

/** An answer as lines, and its longer lists as tables. Nothing of it is left out. */
export const statedAnswer = (value: unknown): { rows: StatedRow[]; tables: StatedTable[] } => {
  const members = Object.entries(Array.isArray(value) ? { resultado: value } : isRecord(value) ? value : {})
  const tables = members.flatMap(([name, one]) => tableOf(name, one) ?? [])
  const others = members.filter(([name, one]) => tableOf(name, one) === null)
  return { rows: statedRows(Object.fromEntries(others)), tables }
}

const tableOf = (name: string, list: unknown): StatedTable | null => {
  if (!Array.isArray(list) || list.length < 2 || !list.every(isRecord)) return null
  const names = [...new Set(list.flatMap((element) => Object.keys(element)))]
  const isPlain = list.every((element) => Object.values(element).every((cell) => typeof cell !== 'object' || !cell))
  if (names.length > MOST_COLUMNS || !isPlain) return null
  return {
    label: fieldLabel(name),
    heads: names.map(fieldLabel),
    rows: list.map((element) => names.map((one) => textOf(element[one]))),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join('; ') || '–'
  if (value === true || value === false) return value ? 'sí' : 'no'
  return value === null || value === undefined || value === '' ? '–' : String(value)
}

/** What was asked, dates as people write them, without what only says how much of the answer was wanted. */
export const askedRows = (query: Readonly<Record<string, string>>): { label: string; value: string }[] =>
  Object.entries(query)
    .filter(([name]) => name !== 'detalle')
    .map(([name, value]) => ({ label: fieldLabel(name), value: formatDate(value) }))

/** Names that are not simply their own words. */
const LABELS: Readonly<Record<string, string>> = {
  q: 'Texto',
  id: 'Identificador del lote',
  query: 'Consultado',
  matches: 'Coincidencia',
  politica: 'Reglas de comparación',
  nacimiento: 'Fecha de nacimiento',
}

/** Words that are written otherwise outside of a field's name. */
const WORDS: Readonly<Record<string, string>> = {
  ...{
    ruc: 'RUC',
    dni: 'DNI',
    razon: 'razón',
    numero: 'número',
    codigo: 'código',
    pais: 'país',
    direccion: 'dirección',
  },
  ...{
    condicion: 'condición',
    resolucion: 'resolución',
    infraccion: 'infracción',
    compania: 'compañía',
    poliza: 'póliza',
  },
  ...{
    vehiculo: 'vehículo',
    dias: 'días',
    inicio: 'inicio',
    creacion: 'creación',
    ultima: 'última',
  },
}

/** `apellidoPaterno` → `Apellido paterno`. */
export const fieldLabel = (name: string): string => {
  if (Object.hasOwn(LABELS, name)) return LABELS[name] as string
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
  const text = words.map((word) => (Object.hasOwn(WORDS, word) ? WORDS[word] : word)).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
