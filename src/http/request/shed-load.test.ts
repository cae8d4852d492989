import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { watchLoad } from './shed-load.ts'

const monitor = { mean: Number.NaN, percentile: () => 0, enable: () => true, disable: () => true, reset: () => {} }

test('a loop that stays slow is overload; one long stop is not', () => {
  mock.timers.enable({ apis: ['setInterval'] })
  const load = watchLoad(monitor)
  const verdictAfter = (delayMs: number): boolean => {
    monitor.mean = delayMs * 1e6
    mock.timers.tick(500)
    return load.isOverloaded()
  }
  assert.equal(verdictAfter(Number.NaN), false)
  assert.equal(verdictAfter(2_000), false)
  assert.equal(verdictAfter(20), false)
  assert.equal(verdictAfter(900), false)
  assert.equal(verdictAfter(900), true)
  assert.ok(load.loopDelayMs() > 800)
  assert.equal(verdictAfter(20), false)
  load.close()
  mock.timers.reset()
})
