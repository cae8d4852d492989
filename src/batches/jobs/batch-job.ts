import type { ListId } from '../../domain/lists.ts'
import type { BatchRecord, BatchRole, BatchSummary, Origin } from '../../domain/records.ts'
import type { AskedOfRows } from '../check/check-row.ts'
import { type PurchaseTotals, shownTotals } from '../check/purchase-totals.ts'
import type { Job } from '../job-store.ts'
import type { NamedColumns } from '../read/header.ts'
import type { SheetLook } from '../table.ts'
import type { ResultPlace } from './batch-files.ts'

/** What the caller of a batch said about the file. */
export interface BatchQuestion extends AskedOfRows {
  named: NamedColumns
  hoja?: string | undefined
  /** True when the first row is data. */
  sinCabecera?: boolean | undefined
  /** The name of the file. */
  archivo?: string | undefined
  /** For how many days it is kept, when not for the usual time. */
  conservar?: number | undefined
}

/** Whose batch it is, whose key pays, and what that key is called. */
export interface BatchOwner {
  accountId: string
  keyId: string
  clave?: string | undefined
  persona?: string | undefined
  /** The name of the account. */
  cuenta?: string | undefined
}

/** A file as it was sent. */
export interface ReceivedFile {
  path: string
  /** True when it was sent as JSON. */
  isJson?: boolean | undefined
  /** The copy of a batch has its rows alone. */
  sha256?: string | undefined
}

/** A file with what was said about it. */
export interface QuestionedFile extends BatchQuestion, ReceivedFile {
  /** True for a result that is to be compared. */
  isResult?: boolean | undefined
}

/** How the result of a batch is to be written, whatever the format. */
export interface ResultShape {
  /** Those of the file and those that the result adds. A task has them shortened. */
  columns: readonly string[]
  /** What each column of the file means; batches of earlier versions do not have it. */
  roles?: readonly (BatchRole | null)[]
  /** Of a workbook, which sheets it has the rows of, and which not. */
  sheets?: Pick<BatchRecord, 'hojasLeidas' | 'hojasSinLeer'>
  separator: string
  /** A mark in front of CSV, for spreadsheet programs. */
  mark: boolean
  rowCount: number
  longestCell: number
  /** How the sheet of a workbook looks. A task does not have it. */
  look?: SheetLook | undefined
}

/** The task of a job that is a batch. */
export interface BatchTask extends BatchQuestion, Omit<BatchOwner, 'accountId'> {
  /** Of the upload; batches of earlier versions do not have it. */
  bytes?: number
  /** Of the file as it was sent; batches of earlier versions do not have it. */
  sha256?: string | undefined
  result: ResultShape
}

/** How far a batch is. Who takes it over goes on from here, so it is written after what it tells of. */
export interface BatchProgress {
  /** On which editions the answers rest; batches of earlier versions do not have it. */
  origins?: Origin[]
  /** The rows of the result so far; null before the first. */
  place: ResultPlace | null
  procesadas: number
  conCoincidencia: number
  noRevisadas: number
  /** Of these, rows that another try may check. Batches of earlier versions do not tell. */
  pendientes?: number
  unidades: number
  /** Of purchases. */
  compras?: PurchaseTotals | undefined
  /** Why no further row is asked about; null as long as rows are. */
  refusal: string | null
  /** How often it was begun since rows were last added. */
  attempts: number
  /** The rules of the matcher by which the last rows were checked. */
  politica?: string | undefined
  /** While rows that were not checked are asked about again: how it had ended before. */
  earlier?: BatchProgress | undefined
}

export interface BatchJob extends Job {
  task: BatchTask
  progress: BatchProgress | null
}

export const NO_PROGRESS: BatchProgress = {
  place: null,
  procesadas: 0,
  conCoincidencia: 0,
  noRevisadas: 0,
  pendientes: 0,
  unidades: 0,
  refusal: null,
  attempts: 0,
}

/** The refusal of a batch that was begun again and again. */
export const NOT_PROCESSED = 'No se revisó: el lote no se pudo procesar'

const STATES: Record<Job['state'], BatchRecord['estado']> = {
  receiving: 'en_cola',
  queued: 'en_cola',
  running: 'procesando',
  finished: 'terminado',
  cancelled: 'cancelado',
}

/** A batch as callers see it in a list. */
export const summaryOf = (job: Job): BatchSummary => {
  const { task, progress } = job as BatchJob
  const { procesadas, conCoincidencia, noRevisadas, pendientes = noRevisadas, refusal } = progress ?? NO_PROGRESS
  return {
    id: job.id,
    archivo: task.archivo ?? null,
    tipo: task.tipo,
    ...(task.listas !== undefined && { listas: task.listas.split(',') as ListId[] }),
    clave: task.clave ?? null,
    persona: task.persona ?? null,
    estado: STATES[job.state],
    filas: task.result.rowCount,
    ...{ procesadas, conCoincidencia, noRevisadas, pendientes },
    ...(task.tipo === 'compras' && { compras: shownTotals(progress?.compras) }),
    detenidoPor: refusal === null ? null : refusal === NOT_PROCESSED ? 'error' : 'cuota',
    creado: new Date(job.createdAtMs).toISOString(),
    terminado: job.finishedAtMs === null ? null : new Date(job.finishedAtMs).toISOString(),
    venceEl: new Date(job.expiresAtMs).toISOString(),
  }
}

/** A batch as callers see it. */
export const recordOf = (job: Job): BatchRecord => ({
  ...summaryOf(job),
  columnas: columnsOf((job as BatchJob).task.result),
  ...((job as BatchJob).task.result.sheets ?? { hojasLeidas: [], hojasSinLeer: [] }),
})

const columnsOf = ({ columns, roles = [] }: ResultShape): BatchRecord['columnas'] =>
  roles.map((papel, at) => ({ nombre: columns[at] ?? '', papel }))

/** What a record tells of the names of columns: callers ask for it often. */
const MOST_NAME = 1_000
const MOST_NAMES = 32_768

/** The names as a record tells them. The result has them whole. */
export const shortNames = (columns: readonly string[]): string[] => {
  const all = columns.reduce((sum, { length }) => sum + Math.min(length, MOST_NAME), 0)
  const most = all > MOST_NAMES ? Math.floor(MOST_NAMES / columns.length) : MOST_NAME
  return columns.map((name) => (name.length > most ? `${name.slice(0, most - 1)}…` : name))
}

/** What stays of the task of a batch that is cancelled: nothing that stood in its file. */
export const withoutNames = ({ tipo, keyId, clave, persona, cuenta, archivo, result }: BatchTask): BatchTask => ({
  ...{ tipo, keyId, clave, persona, cuenta, archivo, named: {} },
  result: { ...result, columns: [], roles: [], sheets: { hojasLeidas: [], hojasSinLeer: [] } },
})
