import { Failure } from '../../kernel/errors.ts'
import type { Dataset, DatasetId, DatasetStatus, EditionReader, Mirror } from './dataset.ts'
import { type MirrorSettings, type OpenMirror, openMirror } from './mirror.ts'
import type { RefreshSettings } from './refresh.ts'
import { keepRefreshed, type Schedule } from './schedule.ts'
import { keepTaken } from './sharing/keep-taken.ts'

export type Datasets = Partial<Record<DatasetId, Dataset<EditionReader>>>

/** The mirror of each dataset, with the dataset's own kind of reader. */
export type Mirrors<All extends Datasets> = {
  [Id in keyof All]: NonNullable<All[Id]> extends Dataset<infer Reader, unknown> ? Mirror<Reader> : never
}

export interface OpenSettings extends RefreshSettings {
  /** `auto`: on each dataset's schedule, and at once when it is due; `off`: only by command. */
  refresh: 'auto' | 'off'
  /** Open only these; the others answer as if they had never been loaded. */
  only?: readonly DatasetId[] | undefined
  pollMs?: number | undefined
  notLoaded?: MirrorSettings['notLoaded']
  followers?: MirrorSettings['followers']
}

export interface OpenDatasets<All extends Datasets> {
  mirrors: Mirrors<All>
  statuses(): DatasetStatus[]
  /** Resolves when every dataset has an edition in service or has failed to get one. */
  firstEditions(): Promise<void>
  close(): Promise<void>
}

/** Opens the last good editions from disk, and refreshes them in the background. */
export const openDatasets = async <All extends Datasets>(
  all: All,
  settings: OpenSettings,
): Promise<OpenDatasets<All>> => {
  const listed = Object.values(all) as Dataset<EditionReader>[]
  const wanted = ({ id }: { id: DatasetId }) => settings.only?.includes(id) ?? true
  const opened = await Promise.all(listed.filter(wanted).map((dataset) => openOne(dataset, settings)))
  const unopened = listed.filter((dataset) => !wanted(dataset)).map(({ id }) => [id, unopenedMirror(id)])
  return {
    mirrors: Object.fromEntries([...opened.map(({ id, mirror }) => [id, mirror]), ...unopened]) as Mirrors<All>,
    statuses: () => opened.map(({ mirror }) => mirror.status()),
    firstEditions: async () => void (await Promise.all(opened.map(({ settled }) => settled))),
    async close() {
      await Promise.all(opened.map(({ schedule }) => schedule?.stop()))
      await Promise.all(opened.map(({ mirror }) => mirror.close()))
    },
  }
}

interface Opened {
  id: DatasetId
  mirror: OpenMirror<EditionReader>
  schedule: Schedule | null
  settled: Promise<void>
}

const openOne = async (dataset: Dataset<EditionReader>, settings: OpenSettings): Promise<Opened> => {
  const mirror = await openMirror(dataset, settings)
  const first = Promise.withResolvers<void>()
  if (mirror.current() || settings.refresh === 'off') first.resolve()
  const onOutcome = () => void mirror.check().then(first.resolve)
  const needed = async () => {
    await mirror.check()
    return mirror.current() === null || mirror.status().estado === 'failed'
  }
  const keep = dataset.place ? keepTaken : keepRefreshed
  const schedule = settings.refresh === 'off' ? null : keep(dataset, { ...settings, needed, onOutcome })
  return { id: dataset.id, mirror, schedule, settled: first.promise }
}

const unopenedMirror = (id: DatasetId): Mirror<EditionReader> => ({
  read() {
    throw new Failure('dataset-unavailable', 'La lista no está abierta', { detail: id })
  },
  current: () => null,
})
