import { availableParallelism } from 'node:os'
import type { AskedOfRows, BatchKind, CheckDeps } from '../../batches/check/check-row.ts'
import { checksHere, type RowChecks } from '../../batches/check/row-checks.ts'
import type { Batch } from '../../batches/run-batch.ts'
import { NOT_LOADED } from '../../config.ts'
import { type DatasetId, FollowerList } from '../../datasets/index.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { LIST_IDS, listRow } from '../../domain/lists.ts'
import { cleanQuery } from '../../endpoints/shared/clean-query.ts'
import { silentLog } from '../../kernel/log.ts'
import { openAnswers, unconfiguredIn } from '../../services.ts'
import { shareSources } from '../../sources/remote-sources.ts'
import { openBatchLookups } from '../../thread-services.ts'
import { configFromEnvironment } from '../environment.ts'
import { openSandbox } from '../open-sandbox.ts'
import { startCheckThreads } from './check-threads.ts'

const LISTS = LIST_IDS.map((id) => listRow(id).dataset)

/** The lists that each kind of batch asks. */
const DATASETS: Record<BatchKind, readonly DatasetId[]> = {
  aml: LISTS,
  sanciones: ['sanciones'],
  ruc: ['padron'],
  proveedor: ['padron', 'ssco', 'sanciones', 'judiciales', ...LISTS],
  compras: ['padron', 'agentes', 'ssco'],
  vigilados: [],
}

const datasetsFor = ({ tipo, vinculados }: AskedOfRows): readonly DatasetId[] =>
  vinculados ? [...DATASETS[tipo], 'vinculados'] : DATASETS[tipo]

const MAX_THREADS = 4
/** Below, starting threads takes longer than they save. */
const ROWS_FOR_THREADS = 5_000

/**
 * How many threads check rows: as many as there are cores, beside the one that reads and writes, which takes a small part of
 * a core. One means this thread itself.
 */
export const checkThreadsFor = (rowCount: number): number =>
  rowCount < ROWS_FOR_THREADS ? 1 : Math.min(MAX_THREADS, availableParallelism())

export interface OpenChecks {
  checks: RowChecks
  close(): Promise<void>
}

interface ChecksOptions {
  asked: AskedOfRows
  columns: Batch['columns']
  threads: number
  sandbox: boolean
}

/** Opens the local lists alone, and who checks rows with them: a batch asks no live source and refreshes nothing. */
export const openChecks = async ({
  asked,
  columns,
  threads,
  sandbox: isSandbox,
}: ChecksOptions): Promise<OpenChecks> => {
  const sandbox = isSandbox ? await openSandbox() : null
  const config = sandbox?.config ?? { ...configFromEnvironment('live'), refresh: 'off' as const }
  const closing = new Set<() => Promise<unknown>>([async () => sandbox?.close()])
  const close = async (): Promise<void> => {
    for (const one of [...closing].reverse()) await one()
  }
  try {
    const followers = new FollowerList()
    const unconfigured = unconfiguredIn(config)
    const answers = await openAnswers(config, limaClock(config.today), silentLog(), {
      only: datasetsFor(asked),
      offline: true,
      ...(threads > 1 && { followers, threads }),
    })
    closing.add(answers.close)
    await answers.firstEditions()
    // Only this thread knows why a list is not loaded; no row can be checked then, which takes no time.
    const isLoaded = answers.datasetStatuses().every(({ id, edicion }) => edicion !== null || unconfigured.includes(id))
    // Vouchers are asked about by this thread, which has the source.
    if (threads === 1 || asked.comprobantes || !isLoaded)
      return { checks: checksHere({ lookups: answers.lookups, clean: cleanQuery }, asked, columns), close }
    const { providers } = shareSources(answers.sources, undefined)
    const services = { today: config.today, threads, providers, notLoaded: NOT_LOADED, unconfigured }
    const { stop, ...checks } = await startCheckThreads({ threads, services, followers, asked, columns })
    closing.add(stop)
    // The threads have the lists; what this one read of them would only take memory.
    await answers.close()
    closing.delete(answers.close)
    return { checks, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Checks over lists that are not there: they refuse what they refuse about a row, and answer nothing. */
export const unloadedChecks = (): CheckDeps => {
  const { providers } = shareSources({ answering: () => [] }, undefined)
  const services = { today: undefined, providers, notLoaded: NOT_LOADED, threads: 1, unconfigured: [] }
  return { lookups: openBatchLookups(services).unloaded, clean: cleanQuery }
}
