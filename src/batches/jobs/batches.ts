import { randomBytes } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { BatchFormat, BatchPreview, BatchRecord, BatchSummary } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { errorFacts } from '../../kernel/log.ts'
import type { Job, JobCounts } from '../job-store.ts'
import { placeRows } from '../uploads/kept-rows.ts'
import type { UploadReader } from '../uploads/upload-readers.ts'
import { tooLarge } from '../uploads/upload-size.ts'
import { notWhole } from './batch-files.ts'
import { type BatchJob, type BatchTask, type QuestionedFile, recordOf, shortNames, summaryOf } from './batch-job.ts'
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
  listBatches(accountId: string): Promise<BatchSummary[]>
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
/** How long the files of a new batch may take on their way into the store. */
const RECEIVING_MS = 300_000
/** An erasure waits so long for those who still read or write the batch; they stop at their next step. */
const LET_GO_MS = 3_000
const LET_GO_POLL_MS = 20
const HOUR_MS = 3_600_000

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

  const find = async ({ accountId, id }: OwnedBatch): Promise<BatchJob> => {
    const job = await jobs.find(accountId, id)
    if (!job || hasExpired(job, nowMs())) throw new Failure('not-found', NO_BATCH, { campo: 'id' })
    return job as BatchJob
  }
  /** Results that are being written in this process, by the id of their batch. */
  const writing = new Map<string, number>()
  const isInUse = async (id: string): Promise<boolean> => writing.has(id) || jobs.isHeld(id, nowMs())

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
      (await jobs.list(accountId)).filter((job) => !hasExpired(job, nowMs())).map(summaryOf),
    batchResult: async ({ format, ...batch }) => {
      const job = await find(batch)
      if (job.state === 'cancelled') throw new Failure('unfinished', 'El lote fue cancelado y no tiene resultado')
      if (job.state !== 'finished') throw new Failure('unfinished', 'El lote todavía no ha terminado')
      const to = deps.work.newFile()
      writing.set(job.id, (writing.get(job.id) ?? 0) + 1)
      try {
        await writeResult(deps, job, format, to)
        // Erased meanwhile: nobody gets it any more.
        await find(batch)
        return to
      } catch (error) {
        await rm(to, { force: true })
        await find(batch)
        throw error
      } finally {
        const others = (writing.get(job.id) ?? 1) - 1
        if (others > 0) writing.set(job.id, others)
        else writing.delete(job.id)
      }
    },
    removeBatch: async (batch) => {
      const job = await find(batch)
      const wasOpen = job.state === 'queued' || job.state === 'running'
      await jobs.expire(batch.accountId, batch.id)
      for (const end = performance.now() + LET_GO_MS; performance.now() < end && (await isInUse(batch.id)); )
        await pause(LET_GO_POLL_MS)
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

const checkRows = (rows: number, most: number): void => {
  if (rows > most) throw tooLarge(`El archivo tiene ${rows} filas; un lote admite ${most}`)
}

const randomId = (): string => randomBytes(16).toString('hex')

const addJob = async (
  deps: BatchesDeps,
  path: string,
  { result, ...question }: BatchTask,
  accountId: string,
): Promise<BatchRecord> => {
  const { jobs, files, limits, nowMs, hold, newId = randomId } = deps
  const id = newId()
  const createdAtMs = nowMs()
  const { size: bytes } = await stat(path)
  const task: BatchTask = { ...question, bytes, result: { ...result, columns: shortNames(result.columns) } }
  const job = { id, accountId, task, createdAtMs, expiresAtMs: createdAtMs + limits.hours * HOUR_MS }
  if (!(await jobs.add(job, MOST_KEPT, { ...hold(), holdMs: RECEIVING_MS })))
    throw new Failure('rate-limited', `La cuenta ya tiene ${MOST_KEPT} lotes: borre alguno o espere a que venza`, {
      retryAfterMs: CLEANING_MS,
    })
  try {
    await files.keepUpload(id, path, result.columns)
    await jobs.release(id, hold().instanceId)
  } catch (error) {
    // Where this fails too, the next cleaning does it.
    await jobs.expire(accountId, id).then(
      () => eraseBatch(deps, id),
      () => {},
    )
    throw error
  }
  return recordOf({ ...job, state: 'queued', progress: null, finishedAtMs: null })
}

/** The result of a finished batch as a file that is whole, or an error. */
const writeResult = async (
  { files, checker }: BatchesDeps,
  { id, task, progress }: BatchJob,
  format: BatchFormat,
  to: string,
): Promise<void> => {
  if (!progress?.place) throw notWhole()
  const rows = await files.result(id, progress.place)
  try {
    const columns = (await files.columns(id)) ?? task.result.columns
    const shape = { ...task.result, columns, rowCount: progress.procesadas }
    await checker.run('write', { from: rows.path, bytes: progress.place.bytes, to, format, shape })
  } finally {
    await rows.drop()
  }
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
