import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import { startPostgres } from '../engines/postgres.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { patience } from '../helpers/crowded.ts'
import { createKey, type RunningServer, type Settings, startServer } from '../helpers/server.ts'
import { askUntil } from '../helpers/until.ts'
import { upstreamServer } from '../helpers/upstream-server.ts'

const postgres = await startPostgres()
after(() => postgres.stop())
const password = new URL(postgres.url).password
const textFile = await upstreamServer(() => ({ type: 'text/plain', body: '13/11/2026|3.354|3.362|\n' }))
const settings: Settings = {
  CHASQUI_DATA_DIR: temporaryFolder(),
  CHASQUI_DATABASE_URL: postgres.url,
  CHASQUI_WORKERS: '2',
  CHASQUI_TODAY: '2026-11-13',
  CHASQUI_TAXAUTH_TC_TXT_URL: `${textFile.url}/tipoCambio.txt`,
  CHASQUI_CENTRAL_BANK_URL: textFile.url,
}
/** Between two questions of a connection: more of them would only take the machine from the server. */
const ASK_MS = 20
const UNAVAILABLE = '503 almacen_no_disponible'
/** The contract's limit, both for noticing and for coming back. */
const LIMIT_MS = 5_000
/** How long the database is away at least; a longer outage can be asked for. */
const AWAY_MS = 1_000 * Number(process.env.TEST_OUTAGE_SECONDS ?? 5)
/** Used up during the outage: what is granted of it in all must not be more. */
const SMALL_QUOTA = 40

const getOnce = async ({ url }: RunningServer, path: string, key = '') => {
  const reply = await request(`${url}${path}`, { headers: { authorization: key } })
  return { status: reply.statusCode, body: (await reply.body.json()) as { error?: { codigo: string } } }
}

/** A busy machine makes the server shed load, which has nothing to do with the database. */
const isShed = ({ body }: Awaited<ReturnType<typeof getOnce>>): boolean => body.error?.codigo === 'sobrecarga'

const get = (...question: Parameters<typeof getOnce>) =>
  askUntil(
    () => getOnce(...question),
    (reply) => !isShed(reply),
  )

/** Asks with several connections until it is stopped; counts the answers by their outcome. */
const underLoad = (server: RunningServer, key: string, connections = 4) => {
  const seen: Record<string, number> = {}
  const bodies = new Set<string>()
  let slowestMs = 0
  let running = true
  const ask = async (): Promise<void> => {
    while (running) {
      const sentAt = performance.now()
      const reply = await getOnce(server, '/api/tipo-cambio', key)
      const { status, body } = reply
      slowestMs = Math.max(slowestMs, performance.now() - sentAt)
      const outcome = body.error ? `${status} ${body.error.codigo}` : String(status)
      if (!isShed(reply)) seen[outcome] = (seen[outcome] ?? 0) + 1
      if (status === 200) bodies.add(JSON.stringify(body))
      await pause(ASK_MS)
    }
  }
  const asking = Promise.all(Array.from({ length: connections }, ask))
  return {
    seen,
    /** Every different answer that was given. */
    bodies,
    slowestMs: () => slowestMs,
    /** Milliseconds until the next answers of one kind. */
    next: async (outcome: string, answers = 5): Promise<number> => {
      const [before, start] = [seen[outcome] ?? 0, performance.now()]
      while ((seen[outcome] ?? 0) < before + answers) {
        assert.ok(performance.now() - start < 120_000, `no ${outcome}: ${JSON.stringify(seen)}`)
        await pause(10)
      }
      return performance.now() - start
    },
    stop: async (): Promise<void> => {
      running = false
      await asking
    },
  }
}

const usageOf = async (account: string): Promise<number[]> => {
  const { out } = await runInProcess(settings, 'keys', 'usage', '--json')
  const accounts = JSON.parse(out) as { account: string; used: number; usage: { charged: number }[] }[]
  const own = accounts.find((one) => one.account === account)
  return [own?.used ?? 0, own?.usage.reduce((sum, { charged }) => sum + charged, 0) ?? 0]
}

const healthOf = async (server: RunningServer, key: string) => {
  const { data } = (await get(server, '/api/health', key)).body as unknown as {
    data: { estado: string; almacen: { tipo: string; estado: string } }
  }
  return [data.almacen.tipo, data.almacen.estado]
}

