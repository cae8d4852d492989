import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { Failure } from '../errors.ts'
import { type CallContext, type GuardEvent, type GuardPolicy, openGuard } from './guard.ts'

const POLICY: GuardPolicy = {
  timeoutMs: 1_000,
  attempts: 1,
  spacingMs: 0,
  queue: 10,
  freshMs: 10_000,
  staleMs: 5_000,
  emptyMs: 1_000,
  breakMs: 30_000,
  blockedMs: 60_000,
}

/** Lets everything that is ready run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const pass = async (ms: number): Promise<void> => {
  mock.timers.tick(ms)
  await settle()
}

const failing = (kind: 'upstream-unavailable' | 'upstream-changed' | 'upstream-blocked', retryAfterMs?: number) =>
  mock.fn(async (): Promise<string> => {
    throw new Failure(kind, 'no', retryAfterMs === undefined ? {} : { retryAfterMs })
  })

const answering = <T>(value: T) => mock.fn(async (): Promise<T> => value)

const hanging = () => mock.fn((): Promise<string> => new Promise(() => {}))

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
})

test('two hundred equal questions are one call', async () => {
  const guard = openGuard(POLICY)
  const call = answering('yes')
  const answers = await Promise.all(Array.from({ length: 200 }, () => guard.ask('q', call)))
  assert.equal(call.mock.callCount(), 1)
  assert.ok(answers.every(({ value, channel }) => value === 'yes' && channel === 'live'))
  assert.equal(guard.activity().merged, 199)
})

test('a fresh answer comes from the cache, an expired one is asked for again', async () => {
  const guard = openGuard(POLICY)
  const call = answering('yes')
  await guard.ask('q', call)
  await pass(9_999)
  assert.deepEqual(await guard.ask('q', call), { value: 'yes', channel: 'cache' })
  await pass(5_001)
  assert.deepEqual(await guard.ask('q', call), { value: 'yes', channel: 'live' })
  assert.equal(call.mock.callCount(), 2)
})

test('a stale answer is served at once while a new one is fetched, however long that takes', async () => {
  const guard = openGuard(POLICY)
  await guard.ask('q', answering('old'))
  await pass(10_000)
  const hang = hanging()
  assert.deepEqual(await guard.ask('q', hang), { value: 'old', channel: 'cache' })
  assert.deepEqual(await guard.ask('q', hang), { value: 'old', channel: 'cache' })
  assert.equal(hang.mock.callCount(), 1)
  await pass(1_000)
  assert.deepEqual(await guard.ask('q', answering('new')), { value: 'old', channel: 'cache' })
  await settle()
  assert.deepEqual(await guard.ask('q', hang), { value: 'new', channel: 'cache' })
})

test('"I do not have it" is cached for a shorter time', async () => {
  const guard = openGuard(POLICY)
  for (const nothing of [null, []]) {
    const call = answering(nothing)
    const key = JSON.stringify(nothing)
    await guard.ask(key, call)
    await pass(999)
    assert.equal((await guard.ask(key, call)).channel, 'cache')
    await pass(1)
    assert.equal((await guard.ask(key, call)).channel, 'live')
  }
})

test('a failure is never cached', async () => {
  const guard = openGuard(POLICY)
  await assert.rejects(guard.ask('q', failing('upstream-changed')), { kind: 'upstream-changed' })
  assert.deepEqual(await guard.ask('q', answering('yes')), { value: 'yes', channel: 'live' })
})

test('a stale answer stays in the cache when its refresh fails', async () => {
  const guard = openGuard(POLICY)
  await guard.ask('q', answering('old'))
  await pass(12_000)
  assert.equal((await guard.ask('q', failing('upstream-unavailable'))).value, 'old')
  await settle()
  assert.equal((await guard.ask('q', failing('upstream-unavailable'))).value, 'old')
})

test('the cache is bounded: the least used answers make room', async () => {
  const guard = openGuard(POLICY)
  const call = answering('x'.repeat(1024 * 1024))
  for (let i = 0; i < 20; i++) await guard.ask(`q${i}`, call)
  assert.equal((await guard.ask('q19', call)).channel, 'cache')
  assert.equal((await guard.ask('q0', call)).channel, 'live')
})

test('a call is ended by its signal at its time-out and fails', async () => {
  const guard = openGuard({ ...POLICY, attempts: 3 })
  let seen: AbortSignal | undefined
  const call = mock.fn(({ signal }: CallContext): Promise<string> => {
    seen = signal
    return new Promise(() => {})
  })
  const asked = assert.rejects(guard.ask('q', call), { kind: 'upstream-unavailable', detail: 'timeout' })
  await settle()
  await pass(999)
  assert.equal(seen?.aborted, false)
  await pass(1)
  await asked
  assert.equal(seen?.aborted, true)
  assert.equal(call.mock.callCount(), 1)
})

test('only an unavailable source is tried again', async () => {
  for (const [kind, calls] of [
    ['upstream-unavailable', 3],
    ['upstream-changed', 1],
    ['upstream-blocked', 1],
  ] as const) {
    const guard = openGuard({ ...POLICY, attempts: 3 })
    const call = failing(kind)
    const asked = assert.rejects(guard.ask('q', call), { kind })
    for (let i = 0; i < 4; i++) {
      await settle()
      await pass(1_500)
    }
    await asked
    assert.equal(call.mock.callCount(), calls, kind)
  }
})

test('a second attempt that succeeds is an answer', async () => {
  const guard = openGuard({ ...POLICY, attempts: 2 })
  const call = failing('upstream-unavailable')
  call.mock.mockImplementationOnce(async () => 'yes', 1)
  const asked = guard.ask('q', call)
  await settle()
  await pass(1_500)
  assert.deepEqual(await asked, { value: 'yes', channel: 'live' })
})

test('questions are asked one at a time and spaced, and one past the queue is rejected at once', async () => {
  const guard = openGuard({ ...POLICY, spacingMs: 100, queue: 3 })
  const starts: number[] = []
  const call = async (): Promise<string> => {
    starts.push(Date.now() - 1_000_000)
    return 'yes'
  }
  const asked = Array.from({ length: 10 }, (_, i) => guard.ask(`q${i}`, call))
  const outcomes = Promise.allSettled(asked)
  await assert.rejects(asked[4] as Promise<unknown>, { kind: 'upstream-unavailable', detail: 'queue full' })
  assert.equal(guard.activity().waiting, 3)
  await settle()
  for (let i = 0; i < 40; i++) await pass(10)
  assert.deepEqual(starts, [0, 100, 200, 300])
  assert.equal((await outcomes).filter(({ status }) => status === 'rejected').length, 6)
  assert.equal(guard.activity().rejected, 6)
})

test('the spacing is counted from the end of a call, and holds between attempts too', async () => {
  const guard = openGuard({ ...POLICY, attempts: 2, spacingMs: 5_000 })
  const starts: number[] = []
  const call = async (): Promise<string> => {
    starts.push(Date.now() - 1_000_000)
    await new Promise((resolve) => setTimeout(resolve, 300))
    throw new Failure('upstream-unavailable', 'no')
  }
  const asked = assert.rejects(guard.ask('q', call), { kind: 'upstream-unavailable' })
  for (let i = 0; i < 60; i++) {
    await settle()
    await pass(100)
  }
  await asked
  assert.deepEqual(starts, [0, 5_300])
})

test('no question waits in the queue for longer than the limit, and one that was rejected frees its slot', async () => {
  const guard = openGuard({ ...POLICY, timeoutMs: 1_000_000, queue: 1 })
  const short = openGuard({ ...POLICY, timeoutMs: 1_000, queue: 1 })
  for (const one of [guard, short]) one.ask('hang', hanging()).catch(() => {})
  await settle()
  const waiting = assert.rejects(guard.ask('second', answering('yes')), { detail: 'queue full' })
  const served = short.ask('second', answering('yes'))
  await settle()
  await pass(1_000)
  assert.equal((await served).value, 'yes')
  await pass(1_999_000)
  await waiting
  assert.equal(guard.activity().waiting, 0)
})

test('five failures in a row open the circuit; one probe after the break closes it', async () => {
  const guard = openGuard(POLICY)
  const call = failing('upstream-unavailable')
  for (let i = 0; i < 5; i++) await assert.rejects(guard.ask(`q${i}`, call))
  assert.equal(guard.state().circuit, 'open')
  await assert.rejects(guard.ask('q', call), { kind: 'upstream-unavailable', detail: 'circuit open' })
  assert.equal(call.mock.callCount(), 5)
  await pass(30_000)
  assert.equal(guard.state().circuit, 'half-open')
  await assert.rejects(guard.ask('q', call))
  assert.equal(call.mock.callCount(), 6)
  assert.equal(guard.state().circuit, 'open')
  await pass(30_000)
  assert.equal((await guard.ask('q', answering('yes'))).value, 'yes')
  assert.equal(guard.state().circuit, 'closed')
})

test('a break never lasts longer than thirty seconds, whatever the policy says', async () => {
  const guard = openGuard({ ...POLICY, breakMs: 3_600_000 })
  for (let i = 0; i < 5; i++) await assert.rejects(guard.ask(`q${i}`, failing('upstream-unavailable')))
  await pass(30_000)
  assert.equal((await guard.ask('q', answering('yes'))).value, 'yes')
})

test('a break is counted from the beginning of the call that caused it', async () => {
  const guard = openGuard({ ...POLICY, timeoutMs: 20_000 })
  for (let i = 0; i < 4; i++) await assert.rejects(guard.ask(`q${i}`, failing('upstream-unavailable')))
  const last = assert.rejects(guard.ask('last', hanging()), { detail: 'timeout' })
  await pass(20_000)
  await last
  assert.equal(guard.state().circuit, 'open')
  await pass(10_000)
  assert.equal((await guard.ask('q', answering('yes'))).value, 'yes')
})

test('while the probe is under way the others wait for how it ends', async () => {
  const guard = openGuard(POLICY)
  for (let i = 0; i < 5; i++) await assert.rejects(guard.ask(`q${i}`, failing('upstream-unavailable')))
  await pass(30_000)
  const probe = assert.rejects(guard.ask('probe', hanging()), { detail: 'timeout' })
  const other = answering('yes')
  const behind = assert.rejects(guard.ask('other', other), { detail: 'circuit open' })
  await settle()
  await pass(1_000)
  await Promise.all([probe, behind])
  assert.equal(other.mock.callCount(), 0)
})

test('one unreadable page does not open the circuit, five different ones do, with their own kind of failure', async () => {
  const guard = openGuard(POLICY)
  const call = failing('upstream-changed')
  for (let i = 0; i < 20; i++) await assert.rejects(guard.ask('same', call))
  assert.equal(guard.state().circuit, 'closed')
  for (let i = 0; i < 4; i++) await assert.rejects(guard.ask(`other ${i}`, call))
  assert.equal(guard.state().circuit, 'open')
  await assert.rejects(guard.ask('q', call), { kind: 'upstream-changed', detail: 'circuit open' })
})

test('a captcha stops all calls for its time, is probed after it, and ends with the next success', async () => {
  const events: GuardEvent['type'][] = []
  const guard = openGuard({ ...POLICY, blockedMs: 3_600_000 }, undefined, ({ type }) => events.push(type))
  const wall = failing('upstream-blocked')
  await assert.rejects(guard.ask('q', wall), { kind: 'upstream-blocked' })
  assert.equal(guard.state().blocked, true)
  await pass(59_999)
  await assert.rejects(guard.ask('q', wall), { kind: 'upstream-blocked' })
  assert.equal(wall.mock.callCount(), 1)
  await pass(1)
  await assert.rejects(guard.ask('q', wall), { kind: 'upstream-blocked' })
  assert.equal(wall.mock.callCount(), 2)
  await pass(60_000)
  assert.equal(guard.state().blocked, true)
  assert.equal((await guard.ask('q', answering('yes'))).value, 'yes')
  assert.equal(guard.state().blocked, false)
  assert.deepEqual(events, ['blocked', 'called', 'called', 'unblocked', 'called'])
})

test('questions in the queue behind a captcha fail at once', async () => {
  const guard = openGuard(POLICY)
  const wall = failing('upstream-blocked')
  const asked = Array.from({ length: 5 }, (_, i) =>
    assert.rejects(guard.ask(`q${i}`, wall), { kind: 'upstream-blocked' }),
  )
  await Promise.all(asked)
  assert.equal(wall.mock.callCount(), 1)
})

test('Retry-After is a backoff of that long, five minutes at most, and is not retried', async () => {
  for (const [asksFor, backoffMs] of [
    [7_000, 7_000],
    [86_400_000, 300_000],
  ] as const) {
    const guard = openGuard({ ...POLICY, attempts: 3 })
    const busy = failing('upstream-unavailable', asksFor)
    await assert.rejects(guard.ask('q', busy), { retryAfterMs: asksFor })
    assert.equal(busy.mock.callCount(), 1)
    await pass(backoffMs - 1)
    await assert.rejects(guard.ask('q', busy), { kind: 'upstream-unavailable', retryAfterMs: 1 })
    assert.equal(busy.mock.callCount(), 1)
    await pass(1)
    assert.equal((await guard.ask('q', answering('yes'))).value, 'yes')
  }
})

test('a bug in a source is thrown as it is and does not open the circuit', async () => {
  const guard = openGuard(POLICY)
  const bug = async (): Promise<string> => {
    throw new TypeError('oops')
  }
  for (let i = 0; i < 9; i++) await assert.rejects(guard.ask(`q${i}`, bug), TypeError)
  assert.equal(guard.state().circuit, 'closed')
  assert.deepEqual(guard.state().lastError, { kind: 'bug', at: 1_000_000 })
})

test('closing ends the call under way and rejects the waiting ones', async () => {
  const guard = openGuard(POLICY)
  const asked = [guard.ask('a', hanging()), guard.ask('b', hanging())].map((one) =>
    assert.rejects(one, { kind: 'upstream-unavailable' }),
  )
  await settle()
  guard.close()
  await Promise.all(asked)
  await assert.rejects(guard.ask('c', hanging()), { kind: 'upstream-unavailable' })
})

test('a pause within a call lasts as long as the spacing, a quarter of the time-out at most', async () => {
  for (const [spacingMs, pauseMs] of [
    [200, 200],
    [5_000, 250],
  ] as const) {
    const guard = openGuard({ ...POLICY, spacingMs })
    let ended = false
    const asked = guard.ask('q', async ({ pause }) => {
      await pause()
      ended = true
      return 'yes'
    })
    await settle()
    await pass(pauseMs - 1)
    assert.equal(ended, false)
    await pass(1)
    assert.equal((await asked).value, 'yes')
  }
})

test('activity counts calls, their time, cache hits and failures', async () => {
  const guard = openGuard(POLICY)
  await guard.ask('q', async () => {
    mock.timers.tick(40)
    return 'yes'
  })
  await guard.ask('q', answering('yes'))
  await pass(10_000)
  await guard.ask('q', answering('yes'))
  await settle()
  await assert.rejects(guard.ask('other', failing('upstream-changed')))
  assert.deepEqual(guard.activity(), {
    calls: 3,
    failures: 1,
    callMs: 40,
    cacheHits: 2,
    staleHits: 1,
    merged: 0,
    rejected: 0,
    waiting: 0,
  })
})
