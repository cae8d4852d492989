import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { openLoad } from '../helpers/load.ts'
import { testDatabase } from '../helpers/postgres.ts'
import { recordingServer, shortestPause } from '../helpers/recording-server.ts'
import { type RunningServer, type Settings, startServer } from '../helpers/server.ts'
import { upstreamServer } from '../helpers/upstream-server.ts'

/** The promises of the contract hold for all threads of all processes together, on either store. */
const FLEETS = [
  { name: 'one process of three threads on SQLite', processes: 1, threads: 3, isShared: false },
  { name: 'three processes of two threads on PostgreSQL', processes: 3, threads: 2, isShared: true },
] as const

const CONNECTIONS = 50
const SPACING_MS = 100
const CALL_MS = 50
const PATH = '/api/tipo-cambio'
/** What a `kill -9` may cost an account of 1,000 units. */
const LEASE_LIMIT = 10
/** On a busy machine the asking alone may take a second, so the best of several revocations counts. */
const REVOCATIONS = 5

const series = (path: string) => ({
  config: { title: 'x', series: [{ name: `Serie ${/[A-Z0-9]{9}/.exec(path)?.[0]}`, dec: '3' }] },
  periods: [{ name: '02.Ene.26', values: ['3.36'] }],
})
const person = (path: string) => ({
  ...{ first_name: 'ANA', first_last_name: 'QUISPE', second_last_name: 'MAMANI', full_name: 'QUISPE MAMANI ANA' },
  document_number: path.slice(-8),
})

const startFleet = async ({ processes, threads, isShared }: (typeof FLEETS)[number]) => {
  const textFile = await upstreamServer(() => ({ type: 'text/plain', body: '13/11/2026|3.354|3.362|\n' }))
  const [bank, aggregator] = [await recordingServer(series, CALL_MS), await recordingServer(person, CALL_MS)]
  const settings: Settings = {
    CHASQUI_DATA_DIR: temporaryFolder(),
    CHASQUI_WORKERS: String(threads),
    CHASQUI_TODAY: '2026-11-13',
    CHASQUI_TAXAUTH_TC_TXT_URL: `${textFile.url}/tipoCambio.txt`,
    CHASQUI_CENTRAL_BANK_URL: bank.url,
    CHASQUI_AGGREGATOR_A_URL: aggregator.url,
    CHASQUI_AGGREGATOR_A_TOKEN: 'x',
    CHASQUI_SOURCE_SPACING_MS: String(SPACING_MS),
    ...(isShared && { CHASQUI_DATABASE_URL: await testDatabase() }),
  }
  const servers = await Promise.all(Array.from({ length: processes }, () => startServer(settings)))
  return { settings, servers, bank, aggregator }
}