for (const [what, goAway, comeBack] of [
  ['killed', postgres.kill, postgres.start],
  ['frozen', postgres.freeze, postgres.thaw],
] as const) {
  test(`a database that is ${what} under load: only 200 and 503, noticed and back in time, every charge counted once`, async (t) => {
    const { key, account } = await createKey(settings, '--quota', '30000')
    const small = await createKey(settings, '--quota', String(SMALL_QUOTA))
    const server = await startServer(settings)
    const load = underLoad(server, key)
    await load.next('200', 50)
    assert.deepEqual(await healthOf(server, key), ['postgres', 'ok'])
    const smallLoad = underLoad(server, small.key, 2)
    await smallLoad.next('200', 1)

    const awayAt = performance.now()
    await goAway()
    await load.next(UNAVAILABLE, 50)
    assert.deepEqual(await healthOf(server, key), ['postgres', 'no_disponible'], 'the key is still known')
    assert.equal((await get(server, '/readyz')).status, 200)

    await pause(Math.max(0, AWAY_MS - (performance.now() - awayAt)))
    const startedAt = performance.now()
    await comeBack()
    await load.next('200')
    const backMs = performance.now() - startedAt
    t.diagnostic(`back after ${Math.round(backMs)} ms, slowest answer ${Math.round(load.slowestMs())} ms`)
    assert.ok(backMs < patience(LIMIT_MS), `${backMs} ms`)
    assert.ok(load.slowestMs() < patience(LIMIT_MS) + 500, `${load.slowestMs()} ms`)
    await load.next('200', 50)
    await smallLoad.next('429 cuota_agotada')
    await Promise.all([load.stop(), smallLoad.stop()])
    assert.deepEqual(Object.keys(load.seen).sort(), ['200', UNAVAILABLE])
    assert.equal(smallLoad.seen['200'], SMALL_QUOTA)
    const outcomes = ['200', '429 cuota_agotada', UNAVAILABLE]
    assert.deepEqual(
      Object.keys(smallLoad.seen).filter((outcome) => !outcomes.includes(outcome)),
      [],
    )
    assert.equal(new Set([...load.bodies, ...smallLoad.bodies]).size, 1, 'no wrong answer')
    assert.deepEqual(await healthOf(server, key), ['postgres', 'ok'])
    assert.equal(await server.end(), 0)
    const granted = load.seen['200'] ?? 0
    assert.deepEqual(await usageOf(account), [granted, granted])
    assert.deepEqual(await usageOf(small.account), [SMALL_QUOTA, SMALL_QUOTA])
    assert.ok(!server.output().includes(password))
    assert.match(server.output(), /the accounts store cannot be used.*the accounts store is well again/s)
  })
}

test('a key revoked while a process was cut off is refused as soon as it is back', async () => {
  const { key, id } = await createKey(settings)
  const server = await startServer(settings)
  assert.equal((await get(server, '/api/tipo-cambio', key)).status, 200)
  await postgres.kill()
  assert.equal((await get(server, '/api/health', key)).status, 200)
  await postgres.start()
  assert.equal((await runInProcess(settings, 'keys', 'revoke', id)).code, 0)
  const start = performance.now()
  while ((await get(server, '/api/health', key)).status !== 401) {
    assert.ok(performance.now() - start < patience(LIMIT_MS))
    await pause(10)
  }
  assert.equal(await server.end(), 0)
})

test('commands without their database end with one line that names no password', async () => {
  const dead = new URL(postgres.url)
  dead.port = '9'
  const wrong = new URL(postgres.url)
  wrong.password = 'equivocada'
  const rows: [string, RegExp, number][] = [
    [dead.href, /^No se pudo abrir la base de datos 127\.0\.0\.1:9\/postgres: ECONNREFUSED\.\n$/, 1],
    [wrong.href, /^No se pudo abrir la base de datos [^ ]+: el servidor rechaza el usuario o su clave\.\n$/, 1],
    ['mysql://u:secreta@h/d', /^CHASQUI_DATABASE_URL debe tener la forma [^\n]+\n$/, 2],
    [`${postgres.url}?sslmode=siempre`, /^CHASQUI_DATABASE_URL admite sslmode [^\n]+\n$/, 2],
    [`${postgres.url}?sslmode=require`, /^No se pudo abrir la base de datos [^ ]+: ENOTLS\.\n$/, 1],
  ]
  for (const [url, line, code] of rows) {
    const result = await runInProcess({ ...settings, CHASQUI_DATABASE_URL: url }, 'keys', 'list')
    assert.match(result.err, line)
    assert.deepEqual([result.out, result.code], ['', code])
    assert.ok(![password, 'equivocada', 'secreta'].some((secret) => result.err.includes(secret)))
  }
})
