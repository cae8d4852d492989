import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateAnswer } from '../helpers/answers.ts'
import { testApp } from '../helpers/app.ts'

test('an overloaded service sheds the API and keeps its probes', async () => {
  const { get, inject } = await testApp({ lookups: { tipoCambio: () => rateAnswer() }, isOverloaded: () => true })
  const reply = await get('/api/tipo-cambio')
  assert.equal(reply.statusCode, 503)
  assert.equal(reply.json().error.codigo, 'sobrecarga')
  assert.ok(reply.headers['retry-after'])
  assert.ok(reply.headers.ratelimit, 'a good key sees its limits on every answer')
  assert.equal((await inject({ url: '/healthz' })).statusCode, 200)
})

test('a draining service is alive but not ready', async () => {
  const { inject } = await testApp({ isReady: () => false })
  assert.equal((await inject({ url: '/healthz' })).statusCode, 200)
  assert.equal((await inject({ url: '/readyz' })).statusCode, 503)
})

test('browsers get in only from the origins that were set', async () => {
  const { inject, get } = await testApp({
    lookups: { tipoCambio: () => rateAnswer() },
    corsOrigins: ['https://erp.example'],
  })
  const ask = (origin: string) =>
    inject({ method: 'OPTIONS', url: '/api/ruc', headers: { origin, 'access-control-request-method': 'GET' } })
  assert.equal((await ask('https://erp.example')).headers['access-control-allow-origin'], 'https://erp.example')
  assert.equal((await ask('https://other.example')).headers['access-control-allow-origin'], undefined)
  const reply = await get('/api/tipo-cambio', { origin: 'https://erp.example' })
  assert.equal(reply.headers['access-control-allow-origin'], 'https://erp.example')
  assert.match(String(reply.headers['access-control-expose-headers']), /RateLimit/)
})

test('an OPTIONS that is no preflight is a method we do not have, with CORS as without', async () => {
  for (const corsOrigins of [[], ['https://erp.example']]) {
    const { inject, key } = await testApp({ corsOrigins })
    const ask = (headers: Record<string, string>) => inject({ method: 'OPTIONS', url: '/api/ruc', headers })
    for (const headers of [{ authorization: key }, { authorization: key, origin: 'https://erp.example' }]) {
      const reply = await ask(headers)
      assert.equal(reply.statusCode, 405)
      assert.equal(reply.headers.allow, 'GET, HEAD')
      assert.ok(reply.headers.ratelimit)
    }
  }
})

test('a good key sees its limits also where no endpoint was reached', async () => {
  const { get } = await testApp()
  for (const path of ['/api', '/api?x=1', '/api/', '/api/nada', '/api/%zz', '/api/%C3%28?numero=1']) {
    const reply = await get(path)
    assert.ok([400, 404].includes(reply.statusCode), path)
    assert.ok(reply.headers.ratelimit && reply.headers['ratelimit-policy'], path)
  }
  assert.equal((await get('/apiario')).headers.ratelimit, undefined)
})