const json = async (settings: Settings, ...args: string[]) => {
  const { out, err, code } = await runInProcess(settings, ...args, '--json')
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

for (const setUp of FLEETS) {
  test(setUp.name, async (fleet) => {
    const { settings, servers, bank, aggregator } = await startFleet(setUp)
    const load = openLoad(servers, Math.ceil(CONNECTIONS / servers.length))
    after(() => load.close())
    const createKey = (...options: string[]): Promise<{ id: string; account: string; key: string }> =>
      json(settings, 'keys', 'create', '--name', 'prueba', ...options)
    const usedBy = async (account: string): Promise<number | undefined> => {
      const all = (await json(settings, 'keys', 'usage')) as { account: string; used: number }[]
      return all.find((one) => one.account === account)?.used
    }

    await fleet.test('grants exactly the quota, to several accounts at once and to all keys of one', async () => {
      const large = await createKey('--quota', '1000')
      const [second, small, none] = await Promise.all([
        createKey('--account', large.account),
        createKey('--quota', '37'),
        createKey('--quota', '0'),
      ])
      const [one, two, three, four] = await Promise.all([
        load.fire(800, PATH, large.key),
        load.fire(400, PATH, second.key),
        load.fire(100, PATH, small.key),
        load.fire(20, PATH, none.key),
      ])
      const statuses = { 200: (one[200] ?? 0) + (two[200] ?? 0), 429: (one[429] ?? 0) + (two[429] ?? 0) }
      assert.deepEqual([statuses, three, four], [{ 200: 1_000, 429: 200 }, { 200: 37, 429: 63 }, { 429: 20 }])
      assert.deepEqual([await usedBy(large.account), await usedBy(small.account)], [1_000, 37])
    })

    await fleet.test('refuses a revoked key everywhere within a second', async (t) => {
      const revoke = async (): Promise<number> => {
        const { key, id } = await createKey()
        assert.deepEqual(await load.fire(CONNECTIONS, PATH, key), { 200: CONNECTIONS })
        assert.equal((await runInProcess(settings, 'keys', 'revoke', id)).code, 0)
        const revokedAt = performance.now()
        let lastGoodAt = revokedAt
        const connection = async (turn: number): Promise<void> => {
          for (let status = 200; status !== 401; ) {
            const askedAt = performance.now()
            status = await load.ask(turn, PATH, key)
            if (status !== 401) lastGoodAt = Math.max(lastGoodAt, askedAt)
            assert.ok(askedAt - revokedAt < 30_000, 'the key is never refused')
          }
        }
        await Promise.all(Array.from({ length: CONNECTIONS }, (_, turn) => connection(turn)))
        assert.deepEqual(await load.fire(CONNECTIONS, PATH, key), { 401: CONNECTIONS })
        return lastGoodAt - revokedAt
      }
      let bestMs = Number.POSITIVE_INFINITY
      for (let tried = 0; tried < REVOCATIONS && bestMs >= 1_000; tried++) bestMs = Math.min(bestMs, await revoke())
      t.diagnostic(`last accepted after ${Math.round(bestMs)} ms`)
      assert.ok(bestMs < 1_000, `${bestMs} ms`)
    })

    await fleet.test('keeps the rate of each key, within a tenth and one burst', async (t) => {
      const policies = [
        { rate: 100, burst: 50 },
        { rate: 10, burst: 5 },
      ]
      const measure = async ({ rate, burst }: (typeof policies)[number]): Promise<void> => {
        const { key } = await createKey('--rate', String(rate), '--burst', String(burst))
        const start = performance.now()
        let [allowed, asked] = [0, 0]
        const connection = async (turn: number): Promise<void> => {
          while (performance.now() - start < 3_000) {
            asked++
            if ((await load.ask(turn, PATH, key)) === 200) allowed++
            // Often enough to be refused, and no oftener.
            await pause(20)
          }
        }
        await Promise.all(Array.from({ length: 9 }, (_, turn) => connection(turn)))
        const seconds = (performance.now() - start) / 1_000
        t.diagnostic(`${allowed} of ${Math.round(rate * seconds + burst)}, ${asked} asked`)
        assert.ok(allowed <= 1.1 * rate * seconds + burst, `${allowed} of ${asked} in ${seconds} s`)
        // A busy machine may not ask often enough to use the rate up.
        assert.ok(allowed >= Math.min(0.9 * rate * 3, 0.5 * asked), `${allowed} of ${asked} in ${seconds} s`)
      }
      await Promise.all(policies.map(measure))
    })

    await fleet.test('asks a source once for equal questions, never twice at a time, and at its pace', async () => {
      const { key } = await createKey()
      const bankPath = (code: string): string => `/api/indicadores?codigo=${code}&desde=2026-01-01&hasta=2026-02-01`
      const dniPath = (dni: string): string => `/api/dni?numero=${dni}&proveedor=aggregator-a`
      const equal = [load.fire(50, bankPath('PD04640PD'), key), load.fire(50, dniPath('45678912'), key)]
      assert.deepEqual(await Promise.all(equal), [{ 200: 50 }, { 200: 50 }])
      assert.deepEqual([bank.calls.length, aggregator.calls.length], [1, 1])
      const others = Array.from({ length: 8 }, (_, i) => [
        load.fire(3, bankPath(`PD0463${i}PD`), key),
        load.fire(3, dniPath(`4567892${i}`), key),
      ])
      for (const statuses of await Promise.all(others.flat())) assert.deepEqual(statuses, { 200: 3 })
      for (const { calls } of [bank, aggregator]) {
        assert.deepEqual(calls.length, 9)
        // The database and timers count whole milliseconds.
        assert.ok(shortestPause(calls) >= SPACING_MS - 5, `${shortestPause(calls)} ms apart`)
      }
    })

    await fleet.test(
      'never grants more when a process is killed in the middle, and loses at most its leases',
      async () => {
        const { key, account } = await createKey('--quota', '1000')
        const [killed, ...rest] = servers as [RunningServer, ...RunningServer[]]
        assert.deepEqual(await load.fire(300, PATH, key), { 200: 300 })
        let answered = 0
        const firing = Promise.all(
          Array.from({ length: 500 }, async (_, turn) => {
            const status = await load.ask(turn, PATH, key)
            // In the middle: some were answered, others are under way.
            if (++answered === 100) killed.process.kill('SIGKILL')
            return status
          }),
        )
        const during = await firing
        const left = rest.length > 0 ? rest : [await startServer(settings)]
        const later = openLoad(left, CONNECTIONS)
        const last = await later.fire(1_200, PATH, key)
        await later.close()
        const granted = 300 + during.filter((status) => status === 200).length + (last[200] ?? 0)
        // An answer that was lost with its connection may have been charged.
        const lost = during.filter((status) => status === 0).length
        const unseen = Math.min(lost, CONNECTIONS)
        assert.ok(granted <= 1_000 && granted + unseen + LEASE_LIMIT >= 1_000, `${granted} granted, ${lost} lost`)
        for (const server of left) assert.equal(await server.end(), 0)
        assert.equal(await usedBy(account), 1_000)
      },
    )
  })
}
