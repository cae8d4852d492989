import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import { download } from '../../kernel/files/download.ts'
import { comparedDate, editionDates, latestDay } from '../editions/checks/edition-date.ts'
import { refuseLostRows } from '../editions/checks/lost-rows.ts'
import { refuseImplausible } from '../editions/checks/plausible.ts'
import {
  type Dataset,
  type EditionFacts,
  type FetchedFile,
  onlyFile,
  type RefreshJob,
  requireAddress,
} from '../editions/dataset.ts'
import { openSanctions, SNAPSHOT } from './open-sanctions.ts'
import { refuseForeignFile } from './parse.ts'
import { readExport } from './read-export.ts'
import type { ExportSummary } from './read-export-worker.ts'
import type { SanctionList } from './search.ts'
import { SNAPSHOT_FORMAT } from './snapshot.ts'

export type { SanctionList } from './search.ts'

export interface ProcurementSettings {
  /** The tribunal's export: an http(s) address or a path, plain or gzipped; absent when the operator set none. */
  from?: string | undefined
  /** What to tell the operator when `from` is absent. */
  missingAddress?: string | undefined
  clock: LimaClock
  userAgent?: string | undefined
}

const FILE = 'export'
// The real export has 20 MB and holds five years.
const MAX_BYTES = 256_000_000
/** More rows than this without a readable date: the list writes its dates in another way. */
const MOST_UNDATED = 0.05

const incomplete = (detail: string): Failure =>
  new Failure('upstream-changed', 'La lista llegó incompleta: tiene menos filas que las esperadas', { detail })

/** The procurement tribunal's disqualified suppliers, from the export on its page. */
export const procurementSanctions = (settings: ProcurementSettings): Dataset<SanctionList, ExportSummary> => ({
  id: 'sanciones',
  schedule: '0 5 1 1,4,7,10 *',
  floor: 1_000,
  format: SNAPSHOT_FORMAT,

  fetch: (job) => fetchExport(job, settings),

  verify: (_job, files) => verifyExport(onlyFile(files).path),

  parse: (job, files) => {
    const { path, bytes } = onlyFile(files)
    const snapshot = join(job.dir, SNAPSHOT)
    return readExport({ path, snapshot }, job.signal, (done) =>
      job.progress.report('read', done, Math.max(done, bytes)),
    )
  },

  build: async (_job, parsed, files) => {
    refuseUndated(parsed)
    return factsOf(parsed, onlyFile(files), settings.clock)
  },

  check(job, facts) {
    refuseIncomplete(job, facts)
    const dateOf = isSameAddress(job, facts) ? comparedDate : undefined
    refuseImplausible(job, facts, { dateOf, today: latestDay(settings.clock), incomplete })
  },

  open: openSanctions,
})

const fetchExport = async (
  job: RefreshJob,
  { from, missingAddress, userAgent }: ProcurementSettings,
): Promise<FetchedFile[] | 'unchanged'> => {
  const address = requireAddress(from, missingAddress)
  const got = await download({
    from: /\.gz$|\?/.test(address) ? address : [address, `${address}.gz`],
    to: join(job.cacheDir, FILE),
    known: job.inService?.validators?.[FILE],
    maxBytes: MAX_BYTES,
    gunzip: true,
    signal: job.signal,
    onProgress: (done, total) => job.progress.report('fetch', done, total),
    ...(userAgent ? { userAgent } : {}),
  })
  return got === 'unchanged' ? got : [{ name: FILE, ...got }]
}

const verifyExport = async (path: string): Promise<void> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0)
    refuseForeignFile(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

const factsOf = (parsed: ExportSummary, file: FetchedFile, clock: LimaClock): EditionFacts => ({
  // The export does not say of which day it is.
  ...editionDates(file, clock),
  filas: parsed.rows,
  descartadas: parsed.counts.broken,
  sha256: file.sha256,
  cargado: new Date(clock.now()).toISOString(),
  validators: { [FILE]: file.validators ?? {} },
  // The names are those of the editions that are on disk already.
  extra: { multas: parsed.counts.fines, repetidas: parsed.counts.duplicates },
})

/** Refuses a list that is too short, lost a table, or cannot be read in part. */
const refuseIncomplete = ({ floor, inService }: RefreshJob, { filas, descartadas = 0, extra }: EditionFacts): void => {
  if (filas < floor) throw incomplete(`${filas} rows, floor ${floor}`)
  refuseLostRows(descartadas, filas)
  // A file that ends between two tables looks whole. The fines are no disqualifications, but they show that it is cut.
  const finesBefore = inService?.extra?.multas
  if (typeof finesBefore === 'number' && finesBefore > 0 && !extra?.multas) throw incomplete('no table of fines')
}

const refuseUndated = ({ rows, undated }: ExportSummary): void => {
  if (undated > MOST_UNDATED * rows && undated > 5)
    throw new Failure('upstream-changed', 'La lista de inhabilitados escribe sus fechas de otra forma', {
      detail: `${undated} rows without readable dates`,
    })
}

/** From the same address an older date is the publisher's mistake; from another address it is the operator's choice. */
const isSameAddress = ({ inService }: RefreshJob, { validators }: EditionFacts): boolean =>
  inService?.validators?.[FILE]?.from === validators?.[FILE]?.from
