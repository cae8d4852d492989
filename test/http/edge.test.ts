import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, type FailureKind } from '../../src/kernel/errors.ts'
import { rateAnswer } from '../helpers/answers.ts'
import { testApp } from '../helpers/app.ts'

const { key, get, inject, makeKey, logged } = await testApp({
  lookups: {
    'tipo-cambio': ({ fecha }) => {
      if (fecha?.startsWith('falla:')) {
        throw new Failure(fecha.slice(6) as FailureKind, 'Frase para quien llama', { detail: 'visto', campo: 'fecha' })
      }
      return rateAnswer()
    },
  },
})

const codigo = (body: string): string => JSON.parse(body).error.codigo

test('an answer carries exactly the envelope and the headers that were promised', async () => {
  const reply = await get('/api/tipo-cambio?otro=1')
  assert.equal(reply.statusCode, 200)
  assert.deepEqual(reply.json(), {
    ok: true,
    data: { fecha: '2026-11-15', compra: 3.354, venta: 3.362, moneda: 'USD/PEN' },
    proveedor: 'taxauth-tc',
  })
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(reply.headers['chasqui-source'], 'taxauth-tc; channel=live; edition="2026-11-15"')
  assert.match(String(reply.headers['cache-control']), /^private, max-age=\d+$/)
  assert.match(String(reply.headers['ratelimit-policy']), /^"rate";q=\d+;w=\d+, "quota";q=\d+;w=\d+$/)
  assert.match(String(reply.headers.ratelimit), /^"rate";r=\d+;t=\d+, "quota";r=\d+;t=\d+$/)
  assert.match(String(reply.headers['x-request-id']), /^[0-9a-f-]{36}$/)
})

test('every failure kind meets HTTP by the one table, uncharged unless it is a definitive no', async () => {
  const promised: [FailureKind, number, string][] = [
    ['invalid-input', 400, 'parametro_invalido'],
    ['missing-input', 400, 'parametro_faltante'],
    ['not-found', 404, 'no_encontrado'],
    ['upstream-unavailable', 502, 'fuente_no_disponible'],
    ['upstream-changed', 502, 'fuente_cambio'],
    ['dataset-unavailable', 502, 'lista_no_cargada'],
    ['upstream-blocked', 503, 'fuente_captcha'],
    ['not-configured', 503, 'fuente_no_configurada'],
    ['overloaded', 503, 'sobrecarga'],
    ['store-unavailable', 503, 'almacen_no_disponible'],
  ]
  for (const [kind, status, code] of promised) {
    const before = quotaLeft(await get('/api/tipo-cambio'))
    const reply = await get(`/api/tipo-cambio?fecha=falla:${kind}`)
    assert.equal(reply.statusCode, status, kind)
    assert.deepEqual(reply.json(), {
      ok: false,
      error: { codigo: code, mensaje: 'Frase para quien llama', campo: 'fecha' },
    })
    assert.equal(reply.headers['cache-control'], 'no-store')
    assert.equal(quotaLeft(reply), before - (kind === 'not-found' ? 1 : 0), kind)
  }
})

const quotaLeft = ({ headers }: { headers: Record<string, unknown> }): number =>
  Number(/"quota";r=(\d+)/.exec(String(headers.ratelimit))?.[1])

test('problem+json tells the same facts in the shape of RFC 9457', async () => {
  const reply = await get('/api/tipo-cambio?fecha=falla:upstream-changed', { accept: 'application/problem+json' })
  assert.equal(reply.headers['content-type'], 'application/problem+json; charset=utf-8')
  assert.deepEqual(reply.json(), {
    type: 'urn:chasqui:error:fuente_cambio',
    title: 'La fuente cambió',
    status: 502,
    detail: 'Frase para quien llama',
    codigo: 'fuente_cambio',
    campo: 'fecha',
  })
})

