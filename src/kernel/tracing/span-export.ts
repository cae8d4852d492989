import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace'
import { errorFacts, type Log } from '../log.ts'
import type { TracingSettings } from './settings.ts'
import type { TracingSetup } from './tracer.ts'

const TROUBLE_MS = 60_000n

type Exporter = TracingSettings['exporters'][number]
type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0]

/** Sends finished spans in batches, beside the requests. What a full queue cannot take is dropped. */
export const openSpanExport = ({ settings, lastTrouble }: TracingSetup, log: Log): SpanProcessor[] => {
  const { exporters, protocol, batch } = settings
  const isTime = oncePerMinute(new BigInt64Array(lastTrouble))
  const onTrouble = (error: unknown): void => {
    if (isTime()) log.warn(exportFacts(error), 'spans could not be exported')
  }
  return exporters.map(
    (name) => new BatchSpanProcessor({ ...batch, exporter: reporting(openExporter(name, protocol), onTrouble) }),
  )
}

const openExporter = (name: Exporter, protocol: TracingSettings['protocol']): SpanExporter => {
  if (name === 'console') return new ConsoleSpanExporter()
  return protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter()
}

/** The same exporter; a batch that it could not send is told here, and is no trouble of anybody else. */
const reporting = (exporter: SpanExporter, onTrouble: (error: unknown) => void): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.code !== SUCCESS) onTrouble(result.error)
      done({ code: SUCCESS })
    }),
  forceFlush: async () => exporter.forceFlush?.(),
  shutdown: () => exporter.shutdown(),
})

const SUCCESS: ExportResult['code'] = 0

/** The status that the collector answered with, or the code of the network's error. A message could quote its address. */
const exportFacts = (error: unknown): Record<string, unknown> => {
  const { error: name, code, cause } = errorFacts(error)
  return { error: name, code, cause: (cause as { code?: unknown } | undefined)?.code }
}

/** True at most once a minute in all threads together. */
const oncePerMinute = (last: BigInt64Array): (() => boolean) => {
  return () => {
    const now = BigInt(Date.now())
    const before = Atomics.load(last, 0)
    return now - before >= TROUBLE_MS && Atomics.compareExchange(last, 0, before, now) === before
  }
}
