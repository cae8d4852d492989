import { Counter, Gauge, type Registry } from 'prom-client'
import type { BatchActivity } from '../batches/jobs/batches.ts'
import { ageMs, type DatasetStatus, type PublicationStatus } from '../datasets/index.ts'
import type { ProviderHealth } from '../domain/records.ts'
import type { LiveSources } from '../sources/source.ts'
import type { WatchActivity } from '../watch/watch.ts'
import type { ThreadReport } from './reply/request-counts.ts'

export interface GaugeDeps {
  /** Of every HTTP thread of the process, as of this scrape. */
  reports: () => readonly ThreadReport[]
  sources: Pick<LiveSources, 'health' | 'activity'>
  datasets: () => readonly DatasetStatus[]
  now: () => number
  version: string
  isStoreUsable: () => boolean
  storeErrors: () => number
  publication: () => PublicationStatus | null
  /** As of this scrape; null while the store cannot be asked. */
  batches: () => BatchActivity | null
  watch: () => WatchActivity | null
}

type Activity = ReturnType<LiveSources['activity']> extends ReadonlyMap<string, infer One> ? One : never
type Labels = Record<string, string>
/** Sets one value of a metric; null leaves it out. */
type Set = (value: number | null, labels?: Labels) => void

/** What is read only when somebody asks for the metrics. */
export const registerServiceGauges = (registry: Registry, deps: GaugeDeps): void => {
  const { gauge, counter } = metricsOf(registry)
  gauge('chasqui_build_info', 'Always 1; its labels name what runs', ['version', 'node'], (set) =>
    set(1, { version: deps.version, node: process.versions.node }),
  )
  const reports = deps.reports
  gauge(
    'chasqui_event_loop_delay_seconds',
    'Mean delay of the event loop over the last half second, of the slowest HTTP thread',
    [],
    (set) => set(Math.max(0, ...reports().map(({ loopDelayMs }) => loopDelayMs)) / 1000),
  )
  gauge(
    'chasqui_thread_event_loop_delay_p99_seconds',
    'The 99th percentile of that delay, by HTTP thread',
    ['thread'],
    (set) => {
      for (const [thread, { loopDelayP99Ms }] of reports().entries())
        set(loopDelayP99Ms / 1000, { thread: String(thread) })
    },
  )
  counter('chasqui_thread_requests_total', 'Requests answered, by HTTP thread', ['thread'], (set) => {
    for (const [thread, { counted }] of reports().entries())
      set(
        counted.requests.reduce((sum, { requests }) => sum + requests, 0),
        { thread: String(thread) },
      )
  })
  gauge('chasqui_http_threads', 'HTTP threads that serve', [], (set) => set(reports().length))
  gauge('chasqui_requests_in_flight', 'Requests received and not yet answered', [], (set) =>
    set(reports().reduce((sum, { inFlight }) => sum + inFlight, 0)),
  )
  gauge('chasqui_store_up', '1 while the store of keys and quota works', [], (set) => set(deps.isStoreUsable() ? 1 : 0))
  counter('chasqui_store_errors_total', 'Failures of the store of keys and quota', [], (set) => set(deps.storeErrors()))
  gauge('chasqui_publication_failed', '1 while the editions in service cannot be published', [], (set) => {
    const publication = deps.publication()
    set(publication && (publication.error ? 1 : 0))
  })
  gauge('chasqui_batches', 'Batches of all accounts that are not finished, by state', ['state'], (set) => {
    const batches = deps.batches()
    set(batches?.queued ?? null, { state: 'queued' })
    set(batches?.running ?? null, { state: 'running' })
  })
  gauge('chasqui_watch_subjects', 'Subjects of all accounts under watch', [], (set) =>
    set(deps.watch()?.sujetos ?? null),
  )
  gauge('chasqui_watch_pending', 'Subjects that were not screened with the lists and rules in service', [], (set) =>
    set(deps.watch()?.pendientes ?? null),
  )
  gauge('chasqui_watch_open_alerts', 'Alerts of all accounts that wait for a person', [], (set) =>
    set(deps.watch()?.alertasAbiertas ?? null),
  )
  counter('chasqui_batch_rows_total', 'Rows of batches that got their result in this process', [], (set) =>
    set(deps.batches()?.rowsChecked ?? null),
  )
  registerSources(registry, deps)
  registerDatasets(registry, deps)
}

