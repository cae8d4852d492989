import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import {
  type MovableClock,
  movableClock,
  type OpenStore,
  type PolledStore,
  STORES,
  temporaryDataDir,
  WRITTEN,
} from '../../test/helpers/cluster.ts'
import { SCOPES } from '../endpoints/index.ts'
import { type Accounts, openAccounts } from './accounts.ts'
import { issueKey, type KeyRequest } from './keys/issue-key.ts'
import { type Mode, makeKey } from './keys/key-format.ts'
import type { Store } from './store/sql-store.ts'

interface Server {
  accounts: Accounts
  store: PolledStore
  lookups: string[][]
}

for (const [name, openStore] of Object.entries(STORES)) {
  describe(`keys on ${name}`, () => {
    let folder: ReturnType<typeof temporaryDataDir>
    let clock: MovableClock
    let operatorStore: Store
    const servers: Server[] = []

    const open = async (mode: Mode = 'live', openOwn: OpenStore = openStore): Promise<Server> => {
      const store = await openOwn(folder.dataDir)
      const lookups: string[][] = []
      const { findKeys } = store
      store.findKeys = (digests) => {
        lookups.push(digests)
        return findKeys(digests)
      }
      const accounts = await openAccounts({
        dataDir: folder.dataDir,
        mode,
        clock,
        endpoints: SCOPES,
        store,
        flushMs: 0,
      })
      servers.push({ accounts, store, lookups })
      return { accounts, store, lookups }
    }
    const issue = (request: Partial<KeyRequest> = {}) =>
      issueKey(operatorStore, { name: 'Prueba', mode: 'live', ...request }, clock)

    beforeEach(async () => {
      folder = temporaryDataDir()
      clock = movableClock()
      operatorStore = await openStore(folder.dataDir)
    })
    afterEach(async () => {
      for (const { accounts } of servers.splice(0)) await accounts.close()
      await operatorStore.close()
      folder.remove()
    })

    test('what one account used is read without that of all others', async () => {
      const [first, second] = [await issue({ quota: 50 }), await issue({ quota: 60 })]
      const { accounts, store } = await open()
      for (const { key } of [first, second, second]) {
        const holder = await accounts.identify(`Bearer ${key}`)
        assert.ok(holder)
        const reservation = await accounts.reserve(holder)
        reservation?.charge('ruc')
      }
      const read: number[] = []
      const { usage } = store
      store.usage = async (...asked) => {
        const found = await usage(...asked)
        read.push(found.length)
        return found
      }
      const holder = await accounts.identify(`Bearer ${second.key}`)
      assert.ok(holder)
      const { accountId, quota, used, usage: counts } = await accounts.usageOf(holder, '2026-11')
      assert.deepEqual([accountId, quota, used], [second.account, 60, 2])
      assert.deepEqual(counts, [{ keyId: second.id, endpoint: 'ruc', charged: 2 }])
      assert.deepEqual(read, [1])
    })

    test('a known key is identified without a promise, with what it may do', async () => {
      const issued = await issue({ ratePerSecond: 5, endpoints: ['ruc', 'dni', 'ruc'], expires: '2026-12-31' })
      const { accounts, lookups } = await open()
      assert.deepEqual(accounts.identify(`Bearer ${issued.key}`), {
        keyId: issued.id,
        accountId: issued.account,
        ratePerSecond: 5,
        burst: 5,
        endpoints: new Set(['ruc', 'dni']),
        expires: '2026-12-31',
        name: 'Prueba',
        persona: null,
        documentos: false,
      })
      assert.deepEqual(lookups, [])
    })

    test('a key created after the start is looked up in the store once at most', async () => {
      const { accounts, lookups } = await open()
      const { key, id } = await issue()
      const [first, second] = await Promise.all([accounts.identify(key), accounts.identify(key)])
      assert.deepEqual([first?.keyId, second?.keyId], [id, id])
      // None where the store has told of it already.
      assert.ok(lookups.flat().length <= 1)
      assert.ok(!(accounts.identify(key) instanceof Promise))
    })

    test('an unknown key costs one lookup per second, garbage none', async () => {
      const { accounts, lookups } = await open()
      const key = makeKey('live')
      assert.equal(await accounts.identify(key), null)
      assert.equal(accounts.identify(key), null)
      assert.equal(accounts.identify(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`), null)
      assert.equal(accounts.identify(makeKey('sandbox')), null)
      assert.equal(lookups.length, 1)
      clock.advance(1_000)
      assert.equal(await accounts.identify(key), null)
      assert.equal(lookups.length, 2)
    })

    test('a flood of invented keys is rejected without filling the queue', async () => {
      const { accounts, lookups } = await open()
      const answers = Array.from({ length: 3_000 }, () => accounts.identify(makeKey('live')))
      assert.equal(answers.filter((answer) => answer === null).length, 2_000)
      assert.ok((await Promise.all(answers)).every((answer) => answer === null))
      assert.equal(lookups.flat().length, 1_000)
    })

    test('a revoked key stops working when the change is noticed, even if it was not in memory yet', async () => {
      const { accounts, store } = await open()
      const [one, two] = [await issue(), await issue()]
      assert.ok(await accounts.identify(one.key))
      await operatorStore.revokeKey(one.id, clock.now())
      await operatorStore.revokeKey(two.id, clock.now())
      // PostgreSQL pushes new keys: there, this one is in memory already.
      if (store.kind === 'postgres') await store.poll()
      assert.equal(await accounts.identify(two.key), null)
      await store.poll()
      assert.equal(accounts.identify(one.key), null)
    })

    test('a key works to the end of its last day in Lima', async () => {
      const { key } = await issue({ expires: '2026-11-15' })
      const { accounts } = await open()
      clock.advance(17 * 3_600_000 - 1)
      assert.ok(accounts.identify(key))
      clock.advance(1)
      assert.equal(accounts.identify(key), null)
    })

    test('sandbox keys work in the sandbox only, live keys in live mode only', async () => {
      const [live, sandbox] = [await issue(), await issue({ mode: 'sandbox' })]
      const servers = [await open('live'), await open('sandbox')]
      const answers = servers.map(({ accounts }) => [live, sandbox].map(({ key }) => accounts.identify(key) !== null))
      assert.deepEqual(answers, [
        [true, false],
        [false, true],
      ])
    })

    test('a sandbox has the same key from start to start, and another after it was revoked', async () => {
      const first = await open('sandbox')
      const second = await open('sandbox')
      const [one, two] = await Promise.all([first.accounts.issueSandboxKey(), second.accounts.issueSandboxKey()])
      assert.deepEqual(one, two)
      assert.ok(await first.accounts.identify(one.key))
      await first.accounts.close()
      await second.accounts.close()
      servers.splice(0)
      const third = await open('sandbox')
      assert.deepEqual(await third.accounts.issueSandboxKey(), one)
      await operatorStore.revokeKey(one.id, Date.now())
      const next = await third.accounts.issueSandboxKey()
      await third.store.poll()
      assert.notEqual(next.key, one.key)
      assert.deepEqual(
        [one, next].map(({ key }) => third.accounts.identify(key) !== null),
        [false, true],
      )
    })

    test('no key is ever written down', async () => {
      const { key } = await issue()
      const { accounts } = await open()
      ;(await accounts.reserve((await accounts.identify(key)) as never))?.charge('ruc')
      await accounts.flush()
      const written = await WRITTEN[name]?.(folder.dataDir)
      assert.ok(written?.includes('Prueba') && !written.includes(key.slice(9)))
    })

    test('a bad request for a key is refused with the name of the field', async () => {
      const refused = [
        [{ name: ' ' }, 'name'],
        [{ name: 'a\u001b[2J' }, 'name'],
        [{ quota: -1 }, 'quota'],
        [{ quota: 1.5 }, 'quota'],
        [{ ratePerSecond: 0 }, 'rate'],
        [{ burst: Number.NaN }, 'burst'],
        [{ expires: '2026-02-30' }, 'expires'],
        [{ account: 'acc_none' }, 'account'],
      ] as const
      for (const [request, campo] of refused) {
        await assert.rejects(issue(request), { kind: 'invalid-input', campo })
      }
      assert.deepEqual(await operatorStore.listKeys(), [])
    })
  })
}
