import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request } from 'undici'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { testDatabase } from '../helpers/postgres.ts'
import { chasqui, createKey, type RunningServer, type Settings, startServer } from '../helpers/server.ts'
import { askUntil } from '../helpers/until.ts'
import { upstreamServer } from '../helpers/upstream-server.ts'

const textFile = await upstreamServer(() => ({ type: 'text/plain', body: '13/11/2026|3.354|3.362|\n' }))
const settings: Settings = {
  CHASQUI_DATA_DIR: temporaryFolder(),
  CHASQUI_DATABASE_URL: await testDatabase(),
  CHASQUI_TODAY: '2026-11-13',
  CHASQUI_TAXAUTH_TC_TXT_URL: `${textFile.url}/tipoCambio.txt`,
  CHASQUI_CENTRAL_BANK_URL: textFile.url,
}

const ask = async ({ url }: RunningServer, key: string): Promise<number> => {
  const reply = await request(`${url}/api/tipo-cambio`, { headers: { authorization: key } })
  await reply.body.dump()
  return reply.statusCode
}

const startFleet = (size: number): Promise<RunningServer[]> =>
  Promise.all(Array.from({ length: size }, () => startServer(settings)))

/** Sends requests over 50 connections, to all servers in turn; counts the answers by status. */
const load = async (servers: readonly RunningServer[], key: string, requests: number) => {
  const seen: Record<number, number> = {}
  let sent = 0
  const connection = async (): Promise<void> => {
    while (sent < requests) {
      const status = await ask(servers[sent++ % servers.length] as RunningServer, key).catch(() => 0)
      seen[status] = (seen[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 50 }, connection))
  return seen
}

const used = (): number[] => {
  const { out } = chasqui(settings, 'keys', 'usage', '--json')
  return (JSON.parse(out) as { used: number }[]).map(({ used }) => used)
}

test('three processes on one database grant exactly the quota', async () => {
  const { key } = createKey(settings, '--quota', '1000')
  const servers = await startFleet(3)
  assert.deepEqual(await load(servers, key, 1_200), { 200: 1_000, 429: 200 })
  assert.equal(used().at(-1), 1_000)
  for (const server of servers) assert.equal(await server.end(), 0)
  assert.equal(used().at(-1), 1_000)
})

test('a killed process never lets more be granted, and costs at most ten units', async () => {
  const { key } = createKey(settings, '--quota', '1000')
  const servers = (await startFleet(3)) as [RunningServer, RunningServer, RunningServer]
  const half = await load(servers, key, 300)
  const [killed, ...rest] = servers
  const more = load(servers, key, 1_500)
  await killed.end('SIGKILL')
  const granted = (half[200] ?? 0) + ((await more)[200] ?? 0)
  const last = await load(rest, key, 1_200)
  const all = granted + (last[200] ?? 0)
  assert.ok(all <= 1_000 && all >= 980, `${all} units were granted`)
  for (const server of rest) assert.equal(await server.end(), 0)
})

test('a key revoked by a command is refused everywhere within a second', async (t) => {
  const { key, id } = createKey(settings)
  const servers = await startFleet(2)
  for (const server of servers) assert.equal(await ask(server, key), 200)
  assert.equal(chasqui(settings, 'keys', 'revoke', id).code, 0)
  const revokedAt = performance.now()
  for (const server of servers)
    assert.equal(
      await askUntil(
        () => ask(server, key),
        (status) => status === 401,
        20,
      ),
      401,
    )
  const tookMs = Math.round(performance.now() - revokedAt)
  t.diagnostic(`noticed after ${tookMs} ms`)
  assert.ok(tookMs < 1_000, `${tookMs} ms`)
  for (const server of servers) assert.equal(await server.end(), 0)
})
