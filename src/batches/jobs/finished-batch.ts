import type { BatchChanges, BatchFormat } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { resultColumns } from '../check/results.ts'
import type { ReviewFacts } from '../write/result-summary.ts'
import type { AskedResult, RowAnswer } from './asked-rows.ts'
import { notWhole } from './batch-files.ts'
import { type BatchJob, NO_PROGRESS, type ResultShape } from './batch-job.ts'
import type { RunnerDeps } from './batch-runner.ts'
import type { KeptResult } from './result-lines.ts'

type Deps = Pick<RunnerDeps, 'files' | 'checker' | 'jobs' | 'nowMs'>

/** The kept rows of a finished batch and how they are to be read. */
interface OpenResult {
  result: KeptResult
  shape: ResultShape
}

const withResult = async <Result>(
  { files }: Pick<Deps, 'files'>,
  { id, task, progress }: BatchJob,
  use: (open: OpenResult) => Promise<Result>,
): Promise<Result> => {
  if (!progress?.place) throw notWhole()
  const { path, drop } = await files.result(id, progress.place)
  try {
    const head = await files.head(id)
    const result = { path, bytes: progress.place.bytes }
    return await use({ result, shape: { ...task.result, ...head, rowCount: progress.procesadas } })
  } finally {
    await drop()
  }
}

/** The result of a finished batch as a file that is whole, or an error. */
export const writeResult = (
  deps: Deps,
  job: BatchJob,
  { format, to }: { format: BatchFormat; to: string },
): Promise<void> =>
  withResult(deps, job, ({ result: { path: from, bytes }, shape }) =>
    deps.checker.run('write', { from, bytes, to, format, shape, review: reviewOf(job) }),
  )

const reviewOf = ({ task, progress, createdAtMs, finishedAtMs }: BatchJob): ReviewFacts => ({
  tipo: task.tipo,
  archivo: task.archivo,
  quien: [task.persona, task.clave && `clave «${task.clave}»`].filter(Boolean).join(', '),
  cuenta: task.cuenta,
  receivedAtMs: createdAtMs,
  doneAtMs: finishedAtMs ?? createdAtMs,
  politica: progress?.politica,
  compras: progress?.compras,
})

const withAsked = <Result>(deps: Deps, job: BatchJob, use: (asked: AskedResult) => Promise<Result>): Promise<Result> =>
  withResult(deps, job, (open) => use({ ...open, ...askedOf(job.task), named: job.task.named }))

const askedOf = ({ tipo, vinculados, listas, comprobantes }: BatchJob['task']) => ({
  ...{ tipo, vinculados, listas, comprobantes },
})

/** What all rows of a finished batch were asked about, as a file. */
export const writeAsked = (deps: Deps, job: BatchJob, to: string): Promise<void> =>
  withAsked(deps, job, (asked) => deps.checker.run('asked', { ...asked, to }))

/** One row of a finished batch with what was asked about it. */
export const rowOf = (deps: Deps, job: BatchJob, fila: number): Promise<RowAnswer> =>
  withAsked(deps, job, (asked) => {
    const { rowCount } = asked.shape
    if (fila > rowCount) throw new Failure('not-found', `El lote tiene ${rowCount} filas`, { campo: 'fila' })
    return deps.checker.run('row', { ...asked, fila })
  })

/** What a finished batch says otherwise than an earlier one, or than a result whose rows are in this file. */
export const changesOf = (deps: Deps, job: BatchJob, before: BatchJob | string): Promise<BatchChanges> =>
  withAsked(deps, job, (now) => {
    if (typeof before === 'string') return deps.checker.run('changes', { now, before: { path: before } })
    return withAsked(deps, before, (earlier) => deps.checker.run('changes', { now, before: earlier }))
  })

/** Has what was not checked asked about once more, for the key that wants it. The batch as it then is; null when it has changed meanwhile. */
export const askAgain = async ({ jobs, nowMs }: Deps, job: BatchJob, keyId: string): Promise<BatchJob | null> => {
  const { accountId, task, progress } = job
  if (!progress || progress.noRevisadas === 0) return job
  if (task.tipo === 'vigilados')
    throw new Failure('unfinished', 'El archivo de vigilados ya no se conserva: envíe las filas corregidas')
  if (
    task.result.columns.length !==
    (task.result.roles?.length ?? -1) + resultColumns(task.tipo, task.comprobantes).length
  )
    throw new Failure('unfinished', 'El lote es de una versión anterior del servicio: envíe el archivo de nuevo')
  const again = { ...NO_PROGRESS, unidades: progress.unidades, earlier: progress }
  const reopened: BatchJob = { ...job, task: { ...task, keyId }, progress: again }
  if (!(await jobs.reopen(accountId, reopened, nowMs()))) return null
  return { ...reopened, state: 'queued', finishedAtMs: null }
}
