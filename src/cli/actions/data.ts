import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type BackfillOutcome,
  backfillRegister,
  type Dataset,
  type DatasetId,
  type EditionReader,
  type PublishReport,
  type PublishSettings,
  publishEditions,
  publishFailure,
  type RefreshOutcome,
  type RefreshSettings,
  readStatus,
  refreshDataset,
  SWAP_DELAY_MS,
} from '../../datasets/index.ts'
import { isCalendarDate, type LimaClock, toSlashDate } from '../../domain/lima-time.ts'
import { DATE } from '../../endpoints/shared/parameters.ts'
import { Failure } from '../../kernel/errors.ts'
import { diskFailure } from '../../kernel/files/disk-failure.ts'
import { silentLog } from '../../kernel/log.ts'
import { DATASET_NAMES } from '../dataset-names.ts'
import { similarWords, suggestion } from '../errors/suggest.ts'
import { ExitCode } from '../exit-code.ts'
import { isoInput } from '../iso-input.ts'
import { type Output, printJson } from '../output.ts'
import { countText, editionText, numberText } from '../render/forms.ts'
import { printStatuses, statusFacts } from './data-report.ts'
import { openProgressBar } from './progress-bar.ts'

/** What the commands work on. */
interface DataSettings {
  datasets: Partial<Record<DatasetId, Dataset<EditionReader>>>
  dataDir: string
  clock: LimaClock
  /** The operator's own smallest size of a first edition, when set. */
  floor?: number | null | undefined
  fleetTurn?: RefreshSettings['fleetTurn']
  /** Runs a publication with the keys that sign it. */
  withKeys: <Result>(work: (keys: Pick<PublishSettings, 'keys' | 'trusted'>) => Promise<Result>) => Promise<Result>
  /** Ends what was opened for the command: the pretend upstreams of the sandbox. */
  close?: () => Promise<void>
}

export interface DataDeps {
  /** Read when a command runs, so that `--help` needs no valid settings. */
  settings: (mode: 'live' | 'sandbox') => DataSettings | Promise<DataSettings>
  output: Output
}

export interface DataFlags {
  json?: boolean
  sandbox?: boolean
  force?: boolean
  fecha?: string
}

/** Runs a command on the real data, or on that of the sandbox. */
const withSettings = async (
  { settings }: DataDeps,
  { sandbox }: DataFlags,
  work: (settings: DataSettings) => Promise<void>,
): Promise<void> => {
  const ready = await settings(sandbox ? 'sandbox' : 'live')
  try {
    await work(ready)
  } finally {
    await ready.close?.()
  }
}

/** `chasqui data sync` */
export const syncData = async (deps: DataDeps, names: string[], flags: DataFlags): Promise<void> => {
  const unknown = names.find((name) => !DATASET_NAMES.some((known) => known === name))
  if (unknown !== undefined) {
    const meant = suggestion(similarWords(unknown, DATASET_NAMES))
    deps.output.err(`No existe el conjunto de datos ${unknown}; use ${DATASET_NAMES.join(', ')}.${meant}\n`)
    return deps.output.setExitCode(ExitCode.badInput)
  }
  await withSettings(deps, flags, (ready) => sync(ready, deps.output, names, flags.force === true))
}

const sync = (ready: DataSettings, output: Output, names: string[], force: boolean): Promise<void> =>
  untilInterrupted(async (signal) => {
    for (const id of DATASET_NAMES) {
      const dataset = ready.datasets[id]
      if (dataset && !signal.aborted && (names.length === 0 || names.includes(id)))
        await syncOne(dataset, ready, output, { byName: names.length > 0, signal, force })
    }
  })

const syncOne = async (
  dataset: Dataset<EditionReader>,
  settings: DataSettings,
  output: Output,
  { byName, ...run }: { byName: boolean; signal: AbortSignal; force: boolean },
): Promise<void> => {
  const bar = openProgressBar(dataset.id)
  const outcome = await refreshDataset(
    dataset,
    { ...settings, log: silentLog() },
    { ...run, progress: bar, wait: true },
  ).finally(bar.stop)
  if (outcome.outcome === 'failed') {
    const status = await readStatus(settings.dataDir, dataset, settings.clock.now())
    const inService = status.edicion ? ` Sigue en servicio la edición ${editionText(status)}.` : ''
    const { kind, message } = outcome.failure
    const isUnconfigured = kind === 'not-configured'
    output.err(`${dataset.id}: ${isUnconfigured ? 'no configurada. ' : ''}${message}.${inService}\n`)
    // A dataset without an address is no failure, unless it was asked for by name.
    if (byName || !isUnconfigured) output.setExitCode(ExitCode.sourceFailure)
    return
  }
  // Running servers switch to the new edition together, a moment later. Wait until they have.
  if (outcome.outcome === 'switched') await pause(SWAP_DELAY_MS)
  output.out(`${dataset.id}: ${describe(outcome)}\n`)
}

const describe = (outcome: Exclude<RefreshOutcome, { outcome: 'failed' }>): string => {
  if (outcome.outcome === 'busy') return 'otra actualización está en curso'
  const { filas, descartadas = 0 } = outcome.facts
  const news = outcome.outcome === 'switched' ? 'nueva edición en servicio' : 'sin novedades'
  const lost = descartadas > 0 ? `, ${numberText(descartadas)} que no se pudieron leer` : ''
  return `${news} (${editionText(outcome.facts)}, ${countText(filas, 'fila', 'filas')}${lost})`
}

