import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MemoryRateLimiter } from './rate-limiter.ts'

const limiterAt = (start: number) => {
  const clock = { at: start, now: () => clock.at }
  return { clock, limiter: new MemoryRateLimiter(clock) }
}

test('in no period are more requests allowed than the burst and the rate together', () => {
  const waits = fc.array(fc.nat(400), { maxLength: 200 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20 }), waits, (rate, burst, gaps) => {
      const { clock, limiter } = limiterAt(1_800_000_000_000)
      const allowedAt: number[] = []
      for (const gap of gaps) {
        clock.at += gap
        if (limiter.take({ keyId: 'key_a', ratePerSecond: rate, burst }).allowed) allowedAt.push(clock.at)
      }
      for (const [first, from] of allowedAt.entries()) {
        for (const [last, to] of allowedAt.entries()) {
          if (last >= first) assert.ok(last - first + 1 <= burst + (rate * (to - from)) / 1_000 + 1e-6)
        }
      }
    }),
  )
})

test('a caller who waits as long as the answer says is allowed, and the whole burst is back after the reset', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20 }), (ratePerSecond, burst) => {
      const policy = { keyId: 'key_a', ratePerSecond, burst }
      const { clock, limiter } = limiterAt(0)
      for (let left = burst - 1; left >= 0; left--) assert.equal(limiter.take(policy).remaining, left)
      const refused = limiter.take(policy)
      assert.equal(refused.allowed, false)
      assert.ok(refused.retryAfterSeconds >= 1)
      clock.at += refused.retryAfterSeconds * 1_000
      const allowed = limiter.take(policy)
      assert.equal(allowed.allowed, true)
      clock.at += allowed.resetSeconds * 1_000
      assert.equal(limiter.take(policy).remaining, burst - 1)
    }),
  )
})

test('keys do not share their rate, and a clock set back changes nothing', () => {
  const { clock, limiter } = limiterAt(10_000)
  const take = (keyId: string) => limiter.take({ keyId, ratePerSecond: 1, burst: 1 }).allowed
  assert.deepEqual([take('key_a'), take('key_a'), take('key_b')], [true, false, true])
  clock.at = 0
  assert.equal(take('key_a'), false)
  clock.at = 1_000
  assert.equal(take('key_a'), true)
})
