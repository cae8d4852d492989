import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STORE_THREAD } from '../src/accounts/accounts.ts'
import { ACCOUNTS_MIGRATIONS, issueKey, openAccountsDatabase, type Store, sqlStore } from '../src/accounts/index.ts'
import type { IssuedKey } from '../src/accounts/keys/issue-key.ts'
import { digestOf } from '../src/accounts/keys/key-format.ts'
import { limaClock } from '../src/domain/lima-time.ts'
import { openDatabase } from '../src/kernel/postgres/database.ts'
import { startPostgres } from '../test/engines/postgres.ts'

const ACCOUNTS = 100
const CONNECTIONS = 8
const MEASURED_MS = 3_000
const clock = limaClock()
const month = clock.limaDate().slice(0, 7)

interface Figures {
  operation: string
  engine: string
  perSecond: number
  meanMs: number
  p99Ms: number
}

/** Runs an operation over and over, several at a time. */
const measure = async (
  engine: string,
  operation: string,
  work: (turn: number) => Promise<unknown>,
): Promise<Figures> => {
  const times: number[] = []
  let turn = 0
  const end = performance.now() + MEASURED_MS
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      const start = performance.now()
      await work(turn++)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  times.sort((a, b) => a - b)
  const round = (ms: number): number => Math.round(ms * 100) / 100
  return {
    operation,
    engine,
    perSecond: Math.round((1_000 * times.length) / MEASURED_MS),
    meanMs: round(times.reduce((sum, ms) => sum + ms, 0) / times.length),
    p99Ms: round(times[Math.floor(times.length * 0.99)] ?? 0),
  }
}

const measureStore = async (engine: string, store: Store): Promise<Figures[]> => {
  const keys: IssuedKey[] = []
  for (let i = 0; i < ACCOUNTS; i++) {
    keys.push(await issueKey(store, { name: `Cuenta ${i}`, mode: 'live', quota: 1e12 }, clock))
  }
  const instanceId = 'bench'
  await store.join({ id: instanceId, host: 'bench', pid: process.pid }, clock.now())
  await store.watch(month, () => {})
  const account = (turn: number): string => keys[turn % ACCOUNTS]?.account ?? ''
  const lease = (turn: number) =>
    store.lease({
      instanceId,
      accountId: account(turn),
      month,
      nowMs: clock.now(),
      waiting: 1,
      wanted: 16,
      recall: null,
    })
  const digests = keys.map(({ key }) => digestOf(key))
  const settlements = keys.map(({ account: accountId, id: keyId }) => ({
    accountId,
    month,
    charged: 1,
    returned: 0,
    answeredRecall: 0,
    usage: [{ keyId, endpoint: 'ruc', charged: 1 }],
  }))
  let settled = 0
  const figures = [
    await measure(engine, 'lease of 16 units', async (turn) => assert.equal((await lease(turn)).granted, 16)),
    await measure(engine, 'look-up of 100 keys', async () =>
      assert.equal((await store.findKeys(digests)).keys.length, ACCOUNTS),
    ),
    await measure(engine, 'settlement of 100 accounts', async () => {
      await store.settle(instanceId, clock.now(), settlements)
      settled++
    }),
  ]
  for (const { usage } of await store.usage(month, clock.now())) assert.equal(usage[0]?.charged, settled)
  return figures
}

/** Leases, key look-ups and usage on both engines. PostgreSQL runs on this machine and does not wait for its disk. */
export const run = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chasqui-bench-'))
  const server = await startPostgres()
  try {
    const embedded = await openAccountsDatabase(dataDir, { onTrouble: () => {}, thread: STORE_THREAD })
    const figures = await measureStore('sqlite', sqlStore(embedded))
    await embedded.close()
    const migrations = { accounts: ACCOUNTS_MIGRATIONS }
    const database = await openDatabase({ url: server.url, schema: 'bench', migrations })
    figures.push(...(await measureStore('postgres', sqlStore(database))))
    await database.close()
    console.table(figures)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
