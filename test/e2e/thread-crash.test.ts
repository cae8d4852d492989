import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { DestinationStream } from 'pino'
import { issueKey, openAccountsStore } from '../../src/accounts/index.ts'
import { loadConfig } from '../../src/config.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { openListeners } from '../../src/http/server.ts'
import { startHttpThreads } from '../../src/http/threads/http-threads.ts'
import { openLog } from '../../src/kernel/log.ts'
import { openServices } from '../../src/services.ts'
import { NO_BATCHES, NO_WATCH } from '../helpers/batches.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { until } from '../helpers/until.ts'

const QUOTA = 10

test('an HTTP thread that breaks is replaced, logged, and costs no unit', async () => {
  const held: ServerResponse[] = []
  const upstream = createServer((_request, response) => void held.push(response)).listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const config = loadConfig({
    ...{ CHASQUI_WORKERS: '3', CHASQUI_PORT: '0', CHASQUI_REFRESH: 'off', CHASQUI_TODAY: '2026-11-13' },
    ...{ CHASQUI_DATA_DIR: temporaryFolder(), CHASQUI_SOURCE_TIMEOUT_MS: '60000' },
    ...{ CHASQUI_TAXAUTH_TC_TXT_URL: `${url}/tipoCambio.txt`, CHASQUI_CENTRAL_BANK_URL: url },
  })
  let logged = ''
  const log = openLog({ write: (line: string) => void (logged += line) } as DestinationStream)
  const clock = limaClock(config.today)
  const listeners = await openListeners(config, log)
  const services = await openServices(config, clock, log, listeners.threads)
  const threads = await startHttpThreads({
    ...{ services, log },
    setup: {
      ...{ logLevel: 'info', corsOrigins: [], isCounting: true, tracing: null, samples: null },
      uploads: NO_BATCHES.uploads,
    },
    at: { ...listeners.service.bound(), backlog: 64 },
    own: {
      ...NO_BATCHES.requests,
      ...NO_WATCH,
      ...{ health: () => assert.fail('not asked'), isReady: () => true, document: () => '' },
    },
    script: new URL('../helpers/crashing-http-worker.ts', import.meta.url),
  })
  after(async () => {
    await threads.stop()
    listeners.close()
    upstream.closeAllConnections()
    upstream.close()
    await services.close()
  })
  const address = listeners.service.address()
  // Every connection from now on belongs to one of the two threads.
  listeners.close()
  const store = await openAccountsStore(config.dataDir)
  const { key } = await issueKey(store, { name: 'prueba', mode: 'live', quota: QUOTA }, clock)
  await store.close()
  const ask = async (): Promise<number> => {
    const headers = { authorization: key, connection: 'close' }
    return (await fetch(`${address}/api/tipo-cambio`, { headers })).status
  }
  const waiting = Array.from({ length: QUOTA }, () => ask().catch(() => 0))
  await until(async () => held.length > 0)

  const channel = new BroadcastChannel('crash')
  for (const thread of [1, 2]) channel.postMessage(thread)
  channel.close()
  assert.deepEqual(await Promise.all(waiting), Array(QUOTA).fill(0), 'requests of a broken thread fail')
  await until(async () => (await threads.reports()).length === 2)
  assert.equal(logged.split('an HTTP thread ended and is replaced').length - 1, 2)
  assert.doesNotMatch(logged, /crashed/, 'a message may quote what was asked')

  for (const response of held) response.end('13/11/2026|3.354|3.362|')
  const statuses = await Promise.all(Array.from({ length: QUOTA + 5 }, ask))
  assert.deepEqual(
    [200, 429].map((status) => statuses.filter((one) => one === status).length),
    [QUOTA, 5],
  )
})
