import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { Chasqui, ChasquiError, NetworkError, NotFoundError, ServiceError } from '../../src/client/index.ts'
import { serveLoopback } from '../helpers/loopback.ts'
import { failure, found, RUC, reply, scripted } from './scripted-service.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const good = JSON.stringify({ ok: true, data: { numero: RUC } })

/** A server that writes what it likes. */
const misbehaving = async (answer: (response: ServerResponse) => void): Promise<Chasqui> => {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return new Chasqui({ url: `http://127.0.0.1:${port}`, key: 'chq_test_x', retries: 0 })
}

const UNREADABLE: [string, number, Record<string, string>, string][] = [
  ["a proxy's page with status 200", 200, { 'content-type': 'text/html' }, '<html>Log in</html>'],
  ['cut JSON', 200, JSON_TYPE, good.slice(0, -3)],
  ['JSON under another type', 200, { 'content-type': 'text/plain' }, good],
  ["somebody else's JSON", 200, JSON_TYPE, '{"data":1}'],
  ['null', 200, JSON_TYPE, 'null'],
  ['a number', 200, JSON_TYPE, '7'],
  ['nothing', 200, JSON_TYPE, ''],
  ['a failure with status 200', 200, JSON_TYPE, '{"ok":false,"error":{"codigo":"x"}}'],
  ['a success with status 500', 500, JSON_TYPE, good],
  ['an error without its code', 400, JSON_TYPE, '{"ok":false,"error":{}}'],
  ['an error that is null', 400, JSON_TYPE, '{"ok":false,"error":null}'],
  ['204', 204, {}, ''],
]

for (const [name, status, headers, body] of UNREADABLE) {
  test(`${name} is a reply that cannot be read`, async () => {
    const client = await misbehaving((response) => {
      response.writeHead(status, headers).end(body)
    })
    await assert.rejects(client.ruc(RUC), (error: ServiceError) => {
      assert.ok(error instanceof ServiceError)
      assert.deepEqual([error.codigo, error.status], ['respuesta_ilegible', status])
      assert.match(error.message, /^127\.0\.0\.1:\d+ /)
      return true
    })
  })
}

test('text that is not UTF-8 is a reply that cannot be read', async () => {
  const client = await misbehaving((response) => {
    response.writeHead(200, JSON_TYPE).end(Buffer.from('{"ok":true,"data":"Ñandú"}', 'latin1'))
  })
  await assert.rejects(client.ruc(RUC), { codigo: 'respuesta_ilegible' })
})

test('a body without end is given up, and its connection closed', async () => {
  let sent = 0
  const closed = Promise.withResolvers<void>()
  const chunk = Buffer.alloc(2 ** 20, 'x')
  const client = await misbehaving((response) => {
    response.writeHead(200, JSON_TYPE)
    response.once('close', () => closed.resolve())
    const more = (): void => {
      while (!response.destroyed && response.write(chunk)) sent++
    }
    response.on('drain', more)
    more()
  })
  await assert.rejects(client.ruc(RUC), { codigo: 'respuesta_ilegible', message: /más de 16 MB/ })
  await closed.promise
  assert.ok(sent < 60, `${sent} MB`)
})

test('a connection that is cut inside the answer is a network fault, and tried again', async () => {
  let requests = 0
  const client = await misbehaving((response) => {
    requests++
    response.writeHead(200, { ...JSON_TYPE, 'content-length': good.length })
    response.write(good.slice(0, 10), () => response.destroy())
  })
  await assert.rejects(client.ruc(RUC, { retries: 1 }), NetworkError)
  assert.equal(requests, 2)
})

test('nobody listens: a network fault that names the host', async () => {
  const client = new Chasqui({ url: 'http://127.0.0.1:9', key: 'chq_test_x', retries: 0 })
  await assert.rejects(client.ruc(RUC), { kind: 'network', message: 'No se pudo conectar con 127.0.0.1:9' })
})

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect (${status}) is not followed, and the key goes to nobody else`, async () => {
    await using other = await serveLoopback(() => ({ headers: JSON_TYPE, body: good }))
    const client = await misbehaving((response) => {
      response.writeHead(status, { location: `${other.origin}/api/ruc` }).end()
    })
    await assert.rejects(client.ruc(RUC), { kind: 'service', codigo: 'respuesta_ilegible', status })
    assert.deepEqual(other.seen, [])
  })
}

test('without its headers an answer is still an answer', async (context) => {
  const { client, ended } = scripted(context, [found()])
  const { meta } = await ended(client.ruc(RUC))
  assert.deepEqual(meta, {
    proveedor: 'taxauth-scraper',
    fuentes: [],
    requestId: undefined,
    cuota: undefined,
  })
})

test('headers that cannot be read are left out', async (context) => {
  const headers = {
    'chasqui-source': 'nonsense, us-list; channel=list; edition="2026-11-12", ;;, un-list; channel=list',
    ratelimit: '"rate";r=1;t=1, "quota";r=many',
    'x-request-id': 'abc',
  }
  const { client, ended } = scripted(context, [found(headers)])
  const { meta } = await ended(client.ruc(RUC))
  assert.deepEqual(meta.fuentes, [
    { proveedor: 'us-list', canal: 'list', edicion: '2026-11-12' },
    { proveedor: 'un-list', canal: 'list', edicion: undefined },
  ])
  assert.deepEqual([meta.cuota, meta.requestId], [undefined, 'abc'])
})

test('an error whose sentence is missing has one; one whose code is a name of Object is plain', async (context) => {
  const { client, ended } = scripted(context, [reply(404, { ok: false, error: { codigo: 'no_encontrado', campo: 7 } })])
  await assert.rejects(ended(client.ruc(RUC)), (error: NotFoundError) => {
    assert.ok(error instanceof NotFoundError)
    assert.deepEqual([error.message, error.campo], ['El servicio respondió no_encontrado', undefined])
    return true
  })
  context.mock.timers.reset()
  const odd = scripted(context, [failure(500, 'constructor')])
  await assert.rejects(odd.ended(odd.client.ruc(RUC)), ServiceError)
})

test('an unknown path is a wrong address, never "not found"', async (context) => {
  const { client, ended } = scripted(context, [failure(404, 'ruta_desconocida')])
  await assert.rejects(ended(client.ruc(RUC, { nullIfNotFound: true })), { kind: 'invalid', status: 404 })
})

test('whatever is replied, a call ends with an answer or a ChasquiError', async () => {
  const texts = fc.oneof(fc.string(), fc.json(), fc.constant(good))
  const headers = fc.record(
    {
      'content-type': fc.constantFrom('application/json', 'text/html', 'application/problem+json', ''),
      'retry-after': fc.oneof(fc.constantFrom('0', '1e9', '99999999999'), fc.stringMatching(/^[ -~]*$/)),
      'chasqui-source': fc.stringMatching(/^[ -~]*$/),
      ratelimit: fc.stringMatching(/^[ -~]*$/),
    },
    { requiredKeys: [] },
  )
  const statuses = fc.oneof(fc.integer({ min: 200, max: 599 }), fc.constant(200))
  await fc.assert(
    fc.asyncProperty(statuses, texts, headers, async (status, text, given) => {
      const fetch = async () => new Response([204, 205, 304].includes(status) ? null : text, { status, headers: given })
      const client = new Chasqui({ url: 'http://chasqui.test', key: 'k', fetch, retries: 0 })
      try {
        assert.equal(typeof (await client.health()).meta, 'object')
      } catch (error) {
        assert.ok(error instanceof ChasquiError, String(error))
        assert.ok(error.message.length > 0)
      }
    }),
  )
})
