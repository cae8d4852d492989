import { Failure } from '../../kernel/errors.ts'
import { diskFailure } from '../../kernel/files/disk-failure.ts'
import { tryLock, waitForLock } from '../../kernel/files/file-lock.ts'
import { errorFacts } from '../../kernel/log.ts'
import type { Dataset, EditionReader, Progress } from './dataset.ts'
import {
  createEditionFolder,
  type EditionFolder,
  editionFolderOf,
  factsInService,
  readState,
  removeLeftovers,
  writeState,
} from './edition-folder.ts'
import { runSteps, type StepOutcome, type StepSettings } from './refresh-steps.ts'

/** The part of a logger that this room uses; pino's fits. */
export interface RefreshLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface RefreshSettings extends StepSettings {
  dataDir: string
  log: RefreshLog
}

export interface RefreshRun {
  progress?: Progress
  signal?: AbortSignal
  /** Wait for a refresh that another process has under way, in place of answering `busy`. */
  wait?: boolean
  /** Asked when no other process refreshes any more: false when what it did is enough. */
  isStillNeeded?: () => Promise<boolean>
}

export type RefreshOutcome = StepOutcome | { outcome: 'failed'; failure: Failure } | { outcome: 'busy' }

/** Refreshes one dataset: either a new edition is in service afterwards, or the old one still is and the reason is recorded. */
export const refreshDataset = async <Reader extends EditionReader, Parsed>(
  dataset: Dataset<Reader, Parsed>,
  settings: RefreshSettings,
  run: RefreshRun = {},
): Promise<RefreshOutcome> => {
  try {
    return await refreshLocked(dataset, settings, run)
  } catch (error) {
    // Not even the status could be written: the disk is full, or the folder belongs to another user.
    const failure = refreshFailure(error)
    settings.log.error({ dataset: dataset.id, ...failureFacts(failure) }, 'dataset folder unusable')
    return { outcome: 'failed', failure }
  }
}

const silent: Progress = { report: () => {} }

const refreshLocked = async <Reader extends EditionReader, Parsed>(
  dataset: Dataset<Reader, Parsed>,
  settings: RefreshSettings,
  { progress = silent, signal = new AbortController().signal, wait = false, isStillNeeded }: RefreshRun,
): Promise<RefreshOutcome> => {
  const folder = editionFolderOf(settings.dataDir, dataset.id)
  createEditionFolder(folder)
  const lock = wait ? await waitForLock(folder.lock, signal) : await tryLock(folder.lock)
  if (!lock) return { outcome: 'busy' }
  try {
    const facts = (await isStillNeeded?.()) === false ? await factsInService(folder) : null
    if (facts) return { outcome: 'unchanged', facts }
    return await recordState(folder, dataset, settings, async () => {
      await removeLeftovers(folder)
      return runSteps({ dataset, folder, settings, progress, signal })
    })
  } finally {
    lock.release()
  }
}

/** Runs `work` and writes into `status.json` that it runs, and how it ended. */
const recordState = async (
  folder: EditionFolder,
  { id }: { id: string },
  { clock, log }: RefreshSettings,
  work: () => Promise<RefreshOutcome>,
): Promise<RefreshOutcome> => {
  const nowIso = () => new Date(clock.now()).toISOString()
  const before = await readState(folder)
  const intento = nowIso()
  await writeState(folder, { ...before, estado: 'running', desde: intento, intento })
  try {
    const outcome = await work()
    const revisado = nowIso()
    const duracionMs = Date.parse(revisado) - Date.parse(intento)
    await writeState(folder, { estado: 'idle', desde: revisado, error: null, intento, revisado, duracionMs })
    logOutcome(id, outcome, duracionMs, log)
    return outcome
  } catch (error) {
    const failure = refreshFailure(error)
    const estado = failure.kind === 'not-configured' ? 'unconfigured' : 'failed'
    await writeState(folder, { ...before, estado, desde: nowIso(), error: failure.message, intento })
    log.warn({ dataset: id, ...failureFacts(failure) }, 'dataset refresh failed')
    return { outcome: 'failed', failure }
  }
}

/** Lost rows are a warning: each may be a false "no" until the publisher corrects them. */
const logOutcome = (id: string, outcome: RefreshOutcome, duracionMs: number, log: RefreshLog): void => {
  const facts = 'facts' in outcome ? outcome.facts : undefined
  const { filas, descartadas, observacionesSinLeer } = facts ?? {}
  const line = { dataset: id, outcome: outcome.outcome, filas, descartadas, observacionesSinLeer, duracionMs }
  if (descartadas) log.warn(line, 'dataset refreshed; some rows could not be read')
  else log.info(line, 'dataset refreshed')
}

const refreshFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  const disk = diskFailure(error)
  if (disk) return disk
  if ((error as { name?: string } | null)?.name === 'AbortError')
    return new Failure('dataset-unavailable', 'La actualización se detuvo antes de terminar', { detail: 'aborted' })
  return new Failure('dataset-unavailable', 'La actualización falló por un error interno', {
    detail: 'unexpected error',
    cause: error,
  })
}

const failureFacts = ({ kind, detail, cause }: Failure) => ({
  kind,
  detail,
  cause: cause === undefined ? undefined : errorFacts(cause),
})
