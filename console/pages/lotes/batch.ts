import type { Lote } from '../../client.ts'
import { count, formatNumber } from '../../format.ts'
import { type ListId, SCREENED } from '../../lists.ts'
import { BATCH_KINDS } from '../../words/batches.ts'
import { LIST_NAMES } from '../../words/screening.ts'

export type BatchKind = Lote['tipo']

/** The kinds of batch: what each is called, and what it does with a row. */
export const KINDS: Readonly<Record<BatchKind, { name: string; does: string; lists: readonly ListId[] }>> = {
  aml: {
    name: BATCH_KINDS.aml,
    does: 'Busca cada nombre en las listas de sanciones. Necesita una columna de nombres.',
    lists: SCREENED,
  },
  sanciones: {
    name: BATCH_KINDS.sanciones,
    does: 'Dice si cada proveedor está inhabilitado para contratar con el Estado. Necesita el RUC o el nombre.',
    lists: ['sanciones'],
  },
  ruc: {
    name: BATCH_KINDS.ruc,
    does: 'Da la razón social, el estado y la condición de cada RUC. Necesita el RUC.',
    lists: ['padron'],
  },
  proveedor: {
    name: BATCH_KINDS.proveedor,
    does: 'Padrón, padrones tributarios, lista de inhabilitados, órdenes judiciales y listas de sanciones de cada RUC. Cuesta hasta cinco unidades por fila, y una más con las personas vinculadas.',
    lists: ['padron', 'ssco', 'sanciones', 'judiciales', ...SCREENED],
  },
  compras: {
    name: BATCH_KINDS.compras,
    does: 'Qué era cada proveedor en la fecha de emisión de su comprobante: estado, condición y sujetos sin capacidad operativa. Acepta el registro de compras (PLE 8.1, RCE) o el RUC y la fecha.',
    lists: ['padron'],
  },
  vigilados: {
    name: BATCH_KINDS.vigilados,
    does: 'Pone bajo vigilancia a cada cliente o proveedor. Necesita una columna de nombres y otra de referencias.',
    lists: SCREENED,
  },
}

/** Those that are chosen on this page. */
export const KIND_IDS = (Object.keys(KINDS) as BatchKind[]).filter((kind) => kind !== 'vigilados')

const LISTS: Readonly<Record<string, string>> = {
  ...LIST_NAMES,
  sanciones: 'Lista de inhabilitados',
  judicial: 'Órdenes judiciales',
  vinculados: 'Personas vinculadas',
  padron: 'Padrón',
}

/** What a batch looks for, with how many rows have it. */
export const hitWords = (tipo: BatchKind, rows: number | string): string =>
  `${rows} ${tipo === 'compras' ? 'con observaciones' : 'con coincidencia'}`

/** Why a purchase is observed. */
export const CAUSES: Readonly<Record<NonNullable<Lote['compras']>['porCausa'][number]['causa'], string>> = {
  no_figura: 'no figura en el padrón',
  no_activo: 'no activo',
  no_habido: 'no habido o no hallado',
  ssco: 'sin capacidad operativa',
  ssco_posterior: 'sin capacidad operativa, publicado después',
  comprobante: 'comprobante anulado o no autorizado',
}

/** A list as a result names it, in words. */
export const listName = (lista: string): string => LISTS[lista] ?? lista

/** How each state is told. */
export const STATES: Readonly<Record<Lote['estado'], string>> = {
  en_cola: 'En cola',
  procesando: 'En proceso',
  terminado: 'Terminado',
  cancelado: 'Cancelado',
}

export const isOpen = ({ estado }: Pick<Lote, 'estado'>): boolean => estado === 'en_cola' || estado === 'procesando'

/** What was seen of a batch at some moment, in milliseconds of any clock. */
export interface Seen {
  atMs: number
  procesadas: number
}

const WINDOW_MS = 10_000

/** Adds what is seen now, and forgets what is too old to tell the speed of now. */
export const addSeen = (before: readonly Seen[], now: Seen): Seen[] => [
  ...before.filter(({ atMs, procesadas }) => now.atMs - atMs <= WINDOW_MS && procesadas <= now.procesadas),
  now,
]

/** Rows a second; null while nothing can be told. */
export const rowsPerSecond = (seen: readonly Seen[]): number | null => {
  const [first, last] = [seen[0], seen.at(-1)]
  if (!first || !last || last.atMs <= first.atMs || last.procesadas <= first.procesadas) return null
  return ((last.procesadas - first.procesadas) * 1000) / (last.atMs - first.atMs)
}

/** "unas 1,200 filas por segundo"; below ten with one decimal. */
export const speedWords = (perSecond: number): string =>
  perSecond < 10 ? `${formatNumber(perSecond, 1)} filas por segundo` : `${formatNumber(perSecond)} filas por segundo`

/** "faltan unos 20 segundos". */
export const timeLeftWords = (rowsLeft: number, perSecond: number): string => {
  const seconds = Math.ceil(rowsLeft / perSecond)
  if (seconds <= 1) return 'falta un segundo'
  if (seconds < 90) return `faltan unos ${count(seconds, 'segundo', 'segundos')}`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `faltan unos ${count(minutes, 'minuto', 'minutos')}`
  return `faltan unas ${count(Math.round(minutes / 60), 'hora', 'horas')}`
}
