import type { BatchKind, BatchRecord, BatchRole } from '../../domain/records.ts'
import type { Job } from '../job-store.ts'
import type { NamedColumns } from '../read/header.ts'
import type { ResultPlace } from './batch-files.ts'

/** What the caller of a batch said about the file. */
export interface BatchQuestion {
  tipo: BatchKind
  named: NamedColumns
  hoja?: string | undefined
  /** True when the first row is data. */
  sinCabecera?: boolean | undefined
}

/** A file with what was said about it. */
export interface QuestionedFile extends BatchQuestion {
  path: string
  /** True when it was sent as JSON. */
  isJson?: boolean | undefined
}

/** How the result of a batch is to be written, whatever the format. */
export interface ResultShape {
  /** Those of the file and those that the result adds. */
  columns: readonly string[]
  /** What each column of the file means; batches of earlier versions do not have it. */
  roles?: readonly (BatchRole | null)[]
  separator: string
  /** A mark in front of CSV, for spreadsheet programs. */
  mark: boolean
  rowCount: number
  longestCell: number
}

/** The task of a job that is a batch. */
export interface BatchTask extends BatchQuestion {
  keyId: string
  result: ResultShape
}

/** How far a batch is. Who takes it over goes on from here, so it is written after what it tells of. */
export interface BatchProgress {
  /** The rows of the result so far; null before the first. */
  place: ResultPlace | null
  procesadas: number
  conCoincidencia: number
  noRevisadas: number
  unidades: number
  /** Why no further row is asked about; null as long as rows are. */
  refusal: string | null
  /** How often it was begun since rows were last added. */
  attempts: number
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
  unidades: 0,
  refusal: null,
  attempts: 0,
}

const STATES: Record<Job['state'], BatchRecord['estado']> = {
  queued: 'en_cola',
  running: 'procesando',
  finished: 'terminado',
  cancelled: 'cancelado',
}

/** A batch as callers see it. */
export const recordOf = (job: Job): BatchRecord => {
  const { task, progress } = job as BatchJob
  const { procesadas, conCoincidencia, noRevisadas } = progress ?? NO_PROGRESS
  return {
    id: job.id,
    tipo: task.tipo,
    estado: STATES[job.state],
    filas: task.result.rowCount,
    columnas: columnsOf(task.result),
    ...{ procesadas, conCoincidencia, noRevisadas },
    creado: new Date(job.createdAtMs).toISOString(),
    terminado: job.finishedAtMs === null ? null : new Date(job.finishedAtMs).toISOString(),
    venceEl: new Date(job.expiresAtMs).toISOString(),
  }
}

const columnsOf = ({ columns, roles = [] }: ResultShape): BatchRecord['columnas'] =>
  roles.map((papel, at) => ({ nombre: columns[at] ?? '', papel }))
