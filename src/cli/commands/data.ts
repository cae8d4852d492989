import { setTimeout as pause } from 'node:timers/promises'
import { Command } from 'commander'
import {
  type Dataset,
  type DatasetId,
  type EditionReader,
  type PublishReport,
  publishEditions,
  publishFailure,
  type RefreshOutcome,
  type RefreshSettings,
  readStatus,
  refreshDataset,
  SWAP_DELAY_MS,
} from '../../datasets/index.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import { silentLog } from '../../kernel/log.ts'
import { ExitCode } from '../exit-code.ts'
import { type Output, printJson } from '../output.ts'
import { printStatuses, statusFacts } from './data-report.ts'
import { openProgressBar } from './progress-bar.ts'

export interface DataDeps {
  /** Read when a command runs, so that `--help` needs no valid settings. */
  settings: () => {
    datasets: Partial<Record<DatasetId, Dataset<EditionReader>>>
    dataDir: string
    clock: LimaClock
    /** The operator's own smallest size of a first edition, when set. */
    floor?: number | null | undefined
    fleetTurn?: RefreshSettings['fleetTurn']
  }
  output: Output
}

type Settings = ReturnType<DataDeps['settings']>

const NAMES: readonly DatasetId[] = ['padron', 'sanciones', 'us', 'un']

/** `chasqui data`: loads, refreshes and lists the datasets; running servers may use them meanwhile. */
export const dataCommand = (deps: DataDeps): Command => {
  const data = new Command('data').description('copias locales: padrón y listas')

  data
    .command('sync')
    .description('carga o actualiza los datos; los servidores en marcha pasan solos a la nueva edición')
    .argument('[nombres...]', `cuáles: ${NAMES.join(', ')}; todos si no se indica`)
    .action((names: string[]) => sync(deps, names))

  data
    .command('publish')
    .description('escribe las ediciones en servicio y su manifest.json en una carpeta, para otras instancias')
    .argument('<carpeta>', 'dónde; la ofrece cualquier servidor web, o se indica en CHASQUI_EDITIONS_URL')
    .option('--json', 'salida para programas')
    .action((folder: string, { json }: { json?: boolean }) => publish(deps, folder, json === true))

  data
    .command('status')
    .description('ediciones en servicio, filas, antigüedad y último error')
    .option('--json', 'salida para programas')
    .action(({ json }: { json?: boolean }) => status(deps, json === true))

  return data
}

const sync = async ({ settings, output }: DataDeps, names: string[]): Promise<void> => {
  const unknown = names.find((name) => !NAMES.some((known) => known === name))
  if (unknown !== undefined) {
    output.err(`No existe el conjunto de datos ${unknown}; use ${NAMES.join(', ')}.\n`)
    return output.setExitCode(ExitCode.badInput)
  }
  const ready = settings()
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  try {
    for (const id of NAMES) {
      const dataset = ready.datasets[id]
      if (dataset && !stop.signal.aborted && (names.length === 0 || names.includes(id)))
        await syncOne(dataset, ready, output, { byName: names.length > 0, signal: stop.signal })
    }
  } finally {
    process.off('SIGINT', interrupt)
  }
}

const syncOne = async (
  dataset: Dataset<EditionReader>,
  settings: Settings,
  output: Output,
  { byName, signal }: { byName: boolean; signal: AbortSignal },
): Promise<void> => {
  const bar = openProgressBar(dataset.id)
  const outcome = await refreshDataset(
    dataset,
    { ...settings, log: silentLog() },
    { progress: bar, signal, wait: true },
  ).finally(bar.stop)
  if (outcome.outcome === 'failed') {
    const { edicion } = await readStatus(settings.dataDir, dataset, settings.clock.now())
    const inService = edicion ? ` Sigue en servicio la edición ${edicion}.` : ''
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
  const { edicion, filas, descartadas = 0 } = outcome.facts
  const news = outcome.outcome === 'switched' ? 'nueva edición en servicio' : 'sin novedades'
  const lost = descartadas > 0 ? `, ${descartadas.toLocaleString('es-PE')} que no se pudieron leer` : ''
  return `${news} (${edicion}, ${filas.toLocaleString('es-PE')} filas${lost})`
}

const PUBLISHED: Record<PublishReport['outcome'], string> = {
  published: 'edición publicada',
  unchanged: 'ya estaba publicada',
  kept: 'ya estaba publicada una posterior',
  absent: 'sin cargar: no se publica',
  uncounted: 'la edición es de una versión anterior: actualícela con «chasqui data sync» y repita',
}

const publish = async ({ settings, output }: DataDeps, folder: string, json: boolean): Promise<void> => {
  const { datasets, dataDir, clock } = settings()
  const known = NAMES.map((id) => datasets[id]).filter((dataset) => dataset !== undefined)
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  try {
    const reports = await publishEditions({
      ...{ dataDir, folder, datasets: known, clock, signal: stop.signal },
      ...{ replace: 'always', verify: true },
    })
    if (json) printJson(output, Object.fromEntries(reports.map(publishFacts)))
    else for (const report of reports) output.out(publishLine(report))
    // Nothing to publish at all is no success.
    if (reports.every(({ outcome }) => outcome === 'absent' || outcome === 'uncounted'))
      output.setExitCode(ExitCode.notFound)
  } catch (error) {
    const mensaje = stop.signal.aborted ? 'La publicación se detuvo antes de terminar' : publishFailure(error).message
    output.err(`${mensaje}. Lo publicado antes sigue igual.\n`)
    output.setExitCode(ExitCode.sourceFailure)
  } finally {
    process.off('SIGINT', interrupt)
  }
}

const publishFacts = ({ id, outcome, facts }: PublishReport) =>
  [id, { resultado: PUBLISHED[outcome], edicion: facts?.edicion ?? null, filas: facts?.filas ?? null }] as const

const publishLine = ({ id, outcome, facts }: PublishReport): string => {
  const edition = facts ? ` (${facts.edicion}, ${facts.filas.toLocaleString('es-PE')} filas)` : ''
  return `${id}: ${PUBLISHED[outcome]}${edition}\n`
}

const status = async ({ settings, output }: DataDeps, json: boolean): Promise<void> => {
  const { datasets, dataDir, clock } = settings()
  const known = NAMES.map((id) => datasets[id]).filter((dataset) => dataset !== undefined)
  const statuses = await Promise.all(known.map((dataset) => readStatus(dataDir, dataset, clock.now())))
  if (json) printJson(output, Object.fromEntries(statuses.map((one) => [one.id, statusFacts(one, clock)])))
  else printStatuses(output, statuses, clock)
}