/** `chasqui data backfill` */
export const backfillData = async (deps: DataDeps, files: string[], flags: DataFlags): Promise<void> => {
  const { output } = deps
  const fecha = flags.fecha === undefined ? undefined : isoInput(flags.fecha)
  if (fecha !== undefined && (files.length > 1 || !isCalendarDate(fecha))) {
    output.err(
      files.length > 1
        ? '--fecha es de una sola copia: indique un archivo a la vez.\n'
        : `--fecha debe ser una fecha: ${DATE}.\n`,
    )
    return output.setExitCode(ExitCode.badInput)
  }
  await withSettings(deps, flags, (ready) =>
    untilInterrupted(async (signal) => {
      for (const path of files) if (!signal.aborted) await backfillOne({ path, fecha }, ready, output, signal)
    }),
  )
}

const backfillOne = async (
  copy: { path: string; fecha: string | undefined },
  { dataDir, clock }: DataSettings,
  output: Output,
  signal: AbortSignal,
): Promise<void> => {
  const name = basename(copy.path)
  const bar = openProgressBar(name)
  try {
    const outcome = await backfillRegister(copy, { dataDir, clock, progress: bar, signal }).finally(bar.stop)
    output.out(`${name}: ${describeCopy(outcome)}\n`)
  } catch (error) {
    const failure = signal.aborted ? null : error instanceof Failure ? error : diskFailure(error)
    if (!signal.aborted && !failure) throw error
    output.err(`${name}: ${failure?.message ?? 'se detuvo antes de terminar'}. La historia sigue como estaba.\n`)
    output.setExitCode(failure?.kind === 'invalid-input' ? ExitCode.badInput : ExitCode.sourceFailure)
  }
}

const describeCopy = ({ outcome, fecha, rows }: BackfillOutcome): string =>
  outcome === 'known'
    ? `ya hay una ${fecha.length === 7 ? 'copia' : 'edición'} del ${peopleDate(fecha)}; nada cambió`
    : `en la historia ${fecha.length === 7 ? 'del mes' : 'desde el'} ${peopleDate(fecha)} (${countText(rows ?? 0, 'fila', 'filas')})`

/** `03/2025` of a month. */
const peopleDate = (fecha: string): string => toSlashDate(fecha).replace(/^\//, '')

/** Runs what can be stopped with Ctrl+C. */
const untilInterrupted = async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  try {
    return await work(stop.signal)
  } finally {
    process.off('SIGINT', interrupt)
  }
}

const PUBLISHED: Record<PublishReport['outcome'], string> = {
  published: 'edición publicada',
  unchanged: 'ya estaba publicada',
  kept: 'ya estaba publicada una posterior',
  absent: 'sin cargar: no se publica',
  uncounted: 'la edición es de una versión anterior: actualícela con «chasqui data sync» y repita',
}

/** `chasqui data publish` */
export const publishData = (deps: DataDeps, folder: string, flags: DataFlags): Promise<void> =>
  withSettings(deps, flags, (ready) =>
    untilInterrupted((signal) => publish(ready, deps.output, folder, flags.json === true, signal)),
  )

const publish = async (
  { datasets, dataDir, clock, withKeys }: DataSettings,
  output: Output,
  folder: string,
  json: boolean,
  signal: AbortSignal,
): Promise<void> => {
  const known = DATASET_NAMES.map((id) => datasets[id]).filter((dataset) => dataset !== undefined)
  try {
    const what = { dataDir, folder, datasets: known, clock, signal }
    const reports = await withKeys((keys) => publishEditions({ ...what, ...keys, replace: 'always', verify: true }))
    if (json) printJson(output, Object.fromEntries(reports.map(publishFacts)))
    else for (const report of reports) output.out(publishLine(report))
    // Nothing to publish at all is no success.
    if (reports.every(({ outcome }) => outcome === 'absent' || outcome === 'uncounted'))
      output.setExitCode(ExitCode.notFound)
  } catch (error) {
    const mensaje = signal.aborted ? 'La publicación se detuvo antes de terminar' : publishFailure(error).message
    output.err(`${mensaje}. Lo publicado antes sigue igual.\n`)
    output.setExitCode(ExitCode.sourceFailure)
  }
}

const publishFacts = ({ id, outcome, facts }: PublishReport) =>
  [id, { resultado: PUBLISHED[outcome], edicion: facts?.edicion ?? null, filas: facts?.filas ?? null }] as const

const publishLine = ({ id, outcome, facts }: PublishReport): string => {
  const edition = facts ? ` (${editionText(facts)}, ${countText(facts.filas, 'fila', 'filas')})` : ''
  return `${id}: ${PUBLISHED[outcome]}${edition}\n`
}

/** `chasqui data status` */
export const showStatus = (deps: DataDeps, flags: DataFlags): Promise<void> =>
  withSettings(deps, flags, async ({ datasets, dataDir, clock }) => {
    const known = DATASET_NAMES.map((id) => datasets[id]).filter((dataset) => dataset !== undefined)
    const statuses = await Promise.all(known.map((dataset) => readStatus(dataDir, dataset, clock.now())))
    if (flags.json) printJson(deps.output, Object.fromEntries(statuses.map((one) => [one.id, statusFacts(one, clock)])))
    else printStatuses(deps.output, statuses, clock)
  })
