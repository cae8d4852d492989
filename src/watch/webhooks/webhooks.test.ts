import assert from 'node:assert/strict'
import { createHmac, createPublicKey, verify } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { closeAfterTests, temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { openTestDatabase, testDatabase } from '../../../test/helpers/postgres.ts'
import { until } from '../../../test/helpers/until.ts'
import { silentLog } from '../../kernel/log.ts'
import { useKey } from '../store/accounts.ts'
import { appendEvents } from '../store/events.ts'
import { WATCH_MIGRATIONS } from '../store/migrations.ts'
import { openFolderWatch } from '../store/open-store.ts'
import { Vault } from '../vault.ts'
import { checkedAddresses, dial } from './dial.ts'
import { isAllowedAddress } from './public-address.ts'
import { newKeyPair, signedHeaders } from './signature.ts'
import { openWebhooks } from './webhooks.ts'

const whenDone = closeAfterTests()

test('the standard’s own example has its signature', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
  const secrets = [{ text: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', untilMs: null }]
  const headers = signedHeaders(message, { secrets, key: newKeyPair() })
  assert.equal(headers['webhook-signature']?.split(' ')[0], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('addresses inside are refused, however they are written', () => {
  const inside = [
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.0.1', '100.64.0.1', '0.0.0.0', '169.254.169.254', '224.0.0.1'],
    ...['255.255.255.255', '198.18.0.1', '203.0.113.9', '::1', '::', 'fe80::1', 'fc00::1', 'ff02::1', '::ffff:8.8.8.8'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '2001::1', 'nombre'],
  ]
  for (const address of inside) assert.equal(isAllowedAddress(address, false), false, address)
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111'])
    assert.equal(isAllowedAddress(address, false), true)
  for (const address of ['127.0.0.1', '10.1.2.3', '::1', 'fd00::1']) assert.equal(isAllowedAddress(address, true), true)
  for (const address of ['169.254.169.254', 'fe80::1', '0.0.0.0', '::ffff:127.0.0.1'])
    assert.equal(isAllowedAddress(address, true), false, address)
})

test('hosts are checked by all their addresses, and decimal ones by what they mean', async () => {
  const settings = (...addresses: string[]) => ({
    ...{ allowPrivate: false, userAgent: 'x' },
    resolve: async (): Promise<LookupAddress[]> => addresses.map((address) => ({ address, family: 4 })),
  })
  assert.equal(await checkedAddresses('a.example', settings('8.8.8.8', '127.0.0.1')), 'direccion')
  assert.equal(await checkedAddresses('a.example', settings()), 'dns')
  for (const url of [
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://127.1/',
  ])
    assert.deepEqual(await dial(url, { headers: {}, body: '' }, settings('8.8.8.8')), { error: 'direccion' }, url)
  for (const url of ['http://8.8.8.8/', 'ftp://8.8.8.8/', 'https://a:b@8.8.8.8/', 'nada'])
    assert.deepEqual(await dial(url, { headers: {}, body: '' }, settings('8.8.8.8')), { error: 'direccion' }, url)
})

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver whose answers a test decides. */
const openReceiver = async (answer: (reply: ServerResponse) => void) => {
  const received: Received[] = []
  let respond = answer
  const server = createServer((request, reply) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      respond(reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/avisos?x=1`
  return { url, received, setAnswer: (next: typeof answer) => void (respond = next) }
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (reply: ServerResponse): void =>
    void reply.writeHead(code, headers).end()

const HOUR = 3_600_000
let accounts = 0
const open = async (resolve?: () => Promise<LookupAddress[]>, engine: 'sqlite' | 'postgres' = 'sqlite') => {
  const database =
    engine === 'sqlite'
      ? await openFolderWatch(temporaryFolder(whenDone))
      : await openTestDatabase(await testDatabase(), 'webhooks', { watch: WATCH_MIGRATIONS })
  if (engine === 'sqlite') whenDone(() => database.close())
  const accountId = `acc-${++accounts}`
  let now = Date.parse('2026-11-15T12:00:00Z')
  let ids = 0
  const newId = (): string => (++ids).toString(16).padStart(32, '0')
  const webhooks = openWebhooks({
    ...{ database, vault: new Vault(Buffer.alloc(32)), clock: { now: () => now }, log: silentLog(), newId, pollMs: 5 },
    dialing: { allowPrivate: true, userAgent: 'pruebas', timeoutMs: 200, ...(resolve && { resolve }) },
  })
  whenDone(() => webhooks.stop())
  await useKey(database, accountId, 'key')
  const { requests } = webhooks
  return {
    ...{ requests, accountId, webhooks, database },
    put: (url: string) => requests.putWebhook({ accountId, keyId: 'key', url }),
    happen: () =>
      database.transaction((sql) =>
        appendEvents(sql, accountId, [{ tipo: 'alerta.nueva', alerta: newId(), persona: 'Rosa' }], {
          nowMs: now,
          newId,
        }),
      ),
    pass: (ms: number) => void (now += ms),
    outcomes: async (id: string) =>
      (await requests.listDeliveries({ accountId, id })).map((one) => `${one.estado} ${one.intentos} ${one.resultado}`),
  }
}

/** As a receiver verifies it. */
const verifies = ({ headers, body }: Received, secret: string, publicKey: string): [v1: boolean, v1a: boolean] => {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signatures = String(headers['webhook-signature']).split(' ')
  const shared = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(content)
    .digest('base64')
  const x = Buffer.from(publicKey.slice(5), 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const own = signatures.find((one) => one.startsWith('v1a,'))?.slice(4) ?? ''
  return [signatures.includes(`v1,${shared}`), verify(null, Buffer.from(content), key, Buffer.from(own, 'base64'))]
}

for (const engine of ['sqlite', 'postgres'] as const)
  test(`an event is delivered with both signatures and no name, and again with the same id until it is taken (${engine})`, async () => {
    const receiver = await openReceiver(status(500))
    const { put, happen, pass, outcomes } = await open(undefined, engine)
    const { id, secreto, clavePublica } = await put(receiver.url)
    await happen()
    await until(async () => receiver.received.length === 1)
    await until(async () => (await outcomes(id))[0] === 'pendiente 1 500')
    receiver.setAnswer(status(204))
    pass(5_000)
    await until(async () => (await outcomes(id))[0] === 'entregado 2 204')
    const [first, second] = receiver.received as [Received, Received]
    assert.equal(first.headers['webhook-id'], second.headers['webhook-id'])
    assert.notEqual(first.headers['webhook-timestamp'], second.headers['webhook-timestamp'])
    for (const one of [first, second]) assert.deepEqual(verifies(one, secreto, clavePublica), [true, true])
    const { type, timestamp, data } = JSON.parse(first.body)
    assert.deepEqual([type, timestamp], ['alerta.nueva', '2026-11-15T12:00:00.000Z'])
    assert.deepEqual(Object.keys(data).sort(), ['alerta', 'numero'])
  })

test('after a rotation both secrets verify for a day', async () => {
  const receiver = await openReceiver(status(200))
  const { put, happen, pass, requests, accountId } = await open()
  const before = await put(receiver.url)
  const now = await put(receiver.url)
  assert.equal(now.id, before.id)
  assert.equal((await requests.listWebhooks(accountId)).length, 1)
  await happen()
  await until(async () => receiver.received.length === 1)
  pass(25 * HOUR)
  await happen()
  await until(async () => receiver.received.length === 2)
  const verified = receiver.received.map((one) =>
    [before, now].map(({ secreto, clavePublica }) => verifies(one, secreto, clavePublica)[0]),
  )
  assert.deepEqual(verified, [
    [true, true],
    [false, true],
  ])
})

test('410 switches off; 302, a hang, a slow and a huge body are what they are', async () => {
  const { put, happen, outcomes, requests, accountId } = await open()
  const answers: Record<string, (reply: ServerResponse) => void> = {
    'fallido 1 410': status(410),
    'pendiente 1 302': status(302, { location: 'http://127.0.0.1:1/' }),
    'pendiente 1 tiempo': () => {},
    'entregado 1 200': (reply) => void reply.writeHead(200).write('poco'),
    'entregado 1 201': (reply) => void reply.writeHead(201).write(Buffer.alloc(5_000_000)),
  }
  const ids = new Map<string, string>()
  for (const [expected, answer] of Object.entries(answers))
    ids.set(expected, (await put((await openReceiver(answer)).url)).id)
  await happen()
  for (const [expected, id] of ids) {
    await until(async () => (await outcomes(id))[0]?.includes(' 1 ') === true)
    assert.deepEqual(await outcomes(id), [expected])
  }
  const gone = ids.get('fallido 1 410') as string
  await until(
    async () => (await requests.listWebhooks(accountId)).find(({ id }) => id === gone)?.estado === 'desactivado',
  )
  await assert.rejects(requests.testWebhook({ accountId, id: gone }), { kind: 'invalid-input' })
})

test('a name that leads elsewhere later is not dialled, and a test goes to one webhook alone', async () => {
  let address = '127.0.0.1'
  const { put, outcomes, requests, accountId } = await open(async () => [{ address, family: 4 }])
  const receiver = await openReceiver(status(200))
  const port = new URL(receiver.url).port
  const { id } = await put(`http://receptor.example:${port}/`)
  const other = await put(`http://otro.example:${port}/`)
  const event = await requests.testWebhook({ accountId, id })
  assert.equal(event.tipo, 'aviso.prueba')
  await until(async () => (await outcomes(id))[0] === 'entregado 1 200')
  assert.equal(receiver.received[0]?.headers.host, `receptor.example:${port}`)
  address = '169.254.169.254'
  await requests.testWebhook({ accountId, id })
  await until(async () => (await outcomes(id))[0] === 'pendiente 1 direccion')
  assert.deepEqual([receiver.received.length, await outcomes(other.id)], [1, []])
  await assert.rejects(put('http://tercero.example/'), { kind: 'invalid-input', campo: 'url' })
  for (const owned of [
    { accountId: 'otra', id },
    { accountId, id: 'f'.repeat(32) },
  ])
    await assert.rejects(requests.removeWebhook(owned), { kind: 'not-found' })
  await requests.removeWebhook({ accountId, id })
  assert.equal((await requests.listWebhooks(accountId)).length, 1)
})

test('retries go on for three days and then end', async () => {
  const receiver = await openReceiver(status(503))
  const first = await open()
  const { id } = await first.put(receiver.url)
  await first.happen()
  for (let attempt = 1; attempt <= 10; attempt++) {
    await until(async () => (await first.outcomes(id))[0]?.split(' ')[1] === String(attempt))
    if (attempt < 10) assert.match((await first.outcomes(id))[0] as string, /^pendiente/)
    first.pass(24 * HOUR)
  }
  assert.deepEqual(await first.outcomes(id), ['fallido 10 503'])
})
