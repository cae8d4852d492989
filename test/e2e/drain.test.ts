import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { createKey, startServer } from '../helpers/server.ts'

/** An upstream that holds every request back until the test answers it. */
const asked = { answered: Promise.withResolvers<ServerResponse>(), unanswered: Promise.withResolvers<ServerResponse>() }
const upstream = createServer(({ url }, response) =>
  asked[url === '/unanswered' ? 'unanswered' : 'answered'].resolve(response),
).listen(0, '127.0.0.1')
after(() => {
  upstream.closeAllConnections()
  upstream.close()
})
await once(upstream, 'listening')

const settingsFor = (path: string) => ({
  CHASQUI_DATA_DIR: temporaryFolder(),
  CHASQUI_TODAY: '2026-11-13',
  CHASQUI_TAXAUTH_TC_TXT_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}${path}`,
  CHASQUI_SOURCE_TIMEOUT_MS: '300000',
})

const startWithQuestion = async (path: 'answered' | 'unanswered') => {
  const settings = settingsFor(`/${path}`)
  const { key } = await createKey(settings)
  const server = await startServer(settings)
  const answer = fetch(`${server.url}/api/tipo-cambio`, { headers: { authorization: key } })
  answer.catch(() => {})
  return { server, answer, held: await asked[path].promise }
}

test('a stop answers what is in flight and waits for no connection that never asked', async () => {
  const { server, answer, held } = await startWithQuestion('answered')
  // Stopped later, with a question that is never answered: it ends only when what is unfinished is cut off.
  const other = await startWithQuestion('unanswered')
  const silent = connect(server.port, '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')
  const ended = server.end()
  await assert.rejects(async () => {
    for (;;) await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } })
  }, 'nothing new is accepted')
  held.end('13/11/2026|3.354|3.362|')
  assert.equal((await answer).status, 200)
  const otherEnded = other.server.end()
  assert.equal(await Promise.race([ended, otherEnded.then(() => 'ended after the cut-off')]), 0)
})