test('no usable key, whatever the reason, is one and the same 401', async () => {
  const expired = await makeKey({ expires: '2020-01-01' })
  const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
  const bodies = new Set<string>()
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Basic abc',
    wrong,
    expired.key,
    'Bearer chq_test_abc',
    '\u00f1'.repeat(300),
  ]) {
    const reply = await inject({
      url: '/api/tipo-cambio',
      headers: authorization === undefined ? {} : { authorization },
    })
    assert.equal(reply.statusCode, 401)
    assert.equal(reply.headers['www-authenticate'], 'Bearer')
    assert.equal(reply.headers.ratelimit, undefined)
    bodies.add(reply.body)
  }
  assert.equal(bodies.size, 1)
})

test('the key is accepted bare and with any spelling of Bearer', async () => {
  for (const authorization of [key, `Bearer ${key}`, `bearer ${key}`, `BEARER  ${key}`]) {
    assert.equal((await inject({ url: '/api/tipo-cambio', headers: { authorization } })).statusCode, 200)
  }
})

test('the rate limit answers 429 with Retry-After and lets later requests pass', async () => {
  const slow = await makeKey({ ratePerSecond: 1, burst: 2 })
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push(await get('/api/tipo-cambio', { authorization: slow.key }))
  assert.deepEqual(
    statuses.map((one) => one.statusCode),
    [200, 200, 429, 429],
  )
  assert.equal(codigo(statuses[3]?.body ?? ''), 'limite_excedido')
  assert.equal(statuses[3]?.headers['retry-after'], '1')
})

test('a spent quota answers 429 until the month ends, and keys of one account share it', async () => {
  const first = await makeKey({ quota: 3 })
  const second = await makeKey({ account: first.account })
  const asked = []
  for (const { key: one } of [first, second, first, second])
    asked.push(await get('/api/tipo-cambio', { authorization: one }))
  assert.deepEqual(
    asked.map((one) => one.statusCode),
    [200, 200, 200, 429],
  )
  assert.equal(codigo(asked[3]?.body ?? ''), 'cuota_agotada')
  assert.ok(Number(asked[3]?.headers['retry-after']) > 0)
})

test('an ETag saves the body and the unit', async () => {
  const first = await get('/api/tipo-cambio')
  const etag = String(first.headers.etag)
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, `"x" ,W/${etag} , "y"`, `*, ${etag}`]) {
    const again = await get('/api/tipo-cambio', { 'if-none-match': known })
    assert.equal(again.statusCode, 304)
    assert.equal(again.headers['content-length'], undefined)
    assert.equal(again.body, '')
    assert.equal(again.headers.etag, etag)
    assert.equal(quotaLeft(again), quotaLeft(first))
  }
  assert.equal((await get('/api/tipo-cambio', { 'if-none-match': '"other"' })).statusCode, 200)
  assert.equal((await get('/api/tipo-cambio?fecha=falla:not-found', { 'if-none-match': '*' })).statusCode, 404)
})

test('If-None-Match: * names no body that was paid for: it is answered and charged like any other', async () => {
  for (const any of ['*', ' * ', '*, *', 'W/*', '"*"']) {
    const before = quotaLeft(await get('/api/tipo-cambio'))
    const reply = await get('/api/tipo-cambio', { 'if-none-match': any })
    assert.equal(reply.statusCode, 200, any)
    assert.equal(quotaLeft(reply), before - 1, any)
  }
})

test('another installation gives the same body another ETag', async () => {
  const { get: getOther } = await testApp({ lookups: { 'tipo-cambio': () => rateAnswer() } })
  const [own, other] = [await get('/api/tipo-cambio'), await getOther('/api/tipo-cambio')]
  assert.equal(own.body, other.body)
  assert.notEqual(own.headers.etag, other.headers.etag)
  const reply = await getOther('/api/tipo-cambio', { 'if-none-match': String(own.headers.etag) })
  assert.equal(reply.statusCode, 200)
})

