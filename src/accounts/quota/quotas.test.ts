import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import {
  AFTER_REJECTION_MS,
  Cluster,
  type ClusterInstance,
  STORES,
  settlePromises,
  spend,
} from '../../../test/helpers/cluster.ts'

for (const [name, openStore] of Object.entries(STORES)) {
  describe(`quota on ${name}`, () => {
    let cluster: Cluster
    const startCluster = async (quota: number, count = 1): Promise<[ClusterInstance, ...ClusterInstance[]]> => {
      cluster = await new Cluster(openStore).start({ quota })
      for (let i = 0; i < count; i++) await cluster.startInstance()
      return [...cluster.instances] as [ClusterInstance, ...ClusterInstance[]]
    }
    afterEach(() => cluster.remove())

    test('of 1,200 requests at the same time exactly 1,000 are granted', async () => {
      const [instance] = await startCluster(1_000)
      const outcomes = await Promise.all(
        Array.from({ length: 1_200 }, async () => {
          const reservation = await instance.accounts.reserve(instance.holder)
          await settlePromises()
          reservation?.charge('ruc')
          return reservation !== null
        }),
      )
      assert.equal(outcomes.filter(Boolean).length, 1_000)
    })

    test('charges that no lease covers are counted as spent, and nothing that was not leased is returned', async () => {
      const [instance] = await startCluster(1_000)
      const { accountId, keyId } = instance.holder
      const settle = (charged: number, returned: number) =>
        instance.store.settle('another file leased to this one', cluster.clock.now(), [
          {
            accountId,
            month: '2026-11',
            charged,
            returned,
            answeredRecall: 0,
            usage: [{ keyId, endpoint: 'ruc', charged }],
          },
        ])
      await settle(7, 5)
      await settle(3, 0)
      const [usage] = await instance.store.usage('2026-11', cluster.clock.now())
      assert.deepEqual([usage?.used, usage?.usage], [10, [{ keyId, endpoint: 'ruc', charged: 10 }]])
    })

    test('units that one instance holds do not make another one refuse requests', async () => {
      const [one, two] = (await startCluster(100, 2)) as [ClusterInstance, ClusterInstance]
      const first = await spend(one, 1)
      assert.equal(first + (await spend(two, 120)), 100)
    })

    test('two instances that take turns grant the quota to the last unit', async () => {
      const [one, two] = (await startCluster(250, 2)) as [ClusterInstance, ClusterInstance]
      let charged = 0
      for (let i = 0; i < 150; i++) charged += (await spend(one, 1)) + (await spend(two, 1))
      assert.equal(charged, 250)
    })

    test('while a request waits for the last units, no other instance leases them ahead', async () => {
      await startCluster(40)
      await cluster.withStore(async (store) => {
        const { account: accountId } = cluster.issued
        const lease = (instanceId: string, waiting: number, wanted: number, recall: number | null = null) =>
          store.lease({ instanceId, accountId, month: '2026-11', nowMs: cluster.clock.now(), waiting, wanted, recall })
        for (const id of ['a', 'b', 'c']) await store.join({ id, host: 'h', pid: 1 }, cluster.clock.now())
        assert.equal((await lease('a', 1, 100)).granted, 10, 'a quarter of what is free')
        assert.equal((await lease('b', 30, 30)).granted, 30)
        const rejected = await lease('c', 1, 8)
        assert.deepEqual([rejected.granted, rejected.unanswered], [0, 2])
        const answer = {
          accountId,
          month: '2026-11',
          charged: 1,
          returned: 9,
          answeredRecall: rejected.recall,
          usage: [],
        }
        await store.settle('a', cluster.clock.now(), [answer])
        assert.equal((await lease('a', 1, 8)).granted, 1)
        assert.equal((await lease('c', 1, 8, rejected.recall)).granted, 1)
      })
    })

    test('a released unit can be reserved again at once', async () => {
      const [instance] = await startCluster(1)
      const held = await instance.accounts.reserve(instance.holder)
      assert.equal(await instance.accounts.reserve(instance.holder), null)
      held?.release()
      assert.equal(await spend(instance, 2), 1)
    })

    test('a unit released on another instance can be reserved after a moment', async () => {
      const [one, two] = (await startCluster(1, 2)) as [ClusterInstance, ClusterInstance]
      const held = await one.accounts.reserve(one.holder)
      assert.equal(await two.accounts.reserve(two.holder), null)
      held?.release()
      cluster.clock.advance(AFTER_REJECTION_MS)
      assert.equal(await spend(two, 2), 1)
    })

    test('a reservation is decided once', async () => {
      const [instance] = await startCluster(2)
      const reservation = await instance.accounts.reserve(instance.holder)
      reservation?.charge('ruc')
      reservation?.release()
      reservation?.charge('ruc')
      assert.equal(await spend(instance, 5), 1)
    })

    test('reserved and idle units together never exceed the lease limit', async () => {
      const [instance] = await startCluster(1_000)
      let granted = 0
      for (let i = 0; i < 50; i++)
        Promise.resolve(instance.accounts.reserve(instance.holder)).then(
          (one) => one && granted++,
          () => {},
        )
      await settlePromises()
      assert.equal(granted, 10)
      const usage = await cluster.withStore((store) => store.usage('2026-11', cluster.clock.now() + 60_000))
      assert.equal(usage[0]?.used, 10)
    })

    test('a clean stop returns the unused units', async () => {
      const [instance] = await startCluster(1_000)
      assert.equal(await spend(instance, 7), 7)
      await cluster.stopInstance(instance)
      const usage = await cluster.withStore((store) => store.usage('2026-11', cluster.clock.now()))
      assert.equal(usage[0]?.used, 7)
      assert.deepEqual(usage[0]?.usage, [{ keyId: cluster.issued.id, endpoint: 'ruc', charged: 7 }])
    })

    test('remaining counts down by one and reset is the end of the Lima month', async () => {
      const [instance] = await startCluster(1_000)
      assert.deepEqual(await instance.accounts.quotaOf(instance.holder), {
        limit: 1_000,
        remaining: 1_000,
        resetSeconds: 15 * 86_400 + 17 * 3_600,
      })
      await spend(instance, 3)
      assert.equal((await instance.accounts.quotaOf(instance.holder)).remaining, 997)
      await spend(instance, 400)
      await settlePromises()
      assert.equal((await instance.accounts.quotaOf(instance.holder)).remaining, 597)
    })

    test('a new Lima month begins with a full quota, and late decisions belong to the old one', async () => {
      const [instance] = await startCluster(20)
      const late = await instance.accounts.reserve(instance.holder)
      assert.equal(await spend(instance, 30), 19)
      cluster.clock.advance(15 * 86_400_000 + 17 * 3_600_000 - 1)
      assert.equal(await spend(instance, 1), 0)
      cluster.clock.advance(1)
      assert.equal(await spend(instance, 30), 20)
      late?.charge('dni')
      await cluster.stopInstance(instance)
      const november = await cluster.withStore((store) => store.usage('2026-11', cluster.clock.now()))
      assert.deepEqual(
        november[0]?.usage.map(({ endpoint, charged }) => [endpoint, charged]),
        [
          ['dni', 1],
          ['ruc', 19],
        ],
      )
    })

    test('a larger quota can be used, a smaller one stops at once', async () => {
      const [instance] = await startCluster(10)
      const account = cluster.issued.account
      assert.equal(await spend(instance, 20), 10)
      await cluster.issue({ account, quota: 30 })
      await cluster.poll()
      assert.equal(await spend(instance, 12), 12)
      await cluster.issue({ account, quota: 15 })
      await cluster.poll()
      assert.equal(await spend(instance, 10), 0)
      assert.equal((await instance.accounts.quotaOf(instance.holder)).limit, 15)
    })

    test('keys of one account share its quota', async () => {
      const [instance] = await startCluster(10)
      const second = await cluster.issue({ account: cluster.issued.account })
      const holder = await instance.accounts.identify(second.key)
      assert.ok(holder)
      assert.equal((await spend(instance, 4)) + (await spend({ ...instance, holder }, 20)), 10)
    })

    test('an account without requests returns its idle units', async () => {
      const [instance] = await startCluster(1_000)
      await spend(instance, 1)
      for (let i = 0; i < 12; i++) await instance.accounts.flush()
      const usage = await cluster.withStore((store) => store.usage('2026-11', cluster.clock.now() + 60_000))
      assert.equal(usage[0]?.used, 1)
    })
  })
}
