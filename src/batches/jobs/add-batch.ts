import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { BatchRecord } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import {
  type BatchJob,
  type BatchOwner,
  type BatchQuestion,
  type BatchTask,
  type ResultShape,
  recordOf,
  shortNames,
} from './batch-job.ts'
import type { RunnerDeps } from './batch-runner.ts'

/** Batches that one account may have at the same time, and of those that it wants kept for longer. */
const MOST_BATCHES = 20
const MOST_KEPT = 100
/** What the batches of an account may take together before none is kept for longer. */
const MOST_KEPT_BYTES = 2 ** 30
/** How long the files of a new batch may take on their way into the store. */
const RECEIVING_MS = 300_000
const RETRY_MS = 60_000
const HOUR_MS = 3_600_000

export interface AddDeps extends Pick<RunnerDeps, 'jobs' | 'files' | 'nowMs' | 'hold'> {
  /** 128 random bits unless given: nobody guesses another's. */
  newId?: () => string
  /** Most rows of a file, and how long a batch is kept. */
  limits: { rows: number; hours: number }
}

/** An upload that was read through. */
interface ReadUpload {
  path: string
  question: BatchQuestion & Pick<BatchTask, 'sha256'>
  result: ResultShape
  owner: BatchOwner
}

/** Keeps an upload as a batch. */
export const addBatch = async (
  deps: AddDeps,
  { path, question, result, owner }: ReadUpload,
  erase: (id: string) => Promise<void>,
): Promise<BatchRecord> => {
  const { jobs, files, nowMs, hold, newId = randomId } = deps
  const { accountId, ...by } = owner
  const id = newId()
  const createdAtMs = nowMs()
  const { size: bytes } = await stat(path)
  const { columns, look, ...size } = result
  const task: BatchTask = { ...question, ...by, bytes, result: { ...size, columns: shortNames(columns) } }
  const job = { id, accountId, task, createdAtMs, expiresAtMs: createdAtMs + keptMs(deps, question) }
  await makeSure(deps, job)
  try {
    await files.keepUpload(id, path, { columns, look })
    await jobs.release(id, hold().instanceId)
  } catch (error) {
    // Where this fails too, the next cleaning does it.
    await jobs.expire(accountId, id).then(
      () => erase(id),
      () => {},
    )
    throw error
  }
  return recordOf({ ...job, state: 'queued', progress: null, finishedAtMs: null })
}

const randomId = (): string => randomBytes(16).toString('hex')

const keptMs = ({ limits }: AddDeps, { conservar }: BatchQuestion): number =>
  (conservar === undefined ? limits.hours : conservar * 24) * HOUR_MS

/** Adds the job, or says why the account can have no more. */
const makeSure = async (
  { jobs, limits, hold }: AddDeps,
  job: Omit<BatchJob, 'state' | 'progress' | 'finishedAtMs'>,
): Promise<void> => {
  const usualMs = limits.hours * HOUR_MS
  const isKept = job.expiresAtMs - job.createdAtMs > usualMs
  const most = isKept ? MOST_KEPT : MOST_BATCHES
  if (isKept && (await keptBytes(jobs, job.accountId)) + (job.task.bytes ?? 0) > MOST_KEPT_BYTES)
    throw full('Los lotes de la cuenta ya ocupan 1 GB: borre alguno, o envíe este sin conservarlo más tiempo')
  if (await jobs.add(job, { most, usualMs }, { ...hold(), holdMs: RECEIVING_MS })) return
  throw full(
    isKept
      ? `La cuenta ya conserva ${most} lotes por más tiempo: borre alguno, o envíe este sin conservarlo`
      : `La cuenta ya tiene ${most} lotes: borre alguno o espere a que venza`,
  )
}

const full = (mensaje: string): Failure => new Failure('rate-limited', mensaje, { retryAfterMs: RETRY_MS })

const keptBytes = async (jobs: AddDeps['jobs'], accountId: string): Promise<number> => {
  const all = (await jobs.list(accountId)) as BatchJob[]
  return all.reduce((sum, { task, progress }) => sum + (task.bytes ?? 0) + (progress?.place?.bytes ?? 0), 0)
}