test('a request id is echoed when it is safe and made when it is not', async () => {
  for (const good of ['12345678', 'a.b_c-d:e9', 'x'.repeat(128)]) {
    assert.equal((await get('/api/tipo-cambio', { 'x-request-id': good })).headers['x-request-id'], good)
  }
  for (const bad of ['short', 'x'.repeat(129), 'with space here', '{"a":1}..', 'ñandúñandú']) {
    assert.match(
      String((await get('/api/tipo-cambio', { 'x-request-id': bad })).headers['x-request-id']),
      /^[0-9a-f-]{36}$/,
    )
  }
})

test('a parameter that the endpoint does not have is ignored, however it is written and however often', async () => {
  const plain = await get('/api/tipo-cambio')
  for (const query of [
    'x=1&x=2',
    'otro=1&otro=2&otro=3',
    'unParametroMuyLargoQueNoExiste=1&unParametroMuyLargoQueNoExiste=2',
    'utm_source=1&utm_source=2',
    'numero=1&numero=2',
    'x=%zz',
    'x=%00',
    `x=${'y'.repeat(300)}`,
    'Otro=%ff',
    '%zz=1',
    'zz=1&'.repeat(60),
    '&'.repeat(60),
    '%ff&'.repeat(1_000),
    'x=%zz&'.repeat(1_000),
  ]) {
    const reply = await get(`/api/tipo-cambio?${query}`)
    assert.equal(reply.statusCode, 200, query)
    assert.equal(reply.body, plain.body)
  }
  const repeated = await get(`/api/tipo-cambio?${'x=1&'.repeat(60)}fecha=2026-11-15&fecha=2026-11-15`)
  assert.equal(repeated.statusCode, 400)
  assert.equal(repeated.json().error.campo, 'fecha')
})

test('a missing parameter is named in the sentence', async () => {
  assert.deepEqual((await get('/api/ruc')).json().error, {
    codigo: 'parametro_faltante',
    mensaje: 'Falta el parámetro numero',
    campo: 'numero',
  })
})

test('nothing that was asked reaches the log', async () => {
  await get('/api/tipo-cambio?fecha=87654321')
  assert.doesNotMatch(logged(), new RegExp(`87654321|${key}`))
  assert.match(logged(), /"endpoint":"tipo-cambio","status":200,"outcome":"ok","charged":true/)
  for (const line of logged().trim().split('\n')) assert.match(JSON.parse(line).time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('a store that cannot be asked is 503 almacen_no_disponible wherever it is noticed, with its code in the log', async () => {
  const { accounts, get, logged } = await testApp({ lookups: { 'tipo-cambio': () => rateAnswer() } })
  const before = quotaLeft(await get('/api/tipo-cambio'))
  const cause = Object.assign(new Error('/secreto/cuentas'), { code: 'ENOSPC' })
  const failure = new Failure('store-unavailable', 'El almacén de cuentas no está disponible', { cause })
  const throws = () => {
    throw failure
  }
  for (const method of ['identify', 'takeRate', 'reserve'] as const) {
    for (const trouble of [throws, () => Promise.reject(failure)]) {
      const works = accounts[method]
      accounts[method] = trouble
      const reply = await get('/api/tipo-cambio')
      const unknown = await get('/api/nada')
      const unreadable = await get('/api/%zz')
      accounts[method] = works as never
      assert.equal(reply.statusCode, 503, method)
      assert.equal(codigo(reply.body), 'almacen_no_disponible')
      assert.deepEqual([unknown.statusCode, unreadable.statusCode], [404, 400], 'a refusal stays what it is')
    }
  }
  const works = accounts.quotaOf
  accounts.quotaOf = throws
  assert.equal((await get('/api/tipo-cambio')).statusCode, 200, 'the unit was there: only the limits are not shown')
  accounts.quotaOf = works
  assert.equal(quotaLeft(await get('/api/tipo-cambio')), before - 2)
  assert.match(logged(), /"outcome":"store-unavailable".*"detail":"ENOSPC"/)
  assert.doesNotMatch(logged(), /secreto|internal error/)
})
