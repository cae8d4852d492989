import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { BatchChanges, BatchFormat, BatchPreview, BatchRecord, BatchSummary } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { errorFacts } from '../../kernel/log.ts'
import type { Job, JobCounts } from '../job-store.ts'
import { placeRows } from '../uploads/kept-rows.ts'
import type { UploadReader } from '../uploads/upload-readers.ts'
import { tooLarge } from '../uploads/upload-size.ts'
import { type AddDeps, addBatch } from './add-batch.ts'
import type { RowAnswer } from './asked-rows.ts'
import {
  type BatchJob,
  type BatchOwner,
  type QuestionedFile,
  type ReceivedFile,
  recordOf,
  summaryOf,
} from './batch-job.ts'
import { BatchRunner, type RunnerDeps } from './batch-runner.ts'
import { type CertifiedBatch, certifiedBatch } from './certified-batch.ts'
import { askAgain, changesOf, rowOf, writeAsked, writeResult } from './finished-batch.ts'
import type { WorkFolder } from './work-folder.ts'

export interface OwnedBatch {
  accountId: string
  id: string
}

/** The batches as the edge asks about them. Everything that travels is plain data: other threads ask the same. */
export type BatchRequests = {
  /** What a batch of this file would be. The upload is gone afterwards. */
  previewBatch(input: { upload: QuestionedFile; accountId: string }): Promise<Omit<BatchPreview, 'unidadesDisponibles'>>
  /** Takes over an upload, whatever becomes of it. */
  createBatch(input: { upload: QuestionedFile; owner: BatchOwner }): Promise<BatchRecord>
  /** The sender of this file has gone: what is done with it is of use to nobody. */
  cancelUpload(path: string): Promise<void>
  findBatch(batch: OwnedBatch): Promise<BatchRecord>
  listBatches(accountId: string): Promise<BatchSummary[]>
  /** The result as a file in the work folder, which the caller removes. */
  batchResult(input: OwnedBatch & { format: BatchFormat }): Promise<string>
  /** What the certificate of a finished batch states. */
  certifyBatch(batch: OwnedBatch): Promise<CertifiedBatch>
  /** One row of a result, from 1: what was asked, and the comparison with the lists. */
  batchRow(input: OwnedBatch & { fila: number }): Promise<RowAnswer>
  /** What all rows were asked about, as the body of an answer: a file like a result. */
  batchRows(batch: OwnedBatch): Promise<string>
  /** What a result says otherwise than that of another batch, or than a result that was sent. */
  batchChanges(input: OwnedBatch & { con: string }): Promise<BatchChanges>
  batchChangesSince(input: OwnedBatch & { upload: ReceivedFile }): Promise<BatchChanges>
  /** Asks once more about what was not checked. The batch as it is then; one that has nothing left stays as it is. */
  continueBatch(input: OwnedBatch & { keyId: string }): Promise<BatchRecord>
  /** Ends a batch and erases all of it; answers with what it was. */
  removeBatch(batch: OwnedBatch): Promise<BatchRecord>
}

export interface BatchActivity extends JobCounts {
  rowsChecked: number
}

export interface Batches {
  requests: BatchRequests
  activity(): Promise<BatchActivity>
  /** Gives back unfinished jobs with their progress. */
  stop(): Promise<void>
}

export interface BatchesDeps extends RunnerDeps, AddDeps {
  reader: UploadReader
  work: WorkFolder
}

const CLEANING_MS = 60_000
/** So long is waited for those who still read or write a batch; they stop at their next step. */
const LET_GO_MS = 3_000
const LET_GO_POLL_MS = 20

const NO_BATCH = 'No hay un lote con ese identificador; los lotes se borran al vencer'

