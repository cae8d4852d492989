import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { AbortError, TimeoutError } from '../../src/client/index.ts'
import { failure, found, RUC, reply, scripted } from './scripted-service.ts'

test('a signal that is aborted already sends nothing', async (context) => {
  const { client, sent } = scripted(context, [found()])
  const signal = AbortSignal.abort('no longer needed')
  await assert.rejects(client.ruc(RUC, { signal }), (error: AbortError) => {
    assert.ok(error instanceof AbortError)
    assert.deepEqual(
      [error.name, error.kind, error.codigo, error.cause],
      ['AbortError', 'abort', 'cancelado', 'no longer needed'],
    )
    return true
  })
  assert.equal(sent.length, 0)
})

test('an abort ends a call under way, and the request with it', async (context) => {
  const { client, sent, advance } = scripted(context, ['hang'])
  const controller = new AbortController()
  const asking = client.ruc(RUC, { signal: controller.signal })
  await advance(1_000)
  controller.abort()
  await assert.rejects(asking, AbortError)
  assert.equal(sent[0]?.init.signal.aborted, true)
  assert.equal(getEventListeners(controller.signal, 'abort').length, 0)
})

test('an abort ends the wait for another attempt', async (context) => {
  const { client, sent, advance } = scripted(context, [failure(503, 'sobrecarga', { 'retry-after': '20' })])
  const controller = new AbortController()
  const asking = client.ruc(RUC, { signal: controller.signal })
  await advance(1_000)
  controller.abort()
  await assert.rejects(asking, AbortError)
  assert.equal(sent.length, 1)
})

test('an abort ends the reading of a body that stalls', async (context) => {
  const stalled = () => new Response(new ReadableStream(), { headers: { 'content-type': 'application/json' } })
  const { client, advance } = scripted(context, [stalled])
  const controller = new AbortController()
  const asking = client.ruc(RUC, { signal: controller.signal })
  await advance(100)
  controller.abort()
  await assert.rejects(asking, AbortError)
})

test('one time-out holds for all attempts of a call', async (context) => {
  const { client, sent, ended, advance } = scripted(context, [
    failure(503, 'sobrecarga', { 'retry-after': '3' }),
    'hang',
  ])
  const asking = client.ruc(RUC, { timeoutMs: 5_000 })
  asking.catch(() => {})
  await advance(4_900)
  assert.equal(sent.length, 2)
  await advance(200)
  await assert.rejects(ended(asking), (error: TimeoutError) => {
    assert.ok(error instanceof TimeoutError)
    assert.deepEqual([error.codigo, error.message], ['tiempo_agotado', 'La consulta no terminó en 5 s'])
    return true
  })
})

test("a caller's own AbortSignal.timeout is a time-out too", async (context) => {
  const { client } = scripted(context, ['hang'])
  const controller = new AbortController()
  const asking = client.ruc(RUC, { signal: controller.signal })
  controller.abort(new DOMException('late', 'TimeoutError'))
  await assert.rejects(asking, TimeoutError)
})

test('a call that has ended leaves no listener and no timer', async (context) => {
  const { client, ended } = scripted(context, [found()])
  const { signal } = new AbortController()
  await ended(client.ruc(RUC, { signal }))
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('an endless time-out is one', async (context) => {
  const slow = (): Response => reply(200, { ok: true, data: {} })
  const { client, ended } = scripted(context, [failure(429, 'limite_excedido', { 'retry-after': '60' }), slow])
  assert.deepEqual((await ended(client.ruc(RUC, { timeoutMs: Number.POSITIVE_INFINITY }))).data, {})
})
