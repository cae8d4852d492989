import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { RequestCounter } from '../../src/http/reply/request-counts.ts'
import { Failure } from '../../src/kernel/errors.ts'
import { testApp, type World } from '../helpers/app.ts'
import { quotaIn } from '../helpers/endpoint-table.ts'
import { callTool, connectHttp, REVISIONS } from '../helpers/mcp-client.ts'
import { person, row } from '../helpers/taxpayers.ts'
import { until } from '../helpers/until.ts'

const COMPANY = '20000000125'
const ABSENT = '20000003451'
const WORLD: World = {
  register: [row(COMPANY, 'COMERCIAL EJEMPLO S.A.C.'), person('10000000120', 'DE LA ROSA QUISPE ANA MARIA')],
}
const metrics = new RequestCounter()
// Before the app is closed, which would wait for connections that the clients keep open.
let cutConnections = (): void => {}
after(() => cutConnections())
let isOverloaded = false
const { app, inFlight, key, inject, makeKey, logged, setWorld, get } = await testApp({
  ...WORLD,
  metrics,
  corsOrigins: ['https://app.example'],
  isOverloaded: () => isOverloaded,
})
await app.listen({ port: 0, host: '127.0.0.1' })
cutConnections = () => app.server.closeAllConnections()
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

const PROTOCOL = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const call = (id: unknown, name: string, args: object) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: args },
})

