import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { until } from '../helpers/until.ts'
import { decodeRequest } from './otlp-protobuf.ts'

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  /** 1 internal, 2 server, 3 client. */
  kind: number
  attributes: Record<string, unknown>
  /** 2 is an error. */
  status: number
  events: number
}

/** How the collector treats the next batches. */
export type CollectorMode = 'well' | 'status 500' | 'hanging'

export interface Collector {
  url: string
  spans(): ReceivedSpan[]
  /** What arrived, byte by byte. */
  bodies(): Buffer[]
  headers(): IncomingHttpHeaders[]
  resources(): Record<string, unknown>[]
  set(mode: CollectorMode): void
  /** Waits for spans; those that answer to `isWanted`. */
  waitFor(isWanted: (span: ReceivedSpan) => boolean, count?: number): Promise<ReceivedSpan[]>
  /** Refuses connections from now on. */
  close(): Promise<void>
}

/** A collector of spans on loopback: OTLP over HTTP, protobuf or JSON. */
export const openCollector = async (): Promise<Collector> => {
  let mode: CollectorMode = 'well'
  const bodies: Buffer[] = []
  const headers: IncomingHttpHeaders[] = []
  const resources: Record<string, unknown>[] = []
  const spans: ReceivedSpan[] = []
  const hanging = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const sent = Buffer.concat(chunks)
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
      bodies.push(body)
      headers.push(request.headers)
      if (mode === 'hanging') return void hanging.add(response)
      if (mode === 'status 500') return void response.writeHead(500).end()
      const isJson = request.headers['content-type'] === 'application/json'
      const read = isJson ? readJson(body) : decodeRequest(body)
      resources.push(...read.resources)
      spans.push(...read.spans)
      response.writeHead(200, { 'content-type': isJson ? 'application/json' : 'application/x-protobuf' })
      response.end(isJson ? '{}' : '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  after(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => spans,
    bodies: () => bodies,
    headers: () => headers,
    resources: () => resources,
    set: (next) => {
      mode = next
    },
    waitFor: async (isWanted, count = 1) => {
      await until(async () => spans.filter(isWanted).length >= count)
      return spans.filter(isWanted)
    },
    close,
  }
}

interface JsonValue {
  [kind: string]: unknown
}
interface JsonSpan extends Omit<ReceivedSpan, 'attributes' | 'status' | 'events'> {
  attributes: { key: string; value: JsonValue }[]
  status: { code?: number }
  events?: unknown[]
}
interface JsonRequest {
  resourceSpans: {
    resource: { attributes: JsonSpan['attributes'] }
    scopeSpans: { spans: JsonSpan[] }[]
  }[]
}

const readJson = (body: Buffer): { resources: Record<string, unknown>[]; spans: ReceivedSpan[] } => {
  const { resourceSpans } = JSON.parse(body.toString('utf8')) as JsonRequest
  return {
    resources: resourceSpans.map(({ resource }) => readAttributes(resource.attributes)),
    spans: resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map(({ attributes, status, events, ...span }) => ({
          ...span,
          parentSpanId: span.parentSpanId ?? '',
          attributes: readAttributes(attributes),
          status: status.code ?? 0,
          events: events?.length ?? 0,
        })),
      ),
    ),
  }
}

const readAttributes = (attributes: JsonSpan['attributes']): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]))

const readValue = (value: JsonValue): unknown => {
  const [kind, held] = Object.entries(value)[0] ?? []
  return kind === 'arrayValue' ? (held as { values: JsonValue[] }).values.map(readValue) : held
}
