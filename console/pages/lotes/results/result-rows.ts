import { type FilaConsultada, LISTAS } from '../../../client.ts'
import { listedDate } from '../../../format.ts'
import { editionWords } from '../../../lists.ts'
import type { BatchKind } from '../batch.ts'

/** The columns that a result adds to those of the file, as far as they are shown; `ruc` and `proveedor` alone have what the register says. */
const ADDED = [
  'resultado',
  'estado',
  'condicion',
  'nombreEnPadron',
  'nombreCoincide',
  'coincidencias',
  'puntaje',
  'nombreEnLista',
  'lista',
  'programa',
  'motivo',
  'ediciones',
  'vigencia',
  'sinCapacidadOperativa',
  'padrones',
] as const

export type Found = Readonly<Record<(typeof ADDED)[number], string>>

const NOTHING = Object.fromEntries(ADDED.map((name) => [name, ''])) as Found

/** One row of a result. */
export interface ResultRow {
  /** Its place among the rows, from 1. */
  number: number
  /** Its number in the file, as a spreadsheet counts. */
  fileRow: number
  /** What was asked about, as the batch read it; empty where the row has none. */
  asked: { nombre: string; documento: string }
  /** The file's own cells, in the order of its columns. */
  cells: readonly (readonly [column: string, text: string])[]
  found: Found
  /** What a person should know of it whatever its result says. */
  reserve: FilaConsultada['reserva']
  group: Group
  /** All of it, folded, for the search. */
  folded: string
}

/** How rows are told apart: something was found, nothing was found, the register has no such number, it was not checked. */
export type Group = 'hit' | 'none' | 'unknown' | 'unchecked'

const GROUPS: Readonly<Record<string, Group>> = {
  exacto: 'hit',
  parcial: 'hit',
  sancionado: 'hit',
  encontrado: 'hit',
  observado: 'hit',
  vigilado: 'hit',
  sin_coincidencias: 'none',
  no_sancionado: 'none',
  sin_observaciones: 'none',
  no_encontrado: 'unknown',
}

const HIT_WORDS: Partial<Record<BatchKind, string>> = {
  ruc: 'Encontrado',
  compras: 'Con observaciones',
  vigilados: 'Bajo vigilancia',
}

/** What the filters are called. In a batch of the register, what is found is no coincidence. */
export const groupWords = (kind: BatchKind): Readonly<Record<Group, string>> => ({
  hit: HIT_WORDS[kind] ?? 'Con coincidencia',
  none: kind === 'compras' ? 'Sin observaciones' : 'Sin coincidencias',
  unknown: 'No encontrado',
  unchecked: 'No revisado',
})

/** The groups that a kind of batch can have. */
export const groupsOf = (kind: BatchKind): readonly Group[] => {
  if (kind === 'vigilados') return ['hit', 'unchecked']
  if (kind === 'ruc') return ['hit', 'unknown', 'unchecked']
  return kind === 'proveedor' ? ['hit', 'none', 'unknown', 'unchecked'] : ['hit', 'none', 'unchecked']
}

const VERDICTS: Readonly<Record<string, string>> = {
  exacto: 'Exacta',
  parcial: 'Parcial',
  sin_coincidencias: 'Sin coincidencias',
  sancionado: 'Inhabilitado',
  no_sancionado: 'No inhabilitado',
  encontrado: 'Encontrado',
  vigilado: 'Bajo vigilancia',
  no_encontrado: 'No encontrado',
  observado: 'Observado',
  sin_observaciones: 'Sin observaciones',
}

/** The verdict of a row. One that this version does not know is never told as clear. */
export const verdictWords = ({ resultado }: Pick<Found, 'resultado'>): string => VERDICTS[resultado] ?? 'No revisado'

/** How grave a hit is, or what the register says. */
export const levelWords = (level: string): string => VERDICTS[level] ?? level

/** What the list says against a fact of the row; the rest of a reason may name parties. */
const LISTED_FACT = /(?<=frente a )[^;]*/g

const text = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell))

/** Any case, accents or not. */
export const fold = (words: string): string =>
  words
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/**
 * Reads the result of a batch as JSON, with what was asked about each row. What it adds are the last members of each row,
 * whatever the file calls its own.
 */
