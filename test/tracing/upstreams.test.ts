import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { createKey, startServer } from '../helpers/server.ts'
import { type Reply, upstreamServer } from '../helpers/upstream-server.ts'
import { openCollector, type ReceivedSpan } from './collector.ts'

const NONE: Reply = {
  type: 'application/json',
  body: readFileSync(new URL('../../src/sources/insurance-registry/fixtures/none.json', import.meta.url)),
}
const THREADS = 3

const sent: IncomingHttpHeaders[] = []
const upstream = await upstreamServer(() => NONE)
const answerWith = (reply: () => Reply): void =>
  upstream.answer(({ headers }) => {
    sent.push(headers)
    return reply()
  })
const collector = await openCollector()
const settings = {
  CHASQUI_DATA_DIR: temporaryFolder(),
  CHASQUI_WORKERS: String(THREADS),
  CHASQUI_SOURCE_SPACING_MS: '0',
  CHASQUI_INSURANCE_URL: upstream.url,
  CHASQUI_INSURANCE_TOKEN: 'token-de-socio',
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/otlp/spans`,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '50',
}
const { key } = await createKey(settings)
const server = await startServer(settings)

const ask = async (path: string): Promise<{ status: number; traceId: string }> => {
  const traceId = randomBytes(16).toString('hex')
  const headers = { authorization: key, connection: 'close', traceparent: `00-${traceId}-${'b'.repeat(16)}-01` }
  const reply = await fetch(`${server.url}${path}`, { headers })
  await reply.arrayBuffer()
  return { status: reply.status, traceId }
}

const isCall = ({ kind }: ReceivedSpan): boolean => kind === 3

test('whichever thread answers, the call of the main thread hangs under its request', async () => {
  answerWith(() => NONE)
  const plates = Array.from({ length: 15 }, (_, at) => `TRA${100 + at}`)
  const asked: Awaited<ReturnType<typeof ask>>[] = []
  // Few at a time: the source's queue is short.
  for (let at = 0; at < plates.length; at += 3)
    asked.push(...(await Promise.all(plates.slice(at, at + 3).map((plate) => ask(`/api/soat?placa=${plate}`)))))
  await collector.waitFor(() => true, 3 * plates.length)
  for (const { status, traceId } of asked) {
    assert.equal(status, 404)
    const spans = collector.spans().filter((span) => span.traceId === traceId)
    const byKind = (kind: number) => spans.find((span) => span.kind === kind)
    assert.equal(spans.length, 3)
    assert.equal(byKind(3)?.parentSpanId, byKind(1)?.spanId)
    assert.equal(byKind(1)?.parentSpanId, byKind(2)?.spanId)
    assert.equal(byKind(1)?.attributes['chasqui.outcome'], 'not-found')
    assert.equal(byKind(1)?.status, 0)
  }
})

test('an upstream gets no header of a trace', () => {
  assert.ok(sent.length >= 15)
  for (const headers of sent)
    for (const name of ['traceparent', 'tracestate', 'baggage', 'b3']) assert.equal(headers[name], undefined)
})

test('each attempt has a span with its failure, and the request is an error', async () => {
  answerWith(() => ({ status: 500, body: 'ABC999 no está' }))
  const { status, traceId } = await ask('/api/soat?placa=ABC999')
  assert.equal(status, 502)
  await collector.waitFor((span) => span.traceId === traceId, 4)
  const spans = collector.spans().filter((span) => span.traceId === traceId)
  const calls = spans
    .filter(isCall)
    .sort((a, b) => Number(a.attributes['chasqui.attempt']) - Number(b.attributes['chasqui.attempt']))
  assert.deepEqual(
    calls.map(({ attributes, status: code }) => [
      Number(attributes['chasqui.attempt']),
      attributes['error.type'],
      code,
    ]),
    [
      [1, 'upstream-unavailable', 2],
      [2, 'upstream-unavailable', 2],
    ],
  )
  const request = spans.find(({ kind }) => kind === 2)
  assert.deepEqual([request?.status, request?.attributes['error.type']], [2, 'upstream-unavailable'])
  assert.doesNotMatch(Buffer.concat(collector.bodies()).toString('utf8'), /ABC999|token-de-socio|no est/)
})

test('equal questions share one call, which hangs under one of them', async () => {
  answerWith(() => NONE)
  const before = upstream.asked.length
  const asked = await Promise.all(Array.from({ length: 12 }, () => ask('/api/soat?placa=IGU100')))
  await collector.waitFor(({ traceId, kind }) => kind === 2 && asked.some((one) => one.traceId === traceId), 12)
  const traces = new Set(asked.map(({ traceId }) => traceId))
  const calls = await collector.waitFor((span) => traces.has(span.traceId) && isCall(span))
  assert.equal(upstream.asked.length - before, 1)
  assert.equal(calls.length, 1)
})
