import type { TracingSettings } from './settings.ts'

/**
 * All that a span may hold. The list is closed: names that we gave ourselves and numbers, never what was asked, who asked
 * or what was answered. An address is its route's pattern.
 */
export interface Attributes {
  'http.request.method'?: string
  'http.route'?: string
  'http.response.status_code'?: number
  /** The kind of failure, `internal` for a bug. */
  'error.type'?: string
  /** The upstream that is called. */
  'peer.service'?: string
  'chasqui.endpoint'?: string
  'chasqui.outcome'?: string
  'chasqui.charged'?: boolean
  'chasqui.lookup'?: string
  /** Who answered, and by which channel. */
  'chasqui.providers'?: string[]
  'chasqui.channels'?: string[]
  'chasqui.question'?: string
  'chasqui.attempt'?: number
}

export interface SpanStart {
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes: Attributes
}

/** A place in a trace. Spans are made under it. */
export interface Trace {
  /** Runs work in a span that ends with it. Of an error the span holds the kind alone: a message could quote the input. */
  span<Result>(start: SpanStart, run: (span: Span) => Result): Result
  /** This place as a W3C `traceparent`, for another thread of the process. */
  traceparent(): string
}

export interface Span extends Trace {
  readonly traceId: string
  set(attributes: Attributes): void
  end(outcome?: { isError: boolean }): void
}

export interface Tracer {
  /** Starts a span under the caller's `traceparent`; without a valid one it begins a trace. */
  start(start: SpanStart, traceparent: string | undefined): Span
  /** A place that another thread of the process has sent. */
  under(traceparent: string): Trace
  /** Sends what is not sent yet, within a bound. */
  close(): Promise<void>
}

/** What a tracer is opened with, in every HTTP thread. */
export interface TracingSetup {
  settings: TracingSettings
  version: string
  /** When trouble with the export was last logged: the threads of a process log it once. */
  lastTrouble: SharedArrayBuffer
}
