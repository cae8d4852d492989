import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/errors.ts'
import { diskFailure } from '../../kernel/files/disk-failure.ts'
import { type FileLock, tryLock, waitForLock } from '../../kernel/files/file-lock.ts'
import { errorFacts } from '../../kernel/log.ts'
import type { Dataset, DatasetId, EditionReader, Progress } from './dataset.ts'
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

/** The right to ask the publisher of a dataset, held by one process at a time. */
export interface FleetTurn {
  release(): void | Promise<void>
}

export interface RefreshSettings extends StepSettings {
  dataDir: string
  log: RefreshLog
  /**
   * Waits until no other machine asks this publisher; for fleets whose machines share more than a folder. Absent, the
   * lock of the data folder decides alone. A rejection is logged, and the refresh goes on without the turn.
   */
  fleetTurn?: ((id: DatasetId, signal: AbortSignal) => Promise<FleetTurn>) | undefined
}

export interface RefreshRun {
  progress?: Progress
  signal?: AbortSignal
  /** Take what is offered even when it is older or much smaller than what is in service. */
  force?: boolean
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
  { progress = silent, signal = new AbortController().signal, wait = false, force = false, isStillNeeded }: RefreshRun,
): Promise<RefreshOutcome> => {
  const folder = editionFolderOf(settings.dataDir, dataset.id)
  createEditionFolder(folder)
  // The turn comes before the lock everywhere, so that nobody waits for the one while holding the other.
  const turn = dataset.place ? null : await takeTurn(dataset.id, settings, signal)
  const lock = await takeLock(folder, wait, signal).catch(async (error) => {
    await turn?.release()
    throw error
  })
  try {
    if (!lock) return { outcome: 'busy' }
    const facts = (await isStillNeeded?.()) === false ? await factsInService(folder) : null
    if (facts) return { outcome: 'unchanged', facts }
    return await recordState(folder, dataset, settings, async () => {
      await removeLeftovers(folder)
      return runSteps({ dataset, folder, settings, progress, signal, force })
    })
  } finally {
    lock?.release()
    await turn?.release()
  }
}

const takeLock = (folder: EditionFolder, wait: boolean, signal: AbortSignal): Promise<FileLock | null> =>
  wait ? waitForLock(folder.lock, signal) : tryLock(folder.lock)

const takeTurn = async (
  id: DatasetId,
  { fleetTurn, log }: RefreshSettings,
  signal: AbortSignal,
): Promise<FleetTurn | null> => {
  try {
    return (await fleetTurn?.(id, signal)) ?? null
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ dataset: id, ...errorFacts(error) }, 'the turn to refresh cannot be had: refreshing without it')
    return null
  }
}

/** Records that there is nothing new, without a refresh; what an earlier failure said is over. */
export const recordChecked = async (
  { id, place }: Pick<Dataset<EditionReader>, 'id' | 'place'>,
  { dataDir, clock, log }: RefreshSettings,
): Promise<void> => {
  const folder = editionFolderOf(dataDir, id)
  const before = await readState(folder)
  const revisado = checkedAt(place, clock)
  if (before.estado === 'idle' && before.error === null && before.revisado === revisado) return
  const lock = await tryLock(folder.lock)
  // Whoever holds it records an outcome of its own.
  if (!lock) return
  try {
    const now = new Date(clock.now()).toISOString()
    await writeState(folder, { ...before, estado: 'idle', desde: now, error: null, intento: now, revisado })
    if (before.error !== null) log.info({ dataset: id }, 'the place of editions answers again')
  } finally {
    lock.release()
  }
}

/** When the publisher was asked: by us just now, or by whoever offers the edition, as far as our clock can believe it. */
const checkedAt = (place: Dataset<EditionReader>['place'], clock: Clock): string => {
  const now = clock.now()
  const stated = Date.parse(place?.checked() ?? '')
  return new Date(Number.isNaN(stated) ? now : Math.min(stated, now)).toISOString()
}

/** Runs `work` and writes into `status.json` that it runs, and how it ended. */
const recordState = async (
  folder: EditionFolder,
  { id, place }: Pick<Dataset<EditionReader>, 'id' | 'place'>,
  { clock, log }: RefreshSettings,
  work: () => Promise<RefreshOutcome>,
): Promise<RefreshOutcome> => {
  const nowIso = () => new Date(clock.now()).toISOString()
  const before = await readState(folder)
  const intento = nowIso()
  await writeState(folder, { ...before, estado: 'running', desde: intento, intento })
  try {
    const outcome = await work()
    const desde = nowIso()
    const revisado = checkedAt(place, clock)
    const duracionMs = Date.parse(desde) - Date.parse(intento)
    await writeState(folder, { estado: 'idle', desde, error: null, intento, revisado, duracionMs })
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
  const { filas, descartadas, observacionesSinLeer, extra } = facts ?? {}
  const filasAntes = outcome.outcome === 'switched' ? extra?.filasAntes : undefined
  const line = {
    dataset: id,
    outcome: outcome.outcome,
    filas,
    filasAntes,
    descartadas,
    observacionesSinLeer,
    duracionMs,
  }
  if (descartadas) log.warn(line, 'dataset refreshed; some rows could not be read')
  else if (filasAntes) log.warn(line, 'dataset refreshed; it has half its rows or less')
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
