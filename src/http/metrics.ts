import type { FastifyReply } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { outcomeOf } from './reply/access-log.ts'
import { type GaugeDeps, registerServiceGauges } from './service-gauges.ts'

export interface Metrics {
  /** Counts a finished request. */
  observe(reply: FastifyReply): void
  text(): Promise<string>
  readonly contentType: string
}

const BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Prometheus metrics, labelled by endpoint and outcome, never by what was asked. */
export const openMetrics = (deps: GaugeDeps): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'chasqui_requests_total',
    help: 'Requests by endpoint and outcome',
    labelNames: ['endpoint', 'status', 'outcome'],
    registers: [registry],
  })
  const units = new Counter({
    name: 'chasqui_units_total',
    help: 'Units of quota charged, by endpoint',
    labelNames: ['endpoint'],
    registers: [registry],
  })
  const latency = new Histogram({
    name: 'chasqui_request_seconds',
    help: 'Time from the first byte of a request to its answer',
    labelNames: ['endpoint'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  registerServiceGauges(registry, deps)
  return {
    observe: (reply) => {
      const { call } = reply.request
      requests.inc({ endpoint: call.endpoint, status: reply.statusCode, outcome: outcomeOf(call) })
      if (call.isCharged) units.inc({ endpoint: call.endpoint })
      latency.observe({ endpoint: call.endpoint }, (performance.now() - call.startedAt) / 1000)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
