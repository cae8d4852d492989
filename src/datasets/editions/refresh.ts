import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/errors.ts'
import { renameDurably, syncTree } from '../../kernel/files/atomic-file.ts'
import { tryLock, waitForLock } from '../../kernel/files/file-lock.ts'
import { errorFacts } from '../../kernel/log.ts'
import type { Dataset, EditionFacts, EditionReader, FetchedFile, Progress, RefreshJob } from './dataset.ts'
import {
  editionDir,
  editionInService,
  factsInService,
  prepareShelf,
  readFacts,
  readPointer,
  readState,
  type Shelf,
  shelfOf,
  sweep,
  writeFacts,
  writePointer,
  writeState,
} from './shelf.ts'

/** The part of a logger this room needs; pino's fits. */
export interface RefreshLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface RefreshSettings {
  dataDir: string
  clock: Clock
  log: RefreshLog
  /** The operator's floor, in place of each dataset's own. */
  floor?: number | null | undefined
  /** How long after the switch readers everywhere begin to answer with the new edition. */
  swapDelayMs?: number | undefined
}

export interface RefreshRun {
  progress?: Progress
  signal?: AbortSignal
  /** Wait for a refresh that another process has under way, in place of answering `busy`. */
  wait?: boolean
}

export type RefreshOutcome =
  | { outcome: 'switched' | 'unchanged'; facts: EditionFacts }
  | { outcome: 'failed'; failure: Failure }
  | { outcome: 'busy' }

// Long enough for every reader to notice the switch and open a list; they then change over together.
export const SWAP_DELAY_MS = 400

const silent: Progress = { report: () => {} }

/** One refresh of one dataset: a new edition in service, or everything as it was and the reason written down. */
export const refreshDataset = async <Reader extends EditionReader, Parsed>(
  dataset: Dataset<Reader, Parsed>,
  settings: RefreshSettings,
  run: RefreshRun = {},
): Promise<RefreshOutcome> => {
  const signal = run.signal ?? new AbortController().signal
  try {
    return await refreshLocked(dataset, settings, { progress: run.progress ?? silent, signal }, run.wait === true)
  } catch (error) {
    // Not even the status could be written: a full disk, a folder of somebody else.
    const failure = asFailure(error)
    settings.log.error({ dataset: dataset.id, ...failureFacts(failure) }, 'dataset folder unusable')
    return { outcome: 'failed', failure }
  }
}

const refreshLocked = async <Reader extends EditionReader, Parsed>(
  dataset: Dataset<Reader, Parsed>,
  settings: RefreshSettings,
  tools: Tools,
  wait: boolean,
): Promise<RefreshOutcome> => {
  const shelf = shelfOf(settings.dataDir, dataset.id)
  await prepareShelf(shelf)
  const lock = wait ? await waitForLock(shelf.lock, tools.signal) : await tryLock(shelf.lock)
  if (!lock) return { outcome: 'busy' }
  try {
    return await recorded(shelf, dataset, settings, async () => {
      await sweep(shelf)
      return runSteps(dataset, shelf, settings, tools)
    })
  } finally {
    lock.release()
  }
}

/** Keeps `status.json` true around a run. */
const recorded = async (
  shelf: Shelf,
  { id }: { id: string },
  { clock, log }: RefreshSettings,
  work: () => Promise<RefreshOutcome>,
): Promise<RefreshOutcome> => {
  const nowIso = () => new Date(clock.now()).toISOString()
  const before = await readState(shelf)
  const intento = nowIso()
  await writeState(shelf, { ...before, estado: 'running', desde: intento, intento })
  try {
    const outcome = await work()
    const revisado = nowIso()
    await writeState(shelf, { estado: 'idle', desde: revisado, error: null, intento, revisado })
    log.info({ dataset: id, outcome: outcome.outcome }, 'dataset refreshed')
    return outcome
  } catch (error) {
    const failure = asFailure(error)
    await writeState(shelf, { ...before, estado: 'failed', desde: nowIso(), error: failure.message, intento })
    log.warn({ dataset: id, ...failureFacts(failure) }, 'dataset refresh failed')
    return { outcome: 'failed', failure }
  }
}

const asFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error
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

