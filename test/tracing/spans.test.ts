import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { SANDBOX_TODAY, sandboxData } from '../helpers/sandbox-data.ts'
import { startServer } from '../helpers/server.ts'
import { openCollector, type ReceivedSpan } from './collector.ts'

const collector = await openCollector()
const server = await startServer(
  {
    CHASQUI_DATA_DIR: sandboxData(),
    CHASQUI_WORKERS: '2',
    CHASQUI_SOURCE_SPACING_MS: '0',
    CHASQUI_TODAY: SANDBOX_TODAY,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=contabilidad',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=ensayo',
    OTEL_SERVICE_NAME: 'chasqui-ensayo',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  },
  ['serve', '--sandbox'],
)
const key = /chq_test_\S+/.exec(server.output())?.[0] as string

/** Asks on a connection of its own, so that any thread may answer, as part of a caller's trace. */
const ask = async (path: string, headers: Record<string, string> = {}) => {
  const caller = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') }
  const traceparent = `00-${caller.traceId}-${caller.spanId}-01`
  const reply = await fetch(`${server.url}${path}`, {
    headers: { authorization: key, connection: 'close', traceparent, ...headers },
  })
  await reply.arrayBuffer()
  return { status: reply.status, ...caller }
}

const isRequest = ({ kind }: ReceivedSpan): boolean => kind === 2

/** The spans of a trace, once its request has ended. */
const spansOf = async (traceId: string): Promise<ReceivedSpan[]> => {
  await collector.waitFor((span) => span.traceId === traceId && isRequest(span))
  return collector.spans().filter((span) => span.traceId === traceId)
}

/** Who asks whom: the endpoint, an answered question, and the sources that are called for it. */
const ENDPOINTS: readonly (readonly [string, string, readonly string[]])[] = [
  ['ruc', 'numero=20000000125', []],
  ['dni', 'numero=99999998', ['taxauth-scraper', 'public-dni-directory', 'aggregator-a', 'aggregator-b']],
  ['persona', 'dni=99999997', ['taxauth-scraper', 'public-dni-directory']],
  ['nombre', 'q=COMERCIAL', []],
  ['sanciones', 'ruc=20000000125', []],
  ['soat', 'placa=ABC123', ['insurance-registry']],
  ['tipo-cambio', 'fecha=2026-11-12', ['taxauth-tc']],
  ['indicadores', 'codigo=inflacion', ['central-bank']],
  ['indicadores/buscar', 'q=inflacion', ['central-bank']],
  ['aml', 'nombre=Nadie%20Inventado', []],
]

for (const [endpoint, query, sources] of ENDPOINTS) {
  test(`${endpoint}: the request under its caller, the lookup under the request, the calls under the lookup`, async () => {
    const { status, traceId, spanId } = await ask(`/api/${endpoint}?${query}`)
    await collector.waitFor((span) => span.traceId === traceId && span.kind === 3, sources.length)
    const spans = await spansOf(traceId)
    const [request, ...others] = spans.filter(isRequest)
    const lookup = spans.find(({ kind }) => kind === 1)
    const calls = spans.filter(({ kind }) => kind === 3)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [request?.name, request?.parentSpanId, request?.status],
      [`GET /api/${endpoint}`, spanId, 0],
      JSON.stringify(spans),
    )
    assert.equal(request?.attributes['http.route'], `/api/${endpoint}`)
    assert.equal(request?.attributes['http.response.status_code'], status)
    assert.equal(request?.attributes['chasqui.outcome'], status === 200 ? 'ok' : 'not-found')
    assert.deepEqual([lookup?.name, lookup?.parentSpanId], [`lookup ${endpoint}`, request?.spanId])
    assert.deepEqual(new Set(calls.map(({ attributes }) => attributes['peer.service'])), new Set(sources))
    for (const call of calls) assert.equal(call.parentSpanId, lookup?.spanId)
    assert.equal(spans.length, 2 + calls.length)
  })
}

test('the batches carry the headers, the compression and the resource that the variables name', () => {
  const [headers] = collector.headers()
  assert.equal(headers?.['x-tenant'], 'contabilidad')
  assert.equal(headers?.['content-encoding'], 'gzip')
  assert.equal(headers?.['content-type'], 'application/x-protobuf')
  const [resource] = collector.resources()
  assert.equal(resource?.['service.name'], 'chasqui-ensayo')
  assert.equal(resource?.['deployment.environment.name'], 'ensayo')
})

