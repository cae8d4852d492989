import type { SubjectFacts } from '../../domain/records.ts'
import type { TaskWorker } from '../../kernel/worker.ts'
import { joinOrigins } from '../check/found-parties.ts'
import { addObserved, noPurchases, type ObservedPurchase, type PurchaseTotals } from '../check/purchase-totals.ts'
import type { Hold, JobStore } from '../job-store.ts'
import { politicaOf } from '../write/result-summary.ts'
import type { BatchFiles, LocalFile, ResultWriter } from './batch-files.ts'
import { type BatchJob, type BatchProgress, NO_PROGRESS, NOT_PROCESSED } from './batch-job.ts'
import type { CheckedRows, CheckerTasks } from './checker.ts'

/** The name of batches among the endpoints of a key's usage. */
const ENDPOINT = 'lotes'
/** Rows that are checked, charged and written together. */
const SLICE_ROWS = 200
/** A batch that was begun so often without a row being added is not asked about any further. */
const MOST_ATTEMPTS = 3
/** The count of what a job has charged outlives the job by a day, for an instance that has not heard of its end. */
const DAY_MS = 86_400_000

const QUOTA_SPENT = 'No se revisó: la cuota mensual de la cuenta está agotada'
/** A row that takes several questions may need more than what is left. */
const quotaRefusal = (left: number, needed = 0): string =>
  left <= 0 || needed <= left
    ? QUOTA_SPENT
    : `No se revisó: ${left === 1 ? 'queda 1 unidad' : `quedan ${left} unidades`} de la cuota mensual y la fila en que se detuvo necesita ${needed}`

/** What a batch costs, for the account that pays. */
export interface BatchCost {
  jobId: string
  accountId: string
  keyId: string
  endpoint: string
  total: number
  lowers: boolean
  expiresAtMs: number
}

export interface BatchAccounts {
  /** Charges what a batch has cost so far; the units that it has charged, fewer when the account has no more. */
  chargeJob(cost: BatchCost): Promise<number>
  /** True once the key is revoked or has expired. */
  hasKeyEnded(keyId: string): boolean
}

export interface RunningDeps {
  jobs: JobStore
  files: BatchFiles
  checker: Pick<TaskWorker<CheckerTasks>, 'run'>
  accounts: BatchAccounts
  /** Puts those of a file under watch, where there is a watch. */
  putSubjects?: (input: { accountId: string; keyId: string; subjects: readonly SubjectFacts[] }) => Promise<void>
  hold(): Hold
}

/** What became of a slice: there is more to do, the batch has ended, or it is not ours any more. */
export type SliceOutcome = 'more' | 'finished' | 'lost'

/**
 * One batch that this process works on. A slice of rows is checked, charged, written and then noted as progress, in this
 * order. A process that is killed in between repeats the slice: its rows are written over, and its charge is one total
 * that the store already has.
 */
export class RunningBatch {
  readonly job: BatchJob
  readonly #deps: RunningDeps
  #progress: BatchProgress
  #upload: LocalFile | null = null
  #earlier: LocalFile | null = null
  #writer: ResultWriter | null = null
  #isOpen = false

  constructor(job: BatchJob, deps: RunningDeps) {
    this.job = job
    this.#deps = deps
    this.#progress = job.progress ?? NO_PROGRESS
  }

  get rows(): number {
    return this.#progress.procesadas
  }

