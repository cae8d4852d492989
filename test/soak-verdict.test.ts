import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { MinuteRow } from '../bench/soak/minute-table.ts'
import { judgeMinutes, robustSlope } from '../bench/soak/verdict.ts'

const STEADY: MinuteRow = {
  ...{ minute: 1, requests: 600_000, wrong: 0, errorLines: 0, skipped: 0, p50Ms: 1, p99Ms: 5, rssMb: 800, heapMb: 100 },
  ...{ handles: 120, loopP99Ms: 3, threads: 2, switches: 0, load: 2 },
}
const hour = (change: (minute: number) => Partial<MinuteRow>): MinuteRow[] =>
  Array.from({ length: 60 }, (_, minute) => ({ ...STEADY, minute, ...change(minute) }))
const broken = (rows: MinuteRow[]): string[] =>
  judgeMinutes(rows)
    .filter(({ holds }) => holds === false)
    .map(({ what }) => what)

test('the robust slope is that of a line, whatever a few odd values say', () => {
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 50 }), fc.nat(59), fc.integer(), (slope, at, odd) => {
      const line = Array.from({ length: 60 }, (_, n) => 100 + slope * n)
      line[at] = odd
      assert.ok(Math.abs(robustSlope(line) - slope) < 1e-9)
    }),
  )
})

test('a steady hour holds, also with a noisy minute now and then and memory that falls', () => {
  assert.deepEqual(broken(hour(() => ({}))), [])
  assert.deepEqual(broken(hour((minute) => (minute % 7 === 0 ? { p99Ms: 90, rssMb: 1_200 } : {}))), [])
  assert.deepEqual(broken(hour((minute) => ({ rssMb: 900 - minute }))), [])
  // The warm-up is not judged.
  assert.deepEqual(broken(hour((minute) => (minute < 10 ? { rssMb: 100 * minute, p99Ms: 0.1 } : {}))), [])
})

test('growth, a slower second half, open files, wrong answers, errors and load not held are found', () => {
  assert.deepEqual(broken(hour((minute) => ({ rssMb: 800 + minute }))), ['growth of the resident memory'])
  assert.deepEqual(broken(hour((minute) => ({ heapMb: 100 + minute / 2 }))), ['growth of the heap of the main thread'])
  assert.deepEqual(broken(hour((minute) => ({ p99Ms: minute < 35 ? 5 : 8 }))), [
    'p99, median of the minutes of each half',
  ])
  assert.deepEqual(broken(hour((minute) => ({ handles: 100 + minute }))), ['open files'])
  assert.deepEqual(broken(hour((minute) => ({ wrong: minute === 30 ? 1 : 0 }))), ['wrong or missing answers'])
  assert.deepEqual(broken(hour((minute) => ({ errorLines: minute === 3 ? 1 : 0 }))), ['error lines in the log'])
  assert.deepEqual(broken(hour(() => ({ skipped: 60_000 }))), ['questions that found no room'])
})

test('a short run is judged by its answers alone', () => {
  const rows = hour((minute) => ({ rssMb: 100 * minute })).slice(0, 3)
  assert.deepEqual(broken(rows), [])
  assert.equal(judgeMinutes(rows).filter(({ holds }) => holds === null).length, 4)
})