export const readRows = (json: string, asked: readonly FilaConsultada[] = []): ResultRow[] =>
  (JSON.parse(json) as Record<string, unknown>[]).map((row, at) => {
    const members = Object.entries(row).map(([column, cell]) => [column, text(cell)] as const)
    const first = members.findLastIndex(([column]) => /^resultado(?:_\d+)?$/.test(column))
    // Of a purchase, what the register said that day.
    const added = members.slice(first).map(([column, cell]) => [column.replace(/_\d+$|EnFecha$/, ''), cell])
    const { fila, ...found }: Found & { fila?: string } = { ...NOTHING, ...Object.fromEntries(added) }
    return {
      number: at + 1,
      // Batches of earlier versions have no number.
      fileRow: Number(fila) || at + 1,
      asked: { nombre: asked[at]?.nombres.join(' · ') ?? '', documento: asked[at]?.documento ?? '' },
      cells: members.slice(0, first),
      found: { ...found, motivo: found.motivo.replace(LISTED_FACT, listedDate) },
      reserve: asked[at]?.reserva ?? null,
      group: GROUPS[found.resultado] ?? 'unchecked',
      // Without its number: who looks for 9999 does not mean the row.
      folded: fold([...members.slice(0, first).map(([, cell]) => cell), ...Object.values(found)].join('\n')),
    }
  })

/** What the register says of a supplier that a person must look at, whatever the lists say. */
export type Mark = 'status' | 'condition' | 'name' | 'taxList'

export const MARKS: Readonly<Record<Mark, { words: string; isOn(found: Found): boolean }>> = {
  status: { words: 'No activo', isOn: ({ estado }) => estado !== '' && estado !== 'ACTIVO' },
  condition: { words: 'No habido o no hallado', isOn: ({ condicion }) => /^NO HA(?:BIDO|LLADO)/.test(condicion) },
  name: { words: 'Nombre distinto', isOn: ({ nombreCoincide }) => nombreCoincide === 'no' },
  taxList: { words: 'Sin capacidad operativa', isOn: ({ padrones }) => padrones === 'hallazgo' },
}

const MARK_IDS = Object.keys(MARKS) as Mark[]

/** The marks that some row has, with how many have each. */
export const countMarks = (rows: readonly ResultRow[]): (readonly [mark: Mark, rows: number])[] =>
  MARK_IDS.map((mark) => [mark, rows.filter(({ found }) => MARKS[mark].isOn(found)).length] as const).filter(
    ([, count]) => count > 0,
  )

/** What the rows are filtered by; null for all. */
export interface Filters {
  group: Group | null
  mark: Mark | null
  search: string
}

/** The rows of a group, or with a mark, that have all words of a search. */
export const filterRows = (rows: readonly ResultRow[], { group, mark, search }: Filters): ResultRow[] => {
  const words = fold(search).split(/\s+/).filter(Boolean)
  return rows.filter(
    (row) =>
      (!group || row.group === group) &&
      (!mark || MARKS[mark].isOn(row.found)) &&
      words.every((word) => row.folded.includes(word)),
  )
}

export const countGroups = (rows: readonly ResultRow[]): Record<Group, number> => {
  const counts = { hit: 0, none: 0, unknown: 0, unchecked: 0 }
  for (const { group } of rows) counts[group]++
  return counts
}

const SOURCES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(LISTAS).map(({ dataset, proveedor }) => [dataset, proveedor])),
  sanciones: 'procurement-list',
  judiciales: 'procurement-courts',
  vinculados: 'procurement-people',
  padron: 'taxauth-scraper',
  ssco: 'ssco',
}

/** "OFAC 12/11/2026 y ONU 13/11/2026": all editions that answered rows; a list that changed meanwhile has two. */
export const editionsOf = (rows: readonly ResultRow[]): string =>
  editionsIn([...new Set(rows.map(({ found }) => found.ediciones))])

const EDITION = /^(\S+) (sin fecha, copia del )?(.+)$/

/** The same of texts such as `us 2026-11-12; un sin fecha, copia del 2026-11-13`. */
export const editionsIn = (texts: readonly string[]): string => {
  const all = new Set(texts.flatMap((text) => (text === '' ? [] : text.split('; '))))
  const order = Object.keys(SOURCES)
  const named = [...all].map((one) => {
    const [, list = '', undated, edicion = ''] = EDITION.exec(one) ?? []
    return { list, edicion, sinFecha: undated !== undefined }
  })
  named.sort((a, b) => order.indexOf(a.list) - order.indexOf(b.list) || (a.edicion < b.edicion ? -1 : 1))
  return editionWords(named.map(({ list, ...one }) => ({ proveedor: SOURCES[list] ?? list, ...one })))
}

export const PAGE_ROWS = 50
