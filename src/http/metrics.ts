import { collectDefaultMetrics, type Metric, Registry } from 'prom-client'
import type { BatchActivity } from '../batches/jobs/batches.ts'
import type { WatchActivity } from '../watch/watch.ts'
import { BUCKETS_SECONDS, type CountedRequests, RequestCounter, type ThreadReport } from './reply/request-counts.ts'
import { type GaugeDeps, registerServiceGauges } from './service-gauges.ts'

export interface Metrics {
  text(): Promise<string>
  readonly contentType: string
}

export interface MetricsDeps extends Omit<GaugeDeps, 'reports' | 'batches' | 'watch'> {
  batchActivity?(): Promise<BatchActivity>
  watchActivity?(): Promise<WatchActivity>
  /** Of every HTTP thread of the process, this one first. */
  threadReports(): Promise<readonly ThreadReport[]>
  /** What threads that have ended had counted. */
  countedBefore(): CountedRequests
}

/** Prometheus metrics of the whole process, labelled by endpoint and outcome, never by what was asked. */
export const openMetrics = ({
  threadReports,
  countedBefore,
  batchActivity,
  watchActivity,
  ...deps
}: MetricsDeps): Metrics => {
  const registry = new Registry()
  let reports: readonly ThreadReport[] = []
  let batches: BatchActivity | null = null
  let watch: WatchActivity | null = null
  let counted: CountedRequests = { requests: [], endpoints: [] }
  collectDefaultMetrics({ register: registry })
  registerRequests(registry, () => counted)
  registerServiceGauges(registry, { ...deps, reports: () => reports, batches: () => batches, watch: () => watch })
  return {
    text: async () => {
      reports = await threadReports()
      batches = (await batchActivity?.().catch(() => null)) ?? null
      watch = (await watchActivity?.().catch(() => null)) ?? null
      const sum = new RequestCounter()
      for (const one of [countedBefore(), ...reports.map((report) => report.counted)]) sum.add(one)
      counted = sum.counted()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

interface Sample {
  labels: Record<string, string | number>
  value: number
  metricName?: string
}

// The library's own counters belong to one thread; these are sums over all of them.
const registerRequests = (registry: Registry, counted: () => CountedRequests): void => {
  const register = (name: string, help: string, type: 'counter' | 'histogram', values: () => Sample[]): void =>
    registry.registerMetric({ name, get: async () => ({ name, help, type, values: values() }) } as unknown as Metric)
  register('chasqui_requests_total', 'Requests by endpoint and outcome', 'counter', () =>
    counted().requests.map(({ requests, ...labels }) => ({ labels, value: requests })),
  )
  register('chasqui_units_total', 'Units of quota charged, by endpoint', 'counter', () =>
    counted()
      .endpoints.filter(({ units }) => units > 0)
      .map(({ endpoint, units }) => ({ labels: { endpoint }, value: units })),
  )
  register('chasqui_request_seconds', 'Time from the first byte of a request to its answer', 'histogram', () =>
    counted().endpoints.flatMap(({ endpoint, seconds, buckets }) => histogram(endpoint, seconds, buckets)),
  )
}

const histogram = (endpoint: string, seconds: number, buckets: readonly number[]): Sample[] => {
  const samples: Sample[] = []
  let requests = 0
  for (const [at, count] of buckets.entries()) {
    requests += count
    const labels = { le: BUCKETS_SECONDS[at] ?? '+Inf', endpoint }
    samples.push({ metricName: 'chasqui_request_seconds_bucket', labels, value: requests })
  }
  samples.push({ metricName: 'chasqui_request_seconds_sum', labels: { endpoint }, value: seconds })
  samples.push({ metricName: 'chasqui_request_seconds_count', labels: { endpoint }, value: requests })
  return samples
}