type Tools = Pick<RefreshJob, 'progress' | 'signal'>

const runSteps = async <Reader extends EditionReader, Parsed>(
  dataset: Dataset<Reader, Parsed>,
  shelf: Shelf,
  settings: RefreshSettings,
  tools: Tools,
): Promise<RefreshOutcome> => {
  const inService = await factsInService(shelf)
  const floor = settings.floor ?? dataset.floor ?? 1
  const stamp = new Date(settings.clock.now()).toISOString().replace(/[-:]|\.[0-9]+/g, '')
  const job: RefreshJob = {
    dir: join(shelf.root, `work-${stamp}-${process.pid}`),
    cacheDir: shelf.cache,
    inService,
    floor,
    ...tools,
  }
  const first = await attempt(dataset, shelf, settings, job)
  if (first !== 'unchanged') return first
  if (inService && (await opens(dataset, shelf))) return { outcome: 'unchanged', facts: inService }
  // The publisher has nothing new, yet what we hold cannot be opened: ask again as if we held nothing.
  const { validators: _, ...bare } = inService ?? { validators: undefined }
  const second = await attempt(dataset, shelf, settings, { ...job, inService: inService && (bare as EditionFacts) })
  if (second === 'unchanged')
    throw new Failure('upstream-changed', 'La fuente no entregó el archivo', { detail: '304' })
  return second
}

/** The five steps in a work folder of their own, which is gone afterwards whatever happened. */
const attempt = async <Reader extends EditionReader, Parsed>(
  dataset: Dataset<Reader, Parsed>,
  shelf: Shelf,
  settings: RefreshSettings,
  job: RefreshJob,
): Promise<RefreshOutcome | 'unchanged'> => {
  let files: FetchedFile[] = []
  await mkdir(job.dir, { recursive: true })
  try {
    const step = (name: string) => {
      job.signal.throwIfAborted()
      job.progress.report(name, 0)
    }
    step('fetch')
    const fetched = await dataset.fetch(job)
    if (fetched === 'unchanged') return 'unchanged'
    files = fetched
    step('verify')
    await dataset.verify(job, files)
    step('parse')
    const parsed = await dataset.parse(job, files)
    step('build')
    const facts = await dataset.build(job, parsed, files)
    step('open')
    await writeFacts(job.dir, facts)
    await (await dataset.open(job.dir, facts)).close()
    await putInService(shelf, settings, job, facts)
    return { outcome: 'switched', facts }
  } finally {
    await rm(job.dir, { recursive: true, force: true })
    for (const { path } of files) if (dirname(path) === job.cacheDir) await rm(path, { force: true })
  }
}

/** From work folder to edition in service. Killed before the pointer's rename, nothing has happened; after it, all has. */
const putInService = async (shelf: Shelf, settings: RefreshSettings, job: RefreshJob, facts: EditionFacts) => {
  await syncTree(job.dir)
  job.progress.report('switch', 0)
  const edition = freeName(shelf, `${/work-(.*)-/.exec(job.dir)?.[1]}-${facts.sha256.slice(0, 8)}`)
  await renameDurably(job.dir, editionDir(shelf, edition))
  job.progress.report('point', 0)
  const previous = await editionInService(shelf)
  const from = settings.clock.now() + (settings.swapDelayMs ?? SWAP_DELAY_MS)
  await writePointer(shelf, { edition, previous: previous === edition ? null : previous, from })
  job.progress.report('sweep', 0)
  await sweep(shelf)
}

const freeName = (shelf: Shelf, wanted: string): string => {
  for (let serial = 1; ; serial++) {
    const name = serial === 1 ? wanted : `${wanted}-${serial}`
    if (!existsSync(editionDir(shelf, name))) return name
  }
}

const opens = async <Reader extends EditionReader, Parsed>(
  dataset: Dataset<Reader, Parsed>,
  shelf: Shelf,
): Promise<boolean> => {
  const pointer = await readPointer(shelf)
  const dir = pointer && editionDir(shelf, pointer.edition)
  const facts = dir && (await readFacts(dir))
  if (!facts) return false
  try {
    await (await dataset.open(dir, facts)).close()
    return true
  } catch {
    return false
  }
}
