import { editionWords } from '../../../lists.ts'
import type { BatchKind } from '../batch.ts'

/** The columns that a result adds to those of the file, in their order. */
const ADDED = [
  'resultado',
  'coincidencias',
  'puntaje',
  'nombreEnLista',
  'lista',
  'programa',
  'motivo',
  'ediciones',
] as const

export type Found = Readonly<Record<(typeof ADDED)[number], string>>

/** One row of a result. */
export interface ResultRow {
  /** From 1, as in the file, without its header. */
  number: number
  /** The file's own cells, in the order of its columns. */
  cells: readonly (readonly [column: string, text: string])[]
  found: Found
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
  sin_coincidencias: 'none',
  no_sancionado: 'none',
  no_encontrado: 'unknown',
}

/** What the filters are called. In a batch of the register, what is found is no coincidence. */
export const groupWords = (kind: BatchKind): Readonly<Record<Group, string>> => ({
  hit: kind === 'ruc' ? 'Encontrado' : 'Con coincidencia',
  none: 'Sin coincidencias',
  unknown: 'No encontrado',
  unchecked: 'No revisado',
})

/** The groups that a kind of batch can have. */
export const groupsOf = (kind: BatchKind): readonly Group[] => {
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
  no_encontrado: 'No encontrado',
}

/** The verdict of a row. One that this version does not know is never told as clear. */
export const verdictWords = ({ resultado }: Found): string => VERDICTS[resultado] ?? 'No revisado'

const text = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell))

/** Any case, accents or not. */
export const fold = (words: string): string =>
  words
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Reads the result of a batch as JSON. What it adds are the last members of each row, whatever the file calls its own. */
export const readRows = (json: string): ResultRow[] =>
  (JSON.parse(json) as Record<string, unknown>[]).map((row, at) => {
    const members = Object.entries(row).map(([column, cell]) => [column, text(cell)] as const)
    const own = members.slice(0, -ADDED.length)
    const added = members.slice(-ADDED.length)
    const found = Object.fromEntries(ADDED.map((name, i) => [name, added[i]?.[1] ?? ''])) as Found
    return {
      number: at + 1,
      cells: own,
      found,
      group: GROUPS[found.resultado] ?? 'unchecked',
      folded: fold(members.map(([, cell]) => cell).join('\n')),
    }
  })

/** The rows of a group that have all words of a search. */
export const filterRows = (rows: readonly ResultRow[], group: Group | null, search: string): ResultRow[] => {
  const words = fold(search).split(/\s+/).filter(Boolean)
  return rows.filter((row) => (!group || row.group === group) && words.every((word) => row.folded.includes(word)))
}

export const countGroups = (rows: readonly ResultRow[]): Record<Group, number> => {
  const counts = { hit: 0, none: 0, unknown: 0, unchecked: 0 }
  for (const { group } of rows) counts[group]++
  return counts
}

const SOURCES: Readonly<Record<string, string>> = {
  us: 'us-list',
  un: 'un-list',
  sanciones: 'procurement-list',
  padron: 'taxauth-scraper',
}

/** "OFAC 12/11/2026 y ONU 13/11/2026": all editions that answered rows; a list that changed meanwhile has two. */
export const editionsOf = (rows: readonly ResultRow[]): string => {
  const all = new Set(rows.flatMap(({ found }) => (found.ediciones === '' ? [] : found.ediciones.split('; '))))
  const order = Object.keys(SOURCES)
  const named = [...all].map((one) => one.split(' ') as [string, string | undefined])
  named.sort(([a, x = ''], [b, y = '']) => order.indexOf(a) - order.indexOf(b) || (x < y ? -1 : 1))
  return editionWords(named.map(([list, edicion]) => ({ proveedor: SOURCES[list] as never, edicion })))
}

export const PAGE_ROWS = 50