const post = (payload: unknown, headers: Record<string, string> = {}, usedKey = key): Promise<LightMyRequestResponse> =>
  inject({
    ...{ method: 'POST', url: '/mcp' },
    headers: { ...PROTOCOL, authorization: `Bearer ${usedKey}`, ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  } as InjectOptions)

/** The messages of an answer, which the revisions with a handshake get as events. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
const messagesIn = ({ body }: LightMyRequestResponse): { id: unknown; result: { structuredContent: any } }[] =>
  body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)))

const quotaOf = async (usedKey: string): Promise<number> => quotaIn(await get('/api/nada', { authorization: usedKey }))

for (const revision of REVISIONS) {
  test(`a call costs what its endpoint costs, and the protocol itself nothing (${revision})`, async () => {
    setWorld(WORLD)
    const { key: own } = await makeKey({ quota: 3 })
    const client = await connectHttp(url, own, revision)
    await client.listTools()
    await client.listPrompts()
    assert.equal(await quotaOf(own), 3)
    assert.equal((await callTool(client, 'ruc', { numero: COMPANY })).content.estado, 'ok')
    assert.equal(await quotaOf(own), 2)
    assert.equal((await callTool(client, 'ruc', { numero: ABSENT })).content.estado, 'no_encontrado')
    assert.equal(await quotaOf(own), 1)
    assert.equal((await callTool(client, 'ruc', { numero: '1' })).content.error.codigo, 'parametro_invalido')
    setWorld({ register: 'not loaded' })
    assert.equal((await callTool(client, 'nombre', { q: 'comercial' })).isError, true)
    assert.equal(await quotaOf(own), 1)
    setWorld(WORLD)
    await callTool(client, 'nombre', { q: 'comercial' })
    const spent = await callTool(client, 'ruc', { numero: COMPANY })
    assert.equal(spent.content.error.codigo, 'cuota_agotada')
    assert.ok(spent.content.error.reintentarEn > 0)
  })
}

test('a source that is away is an error with its code, never "not found", and a bug shows nothing', async () => {
  const client = await connectHttp(url, key)
  setWorld({ register: 'not loaded', sources: { 'taxauth-scraper': { taxpayerByRuc: 'upstream-unavailable' } } })
  const away = await callTool(client, 'ruc', { numero: ABSENT })
  assert.deepEqual([away.isError, away.content.error.codigo], [true, 'fuente_no_disponible'])
  setWorld({
    lookups: {
      ruc: () => {
        throw new TypeError('secreto de DE LA ROSA')
      },
      dni: () => {
        throw new Failure('upstream-unavailable', 'La fuente no responde', { retryAfterMs: 4_200 })
      },
    },
  })
  const broken = await callTool(client, 'ruc', { numero: COMPANY })
  assert.equal(broken.content.error.codigo, 'error_interno')
  assert.doesNotMatch(JSON.stringify(broken), /secreto/)
  assert.equal((await callTool(client, 'dni', { numero: '00000012' })).content.error.reintentarEn, 5)
  setWorld(WORLD)
})

test('no key, a bad one, an expired one or one of another mode is refused with the error of the service', async () => {
  const expired = await makeKey({ expires: '2020-01-01' })
  const sandbox = await makeKey({ mode: 'sandbox' })
  for (const used of ['', 'chq_live_nada', expired.key, sandbox.key]) {
    const reply = await post(call(1, 'ruc', { numero: COMPANY }), { authorization: used })
    assert.equal(reply.statusCode, 401)
    assert.equal(reply.headers['www-authenticate'], 'Bearer')
    assert.equal(reply.json().error.codigo, 'no_autenticado')
  }
  await assert.rejects(connectHttp(url, null))
})

test('a key for some endpoints may call their tools alone', async () => {
  const { key: limited } = await makeKey({ endpoints: ['ruc'], quota: 5 })
  const client = await connectHttp(url, limited)
  assert.equal((await callTool(client, 'ruc', { numero: COMPANY })).content.estado, 'ok')
  assert.equal((await callTool(client, 'dni', { numero: '00000012' })).content.error.codigo, 'sin_permiso')
  await assert.rejects(client.readResource({ uri: 'chasqui://ediciones' }), /sin_permiso/)
  assert.equal(await quotaOf(limited), 4)
  const { key: batchesOnly } = await makeKey({ endpoints: ['lotes'], quota: 5 })
  const listed = await callTool(await connectHttp(url, batchesOnly), 'revisar_lista', { personas: [{ nombre: 'Ana' }] })
  assert.match(JSON.stringify(listed.content), /no_revisado.*sin_permiso/)
  assert.equal(await quotaOf(batchesOnly), 5)
})

test('every call of a batch is charged and takes its token of the rate', async () => {
  const { key: slow } = await makeKey({ ratePerSecond: 1, burst: 2, quota: 10 })
  const reply = await post(
    [1, 2, 3].map((id) => call(id, 'ruc', { numero: COMPANY })),
    {},
    slow,
  )
  assert.equal(reply.statusCode, 200)
  const codes = messagesIn(reply).map(({ result }) => result.structuredContent.error?.codigo ?? 'ok')
  assert.deepEqual(codes.sort(), ['limite_excedido', 'ok', 'ok'])
  assert.equal(quotaIn(reply), 8)
  const refused = await post(call(4, 'ruc', { numero: COMPANY }), {}, slow)
  assert.equal(refused.statusCode, 429)
  assert.equal(refused.json().error.codigo, 'limite_excedido')
  assert.equal(refused.headers['retry-after'], '1')
})

test('every message of a batch takes a token of the rate, whatever it asks', async () => {
  const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' })
  const hundred = Array.from({ length: 100 }, (_, id) => id)
  const rate = async (messages: unknown[]) => {
    const { key: slow } = await makeKey({ ratePerSecond: 1, burst: 3, quota: 10 })
    const reply = await post(messages, {}, slow)
    return [reply.statusCode, reply.statusCode === 429 ? reply.json().error.codigo : messagesIn(reply).length]
  }
  assert.deepEqual(await rate(hundred.map(list)), [429, 'limite_excedido'])
  assert.deepEqual(await rate(hundred.map((id) => call(id, 'nadie', {}))), [429, 'limite_excedido'])
  assert.deepEqual(await rate([1, 2, 3].map(list)), [200, 3])
  assert.deepEqual(await rate([1, 2].map(list).concat(call(3, 'ruc', { numero: COMPANY }) as never)), [200, 3])
  assert.deepEqual(await rate([1, 2, 3].map(list).concat(call(4, 'ruc', { numero: COMPANY }) as never)), [
    429,
    'limite_excedido',
  ])
})

const NO_TEXTS: [persona: unknown, why: RegExp][] = [
  [{ nombre: { primero: 'Ana' } }, /^En el elemento 1 de personas, nombre debe ser un texto/],
  [{ nombre: ['Ana Quispe'] }, /nombre debe ser un texto/],
  [{ nombre: true }, /nombre debe ser un texto/],
  [{ nombre: 'Ana Quispe', documento: { dni: '00000012' } }, /documento debe ser un texto/],
  [{ nombre: 'Ana Quispe', documento: 1.5 }, /documento debe ser un texto/],
  [{ nombre: 'Ana Quispe', edad: 3 }, /hay un campo que no existe; los que hay son nombre, documento/],
  [['Ana Quispe'], /^El elemento 1 de personas debe ser un objeto/],
  [7, /^El elemento 1 de personas debe ser un objeto/],
]
for (const [persona, why] of NO_TEXTS)
  test(`a person given as ${JSON.stringify(persona)} is refused, and nobody is screened`, async () => {
    const [message] = messagesIn(await post(call(1, 'revisar_lista', { personas: [persona] })))
    const { estado, error } = message?.result.structuredContent ?? {}
    assert.deepEqual([estado, error.codigo], ['error', 'parametro_invalido'])
    assert.match(error.mensaje, why)
  })

test('an overloaded service refuses before it reads anything', async () => {
  isOverloaded = true
  const reply = await post('no es JSON')
  isOverloaded = false
  assert.deepEqual([reply.statusCode, reply.json().error.codigo], [503, 'sobrecarga'])
})

const ORIGINS: [origin: string, status: number][] = [
  ['https://app.example', 200],
  ['http://localhost:6274', 200],
  ['http://127.0.0.1:3000', 200],
  ['http://[::1]', 200],
  ['https://evil.example', 403],
  ['http://localhost.evil.example', 403],
  ['http://127.0.0.1.evil.example:8080', 403],
  ['null', 403],
]
for (const [origin, status] of ORIGINS) {
  test(`a page of ${origin} gets ${status}`, async () => {
    const reply = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { origin })
    assert.equal(reply.statusCode, status)
  })
}

test('a browser may ask beforehand, from an allowed origin', async () => {
  const reply = await inject({
    method: 'OPTIONS',
    url: '/mcp',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
  })
  assert.equal(reply.headers['access-control-allow-origin'], 'https://app.example')
  assert.match(String(reply.headers['access-control-allow-methods']), /POST/)
  assert.match(String(reply.headers['access-control-allow-headers']), /Content-Type.*Mcp-Protocol-Version/)
})

for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'] as const) {
  test(`${method} /mcp is 405 and names POST: there are no sessions`, async () => {
    const reply = await inject({ method, url: '/mcp', headers: { authorization: key, accept: 'text/event-stream' } })
    assert.equal(reply.statusCode, 405)
    assert.equal(reply.headers.allow, 'POST')
    assert.ok(reply.headers.ratelimit)
  })
}

test("a body that is too large, of another type or no JSON-RPC is the caller's fault", async () => {
  const large = await post(call(1, 'nombre', { q: 'x'.repeat(300_000) }))
  assert.deepEqual([large.statusCode, large.json().error.codigo], [413, 'peticion_demasiado_grande'])
  assert.equal((await post('<x/>', { 'content-type': 'text/xml' })).statusCode, 415)
  assert.equal((await post('{', {})).statusCode, 400)
  assert.equal((await post({ hola: 1 })).statusCode, 400)
  assert.equal((await post(call(1, 'ruc', {}), { accept: 'text/html' })).statusCode, 406)
  assert.equal((await post(Array.from({ length: 101 }, (_, id) => call(id, 'ruc', {})))).statusCode, 400)
  assert.equal((await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).headers['cache-control'], 'no-store')
})

test('a subscription is refused at once: nothing is announced', async () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
  const params = { notifications: { toolsListChanged: true }, _meta: meta }
  const reply = await post({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }, headers)
  assert.match(reply.body, /Subscription limit reached/)
})

test('names of tools and arguments that no table has are refused, also those that every object has', async () => {
  for (const name of ['nada', 'constructor', '__proto__', 'toString']) {
    const [message] = messagesIn(await post(call(1, name, {}))) as unknown as { error?: { code: number } }[]
    assert.equal(message?.error?.code, -32602, name)
  }
  for (const args of [
    { constructor: '1' },
    { numero: ['1'] },
    { numero: {} },
    { numero: 1.5 },
    { numero: COMPANY, otro: '1' },
  ]) {
    const [message] = messagesIn(await post(call(1, 'ruc', args)))
    assert.equal(message?.result.structuredContent.error.codigo, 'parametro_invalido', JSON.stringify(args))
  }
})

test('arguments may come as numbers, booleans and blanks, as models write them', async () => {
  const client = await connectHttp(url, key)
  assert.equal((await callTool(client, 'ruc', { numero: Number(COMPANY), proveedor: null })).content.estado, 'ok')
  assert.equal((await callTool(client, 'persona', { nombre: 'ana de la rosa', dni: '' })).content.data.total, 1)
  const detailed = await callTool(client, 'persona', { nombre: 'ana de la rosa', detalle: true })
  assert.equal(detailed.content.data.matches[0].ficha.numero, '10000000120')
})

let hungUp = 0
app.server.on('request', (_request, response) => {
  response.once('close', () => {
    if (!response.writableFinished) hungUp++
  })
})

/** A lookup that has been asked, and gives its answer when told to. */
const slowLookup = () => {
  const asked = Promise.withResolvers<void>()
  const found = Promise.withResolvers<void>()
  const soat = async (): Promise<never> => {
    asked.resolve()
    await found.promise
    throw new Failure('not-found', 'La placa no tiene SOAT registrado')
  }
  setWorld({ lookups: { soat } })
  return { asked: asked.promise, find: found.resolve }
}

/** Waits for the line of a key's call. */
const lineOf = async (keyId: string, endpoint: string): Promise<string> => {
  const lines = (): string[] => logged().split('\n')
  const isIt = (line: string): boolean => line.includes(keyId) && line.includes(`"endpoint":"${endpoint}"`)
  await until(async () => lines().some(isIt))
  return lines().find(isIt) as string
}

// Those with a handshake cancel by a message of its own, which reaches a service without sessions too late.
for (const [revision, outcome] of [
  ['2026-07-28', 'abandonado'],
  ['legacy', 'not-found'],
] as const) {
  test(`a cancelled call gets no answer, and what was found is charged like any answer (${revision})`, async () => {
    const { asked, find } = slowLookup()
    const { key: own, id } = await makeKey({ quota: 5 })
    const client = await connectHttp(url, own, revision)
    const cancel = new AbortController()
    const answer = client.callTool({ name: 'soat', arguments: { placa: 'ABC123' } }, { signal: cancel.signal })
    await asked
    const before = hungUp
    cancel.abort()
    await assert.rejects(answer)
    await until(async () => revision === 'legacy' || hungUp > before)
    find()
    const line = JSON.parse(await lineOf(id, 'mcp/soat'))
    assert.deepEqual([line.outcome, line.charged], [outcome, true])
    assert.equal(await quotaOf(own), 4)
    setWorld(WORLD)
  })
}

test('a caller who hangs up is noticed, and the request ends when its lookup does', async () => {
  const { asked, find } = slowLookup()
  const { key: own, id } = await makeKey({ quota: 5 })
  const hangUp = new AbortController()
  const reply = fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...PROTOCOL, authorization: own },
    body: JSON.stringify(call(1, 'soat', { placa: 'ABC123' })),
    signal: hangUp.signal,
  })
  await asked
  const before = hungUp
  hangUp.abort()
  await assert.rejects(reply)
  await until(async () => hungUp > before)
  find()
  assert.match(await lineOf(id, 'mcp/soat'), /"outcome":"abandonado","charged":true/)
  assert.match(await lineOf(id, 'mcp'), /"outcome":"abandonado"/)
  await inFlight.settled()
  setWorld(WORLD)
})

test('the log and the metrics know tools and outcomes, never whom it was about', async () => {
  const reply = await post(call(7, 'persona', { nombre: 'ana de la rosa' }), { 'x-request-id': 'pedido-0001' })
  const [message] = messagesIn(reply) as unknown as { result: { _meta: Record<string, string> } }[]
  assert.equal(message?.result._meta['chasqui/requestId'], 'pedido-0001')
  assert.equal(reply.headers['x-request-id'], 'pedido-0001')
  const lines = logged()
    .split('\n')
    .filter((line) => line.includes('pedido-0001'))
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ endpoint, status, outcome, charged }) => [endpoint, status, outcome, charged]),
    [
      ['mcp/persona', 200, 'ok', true],
      ['mcp', 200, 'ok', undefined],
    ],
  )
  assert.match(lines[0].source, /^taxauth-scraper; channel=register; edition=/)
  assert.doesNotMatch(logged(), /rosa|20000000125|00000012|ABC123|COMERCIAL/i)
  const { endpoints, requests } = metrics.counted()
  assert.ok(endpoints.find(({ endpoint }) => endpoint === 'mcp/persona')?.units)
  assert.ok(requests.some(({ endpoint, status }) => endpoint === 'mcp/ruc' && status === 404))
})
