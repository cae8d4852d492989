import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DatasetStatus } from '../datasets/index.ts'
import type { ProviderHealth } from '../domain/records.ts'
import type { Load } from './request/shed-load.ts'

export interface Metrics {
  observe(request: FastifyRequest, reply: FastifyReply): void
  text(): Promise<string>
  readonly contentType: string
}

interface MetricsDeps {
  load: Load
  providers: () => Record<string, ProviderHealth>
  datasets: () => readonly DatasetStatus[]
}

const BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Prometheus metrics, labelled by endpoint and outcome, never by what was asked. */
export const openMetrics = (deps: MetricsDeps): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'chasqui_' })
  const requests = new Counter({
    name: 'chasqui_requests_total',
    help: 'Requests by endpoint and outcome',
    labelNames: ['endpoint', 'status', 'outcome'],
    registers: [registry],
  })
  const latency = new Histogram({
    name: 'chasqui_request_seconds',
    help: 'Time from the first byte of a request to its answer',
    labelNames: ['endpoint'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  registerGauges(registry, deps)
  return {
    observe: ({ call }, reply) => {
      requests.inc({ endpoint: call.endpoint, status: reply.statusCode, outcome: call.failure ?? 'ok' })
      latency.observe({ endpoint: call.endpoint }, (performance.now() - call.startedAt) / 1000)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** What is read only when somebody asks for the metrics. */
const registerGauges = (registry: Registry, { load, providers, datasets }: MetricsDeps): void => {
  const gauge = (name: string, help: string, collect: (set: SetGauge) => void, label?: string): void => {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      collect() {
        collect((value, of) => this.set(label && of ? { [label]: of } : {}, value))
      },
    })
  }
  gauge('chasqui_event_loop_delay_seconds', 'Delay of the event loop over the last half second', (set) =>
    set(load.loopDelayMs() / 1000),
  )
  const perSource = (set: SetGauge, measure: (health: ProviderHealth) => number): void => {
    for (const [id, health] of Object.entries(providers())) set(measure(health), id)
  }
  const perDataset = (set: SetGauge, measure: (status: DatasetStatus) => number): void => {
    for (const status of datasets()) set(measure(status), status.id)
  }
  const upOf = ({ estado }: ProviderHealth): number => (estado === 'ok' ? 1 : 0)
  const blockedOf = ({ captchaBlocked }: ProviderHealth): number => (captchaBlocked ? 1 : 0)
  gauge('chasqui_source_up', '1 while a live source answers', (set) => perSource(set, upOf), 'source')
  gauge(
    'chasqui_source_blocked',
    '1 while a live source asks for a verification',
    (set) => perSource(set, blockedOf),
    'source',
  )
  gauge(
    'chasqui_dataset_rows',
    'Rows of the edition in service',
    (set) => perDataset(set, ({ filas }) => filas ?? 0),
    'dataset',
  )
  gauge(
    'chasqui_dataset_failed',
    '1 while the last refresh of a dataset failed',
    (set) => perDataset(set, ({ error }) => (error ? 1 : 0)),
    'dataset',
  )
}

/** Sets a gauge's value, for one source or dataset where the gauge has a label. */
type SetGauge = (value: number, of?: string) => void
