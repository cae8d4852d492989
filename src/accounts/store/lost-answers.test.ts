import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { movableClock } from '../../../test/helpers/cluster.ts'
import { type CommitFate, lossyProxy } from '../../../test/helpers/lossy-proxy.ts'
import { openTestDatabase, testDatabase } from '../../../test/helpers/postgres.ts'
import { repeated } from '../../../test/helpers/repeated.ts'
import { until } from '../../../test/helpers/until.ts'
import { SCOPES } from '../../endpoints/index.ts'
import type { Database } from '../../kernel/sql/database.ts'
import { openAccounts } from '../accounts.ts'
import { issueKey } from '../keys/issue-key.ts'
import { ACCOUNTS_MIGRATIONS } from './migrations.ts'
import { sqlStore } from './sql-store.ts'

const url = await testDatabase()
const proxy = await lossyProxy(url)
after(() => proxy.close())
let schemas = 0

const databases: Database[] = []
after(async () => {
  for (const database of databases) await database.close()
})
const open = async (through: string, schema: string) => {
  const database = await openTestDatabase(through, schema, { accounts: ACCOUNTS_MIGRATIONS })
  databases.push(database)
  return { database, store: sqlStore(database) }
}

type Step = { cut: CommitFate; action: 'spend' | 'settle' }
const step: fc.Arbitrary<Step> = fc.record({
  cut: fc.constantFrom<CommitFate>('passes', 'passes', 'lost', 'answer-lost'),
  action: fc.constantFrom('spend', 'spend', 'settle'),
})

test('connections that are cut at their COMMIT neither grant a unit twice nor lose one', async () => {
  const QUOTA = 60
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    const schema = `lost_${++schemas}`
    const clock = movableClock()
    const operator = await open(url, schema)
    const { key } = await issueKey(operator.store, { name: 'Prueba', mode: 'live', quota: QUOTA }, clock)
    const { database, store } = await open(proxy.url, schema)
    const accounts = await openAccounts({ dataDir: '', mode: 'live', clock, endpoints: SCOPES, store, flushMs: 0 })
    const holder = await accounts.identify(key)
    assert.ok(holder)
    let charged = 0
    const spend = async (): Promise<boolean> => {
      clock.advance(300)
      const reservation = await accounts.reserve(holder)
      reservation?.charge('ruc')
      if (reservation) charged++
      return reservation !== null
    }
    for (const { cut, action } of steps) {
      proxy.cut(cut)
      if (action === 'settle') await accounts.flush().catch(() => {})
      // Eleven units need at least one lease.
      else for (let i = 0; i < 11; i++) await spend().catch(() => {})
      proxy.cut('passes')
      await until(async () => database.isUsable)
      assert.ok(charged <= QUOTA)
    }
    while (await spend()) assert.ok(charged <= QUOTA)
    await accounts.close()
    const [usage] = await operator.store.usage('2026-11', clock.now())
    assert.deepEqual([charged, usage?.used, usage?.usage[0]?.charged], [QUOTA, QUOTA, QUOTA])
  })
  await fc.assert(property, { numRuns: repeated(6), endOnFailure: true })
})

test('a clean stop returns the units of a lease whose answer was lost', async () => {
  const schema = 'lost_stop'
  const clock = movableClock()
  const operator = await open(url, schema)
  const { key } = await issueKey(operator.store, { name: 'Prueba', mode: 'live', quota: 1_000 }, clock)
  const { database, store } = await open(proxy.url, schema)
  const accounts = await openAccounts({ dataDir: '', mode: 'live', clock, endpoints: SCOPES, store, flushMs: 0 })
  const holder = await accounts.identify(key)
  assert.ok(holder)
  proxy.cut('answer-lost')
  await assert.rejects(async () => accounts.reserve(holder), { kind: 'store-unavailable' })
  await until(async () => database.isUsable)
  assert.equal((await operator.store.usage('2026-11', clock.now() + 60_000))[0]?.used, 10)
  await accounts.close()
  assert.equal((await operator.store.usage('2026-11', clock.now()))[0]?.used, 0)
})
