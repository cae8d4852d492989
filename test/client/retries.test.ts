import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NetworkError, QuotaError, RateLimitError, ServiceError, SourceError } from '../../src/client/index.ts'
import { failure, found, RUC, reply, scripted } from './scripted-service.ts'

const fault = new TypeError('fetch failed')
const html = (status: number) => reply(status, '<html>Bad gateway</html>', { 'content-type': 'text/html' })

/** What comes first → the earliest moment of the second attempt, and the latest. */
const RETRIED = [
  ['a network fault', fault, 125, 300],
  ['429 by rate with Retry-After', failure(429, 'limite_excedido', { 'retry-after': '2' }), 2_000, 2_300],
  ['429 by rate without Retry-After', failure(429, 'limite_excedido'), 125, 300],
  ['503 with Retry-After', failure(503, 'sobrecarga', { 'retry-after': '1' }), 1_000, 1_200],
  ['503 that begins with Retry-After: 0', failure(503, 'iniciando', { 'retry-after': '0' }), 0, 200],
  ['502 of a source that asked for time', failure(502, 'fuente_no_disponible', { 'retry-after': '5' }), 5_000, 5_600],
  [
    'a Retry-After that is a date',
    failure(503, 'sobrecarga', { 'retry-after': 'Mon, 16 Nov 2026 12:00:03 GMT' }),
    3_000,
    3_400,
  ],
  [
    'a date by the clock of the service',
    failure(503, 'sobrecarga', {
      date: 'Mon, 16 Nov 2026 15:00:00 GMT',
      'retry-after': 'Mon, 16 Nov 2026 15:00:04 GMT',
    }),
    4_000,
    4_500,
  ],
  ["a proxy's own 502", html(502), 125, 300],
  ["a proxy's own 504", html(504), 125, 300],
  ["a proxy's own 429", reply(429, 'slow down', { 'content-type': 'text/plain', 'retry-after': '2' }), 2_000, 2_300],
] as const

for (const [name, first, earliest, latest] of RETRIED) {
  test(`${name} is tried again, in time`, async (context) => {
    const { client, sent, ended } = scripted(context, [first, found()])
    assert.equal((await ended(client.ruc(RUC))).data.numero, RUC)
    assert.equal(sent.length, 2)
    const at = sent[1]?.at ?? 0
    assert.ok(at >= earliest && at <= latest, `after ${at} ms`)
  })
}

const FINAL = [
  ['quota that is spent', failure(429, 'cuota_agotada', { 'retry-after': '1' }), QuotaError],
  ['a bad parameter', failure(400, 'parametro_invalido', { 'retry-after': '1' }), { kind: 'invalid' }],
  ['a key that is refused', failure(401, 'no_autenticado'), { kind: 'key' }],
  ['not found', failure(404, 'no_encontrado'), { kind: 'not-found' }],
  ['a slow request', failure(408, 'peticion_lenta'), { kind: 'invalid', codigo: 'peticion_lenta' }],
  ['our bug', failure(500, 'error_interno'), ServiceError],
  ['a source that is away, without a time', failure(502, 'fuente_no_disponible'), SourceError],
  ['a captcha', failure(503, 'fuente_captcha'), { kind: 'captcha' }],
  ['a page in place of an answer', html(200), { codigo: 'respuesta_ilegible' }],
  ['a code from the future', failure(503, 'algo_nuevo'), { kind: 'service', codigo: 'algo_nuevo' }],
] as const

for (const [name, step, expected] of FINAL) {
  test(`${name} is not tried again`, async (context) => {
    const { client, sent, ended } = scripted(context, [step])
    await assert.rejects(ended(client.ruc(RUC)), expected as typeof QuotaError)
    assert.equal(sent.length, 1)
  })
}

test('a Retry-After beyond the time-out is told at once, not waited for', async (context) => {
  const { client, sent, ended } = scripted(context, [failure(503, 'sobrecarga', { 'retry-after': '60' })])
  await assert.rejects(ended(client.ruc(RUC)), { kind: 'service', status: 503, reintentarEn: 60 })
  assert.deepEqual([sent.length, sent[0]?.at], [1, 0])
})

test('attempts are counted, and their last failure is told', async (context) => {
  const { client, sent, ended } = scripted(context, [fault])
  await assert.rejects(ended(client.ruc(RUC)), (error: NetworkError) => {
    assert.ok(error instanceof NetworkError)
    assert.deepEqual([error.codigo, error.status, error.cause], ['sin_conexion', undefined, fault])
    return true
  })
  assert.equal(sent.length, 4)
})

test('the waits grow', async (context) => {
  const { client, sent, ended } = scripted(context, [fault], { retries: 5, timeoutMs: 100_000 })
  await assert.rejects(ended(client.ruc(RUC)))
  const waits = sent.slice(1).map(({ at }, i) => at - (sent[i]?.at ?? 0))
  assert.equal(waits.length, 5)
  for (const [i, wait] of waits.entries()) assert.ok(wait >= 125 * 2 ** i && wait <= 250 * 2 ** i + 50, waits.join())
})

test('no attempt is made again when a caller wants none', async (context) => {
  const { client, sent, ended } = scripted(context, [failure(429, 'limite_excedido', { 'retry-after': '1' }), found()])
  await assert.rejects(ended(client.ruc(RUC, { retries: 0 })), RateLimitError)
  assert.equal(sent.length, 1)
})

test('a Retry-After that cannot be read counts as absent', async (context) => {
  for (const text of ['-5', 'soon', '1.5', '2026-11-16', '']) {
    context.mock.timers.reset()
    const { client, ended } = scripted(context, [failure(503, 'sobrecarga', { 'retry-after': text })])
    await assert.rejects(ended(client.ruc(RUC)), { reintentarEn: undefined })
  }
})
