import type { Log } from '../log.ts'
import type { TracingSettings } from './settings.ts'
import type { Tracer, TracingSetup } from './tracer.ts'

export const tracingSetup = (settings: TracingSettings | null, version: string): TracingSetup | null =>
  settings && { settings, version, lastTrouble: new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT) }

/** The tracer that the settings ask for. Nothing of OpenTelemetry is loaded when they ask for none. */
export const openTracer = async (setup: TracingSetup | null, log: Log): Promise<Tracer | undefined> => {
  if (!setup) return undefined
  const { openOtelTracer } = await import('./otel-tracer.ts')
  return openOtelTracer(setup, log)
}
