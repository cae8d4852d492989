import { join } from 'node:path'
import type { LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
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
import { refuseCut, refuseUnreadable } from '../procurement-files/cut-date.ts'
import { downloadSigned, fetchAgencyFile } from '../procurement-files/fetch-file.ts'
import { isWiki } from '../procurement-files/wiki.ts'
import { openSanctions, SNAPSHOT } from './open-sanctions.ts'
import { kindOf } from './parse-list.ts'
import { readExport } from './read-export.ts'
import type { ExportSummary } from './read-export-worker.ts'
import type { SanctionList } from './search.ts'
import { SNAPSHOT_FORMAT } from './snapshot.ts'

export type { SanctionList } from './search.ts'

export interface ProcurementSettings {
  /** The list, plain or gzipped: an address, a path, or the address of the agency's wiki; absent when the operator set none. */
  from?: string | undefined
  /** What to tell the operator when `from` is absent. */
  missingAddress?: string | undefined
  clock: LimaClock
  userAgent?: string | undefined
}

const FILE = 'export'
const TITLE = 'sancionados.csv'
// The real export has 20 MB and holds five years.
const MAX_BYTES = 256_000_000
const EXPORT_FLOOR = 1_000
/** More rows than this without a readable date: the list writes its dates in another way. */
const MOST_UNDATED = 0.05

const incomplete = (detail: string): Failure =>
  new Failure('upstream-changed', 'La lista llegó incompleta: tiene menos filas que las esperadas', { detail })

/** The procurement tribunal's disqualified suppliers: the agency's open data, or the export of the tribunal's page. */
export const procurementSanctions = (settings: ProcurementSettings): Dataset<SanctionList, ExportSummary> => ({
  id: 'sanciones',
  // The open data are renewed each week. An export is made by a person, each quarter.
  schedule: isWiki(settings.from ?? '') ? '0 5 * * 1' : '0 5 1 1,4,7,10 *',
  floor: 5_000,
  format: SNAPSHOT_FORMAT,

  fetch: (job) => fetchExport(job, settings),

  verify: async (_job, files) => void (await kindOf(onlyFile(files).path)),

  parse: (job, files) => {
    const { path, bytes } = onlyFile(files)
    const snapshot = join(job.dir, SNAPSHOT)
    return readExport({ path, snapshot, earlier: earlierOpenData(job) }, job.signal, (done) =>
      job.progress.report('read', done, Math.max(done, bytes)),
    )
  },

  build: async (_job, parsed, files) => {
    refuseUndated(parsed)
    return factsOf(parsed, onlyFile(files), settings.clock)
  },

  check(job, facts) {
    // The two publications hold different rows: neither says anything about the size or the age of the other.
    const inService = job.inService && kindIn(job.inService) === kindIn(facts) ? job.inService : null
    if (kindIn(facts) === 'open-data') checkOpenData({ ...job, inService }, facts, settings.clock)
    else checkExport({ ...job, inService }, facts, settings.clock)
  },

  open: openSanctions,
})

const fetchExport = async (
  job: RefreshJob,
  { from, missingAddress, userAgent }: ProcurementSettings,
): Promise<FetchedFile[] | 'unchanged'> => {
  const address = requireAddress(from, missingAddress)
  const known = job.inService?.validators?.[FILE]
  const got = isWiki(address)
    ? await fetchAgencyFile(job, { from: address, userAgent }, TITLE, known)
    : await downloadSigned(job, FILE, {
        from: /\.gz$|\?/.test(address) ? address : [address, `${address}.gz`],
        ...{ known, userAgent, maxBytes: MAX_BYTES },
      })
  return got === 'unchanged' ? got : [{ ...got, name: FILE }]
}

/** Editions made before there were two kinds are exports. */
const kindIn = ({ extra }: EditionFacts): unknown => extra?.clase ?? 'export'

const earlierOpenData = ({ previous }: RefreshJob) =>
  previous && kindIn(previous.facts) === 'open-data'
    ? { snapshot: join(previous.dir, SNAPSHOT), cut: previous.facts.edicion }
    : undefined

const factsOf = (parsed: ExportSummary, file: FetchedFile, clock: LimaClock): EditionFacts => ({
  // Every row of the open data states its cut; the export does not say of which day it is.
  ...(parsed.cut ? { edicion: parsed.cut, publicado: parsed.cut } : editionDates(file, clock)),
  filas: parsed.rows,
  descartadas: parsed.counts.broken,
  sha256: file.sha256,
  cargado: new Date(clock.now()).toISOString(),
  validators: { [FILE]: file.validators ?? {} },
  // The names are those of the editions that are on disk already.
  extra: {
    clase: parsed.kind,
    repetidas: parsed.counts.duplicates,
    ...(parsed.kind === 'export' ? { multas: parsed.counts.fines } : { retiradas: parsed.removed }),
  },
})

const checkOpenData = (job: RefreshJob, facts: EditionFacts, clock: LimaClock): void => {
  if (facts.filas < job.floor) throw incomplete(`${facts.filas} rows, floor ${job.floor}`)
  refuseUnreadable(facts)
  refuseCut(facts.edicion, job.inService, clock)
  refuseImplausible(job, facts, { today: latestDay(clock), incomplete })
}

const checkExport = (job: RefreshJob, facts: EditionFacts, clock: LimaClock): void => {
  refuseIncomplete(job, facts)
  const dateOf = isSameAddress(job, facts) ? comparedDate : undefined
  refuseImplausible(job, facts, { dateOf, today: latestDay(clock), incomplete })
}

/** Refuses an export that is too short, lost a table, or cannot be read in part. */
const refuseIncomplete = ({ floor, inService }: RefreshJob, { filas, descartadas = 0, extra }: EditionFacts): void => {
  const least = Math.min(EXPORT_FLOOR, floor)
  if (filas < least) throw incomplete(`${filas} rows, floor ${least}`)
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
