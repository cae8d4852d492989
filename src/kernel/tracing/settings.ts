const EXPORTERS = ['otlp', 'console'] as const
type ExporterName = (typeof EXPORTERS)[number]

const PROTOCOLS = ['http/protobuf', 'http/json'] as const

/** The sampler, taken apart: what it decides for a new trace, and whether a caller's decision comes first. */
interface SamplerSettings {
  root: 'always_on' | 'always_off' | 'traceidratio'
  ratio: number
  parentBased: boolean
}

/**
 * What is traced and where it goes. The exporter itself reads its addresses, headers, time-outs and certificates from the
 * environment, and the resource its attributes.
 */
export interface TracingSettings {
  exporters: ExporterName[]
  protocol: (typeof PROTOCOLS)[number]
  sampler: SamplerSettings
  batch: {
    scheduledDelayMillis?: number
    exportTimeoutMillis?: number
    maxQueueSize?: number
    maxExportBatchSize?: number
  }
  /** The caller's `traceparent` counts. */
  takesCallers: boolean
}

export interface AskedTracing {
  /** Null: tracing is off. */
  settings: TracingSettings | null
  /** Sentences for the operator: values that cannot be used. */
  warnings: string[]
}

type Variables = Readonly<Record<string, string | undefined>>
type Warn = (warning: string) => void

/**
 * Reads the standard variables. Unlike the specification's default, tracing is off until an exporter or an endpoint is
 * named. A value that cannot be used never stops a start: these variables are often set for a whole cluster.
 */
export const tracingSettings = (env: Variables): AskedTracing => {
  const warnings: string[] = []
  const warn: Warn = (warning) => void warnings.push(warning)
  // By the specification an empty value counts as none.
  const text = (name: string): string => env[name]?.trim() ?? ''
  const exporters = text('OTEL_SDK_DISABLED').toLowerCase() === 'true' ? [] : exportersOf(text, warn)
  const protocol = protocolOf(text)
  if (exporters.includes('otlp') && !protocol) {
    warn(`El protocolo de OTEL_EXPORTER_OTLP_PROTOCOL debe ser ${PROTOCOLS.join(' o ')}: las trazas no se envían.`)
    exporters.splice(exporters.indexOf('otlp'), 1)
  }
  if (exporters.includes('otlp') && !hasGoodEndpoint(text)) {
    warn('El endpoint de OTEL_EXPORTER_OTLP_ENDPOINT debe ser una dirección http(s)://: las trazas no se envían.')
    exporters.splice(exporters.indexOf('otlp'), 1)
  }
  if (exporters.length === 0) return { settings: null, warnings }
  const settings: TracingSettings = {
    exporters,
    protocol: protocol ?? PROTOCOLS[0],
    sampler: samplerOf(text, warn),
    batch: batchOf(text, warn),
    takesCallers: /(?:^|,)\s*tracecontext\s*(?:,|$)/.test(text('OTEL_PROPAGATORS') || 'tracecontext'),
  }
  return { settings, warnings }
}

type Text = (name: string) => string

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']

const exportersOf = (text: Text, warn: Warn): ExporterName[] => {
  const asked = text('OTEL_TRACES_EXPORTER')
  if (asked === '') return ENDPOINTS.some((name) => text(name) !== '') ? ['otlp'] : []
  const names = new Set(asked.split(',').map((name) => name.trim()))
  if (names.has('none')) return []
  const known = EXPORTERS.filter((name) => names.has(name))
  if (known.length < names.size) warn(`OTEL_TRACES_EXPORTER admite ${EXPORTERS.join(', ')} y none; lo demás se ignora.`)
  return known
}

const protocolOf = (text: Text): TracingSettings['protocol'] | undefined => {
  const asked = text('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') || text('OTEL_EXPORTER_OTLP_PROTOCOL') || PROTOCOLS[0]
  return PROTOCOLS.find((protocol) => protocol === asked)
}

/** The address is never quoted: it may hold a credential. */
const hasGoodEndpoint = (text: Text): boolean => {
  const endpoint = ENDPOINTS.map(text).find((value) => value !== '')
  return endpoint === undefined || /^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')
}

const SAMPLER = /^(parentbased_)?(always_on|always_off|traceidratio)$/

const samplerOf = (text: Text, warn: Warn): SamplerSettings => {
  const asked = text('OTEL_TRACES_SAMPLER') || 'parentbased_always_on'
  const found = SAMPLER.exec(asked)
  if (!found) warn('OTEL_TRACES_SAMPLER no se reconoce: vale parentbased_always_on.')
  const [, parentBased, root = 'always_on'] = found ?? [asked, 'parentbased_']
  const ratio = Number(text('OTEL_TRACES_SAMPLER_ARG') || 1)
  const isRatio = ratio >= 0 && ratio <= 1
  if (!isRatio && root === 'traceidratio') warn('OTEL_TRACES_SAMPLER_ARG debe estar entre 0 y 1: vale 1.')
  return { root: root as SamplerSettings['root'], ratio: isRatio ? ratio : 1, parentBased: parentBased !== undefined }
}

const BATCH = {
  OTEL_BSP_SCHEDULE_DELAY: 'scheduledDelayMillis',
  OTEL_BSP_EXPORT_TIMEOUT: 'exportTimeoutMillis',
  OTEL_BSP_MAX_QUEUE_SIZE: 'maxQueueSize',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: 'maxExportBatchSize',
} as const

const MOST = 1e7

const batchOf = (text: Text, warn: Warn): TracingSettings['batch'] => {
  const batch: TracingSettings['batch'] = {}
  for (const [name, option] of Object.entries(BATCH)) {
    const value = text(name)
    if (value === '') continue
    if (/^[1-9][0-9]*$/.test(value) && Number(value) <= MOST) batch[option] = Number(value)
    else warn(`${name} debe ser un número entero mayor que 0: vale el valor por omisión.`)
  }
  return batch
}
