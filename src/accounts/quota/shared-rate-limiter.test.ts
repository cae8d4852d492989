import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { movableClock } from '../../../test/helpers/cluster.ts'
import { openTestDatabase, testDatabase } from '../../../test/helpers/postgres.ts'
import { isPromise } from '../../kernel/when-ready.ts'
import { ACCOUNTS_MIGRATIONS } from '../store/migrations.ts'
import type { TokenGrant, TokenRequest } from '../store/store.ts'
import { takeTokens } from '../store/tokens.ts'
import { RateCells } from './rate-cells.ts'
import type { RateState } from './rate-limiter.ts'
import { type SharedRateDeps, SharedRateLimiter } from './shared-rate-limiter.ts'

/** A bucket per key in memory, filled by the test's clock as the database fills its own. */
const memoryStore = (clock: { now(): number }) => {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const state = { usable: true, statements: 0 }
  const take = ({ keyId, ratePerSecond, burst, wanted, returned }: TokenRequest): TokenGrant => {
    const bucket = buckets.get(keyId) ?? { tokens: burst, at: clock.now() }
    const filled = bucket.tokens + returned + (ratePerSecond * (clock.now() - bucket.at)) / 1_000
    const tokens = Math.min(burst, filled)
    const granted = Math.floor(Math.min(wanted, tokens))
    buckets.set(keyId, { tokens: tokens - granted, at: clock.now() })
    return { granted, left: tokens - granted }
  }
  const store: SharedRateDeps['store'] = {
    takeTokens: async (requests) => {
      state.statements++
      if (!state.usable) throw new Error('away')
      return requests.map(take)
    },
    countInstances: () => 3,
    isUsable: () => state.usable,
  }
  return { store, state }
}

test('several instances together allow the burst and then the rate, however the requests are spread', async () => {
  const spread = fc.array(fc.nat(2), { minLength: 50, maxLength: 400 })
  const property = fc.asyncProperty(
    spread,
    fc.integer({ min: 1, max: 60 }),
    fc.nat(30),
    async (targets, rate, gapMs) => {
      const clock = movableClock()
      const { store } = memoryStore(clock)
      const limiters = [1, 2, 3].map(() => new SharedRateLimiter({ store, clock }))
      const policy = { keyId: 'k', ratePerSecond: rate, burst: rate }
      const start = clock.now()
      let allowed = 0
      for (const target of targets) {
        if ((await limiters[target]?.take(policy))?.allowed) allowed++
        clock.advance(gapMs)
      }
      const most = rate + (rate * (clock.now() - start)) / 1_000
      assert.ok(allowed <= most + 1e-6, `${allowed} of ${most}`)
    },
  )
  await fc.assert(property, { numRuns: 50 })
})

test('under full load nothing of the rate is lost, and most requests are counted from memory', async () => {
  const clock = movableClock()
  const { store, state } = memoryStore(clock)
  const limiters = [1, 2, 3].map(() => new SharedRateLimiter({ store, clock }))
  const policy = { keyId: 'k', ratePerSecond: 1_000, burst: 1_000 }
  let allowed = 0
  let asked = 0
  for (let ms = 0; ms < 10_000; ms++) {
    for (const limiter of limiters) {
      asked++
      if ((await limiter.take(policy)).allowed) allowed++
    }
    clock.advance(1)
  }
  assert.ok(allowed >= 0.95 * 11_000 && allowed <= 11_000, `${allowed} were allowed`)
  assert.ok(state.statements < asked / 5, `${state.statements} statements for ${asked} requests`)
})

test('an instance alone in traffic gets the whole rate: idle tokens of the others are returned, but for a few', async () => {
  const clock = movableClock()
  const { store } = memoryStore(clock)
  const [busy, quiet] = [new SharedRateLimiter({ store, clock }), new SharedRateLimiter({ store, clock })]
  const policy = { keyId: 'k', ratePerSecond: 1, burst: 100 }
  for (let i = 0; i < 20; i++) await quiet.take(policy)
  clock.advance(600)
  quiet.returnIdle()
  let allowed = 0
  for (let i = 0; i < 200; i++) if ((await busy.take(policy)).allowed) allowed++
  // The other one keeps its part of a twentieth of the burst, so that its next request waits for nobody.
  assert.equal(allowed, 79)
  assert.ok(!isPromise(quiet.take(policy)))
})

