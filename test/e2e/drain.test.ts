import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { createKey, startServer } from '../helpers/server.ts'

test('a stop answers what is in flight and waits for no connection that never asked', { timeout: 90_000 }, async () => {
  const asked = Promise.withResolvers<ServerResponse>()
  const upstream = createServer((_request, response) => asked.resolve(response)).listen(0, '127.0.0.1')
  after(() => upstream.close())
  await once(upstream, 'listening')
  const settings = {
    CHASQUI_DATA_DIR: temporaryFolder(),
    CHASQUI_TODAY: '2026-11-13',
    CHASQUI_TAXAUTH_TC_TXT_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/tipoCambio.txt`,
    CHASQUI_SOURCE_TIMEOUT_MS: '15000',
  }
  const { key } = createKey(settings)
  const server = await startServer(settings)
  const silent = connect(server.port, '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')
  const answer = fetch(`${server.url}/api/tipo-cambio`, { headers: { authorization: key } })
  const held = await asked.promise
  const ended = server.end()
  await assert.rejects(async () => {
    for (;;) await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } })
  }, 'nothing new is accepted')
  held.end('13/11/2026|3.354|3.362|')
  assert.equal((await answer).status, 200)
  const answeredAt = performance.now()
  assert.equal(await ended, 0)
  assert.ok(performance.now() - answeredAt < 20_000, 'well before what is unfinished would be cut off')
})