const registerSources = (registry: Registry, { sources }: GaugeDeps): void => {
  const { gauge, counter } = metricsOf(registry)
  // One that this installation cannot ask is nobody's alarm.
  const eachHealth =
    (measure: (health: ProviderHealth) => boolean) =>
    (set: Set): void => {
      for (const [source, health] of Object.entries(sources.health()))
        if (health.configurado) set(measure(health) ? 1 : 0, { source })
    }
  gauge(
    'chasqui_source_up',
    '0 while a live source fails; only sources that this installation can ask',
    ['source'],
    eachHealth(({ estado }) => estado === 'ok'),
  )
  gauge(
    'chasqui_source_blocked',
    '1 while a live source asks for a verification',
    ['source'],
    eachHealth(({ captchaBlocked }) => captchaBlocked),
  )
  const eachSource =
    (measure: (activity: Activity) => number) =>
    (set: Set): void => {
      for (const [source, activity] of sources.activity()) set(measure(activity), { source })
    }
  counter(
    'chasqui_source_requests_total',
    'Calls to a live source, by how they ended',
    ['source', 'outcome'],
    (set) => {
      for (const [source, { calls, failures }] of sources.activity()) {
        set(calls - failures, { source, outcome: 'ok' })
        set(failures, { source, outcome: 'failed' })
      }
    },
  )
  counter(
    'chasqui_source_request_seconds_total',
    'Time that calls to a live source took in all; divided by the calls, their mean latency',
    ['source'],
    eachSource(({ callMs }) => callMs / 1000),
  )
  counter(
    'chasqui_source_cache_hits_total',
    'Questions to a live source answered from memory',
    ['source'],
    eachSource(({ cacheHits }) => cacheHits),
  )
  counter(
    'chasqui_source_rejected_total',
    'Questions rejected without a call: breaker open, verification asked or queue full',
    ['source'],
    eachSource(({ rejected }) => rejected),
  )
  gauge(
    'chasqui_source_queue_length',
    'Questions that wait for a live source',
    ['source'],
    eachSource(({ waiting }) => waiting),
  )
}

const registerDatasets = (registry: Registry, { datasets, now }: GaugeDeps): void => {
  const { gauge } = metricsOf(registry)
  const each = (name: string, help: string, measure: (status: DatasetStatus) => number | null): void =>
    gauge(`chasqui_dataset_${name}`, help, ['dataset'], (set) => {
      for (const status of datasets()) if (isMirrored(status)) set(measure(status), { dataset: status.id })
    })
  each('rows', 'Rows of the edition in service', ({ filas }) => filas ?? 0)
  each('failed', '1 while the last refresh of a dataset failed', ({ error }) => (error ? 1 : 0))
  each('overdue', '1 while a dataset is three scheduled times behind', ({ atrasado }) => (atrasado ? 1 : 0))
  each('edition_timestamp_seconds', "The publisher's date of the edition in service, if it has one", ({ publicado }) =>
    secondsOf(publicado),
  )
  each('loaded_timestamp_seconds', 'When the edition in service was loaded', ({ cargado }) => secondsOf(cargado))
  each('checked_timestamp_seconds', 'When the publisher was last asked with success', ({ revisado }) =>
    secondsOf(revisado),
  )
  each('age_seconds', 'Time since the edition in service was loaded; of a copy, since its date', (status) => {
    const age = ageMs(status, now())
    return age === null ? null : age / 1000
  })
  each('refresh_seconds', 'How long the last refresh took', ({ estado, intento, desde }) => {
    const [began, ended] = [secondsOf(intento), secondsOf(desde)]
    return estado === 'running' || began === null || ended === null ? null : Math.max(0, ended - began)
  })
}

/** A list that this installation has no address for is nobody's alarm. */
const isMirrored = ({ estado, edicion }: DatasetStatus): boolean => estado !== 'unconfigured' || edicion !== null

const secondsOf = (time: string | null | undefined): number | null => {
  const ms = Date.parse(time ?? '')
  return Number.isNaN(ms) ? null : ms / 1000
}

/** Makers of metrics whose values are read at every scrape; what is gone by then is gone from the metric too. */
const metricsOf = (registry: Registry) => {
  const options = (name: string, help: string, labelNames: string[]) => ({
    name,
    help,
    labelNames,
    registers: [registry],
  })
  return {
    gauge: (name: string, help: string, labelNames: string[], collect: (set: Set) => void): void => {
      new Gauge({
        ...options(name, help, labelNames),
        collect() {
          this.reset()
          collect((value, labels = {}) => value !== null && this.set(labels, value))
        },
      })
    },
    counter: (name: string, help: string, labelNames: string[], collect: (set: Set) => void): void => {
      new Counter({
        ...options(name, help, labelNames),
        collect() {
          this.reset()
          collect((value, labels = {}) => value !== null && this.inc(labels, value))
        },
      })
    },
  }
}
