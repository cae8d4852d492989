import { createHash } from 'node:crypto'
import type { LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import { workerScript } from '../../kernel/worker.ts'
import { comparedDate, editionDates, latestDay } from '../editions/checks/edition-date.ts'
import { MIN_ROWS_SHARE, refuseImplausible } from '../editions/checks/plausible.ts'
import {
  type Dataset,
  type EditionFacts,
  type FetchedFile,
  type RefreshJob,
  requireAddress,
} from '../editions/dataset.ts'
import { refuseCut, refuseUnreadable } from '../procurement-files/cut-date.ts'
import type { DocumentSecret } from '../procurement-files/document-cipher.ts'
import { runInThread } from '../procurement-files/run-in-thread.ts'
import type { BuildTasks, BuiltParties } from './build-worker.ts'
import { fetchPeople } from './fetch-people.ts'
import { IMAGE_FORMAT, type OpenParties, openImage } from './image.ts'
import type { RelatedParties } from './related-parties.ts'

export type { RelatedParties, RelatedParty } from './related-parties.ts'

export interface RelatedPartiesSettings {
  /** The agency's wiki, a base address or a folder; absent when the operator set none. */
  from?: string | undefined
  missingAddress?: string | undefined
  secret: DocumentSecret
  clock: LimaClock
  userAgent?: string | undefined
}

const SCRIPT = workerScript('./build-worker', import.meta.url)
const MEMORY_MB = 256

const incomplete = (detail: string): Failure =>
  new Failure('upstream-changed', 'Los archivos de personas vinculadas llegaron incompletos', { detail })

/** Partners, representatives and boards of the state's registered suppliers. */
export const relatedParties = (settings: RelatedPartiesSettings): Dataset<RelatedParties, BuiltParties> => ({
  id: 'vinculados',
  // Renewed each month.
  schedule: '30 5 4,18 * *',
  floor: 1,
  format: IMAGE_FORMAT.version,

  async fetch(job) {
    const { from, missingAddress, userAgent } = settings
    return fetchPeople(job, { from: requireAddress(from, missingAddress), userAgent })
  },

  verify: async () => {},

  async parse(job, files) {
    const titled = files.map(({ name, path }) => ({ title: name, path }))
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    const input = { files: titled, dir: job.dir, secret: await settings.secret() }
    return runInThread<BuildTasks, 'build'>(SCRIPT, 'build', input, {
      ...{ signal: job.signal, memoryMb: MEMORY_MB },
      onEvent: (done: number) => job.progress.report('read', done, Math.max(done, total)),
    })
  },

  build: async (_job, built, files) => factsOf(built, files, settings.clock),

  check(job, facts) {
    if (facts.filas < job.floor) throw incomplete(`${facts.filas} rows, floor ${job.floor}`)
    refuseUnreadable(facts)
    refuseLostKind(job, facts)
    if (facts.extra?.corte) refuseCut(facts.edicion, job.inService, settings.clock)
    const dateOf = isSamePlace(job, facts) ? comparedDate : undefined
    refuseImplausible(job, facts, { dateOf, today: latestDay(settings.clock), incomplete })
  },

  open: async (dir, facts) => openImage(dir, facts, await settings.secret()),

  share: (reader) => (reader as OpenParties).shared,
})

const factsOf = (
  { rows, suppliers, broken, roles, cut }: BuiltParties,
  files: readonly FetchedFile[],
  clock: LimaClock,
): EditionFacts => {
  const dates = files.map((file) => editionDates(file, clock)).toSorted((a, b) => (a.edicion < b.edicion ? -1 : 1))
  return {
    // They are as old as the oldest of them.
    ...(cut ? { edicion: cut, publicado: cut } : (dates[0] as (typeof dates)[number])),
    filas: rows,
    descartadas: broken,
    sha256: checksumOf(files),
    cargado: new Date(clock.now()).toISOString(),
    validators: Object.fromEntries(files.map(({ name, validators }) => [name, validators ?? {}])),
    extra: { proveedores: suppliers, ...roles, corte: cut },
  }
}

/** Of one file its own; of several, over theirs in order. */
const checksumOf = (files: readonly FetchedFile[]): string =>
  files.length === 1
    ? (files[0] as FetchedFile).sha256
    : createHash('sha256')
        .update(files.map(({ sha256 }) => sha256).join('\n'))
        .digest('hex')

const titlesOf = ({ validators = {} }: EditionFacts): string => Object.keys(validators).sort().join()

/** The sum hides a kind that is gone. Only editions of the same files divide their rows alike. */
const refuseLostKind = ({ inService }: RefreshJob, facts: EditionFacts): void => {
  if (!inService || titlesOf(inService) !== titlesOf(facts)) return
  for (const role of ['socio', 'representante', 'organo']) {
    const [before, now] = [Number(inService.extra?.[role] ?? 0), Number(facts.extra?.[role] ?? 0)]
    if (now < MIN_ROWS_SHARE * before) throw incomplete(`${role}: ${now} rows, ${before} in service`)
  }
}

const isSamePlace = ({ inService }: RefreshJob, facts: EditionFacts): boolean => {
  const placesOf = ({ validators = {} }: EditionFacts) =>
    Object.entries(validators)
      .map(([name, { from }]) => `${name} ${from}`)
      .sort()
      .join()
  return inService !== null && placesOf(inService) === placesOf(facts)
}
