import {
  type Attributes as OtelAttributes,
  type Tracer as OtelTracerApi,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { Failure, type FailureKind } from '../errors.ts'
import type { Log } from '../log.ts'
import { isPromise } from '../when-ready.ts'
import type { TracingSettings } from './settings.ts'
import { openSpanExport } from './span-export.ts'
import type { Span, SpanStart, Trace, Tracer, TracingSetup } from './tracer.ts'

const CLOSE_MS = 2_000

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

/** These say something about the question, not that something is broken. */
const NO_ERRORS: ReadonlySet<FailureKind | 'internal'> = new Set(['invalid-input', 'missing-input', 'not-found'])

/** The port over OpenTelemetry. Its globals stay as they are: no context is active but the one handed on as an argument. */
export const openOtelTracer = (setup: TracingSetup, log: Log): Tracer => {
  const { settings, version } = setup
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'chasqui', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(settings.sampler),
    spanProcessors: openSpanExport(setup, log),
  })
  const tracer = provider.getTracer('chasqui', version)
  return {
    start: (start, traceparent) => {
      const caller = settings.takesCallers && traceparent ? parseTraceparent(traceparent) : undefined
      return startSpan(tracer, start, caller)
    },
    under: (traceparent) => traceAt(tracer, parseTraceparent(traceparent)),
    close: async () => {
      // A collector that hangs must not hold up the end of the process.
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, CLOSE_MS)
      await Promise.race([provider.shutdown().catch(() => {}), late.promise])
      clearTimeout(timer)
    },
  }
}

const samplerOf = ({ root, ratio, parentBased }: TracingSettings['sampler']): Sampler => {
  const own = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[root]()
  return parentBased ? new ParentBasedSampler({ root: own }) : own
}

const startSpan = (tracer: OtelTracerApi, { name, kind, attributes }: SpanStart, parent?: SpanContext): Span => {
  const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
  const options = { kind: KINDS[kind], attributes: attributes as OtelAttributes }
  const span = tracer.startSpan(name, options, context)
  return {
    ...traceAt(tracer, span.spanContext()),
    traceId: span.spanContext().traceId,
    set: (more) => void span.setAttributes(more as OtelAttributes),
    end: (outcome) => {
      if (outcome?.isError) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

const traceAt = (tracer: OtelTracerApi, at: SpanContext | undefined): Trace => ({
  span: (start, run) => runIn(startSpan(tracer, start, at), run),
  traceparent: () => (at ? writeTraceparent(at) : ''),
})

/** Runs the work, which may be done at once or later, and ends its span. */
const runIn = <Result>(span: Span, run: (span: Span) => Result): Result => {
  const failed = (error: unknown): never => {
    const kind = error instanceof Failure ? error.kind : 'internal'
    const isError = !NO_ERRORS.has(kind)
    span.set({ 'chasqui.outcome': kind, ...(isError && { 'error.type': kind }) })
    span.end({ isError })
    throw error
  }
  const done = (value: unknown): unknown => {
    span.end()
    return value
  }
  let result: Result
  try {
    result = run(span)
  } catch (error) {
    return failed(error)
  }
  return (isPromise(result) ? result.then(done, failed) : done(result)) as Result
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/**
 * The place that a `traceparent` names; undefined when it is not one. `tracestate` and `baggage` are not read: a caller can
 * write anything into them, and it would end up in the exported spans.
 */
const parseTraceparent = (text: string): SpanContext | undefined => {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(text.trim()) ?? []
  if (!traceId || !spanId || !flags || (version === '00' && more !== undefined)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}

const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & 1}`
