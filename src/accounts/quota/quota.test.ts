import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { Fleet, LATER_MS, rest, type Ship, STORES, spend } from '../../../test/helpers/fleet.ts'

for (const [name, factory] of Object.entries(STORES)) {
  describe(`quota on ${name}`, () => {
    let fleet: Fleet
    const launchFleet = async (quota: number, ships = 1): Promise<[Ship, ...Ship[]]> => {
      fleet = await new Fleet(factory).start({ quota })
      for (let i = 0; i < ships; i++) await fleet.launch()
      return [...fleet.ships] as [Ship, ...Ship[]]
    }
    afterEach(() => fleet.sink())

    test('of 1,200 requests at the same time exactly 1,000 are granted', async () => {
      const [ship] = await launchFleet(1_000)
      const outcomes = await Promise.all(
        Array.from({ length: 1_200 }, async () => {
          const reservation = await ship.accounts.reserve(ship.holder)
          await rest()
          reservation?.keep('ruc')
          return reservation !== null
        }),
      )
      assert.equal(outcomes.filter(Boolean).length, 1_000)
    })

    test('what one instance holds does not make another refuse', async () => {
      const [one, two] = (await launchFleet(100, 2)) as [Ship, Ship]
      const first = await spend(one, 1)
      assert.equal(first + (await spend(two, 120)), 100)
    })

    test('two instances in turn grant the quota to the last unit', async () => {
      const [one, two] = (await launchFleet(250, 2)) as [Ship, Ship]
      let charged = 0
      for (let i = 0; i < 150; i++) charged += (await spend(one, 1)) + (await spend(two, 1))
      assert.equal(charged, 250)
    })

    test('while somebody waits for the last units nobody else stocks up with them', async () => {
      await launchFleet(40)
      await fleet.ask(async (store) => {
        const { account: accountId } = fleet.issued
        const ask = (instanceId: string, need: number, want: number, demand: number | null = null) =>
          store.lease({ instanceId, accountId, month: '2026-11', nowMs: fleet.clock.now(), need, want, demand })
        for (const id of ['a', 'b', 'c']) await store.join({ id, host: 'h', pid: 1 }, fleet.clock.now())
        assert.equal((await ask('a', 1, 100)).granted, 10, 'a quarter of what is free')
        assert.equal((await ask('b', 30, 30)).granted, 30)
        const waiting = await ask('c', 1, 8)
        assert.deepEqual([waiting.granted, waiting.waitingFor], [0, 2])
        const answer = { accountId, month: '2026-11', charged: 1, returned: 9, answered: waiting.demand, usage: [] }
        await store.settle('a', fleet.clock.now(), [answer])
        assert.equal((await ask('a', 1, 8)).granted, 1)
        assert.equal((await ask('c', 1, 8, waiting.demand)).granted, 1)
      })
    })

    test('a unit given back is usable at once', async () => {
      const [ship] = await launchFleet(1)
      const held = await ship.accounts.reserve(ship.holder)
      assert.equal(await ship.accounts.reserve(ship.holder), null)
      held?.giveBack()
      assert.equal(await spend(ship, 2), 1)
    })

    test('a unit given back elsewhere is usable after a moment', async () => {
      const [one, two] = (await launchFleet(1, 2)) as [Ship, Ship]
      const held = await one.accounts.reserve(one.holder)
      assert.equal(await two.accounts.reserve(two.holder), null)
      held?.giveBack()
      fleet.clock.advance(LATER_MS)
      assert.equal(await spend(two, 2), 1)
    })

    test('a reservation is decided once', async () => {
      const [ship] = await launchFleet(2)
      const reservation = await ship.accounts.reserve(ship.holder)
      reservation?.keep('ruc')
      reservation?.giveBack()
      reservation?.keep('ruc')
      assert.equal(await spend(ship, 5), 1)
    })

    test('undecided and idle units together stay within what a kill may cost', async () => {
      const [ship] = await launchFleet(1_000)
      let granted = 0
      for (let i = 0; i < 50; i++)
        Promise.resolve(ship.accounts.reserve(ship.holder)).then(
          (one) => one && granted++,
          () => {},
        )
      await rest()
      assert.equal(granted, 10)
      const books = await fleet.ask((store) => store.usage('2026-11', fleet.clock.now() + 60_000))
      assert.equal(books[0]?.used, 10)
    })

    test('a clean stop returns what was not used', async () => {
      const [ship] = await launchFleet(1_000)
      assert.equal(await spend(ship, 7), 7)
      await fleet.stop(ship)
      const books = await fleet.ask((store) => store.usage('2026-11', fleet.clock.now()))
      assert.equal(books[0]?.used, 7)
      assert.deepEqual(books[0]?.usage, [{ keyId: fleet.issued.id, endpoint: 'ruc', charged: 7 }])
    })

    test('remaining counts down by one and reset is the end of the Lima month', async () => {
      const [ship] = await launchFleet(1_000)
      assert.deepEqual(await ship.accounts.quotaOf(ship.holder), {
        limit: 1_000,
        remaining: 1_000,
        resetSeconds: 15 * 86_400 + 17 * 3_600,
      })
      await spend(ship, 3)
      assert.equal((await ship.accounts.quotaOf(ship.holder)).remaining, 997)
      await spend(ship, 400)
      await rest()
      assert.equal((await ship.accounts.quotaOf(ship.holder)).remaining, 597)
    })

    test('a new Lima month begins with a full quota, and late decisions belong to the old one', async () => {
      const [ship] = await launchFleet(20)
      const late = await ship.accounts.reserve(ship.holder)
      assert.equal(await spend(ship, 30), 19)
      fleet.clock.advance(15 * 86_400_000 + 17 * 3_600_000 - 1)
      assert.equal(await spend(ship, 1), 0)
      fleet.clock.advance(1)
      assert.equal(await spend(ship, 30), 20)
      late?.keep('dni')
      await fleet.stop(ship)
      const november = await fleet.ask((store) => store.usage('2026-11', fleet.clock.now()))
      assert.deepEqual(
        november[0]?.usage.map(({ endpoint, charged }) => [endpoint, charged]),
        [
          ['dni', 1],
          ['ruc', 19],
        ],
      )
    })

    test('a larger quota is usable, a smaller one stops at once', async () => {
      const [ship] = await launchFleet(10)
      const account = fleet.issued.account
      assert.equal(await spend(ship, 20), 10)
      await fleet.issue({ account, quota: 30 })
      fleet.poll()
      assert.equal(await spend(ship, 12), 12)
      await fleet.issue({ account, quota: 15 })
      fleet.poll()
      assert.equal(await spend(ship, 10), 0)
      assert.equal((await ship.accounts.quotaOf(ship.holder)).limit, 15)
    })

    test('keys of one account share its quota', async () => {
      const [ship] = await launchFleet(10)
      const second = await fleet.issue({ account: fleet.issued.account })
      const holder = await ship.accounts.identify(second.key)
      assert.ok(holder)
      assert.equal((await spend(ship, 4)) + (await spend({ ...ship, holder }, 20)), 10)
    })

    test('idle units of a quiet account go home by themselves', async () => {
      const [ship] = await launchFleet(1_000)
      await spend(ship, 1)
      for (let i = 0; i < 12; i++) await ship.accounts.flush()
      const books = await fleet.ask((store) => store.usage('2026-11', fleet.clock.now() + 60_000))
      assert.equal(books[0]?.used, 1)
    })
  })
}