/** Opens the batches of a running service and goes on with those that were unfinished. */
export const openBatches = (deps: BatchesDeps): Batches => {
  const { jobs, reader, limits, log, nowMs } = deps
  const runner = new BatchRunner(deps)
  const clean = (): void => {
    eraseExpired(deps).catch((error) => log.error(errorFacts(error), 'expired batches cannot be erased'))
  }
  const timer = setInterval(clean, CLEANING_MS).unref()
  clean()
  runner.start()

  const find = async ({ accountId, id }: OwnedBatch, campo = 'id'): Promise<BatchJob> => {
    const job = await jobs.find(accountId, id)
    if (!job || hasExpired(job, nowMs())) throw new Failure('not-found', NO_BATCH, { campo })
    return job as BatchJob
  }
  /** Results that are being read in this process, by the id of their batch. */
  const reading = new Map<string, number>()
  const isInUse = async (id: string): Promise<boolean> => reading.has(id) || jobs.isHeld(id, nowMs())
  /** Waits for those who still read or write the batch. */
  const letGo = async (id: string): Promise<void> => {
    const end = performance.now() + LET_GO_MS
    while (performance.now() < end && (await isInUse(id))) await pause(LET_GO_POLL_MS)
  }
  /** What is read from a batch that is erased meanwhile reaches nobody. */
  const whileFinished = async <Result>(
    batch: OwnedBatch,
    read: (job: BatchJob) => Promise<Result>,
    campo?: 'con',
  ): Promise<Result> => {
    const job = await find(batch, campo)
    if (job.state === 'cancelled') throw new Failure('unfinished', 'El lote fue cancelado y no tiene resultado')
    if (job.state !== 'finished') throw new Failure('unfinished', 'El lote todavía no ha terminado')
    reading.set(job.id, (reading.get(job.id) ?? 0) + 1)
    try {
      return await read(job).finally(() => find(batch))
    } finally {
      const others = (reading.get(job.id) ?? 1) - 1
      if (others > 0) reading.set(job.id, others)
      else reading.delete(job.id)
    }
  }

  /** A file in the work folder, or nothing. */
  const writeFile = async (batch: OwnedBatch, write: (job: BatchJob, to: string) => Promise<void>): Promise<string> => {
    const to = deps.work.newFile()
    try {
      await whileFinished(batch, (job) => write(job, to))
      return to
    } catch (error) {
      await rm(to, { force: true })
      throw error
    }
  }

  const requests: BatchRequests = {
    previewBatch: async ({ upload, accountId }) => {
      try {
        const preview = await reader.preview(upload, accountId)
        checkRows(preview.filas, limits.rows)
        return preview
      } finally {
        await rm(upload.path, { force: true })
      }
    },
    createBatch: async ({ upload, owner }) => {
      const { path, isJson, ...question } = upload
      try {
        const result = await reader.inspect(upload, owner.accountId)
        await placeRows(path)
        checkRows(result.rowCount, limits.rows)
        const record = await addBatch(deps, { path, question, result, owner }, (id) => eraseBatch(deps, id))
        runner.wake()
        return record
      } finally {
        await rm(path, { force: true })
      }
    },
    cancelUpload: async (path) => reader.cancel(path),
    findBatch: async (batch) => recordOf(await find(batch)),
    listBatches: async (accountId) =>
      (await jobs.list(accountId)).filter((job) => !hasExpired(job, nowMs())).map(summaryOf),
    batchResult: ({ format, ...batch }) => writeFile(batch, (job, to) => writeResult(deps, job, { format, to })),
    batchRows: (batch) => writeFile(batch, (job, to) => writeAsked(deps, job, to)),
    batchRow: ({ fila, ...batch }) => whileFinished(batch, (job) => rowOf(deps, job, fila)),
    batchChanges: ({ con, ...batch }) =>
      whileFinished(batch, (job) => {
        refuseWatched(job)
        const compare = async (before: BatchJob): Promise<BatchChanges> => {
          if (before.task.tipo === job.task.tipo) return changesOf(deps, job, before)
          throw new Failure('invalid-input', 'Los dos lotes deben ser del mismo tipo', { campo: 'con' })
        }
        return whileFinished({ ...batch, id: con }, compare, 'con')
      }),
    batchChangesSince: async ({ upload, ...batch }) => {
      const { path } = upload
      try {
        const job = await find(batch)
        refuseWatched(job)
        const { rowCount } = await reader.inspect({ ...upload, ...job.task, isResult: true }, batch.accountId)
        await placeRows(path)
        checkRows(rowCount, limits.rows)
        return await whileFinished(batch, (now) => changesOf(deps, now, path))
      } finally {
        await rm(path, { force: true })
      }
    },
    certifyBatch: async (batch) =>
      certifiedBatch(await find(batch), (format) => requests.batchResult({ ...batch, format })),
    continueBatch: async ({ keyId, ...batch }) => {
      const job = await find(batch)
      if (job.state === 'cancelled') throw new Failure('unfinished', 'El lote fue cancelado: envíe el archivo de nuevo')
      if (job.state !== 'finished') return recordOf(job)
      await letGo(batch.id)
      const again = await askAgain(deps, job, keyId)
      runner.wake()
      return recordOf(again ?? (await find(batch)))
    },
    removeBatch: async (batch) => {
      const job = await find(batch)
      const wasOpen = job.state === 'queued' || job.state === 'running'
      await jobs.expire(batch.accountId, batch.id)
      await letGo(batch.id)
      await eraseBatch(deps, batch.id)
      return wasOpen ? recordOf({ ...job, state: 'cancelled', finishedAtMs: nowMs() }) : recordOf(job)
    },
  }
  return {
    requests,
    activity: async () => ({ ...(await jobs.count()), rowsChecked: runner.rowsChecked }),
    stop: async () => {
      clearInterval(timer)
      await Promise.all([reader.stop(), runner.stop()])
    },
  }
}

/** A batch that is still worked on has not expired. */
const hasExpired = ({ state, expiresAtMs }: Job, nowMs: number): boolean => expiresAtMs <= nowMs && state !== 'running'

const refuseWatched = ({ task }: BatchJob): void => {
  if (task.tipo === 'vigilados')
    throw new Failure('invalid-input', 'Los lotes de vigilados no se comparan: lo que cambia se avisa en las alertas')
}

const checkRows = (rows: number, most: number): void => {
  if (rows > most) throw tooLarge(`El archivo tiene ${rows} filas; un lote admite ${most}`)
}

/** A batch that has ended, and is nobody's any more. The job goes last: until then the next cleaning tries again. */
const eraseBatch = async ({ jobs, files }: BatchesDeps, id: string): Promise<void> => {
  await files.erase(id)
  await jobs.remove(id)
}

/** Erases what has expired, and files that belong to no job. */
const eraseExpired = async (deps: BatchesDeps): Promise<void> => {
  const { jobs, files, nowMs } = deps
  for (const id of await jobs.expireOld(nowMs())) await eraseBatch(deps, id)
  const kept = await files.keptIds()
  if (kept.length === 0) return
  for (const id of await jobs.unknownIds(kept)) await files.erase(id)
}
