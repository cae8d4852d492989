import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { BatchFormat, BatchPreview, BatchRecord } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { errorFacts } from '../../kernel/log.ts'
import type { Job, JobCounts } from '../job-store.ts'
import type { UploadReader } from '../uploads/upload-readers.ts'
import { tooLarge } from '../uploads/upload-size.ts'
import { type BatchJob, type BatchTask, type QuestionedFile, recordOf } from './batch-job.ts'
import { BatchRunner, type RunnerDeps } from './batch-runner.ts'
import type { WorkFolder } from './work-folder.ts'

/** Whose batch it is, and whose key pays. */
export interface BatchOwner {
  accountId: string
  keyId: string
}

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
  listBatches(accountId: string): Promise<BatchRecord[]>
  /** The result as a file in the work folder, which the caller removes. */
  batchResult(input: OwnedBatch & { format: BatchFormat }): Promise<string>
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

export interface BatchesDeps extends RunnerDeps {
  reader: UploadReader
  work: WorkFolder
  /** 128 random bits unless given: nobody guesses another's. */
  newId?: () => string
  /** Most rows of a file, and how long a batch is kept. */
  limits: { rows: number; hours: number }
}

/** Batches that one account may keep at the same time. */
const MOST_KEPT = 20
const CLEANING_MS = 60_000
const HOUR_MS = 3_600_000

const NO_BATCH = 'No hay un lote con ese identificador; los lotes se borran al vencer'

/** Opens the batches of a running service and goes on with those that were unfinished. */
export const openBatches = (deps: BatchesDeps): Batches => {
  const { jobs, files, checker, reader, limits, log, nowMs } = deps
  const runner = new BatchRunner(deps)
  const clean = (): void => {
    eraseExpired(deps).catch((error) => log.error(errorFacts(error), 'expired batches cannot be erased'))
  }
  const timer = setInterval(clean, CLEANING_MS).unref()
  clean()
  runner.start()

  const find = async ({ accountId, id }: OwnedBatch): Promise<Job> => {
    const job = await jobs.find(accountId, id)
    if (!job || hasExpired(job, nowMs())) throw new Failure('not-found', NO_BATCH, { campo: 'id' })
    return job
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
        checkRows(result.rowCount, limits.rows)
        const record = await addJob(deps, path, { ...question, keyId: owner.keyId, result }, owner.accountId)
        runner.wake()
        return record
      } finally {
        await rm(path, { force: true })
      }
    },
    cancelUpload: async (path) => reader.cancel(path),
    findBatch: async (batch) => recordOf(await find(batch)),
    listBatches: async (accountId) =>
      (await jobs.list(accountId)).filter((job) => !hasExpired(job, nowMs())).map(recordOf),
    batchResult: async ({ format, ...batch }) => {
      const { id, state, task, progress } = (await find(batch)) as BatchJob
      if (state === 'cancelled') throw new Failure('unfinished', 'El lote fue cancelado y no tiene resultado')
      if (state !== 'finished') throw new Failure('unfinished', 'El lote todavía no ha terminado')
      const place = progress?.place
      const from = place ? await files.result(id, place) : null
      if (!place || from === null) throw new Failure('not-found', NO_BATCH, { campo: 'id' })
      const to = deps.work.newFile()
      await checker.run('write', { from, bytes: place.bytes, to, format, shape: task.result }).catch(async (error) => {
        await rm(to, { force: true })
        throw error
      })
      return to
    },
    removeBatch: async (batch) => {
      const job = await find(batch)
      const wasOpen = await jobs.cancel(batch.accountId, batch.id, nowMs())
      await jobs.remove(batch.accountId, batch.id)
      await files.erase(batch.id)
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

const checkRows = (rows: number, most: number): void => {
  if (rows > most) throw tooLarge(`El archivo tiene ${rows} filas; un lote admite ${most}`)
}

const randomId = (): string => randomBytes(16).toString('hex')

const addJob = async (
  { jobs, files, limits, nowMs, newId = randomId }: BatchesDeps,
  path: string,
  task: BatchTask,
  accountId: string,
): Promise<BatchRecord> => {
  const id = newId()
  const createdAtMs = nowMs()
  const job = { id, accountId, task, createdAtMs, expiresAtMs: createdAtMs + limits.hours * HOUR_MS }
  await files.keepUpload(id, path)
  const isAdded = await jobs.add(job, MOST_KEPT).catch(async (error) => {
    await files.erase(id)
    throw error
  })
  if (isAdded) return recordOf({ ...job, state: 'queued', progress: null, finishedAtMs: null })
  await files.erase(id)
  throw new Failure('rate-limited', `La cuenta ya tiene ${MOST_KEPT} lotes: borre alguno o espere a que venza`, {
    retryAfterMs: CLEANING_MS,
  })
}

/** Erases what has expired, and files that belong to no job. */
const eraseExpired = async ({ jobs, files, nowMs }: BatchesDeps): Promise<void> => {
  for (const id of await jobs.removeExpired(nowMs())) await files.erase(id)
  const onDisk = await files.idsOnDisk()
  if (onDisk.length === 0) return
  for (const id of await jobs.unknownIds(onDisk)) await files.erase(id)
}
