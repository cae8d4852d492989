import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Script } from 'node:vm'
import { rateAnswer } from '../helpers/answers.ts'
import { testApp } from '../helpers/app.ts'
import { quotaIn } from '../helpers/endpoint-table.ts'

const { get, inject } = await testApp({ lookups: { 'tipo-cambio': () => rateAnswer() } })

const codigo = (body: string): string => JSON.parse(body).error.codigo

test('an unknown path is 404 ruta_desconocida, with or without a key, and costs nothing', async () => {
  const before = quotaIn(await get('/api/tipo-cambio'))
  for (const path of ['/api/nada', '/api', '/api/ruc/', '/API/ruc', '/', '/../etc/passwd', '/api/ruc%00']) {
    const reply = await get(path)
    assert.equal(reply.statusCode, 404, path)
    assert.equal(codigo(reply.body), 'ruta_desconocida')
    assert.equal((await inject({ url: path })).statusCode, 404)
  }
  assert.equal(quotaIn(await get('/api/nada')), before)
})

test('characters that a router reads as a pattern are only characters: 404, and 405 for another method', async () => {
  const paths = [
    '/*',
    '/api/*',
    '/api/:x',
    '/:',
    '/api/ruc(',
    '/api/ruc(^\\\\d+$)',
    '/(((((',
    '/api/:a(*',
    '/:a-:b(\\\\w+)',
  ]
  for (const url of [
    ...paths,
    '/docs/static/*',
    '/[',
    '/api/ruc/**',
    '/%2A',
    '/%28',
    'http://x/api/(',
    '/::',
    '/:(.*)?',
  ]) {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'] as const) {
      const reply = await inject({ method, url })
      assert.equal(reply.statusCode, 404, `${method} ${url}`)
      if (method !== 'HEAD') assert.equal(codigo(reply.body), 'ruta_desconocida')
    }
  }
})

test('a known path is known however it is written', async () => {
  for (const url of [
    '/api/r%75c',
    '/api/ruc?a=(',
    'http://otro.example/api/ruc',
    '/docs/',
    '/docs/static/swagger-ui.css',
  ]) {
    const reply = await inject({ method: 'POST', url })
    assert.equal(reply.statusCode, 405, url)
    assert.equal(reply.headers.allow, 'GET, HEAD')
  }
})

test('a file that the documentation does not have is 404 in our error body', async () => {
  for (const path of [
    '/docs/static/nope.js',
    '/docs/static/',
    '/docs/static',
    '/docs/static/../../package.json',
    '/docs/nope',
  ]) {
    const reply = await inject({ url: path })
    assert.equal(reply.statusCode, 404, path)
    assert.equal(codigo(reply.body), 'ruta_desconocida')
  }
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'index.css', 'favicon-32x32.png']) {
    const reply = await inject({ url: `/docs/static/${name}` })
    assert.equal(reply.statusCode, 200, name)
    assert.ok(reply.rawPayload.length > 100, name)
  }
})

test('a body is never needed: broken percent-encoding in the path is a clear 400', async () => {
  const reply = await get('/api/%zz')
  assert.equal(reply.statusCode, 400)
  assert.ok(reply.headers['x-request-id'])
})

test('a method that a probe does not have is 405 too', async () => {
  const reply = await inject({ method: 'POST', url: '/healthz' })
  assert.equal(reply.statusCode, 405)
  assert.equal(reply.headers.allow, 'GET, HEAD')
})

test('probes need no key and tell nothing', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const reply = await inject({ url: path })
    assert.equal(reply.statusCode, 200)
    assert.deepEqual(reply.json(), { ok: true })
  }
})

test('the OpenAPI document describes the operations of all paths without a key', async () => {
  const document = (await inject({ url: '/openapi.json' })).json()
  assert.equal(document.openapi, '3.1.0')
  assert.equal(Object.keys(document.paths).length, 35)
  assert.ok(document.components.schemas.Contribuyente)
  assert.doesNotMatch(JSON.stringify(document), /"\$id"/)
  assert.equal((await inject({ url: '/docs/' })).statusCode, 200)
})

test('the documentation asks nobody but this service, and works over plain HTTP', async () => {
  const reply = await inject({ url: '/docs' })
  assert.equal(reply.statusCode, 200)
  const policy = String(reply.headers['content-security-policy'])
  assert.match(policy, /^default-src 'self'/)
  assert.doesNotMatch(policy, /https?:|swagger\.io|upgrade-insecure-requests/)
  assert.doesNotMatch(reply.body, /(?:src|href)="(?:https?:)?\/\//)
  const start = await inject({ url: '/docs/static/swagger-initializer.js' })
  assert.match(start.body, /"validatorUrl":null/)
})

test('the documentation is in Spanish, and its scripts can be read and keep the key for the tab alone', async () => {
  const { body } = await inject({ url: '/docs' })
  assert.match(body, /<html lang="es">/)
  assert.match(body, /<meta name="viewport"/)
  const files = [...body.matchAll(/(?:src|href)="(docs\/static\/[^"]+)"/g)].map(([, file]) => file)
  assert.ok(files.includes('docs/static/spanish.js') && files.includes('docs/static/chasqui.css'))
  for (const file of files) assert.equal((await inject({ url: `/${file}` })).statusCode, 200, file)
  for (const name of ['swagger-initializer.js', 'spanish.js']) {
    const script = await inject({ url: `/docs/static/${name}` })
    assert.doesNotThrow(() => new Script(script.body), name)
    assert.doesNotMatch(script.body, /localStorage|document\.cookie/)
  }
})

test('an overloaded service sheds the API and keeps its probes', async () => {
  const { get, inject } = await testApp({ lookups: { 'tipo-cambio': () => rateAnswer() }, isOverloaded: () => true })
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
    lookups: { 'tipo-cambio': () => rateAnswer() },
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

test('a cache keeps an answer for the key that got it alone', async () => {
  const rows: [string[], string][] = [
    [[], 'Authorization'],
    [['https://erp.example'], 'Origin, Authorization'],
  ]
  for (const [corsOrigins, vary] of rows) {
    const { get } = await testApp({ lookups: { 'tipo-cambio': () => rateAnswer() }, corsOrigins })
    const reply = await get('/api/tipo-cambio')
    assert.equal(reply.headers.vary, vary)
    const again = await get('/api/tipo-cambio', { 'if-none-match': String(reply.headers.etag) })
    assert.deepEqual([again.statusCode, again.headers.vary], [304, vary])
  }
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
