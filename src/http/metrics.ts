import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DatasetStatus } from '../datasets/index.ts'
import type { ProviderHealth } from '../sources/source.ts'
import type { Load } from './request/shed-load.ts'

export interface Metrics {
  observe(request: FastifyRequest, reply: FastifyReply): void
  text(): Promise<string>
  readonly contentType: string
}

export interface Measured {
  load: Load
  providers: () => Record<string, ProviderHealth>
  datasets: () => readonly DatasetStatus[]
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Prometheus metrics, labelled by endpoint and outcome, never by what was asked. */
export const openMetrics = ({ load, providers, datasets }: Measured): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'chasqui_' })
  const requests = new Counter({
    name: 'chasqui_requests_total',
    help: 'Requests by endpoint and outcome',
    labelNames: ['endpoint', 'status', 'outcome'],
    registers,
  })
  const latency = new Histogram({
    name: 'chasqui_request_seconds',
    help: 'Time from the first byte of a request to its answer',
    labelNames: ['endpoint'],
    buckets: SECONDS,
    registers,
  })
  gauge('chasqui_event_loop_delay_seconds', 'Delay of the event loop over the last half second', [], registers, (set) =>
    set({}, load.loopDelayMs() / 1000),
  )
  gauge('chasqui_source_up', '1 while a live source answers', ['source'], registers, (set) => {
    for (const [source, { estado }] of Object.entries(providers())) set({ source }, estado === 'ok' ? 1 : 0)
  })
  gauge('chasqui_source_blocked', '1 while a live source asks for a verification', ['source'], registers, (set) => {
    for (const [source, { captchaBlocked }] of Object.entries(providers())) set({ source }, captchaBlocked ? 1 : 0)
  })
  gauge('chasqui_dataset_rows', 'Rows of the edition in service', ['dataset'], registers, (set) => {
    for (const { id, filas } of datasets()) set({ dataset: id }, filas ?? 0)
  })
  gauge('chasqui_dataset_failed', '1 while the last refresh of a dataset failed', ['dataset'], registers, (set) => {
    for (const { id, error } of datasets()) set({ dataset: id }, error ? 1 : 0)
  })
  return {
    observe: ({ call }, reply) => {
      requests.inc({ endpoint: call.endpoint, status: reply.statusCode, outcome: call.failure ?? 'ok' })
      latency.observe({ endpoint: call.endpoint }, (performance.now() - call.startedAt) / 1000)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

type Set = (labels: Record<string, string>, value: number) => void

const gauge = (
  name: string,
  help: string,
  labelNames: string[],
  registers: Registry[],
  collect: (set: Set) => void,
): void => {
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    collect() {
      collect((labels, value) => this.set(labels, value))
    },
  })
}
