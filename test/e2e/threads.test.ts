import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, Pool } from 'undici'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { chasqui, createKey, type RunningServer, startServer } from '../helpers/server.ts'
import { until } from '../helpers/until.ts'
import { upstreamServer } from '../helpers/upstream-server.ts'

const THREADS = 3
const CONNECTIONS = 50

const start = async (extra: Record<string, string> = {}) => {
  const textFile = await upstreamServer(() => ({ type: 'text/plain', body: '13/11/2026|3.354|3.362|\n' }))
  const settings = {
    CHASQUI_WORKERS: String(THREADS),
    CHASQUI_DATA_DIR: temporaryFolder(),
    CHASQUI_ADMIN_PORT: '0',
    CHASQUI_TODAY: '2026-11-13',
    CHASQUI_TAXAUTH_TC_TXT_URL: `${textFile.url}/tipoCambio.txt`,
    CHASQUI_CENTRAL_BANK_URL: textFile.url,
    ...extra,
  }
  return { settings, textFile, server: await startServer(settings) }
}

/** The statuses of so many requests, all at once over many connections, which the threads share. */
const fire = async (server: RunningServer, key: string, requests: number): Promise<Map<number, number>> => {
  const pool = new Pool(server.url, { connections: CONNECTIONS, pipelining: 1 })
  const statuses = new Map<number, number>()
  const one = async (): Promise<void> => {
    const reply = await pool.request({ path: '/api/tipo-cambio', method: 'GET', headers: { authorization: key } })
    await reply.body.dump()
    statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1)
  }
  await Promise.all(Array.from({ length: requests }, one))
  await pool.destroy()
  return statuses
}

const metricsOf = async (server: RunningServer): Promise<string> => {
  const admin = /Administración \S+ \S+ \S+ (http:\S+)/
  await until(async () => admin.test(server.output()))
  return (await fetch(`${admin.exec(server.output())?.[1]}/metrics`)).text()
}

/** For all tests but the last, which start from what the one before left. */
const shared = await start({ CHASQUI_DRAIN_MS: '500' })

test('quota, metrics and log are one for all threads', async () => {
  const { settings, textFile, server } = shared
  const { key } = await createKey(settings, '--quota', '1000')
  assert.deepEqual(
    await fire(server, key, 1_200),
    new Map([
      [200, 1_000],
      [429, 200],
    ]),
  )
  assert.equal(textFile.asked.length, 1, 'equal questions of all threads are one call')
  const metrics = await metricsOf(server)
  assert.match(metrics, /^chasqui_http_threads 3$/m)
  assert.match(metrics, /^chasqui_units_total\{endpoint="tipo-cambio"\} 1000$/m)
  assert.match(metrics, /^chasqui_requests_total\{endpoint="tipo-cambio",status="200",outcome="ok"\} 1000$/m)
  assert.match(metrics, /^chasqui_requests_in_flight 0$/m)
  const endpoints = (): string[] => {
    const lines = server.output().split('\n').slice(0, -1)
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).endpoint)
  }
  // Lines are written a few at a time, and every one is whole.
  await until(async () => endpoints().filter((endpoint) => endpoint === 'tipo-cambio').length === 1_200)
  const usage = JSON.parse((await runInProcess(settings, 'keys', 'usage', '--json')).out) as { used: number }[]
  assert.deepEqual(
    usage.map(({ used }) => used),
    [1_000],
  )
})

test('a rate limit holds for the process', async () => {
  const { settings, server } = shared
  const { key } = await createKey(settings, '--rate', '5', '--burst', '20')
  const since = performance.now()
  const allowed = (await fire(server, key, 300)).get(200) ?? 0
  const seconds = (performance.now() - since) / 1_000
  assert.ok(allowed >= 20 && allowed <= 21 + 5 * seconds, `${allowed} in ${seconds} s`)
})

test('a revoked key is dead in every thread within a second', async () => {
  const { settings, server } = shared
  const { key, id } = await createKey(settings)
  assert.deepEqual(await fire(server, key, 200), new Map([[200, 200]]))
  assert.equal((await runInProcess(settings, 'keys', 'revoke', id)).code, 0)
  await pause(1_000)
  assert.deepEqual(await fire(server, key, 200), new Map([[401, 200]]))
})

test('a second server on the same port is refused', async () => {
  const { server } = shared
  const settings = { CHASQUI_DATA_DIR: temporaryFolder(), CHASQUI_WORKERS: '2', CHASQUI_REFRESH: 'off' }
  const { code, err } = chasqui({ ...settings, CHASQUI_PORT: String(server.port) }, 'serve')
  assert.deepEqual([code, err], [2, `El puerto ${server.port} ya está en uso. Elija otro con --port o CHASQUI_PORT.\n`])
})

test('a stop answers on every open connection with Connection: close', async () => {
  const { settings, server } = shared
  const { key } = await createKey(settings)
  const clients = Array.from({ length: 20 }, () => new Client(server.url))
  const ask = async (client: Client) => {
    const reply = await client.request({ path: '/api/health', method: 'GET', headers: { authorization: key } })
    await reply.body.dump()
    return [reply.statusCode, reply.headers.connection]
  }
  for (const client of clients) assert.deepEqual(await ask(client), [200, 'keep-alive'])
  const ended = server.end()
  await until(async () => (await fetch(`${server.url}/readyz`)).status === 503)
  for (const answer of await Promise.all(clients.map(ask))) assert.deepEqual(answer, [200, 'close'])
  assert.equal(await ended, 0)
  await Promise.all(clients.map((client) => client.destroy()))
})

test('where threads cannot share a port one serves, and a line at the start says so', async () => {
  const preload = new URL('../helpers/unshared-port.ts', import.meta.url)
  const { settings, server } = await start({ NODE_OPTIONS: `--import ${preload.href}` })
  const lines = server.output().match(/^Atención: .*hilos.*$/gm)
  assert.deepEqual(lines, ['Atención: este sistema no permite que varios hilos compartan un puerto; atiende uno solo.'])
  assert.match(server.output(), /"msg":"threads cannot share a port on this platform"/)
  const { key } = await createKey(settings)
  assert.deepEqual(await fire(server, key, 50), new Map([[200, 50]]))
  assert.match(await metricsOf(server), /^chasqui_http_threads 1$/m)
  assert.equal(await server.end(), 0)
})