test('what is refused before a lookup has a span without one', async () => {
  for (const [path, headers, outcome] of [
    ['/api/ruc?numero=20000000125', { authorization: 'nada' }, 'unauthenticated'],
    ['/api/ruc', {}, 'missing-input'],
    ['/api/nada?numero=1', {}, 'unknown-route'],
    ['/api/%zz', {}, 'invalid-input'],
  ] as const) {
    const { traceId } = await ask(path, headers)
    const spans = await spansOf(traceId)
    assert.equal(spans.length, 1, path)
    assert.equal(spans[0]?.attributes['chasqui.outcome'], outcome)
    assert.equal(spans[0]?.status, 0)
  }
})

test('a traceparent that is none begins a trace, and probes are not traced', async () => {
  const before = collector.spans().length
  await ask('/healthz')
  for (const traceparent of [
    'nada',
    `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
    `ff-${'1'.repeat(32)}-${'1'.repeat(16)}-01`,
  ])
    await ask('/api/health', { traceparent })
  await collector.waitFor(({ name }) => name === 'GET /api/health', 3)
  const since = collector.spans().slice(before)
  assert.deepEqual([...new Set(since.map(({ name, parentSpanId }) => `${name} ${parentSpanId}`))], ['GET /api/health '])
  assert.equal(new Set(since.map(({ traceId }) => traceId)).size, 3)
})

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''))
const letters = (length: number) =>
  fc
    .array(fc.constantFrom(...'BCDFGHJKLMNPQRSTVWXYZ'), { minLength: length, maxLength: length })
    .map((all) => all.join(''))

/** Questions of every kind about people, companies and cars that nobody has heard of, with the words they hold. */
const questions = fc.oneof(
  digits(9).map((tail) => ({ words: [`20${tail}`], path: `/api/ruc?numero=20${tail}` })),
  digits(9).map((tail) => ({ words: [`10${tail}`], path: `/api/sanciones?ruc=10${tail}` })),
  digits(8).map((dni) => ({ words: [dni], path: `/api/dni?numero=${dni}` })),
  digits(8).map((dni) => ({ words: [dni], path: `/api/persona?dni=${dni}` })),
  digits(8).map((dni) => ({ words: [dni], path: `/api/ruc/${dni}?numero=${dni}` })),
  digits(8).map((dni) => ({ words: [dni], path: `/api/dni?numero=${dni}&proveedor=${dni}` })),
  fc.tuple(letters(3), digits(3)).map(([a, b]) => ({ words: [a + b], path: `/api/soat?placa=${a}${b}` })),
  fc.tuple(letters(8), letters(9)).map((words) => ({ words, path: `/api/nombre?q=${words.join('%20')}` })),
  fc
    .tuple(letters(8), letters(9))
    .map((words) => ({ words, path: `/api/persona?nombre=${words.join('+')}&detalle=1` })),
  fc.tuple(letters(8), letters(9)).map((words) => ({ words, path: `/api/sanciones?nombre=${words.join('%C3%91')}` })),
  fc
    .tuple(letters(9), digits(8))
    .map((words) => ({ words, path: `/api/aml?nombre=${words[0]}&documento=${words[1]}` })),
  letters(9).map((word) => ({ words: [word], path: `/api/indicadores?codigo=${word}` })),
  letters(9).map((word) => ({ words: [word], path: `/api/tipo-cambio?fecha=${word}` })),
  letters(9).map((word) => ({ words: [word], path: `/${word}/%zz?${word}=${word}` })),
)

test('no span holds what was asked, who asked, or any name or number of it', async () => {
  const asked = new Set([key, 'agente-de-prueba'])
  await fc.assert(
    fc.asyncProperty(questions, digits(12), async ({ path, words }, requestId) => {
      const headers = { 'x-request-id': requestId, 'user-agent': 'agente-de-prueba', tracestate: `v=${requestId}` }
      const { traceId } = await ask(path, { ...headers, baggage: `dni=${requestId}` })
      await spansOf(traceId)
      for (const word of [...words, requestId]) asked.add(word)
      assert.equal(collector.spans().filter(({ events }) => events > 0).length, 0)
    }),
    { numRuns: 60 },
  )
  const received = Buffer.concat(collector.bodies()).toString('latin1').toUpperCase()
  assert.match(received, /CHASQUI\.OUTCOME/)
  for (const word of asked) assert.ok(!received.includes(word.toUpperCase()), word)
})

test('the access line names the trace', async () => {
  const { traceId } = await ask('/api/ruc?numero=20000000125')
  await spansOf(traceId)
  assert.equal(await server.end(), 0)
  assert.match(server.output(), new RegExp(`"endpoint":"ruc".*"trace":"${traceId}"`))
})
