import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { movableClock, STORES, settlePromises, temporaryDataDir } from '../../test/helpers/cluster.ts'
import { SCOPES } from '../endpoints/index.ts'
import { isPromise } from '../kernel/when-ready.ts'
import type { AskParent } from '../kernel/worker.ts'
import { type Accounts, openAccounts, type RequestAccounts } from './accounts.ts'
import { issueKey } from './keys/issue-key.ts'
import type { KeyHolder } from './keys/key-cache.ts'
import type { Reservation } from './quota/reservation.ts'
import { openThreadAccounts } from './thread-accounts.ts'

const THREADS = 3

/** The accounts of a process: the thread with the store, and threads that ask it, here without threads of their own. */
const openProcess = async (quota: number, rate = { ratePerSecond: 1_000, burst: 1_000 }, open = STORES.sqlite) => {
  const folder = temporaryDataDir()
  const clock = movableClock()
  const store = await open?.(folder.dataDir)
  if (!store) throw new Error('no store')
  const { key } = await issueKey(store, { name: 'Prueba', mode: 'live', quota, ...rate }, clock)
  const options = { dataDir: folder.dataDir, mode: 'live', clock, store, flushMs: 0, threads: THREADS } as const
  const pause = async (ms: number): Promise<void> => clock.advance(ms)
  const accounts = await openAccounts({ ...options, endpoints: SCOPES, pause })
  const host = accounts.threadHost
  const openThread = (thread: number) => {
    const tasks = host.tasksOf(thread) as unknown as Record<string, (input: unknown) => unknown>
    const ask = (async (task: string, input: unknown) => tasks[task]?.(input)) as AskParent
    const notice = (accountId: string): void => void Promise.resolve().then(() => host.attend(accountId))
    return openThreadAccounts({ ask, notice, thread, setup: host.setup, mode: 'live', clock })
  }
  const remove = async (): Promise<void> => {
    await accounts.close()
    folder.remove()
  }
  return { accounts, host, openThread, key, clock, store, remove }
}

const holderOf = async (accounts: RequestAccounts | Accounts, key: string): Promise<KeyHolder> => {
  const holder = await accounts.identify(key)
  assert.ok(holder)
  return holder
}

type Step = { thread: number; action: 'reserve' | 'charge' | 'release' | 'die' | 'settle' }

const step: fc.Arbitrary<Step> = fc.record({
  thread: fc.nat(THREADS - 1),
  action: fc.constantFrom('reserve', 'reserve', 'reserve', 'charge', 'charge', 'release', 'die', 'settle'),
})

test('in any order of actions the threads grant the quota exactly, and one that dies loses nothing', async () => {
  const property = fc.asyncProperty(fc.nat(40), fc.array(step, { maxLength: 80 }), async (quota, steps) => {
    const one = await openProcess(quota)
    const threads: RequestAccounts[] = [one.accounts, one.openThread(1).accounts, one.openThread(2).accounts]
    const undecided: Reservation[][] = [[], [], []]
    let charged = 0
    const reserve = async (thread: number): Promise<void> => {
      const accounts = threads[thread] as RequestAccounts
      const reservation = await accounts.reserve(await holderOf(accounts, one.key))
      if (reservation) undecided[thread]?.push(reservation)
    }
    for (const { thread, action } of steps) {
      const own = undecided[thread] as Reservation[]
      if (action === 'reserve') {
        // With ten units undecided a request waits, which would stop this test.
        if (undecided.flat().length < 9) await reserve(thread)
      } else if (action === 'charge') {
        if (own.length > 0) charged++
        own.pop()?.charge('ruc')
      } else if (action === 'release') own.pop()?.release()
      else if (action === 'settle') await one.accounts.flush()
      else if (thread > 0) {
        undecided[thread] = []
        one.host.endThread(thread)
        threads[thread] = one.openThread(thread).accounts
      }
      await settlePromises()
    }
    for (const reservation of undecided.flat()) {
      reservation.charge('ruc')
      charged++
    }
    one.clock.advance(1_000)
    for (let thread = 0; charged < quota; thread = (thread + 1) % THREADS) {
      const accounts = threads[thread] as RequestAccounts
      const reservation = await accounts.reserve(await holderOf(accounts, one.key))
      assert.ok(reservation, `${charged} of ${quota}`)
      reservation.charge('ruc')
      charged++
    }
    for (const accounts of threads) assert.equal(await accounts.reserve(await holderOf(accounts, one.key)), null)
    await one.accounts.flush()
    const [usage] = await one.store.usage('2026-11', one.clock.now())
    assert.deepEqual(
      [usage?.used ?? 0, usage?.usage.reduce((sum, count) => sum + count.charged, 0) ?? 0],
      [quota, quota],
    )
    await one.remove()
  })
  await fc.assert(property, { numRuns: 40 })
})