test('tokens are taken before they run out: a steady caller is never waited for', async () => {
  const clock = movableClock()
  const { store } = memoryStore(clock)
  const property = fc.asyncProperty(
    fc.integer({ min: 20, max: 2_000 }),
    fc.integer({ min: 1, max: 9 }),
    async (rate, tenths) => {
      const limiter = new SharedRateLimiter({ store, clock, threads: 2 })
      const policy = { keyId: `k${rate} ${tenths}`, ratePerSecond: rate, burst: 3 * rate }
      await limiter.take(policy)
      let waited = 0
      for (let i = 0; i < 200; i++) {
        clock.advance(10_000 / (rate * tenths))
        const state = limiter.take(policy)
        if (isPromise(state)) waited++
        assert.ok((await state).allowed)
        // The store answers within a millisecond.
        await new Promise((resolve) => setImmediate(resolve))
      }
      assert.equal(waited, 0)
    },
  )
  await fc.assert(property, { numRuns: 30 })
})

test('what a thread finds missing is asked for once, and a waiting request gets what was taken for it', async () => {
  const clock = movableClock()
  const { store, state } = memoryStore(clock)
  const limiter = new SharedRateLimiter({ store, clock, threads: 2 })
  const policy = { keyId: 'k', ratePerSecond: 10, burst: 10 }
  const cells = new RateCells(limiter.share(policy))
  const waiting = limiter.take(policy)
  // Another thread takes all that is there before the waiting request is served.
  const others = store.takeTokens([{ ...policy, wanted: 5, returned: 0 }])
  assert.equal(cells.take(policy, limiter.alone, clock.now()), null)
  assert.deepEqual([((await waiting) as RateState).allowed, (await others)[0]?.granted], [true, 5])
  const before = state.statements
  for (let i = 0; i < 3; i++) limiter.refill(policy)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(state.statements, before + 2, 'one under way, and one for all that came meanwhile')
})

test('while the store is away every instance allows its share', async () => {
  const clock = movableClock()
  const { store, state } = memoryStore(clock)
  state.usable = false
  const limiter = new SharedRateLimiter({ store, clock })
  const policy = { keyId: 'k', ratePerSecond: 30, burst: 30 }
  let allowed = 0
  for (let i = 0; i < 60; i++) if ((await limiter.take(policy)).allowed) allowed++
  assert.equal(allowed, 10)
  // Another thread counts the same share without asking.
  const cells = new RateCells(limiter.share(policy))
  assert.equal(cells.take(policy, limiter.alone, clock.now())?.allowed, false)
  clock.advance(240)
  assert.equal(cells.take(policy, limiter.alone, clock.now())?.allowed, true)
  clock.advance(20)
  assert.equal(cells.take(policy, limiter.alone, clock.now()), null, 'now and then the store is asked again')
})

test('a refusal says when to come back', async () => {
  const clock = movableClock()
  const { store } = memoryStore(clock)
  const limiter = new SharedRateLimiter({ store, clock })
  const policy = { keyId: 'k', ratePerSecond: 2, burst: 4 }
  const states = []
  for (let i = 0; i < 5; i++) states.push(await limiter.take(policy))
  assert.deepEqual(
    states.map(({ allowed, remaining }) => [allowed, remaining]),
    [
      [true, 3],
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ],
  )
  assert.deepEqual(states.at(-1), { allowed: false, remaining: 0, resetSeconds: 2, retryAfterSeconds: 1 })
})

test('the database fills a bucket by its own clock and never past the burst', async () => {
  const database = await openTestDatabase(await testDatabase(), 'tokens', { accounts: ACCOUNTS_MIGRATIONS })
  const take = async (wanted: number, returned = 0) => {
    const request = { keyId: 'k', ratePerSecond: 100, burst: 10, wanted, returned }
    return (await takeTokens(database, [request]))[0] as TokenGrant
  }
  try {
    assert.deepEqual(await take(4), { granted: 4, left: 6 })
    assert.equal((await take(0, 50)).left, 10)
    assert.equal((await take(10)).granted, 10)
    const { granted, left } = await take(10)
    assert.ok(granted + left < 10, `${granted} and ${left} after a moment`)
    for (let filled = 0; filled < 10; filled = (await take(0)).left) await pause(5)
    assert.equal((await take(50)).granted, 10)
  } finally {
    await database.close()
  }
})
