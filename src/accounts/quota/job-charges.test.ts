import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { closeAfterTests, temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { openTestDatabase, testDatabase } from '../../../test/helpers/postgres.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { SCOPES } from '../../endpoints/index.ts'
import { openAccounts, openAccountsStore } from '../accounts.ts'
import { issueKey } from '../keys/issue-key.ts'
import { ACCOUNTS_MIGRATIONS } from '../store/migrations.ts'
import { type Store, sqlStore } from '../store/sql-store.ts'

const whenDone = closeAfterTests()
const clock = limaClock('2026-11-13')
const folder = temporaryFolder(whenDone)
const database = await openTestDatabase(await testDatabase(), 'charges', { accounts: ACCOUNTS_MIGRATIONS })

const ENGINES: Record<string, () => Promise<Store>> = {
  sqlite: () => openAccountsStore(folder),
  postgres: async () => sqlStore(database),
}

for (const [engine, openStore] of Object.entries(ENGINES)) {
  describe(`charges of jobs on ${engine}`, () => {
    const open = async (quota: number) => {
      const store = await openStore()
      const { account: accountId, id: keyId } = await issueKey(store, { name: 'x', mode: 'live', quota }, clock)
      const accounts = await openAccounts({ dataDir: '', mode: 'live', clock, endpoints: SCOPES, store, flushMs: 0 })
      whenDone(() => accounts.close())
      const charge = (jobId: string, total: number, lowers = false) =>
        accounts.chargeJob({
          jobId,
          accountId,
          keyId,
          endpoint: 'lotes',
          total,
          lowers,
          expiresAtMs: clock.now() + 1e6,
        })
      const usage = async () => {
        const found = (await store.usage('2026-11', clock.now())).find((one) => one.accountId === accountId)
        return { used: found?.used, lotes: found?.usage.find(({ endpoint }) => endpoint === 'lotes')?.charged ?? 0 }
      }
      const holder = {
        accountId,
        keyId,
        name: '',
        ratePerSecond: 1,
        burst: 1,
        endpoints: null,
        expires: null,
        persona: null,
        documentos: false,
      }
      return { accounts, charge, usage, holder, store }
    }

    test('the same total sent again charges nothing', async () => {
      const { charge, usage } = await open(100)
      assert.equal(await charge(`${engine}-a`, 10), 10)
      assert.equal(await charge(`${engine}-a`, 10), 10)
      assert.equal(await charge(`${engine}-a`, 7), 10)
      assert.equal(await charge(`${engine}-a`, 25), 25)
      assert.equal(await charge(`${engine}-b`, 5), 5)
      assert.deepEqual(await usage(), { used: 30, lotes: 30 })
      assert.equal(await charge(`${engine}-a`, 20, true), 20)
      assert.deepEqual(await usage(), { used: 25, lotes: 25 })
    })

    test('two settlements of one account and month that are sent at once both count', async () => {
      const { store, usage, holder } = await open(100)
      const { accountId, keyId } = holder
      await store.join({ id: engine, host: 'x', pid: 1 }, clock.now())
      const request = { instanceId: engine, accountId, month: '2026-11', nowMs: clock.now(), recall: null }
      assert.equal((await store.lease({ ...request, waiting: 20, wanted: 20 })).granted, 20)
      const settled = { accountId, month: '2026-11', returned: 0, answeredRecall: 0 }
      const spent = (charged: number) => ({ ...settled, charged, usage: [{ keyId, endpoint: 'lotes', charged }] })
      // Seven of an earlier store: they are spent on top of what this one leased.
      await store.settle(engine, clock.now(), [spent(20), spent(7)])
      assert.deepEqual(await usage(), { used: 27, lotes: 27 })
      await store.leave(engine)
    })

    test('never more than the account has, and all of it, units that were leased ahead among them', async () => {
      const { accounts, charge, usage, holder } = await open(50)
      const reservation = await accounts.reserve(holder)
      reservation?.charge('aml')
      assert.equal(await charge(`${engine}-c`, 80), 49)
      assert.equal(await accounts.reserve(holder), null)
      await accounts.flush()
      assert.deepEqual(await usage(), { used: 50, lotes: 49 })
    })

    test('a revoked key has ended; one that nobody has heard of yet has not', async () => {
      const { accounts, holder, store } = await open(1)
      assert.equal(accounts.hasKeyEnded(holder.keyId), false)
      assert.equal(accounts.hasKeyEnded('key_nobody'), false)
      await store.revokeKey(holder.keyId, clock.now())
      await (store as Store & { poll(): unknown }).poll()
      assert.equal(accounts.hasKeyEnded(holder.keyId), true)
    })
  })
}