test('one bucket per key, and a revoked key is refused in every thread', async () => {
  const one = await openProcess(100, { ratePerSecond: 1, burst: 3 })
  const threads = [1, 2].map((thread) => one.openThread(thread))
  one.host.watchKeys((changes) => {
    for (const { update } of threads) update(changes)
  })
  const all: RequestAccounts[] = [one.accounts, ...threads.map(({ accounts }) => accounts)]
  const holders = await Promise.all(all.map((accounts) => holderOf(accounts, one.key)))
  const take = async (thread: number): Promise<boolean> =>
    (await (all[thread] as RequestAccounts).takeRate(holders[thread] as KeyHolder)).allowed
  assert.deepEqual([await take(0), await take(1), await take(2), await take(1)], [true, true, true, false])
  one.clock.advance(1_000)
  assert.deepEqual([await take(2), await take(0)], [true, false])
  await one.store.revokeKey(holders[0]?.keyId as string, one.clock.now())
  await one.store.poll()
  for (const accounts of all) assert.equal(await accounts.identify(one.key), null)
  await one.remove()
})

test('a rate that several processes share is one for all threads', async () => {
  const one = await openProcess(100, { ratePerSecond: 1, burst: 3 }, STORES.postgres)
  const all: RequestAccounts[] = [one.accounts, one.openThread(1).accounts, one.openThread(2).accounts]
  const holders = await Promise.all(all.map((accounts) => holderOf(accounts, one.key)))
  const taken = await Promise.all(
    [0, 1, 2, 1, 2, 0].map(async (thread) => (all[thread] as RequestAccounts).takeRate(holders[thread] as KeyHolder)),
  )
  assert.equal(taken.filter(({ allowed }) => allowed).length, 3)
  const reservation = await all[2]?.reserve(holders[2] as KeyHolder)
  reservation?.charge('ruc')
  await one.accounts.flush()
  const [usage] = await one.store.usage('2026-11', one.clock.now())
  assert.equal(usage?.used, 1)
  await one.remove()
})

for (const [name, open] of Object.entries(STORES)) {
  test(`${name}: a steady caller is counted and given its units without waiting for another thread`, async () => {
    const one = await openProcess(100_000, { ratePerSecond: 100, burst: 1_000 }, open)
    const { accounts } = one.openThread(1)
    const holder = await holderOf(accounts, one.key)
    await accounts.takeRate(holder)
    ;(await accounts.reserve(holder))?.charge('ruc')
    let waited = 0
    for (let i = 0; i < 300; i++) {
      await settlePromises()
      one.clock.advance(10)
      const [rate, unit, quota] = [accounts.takeRate(holder), accounts.reserve(holder), accounts.quotaOf(holder)]
      for (const answer of [rate, unit, quota]) if (isPromise(answer)) waited++
      assert.ok((await rate).allowed)
      ;(await unit)?.charge('ruc')
    }
    assert.equal(waited, 0)
    await one.accounts.flush()
    assert.equal((await one.store.usage('2026-11', one.clock.now()))[0]?.used, 301)
    await one.remove()
  })
}