  async slice(): Promise<SliceOutcome> {
    if (!this.#isOpen && !(await this.#open())) return 'lost'
    const { checker } = this.#deps
    const { procesadas: from, refusal } = this.#progress
    const slice = { id: this.job.id, from, most: SLICE_ROWS, refusal }
    const checked = await checker.run('check', slice)
    return this.#pay(checked)
  }

  /** Ends the work here, and lets go of what it held open. Never fails. */
  async close(): Promise<void> {
    const { id } = this.job
    const [writer, upload, earlier] = [this.#writer, this.#upload, this.#earlier]
    this.#isOpen = false
    this.#writer = null
    this.#upload = null
    this.#earlier = null
    await Promise.allSettled([this.#deps.checker.run('close', { id }), writer?.close()])
    await Promise.allSettled([upload?.drop(), earlier?.drop()])
  }

  /** Gives up asking again about what was not checked: the batch is what it was before. False when there was no before. */
  async restore(): Promise<boolean> {
    const { jobs, files, hold } = this.#deps
    const { earlier } = this.#progress
    if (!earlier?.place) return false
    await this.#charge(earlier.unidades, true)
    if (await jobs.finish(this.job.id, earlier, hold())) await files.keepOnly(this.job.id, [earlier.place.file])
    return true
  }

  async #open(): Promise<boolean> {
    const { files, checker, jobs, hold } = this.#deps
    const { job } = this
    const { attempts } = this.#progress
    const refusal = this.#progress.refusal ?? (attempts >= MOST_ATTEMPTS ? NOT_PROCESSED : null)
    this.#progress = { ...this.#progress, refusal, attempts: attempts + 1 }
    if (!(await jobs.report(job.id, this.#progress, hold()))) return false
    const { tipo, vinculados, tipoSujeto, named, hoja, sinCabecera, listas, comprobantes, bytes, result } = job.task
    this.#upload = await files.upload(job.id, bytes)
    const file = {
      path: this.#upload.path,
      tipo,
      vinculados,
      tipoSujeto,
      named,
      hoja,
      sinCabecera,
      listas,
      comprobantes,
    }
    const place = this.#progress.earlier?.place
    this.#earlier = place ? await files.result(job.id, place) : null
    const earlier = place && this.#earlier ? { path: this.#earlier.path, bytes: place.bytes } : undefined
    await checker.run('open', { id: job.id, file, from: this.rows, width: result.columns.length, earlier })
    this.#writer = await files.openResult(job.id, this.#progress.place)
    this.#isOpen = true
    return true
  }

  async #pay(checked: CheckedRows): Promise<SliceOutcome> {
    const total = this.#progress.unidades + sum(checked.units)
    const charged = await this.#charge(total)
    if (charged >= total) return this.#keep(checked, total)
    // The quota is spent in the middle: whole rows are paid for as far as it goes, and the rest is told apart.
    const affordable = affordableRows(checked.units, charged - this.#progress.unidades)
    const { checker } = this.#deps
    const at = { id: this.job.id, from: this.rows }
    const paid = await checker.run('check', { ...at, most: affordable, refusal: null })
    const spent = this.#progress.unidades + sum(paid.units)
    await this.#charge(spent, true)
    const refusal = quotaRefusal(charged - spent, checked.units[paid.units.length])
    this.#progress = { ...this.#progress, refusal }
    return this.#keep(paid, spent)
  }

  #charge(total: number, lowers = false): Promise<number> {
    const { id: jobId, accountId, task, expiresAtMs } = this.job
    const cost = { jobId, accountId, keyId: task.keyId, endpoint: ENDPOINT, total, lowers }
    return this.#deps.accounts.chargeJob({ ...cost, expiresAtMs: expiresAtMs + DAY_MS })
  }

  async #keep(checked: CheckedRows, unidades: number): Promise<SliceOutcome> {
    const { jobs, files, hold } = this.#deps
    const before = this.#progress
    const { accountId, task } = this.job
    // Before their rows count as done: put once more after a kill, nothing changes.
    if (checked.subjects.length > 0)
      await this.#deps.putSubjects?.({ accountId, keyId: task.keyId, subjects: checked.subjects })
    const place = await this.#writer?.append(before.place?.bytes ?? 0, checked.text)
    if (!place) return 'lost'
    const { earlier, ...rest } = before
    const progress: BatchProgress = {
      ...rest,
      ...(earlier && !checked.isEnd && { earlier }),
      origins: joinOrigins([...(earlier?.origins ?? []), ...(before.origins ?? []), ...checked.origins]),
      place,
      procesadas: before.procesadas + checked.units.length,
      conCoincidencia: before.conCoincidencia + checked.conCoincidencia,
      noRevisadas: before.noRevisadas + checked.noRevisadas,
      pendientes: (before.pendientes ?? 0) + checked.pendientes,
      ...(this.job.task.tipo === 'compras' && { compras: addAll(before.compras, checked.observadas) }),
      unidades,
      attempts: 0,
      politica: politicaOf(this.job.task.tipo),
    }
    const { id } = this.job
    const isOurs = await (checked.isEnd ? jobs.finish(id, progress, hold()) : jobs.report(id, progress, hold()))
    if (!isOurs) return 'lost'
    this.#progress = progress
    if (checked.isEnd && task.tipo === 'vigilados') await files.eraseUpload(id)
    // What the progress told of so far is not needed any more.
    const kept = [place, progress.earlier?.place].flatMap((one) => one?.file ?? [])
    if (before.place?.file !== place.file || (earlier && checked.isEnd)) await files.keepOnly(id, kept)
    return checked.isEnd ? 'finished' : 'more'
  }
}

const addAll = (before: PurchaseTotals | undefined, observed: readonly ObservedPurchase[]): PurchaseTotals => {
  const totals = before ? structuredClone(before) : noPurchases()
  for (const one of observed) addObserved(totals, one)
  return totals
}

const sum = (units: readonly number[]): number => units.reduce((total, one) => total + one, 0)

/** How many of the first rows these units pay for. */
const affordableRows = (units: readonly number[], available: number): number => {
  let left = available
  const first = units.findIndex((one) => (left -= one) < 0)
  return first < 0 ? units.length : first
}
