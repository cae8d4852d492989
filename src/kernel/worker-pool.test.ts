import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import type { TestTasks } from './fixtures/worker-tasks.ts'
import { workerScript } from './worker.ts'
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts'

const SCRIPT = workerScript('./fixtures/worker-tasks', import.meta.url)

const openPool = (t: TestContext, options: Partial<WorkerPoolOptions> = {}): WorkerPool<TestTasks> => {
  const pool = new WorkerPool<TestTasks>({ script: SCRIPT, size: 2, maxQueue: 10, ...options })
  t.after(() => pool.close())
  return pool
}

const sharedFlag = (): Int32Array => new Int32Array(new SharedArrayBuffer(4))
const raise = (flag: Int32Array): void => {
  Atomics.store(flag, 0, 1)
  Atomics.notify(flag, 0)
}

test('tasks run side by side in as many threads as the pool may have, and no more', async (t) => {
  const pool = openPool(t)
  const flag = sharedFlag()
  const waiting = pool.run('wait', flag)
  const threads = new Set(await Promise.all(Array.from({ length: 6 }, () => pool.run('thread', undefined))))
  assert.equal(threads.size, 1, 'the other thread is busy')
  raise(flag)
  assert.equal(await waiting, 'done')
})

test('tasks that wait are run first come first served', async (t) => {
  const pool = openPool(t, { size: 1 })
  const order: number[] = []
  await Promise.all([1, 2, 3, 4].map((n) => pool.run('double', n).then((result) => order.push(result))))
  assert.deepEqual(order, [2, 4, 6, 8])
})

test('an error of a task is passed on, and the thread goes on', async (t) => {
  const pool = openPool(t, { size: 1 })
  const thread = await pool.run('thread', undefined)
  await assert.rejects(pool.run('fail', undefined), { name: 'Failure', detail: 'row 3' })
  assert.equal(await pool.run('thread', undefined), thread)
})

test('a task past the queue is rejected, and the queue is free again afterwards', async (t) => {
  const pool = openPool(t, { size: 1, maxQueue: 2 })
  const flag = sharedFlag()
  const accepted = [pool.run('wait', flag), pool.run('double', 1), pool.run('double', 2)]
  await assert.rejects(pool.run('double', 3), { name: 'WorkerPoolError', reason: 'full' })
  raise(flag)
  assert.deepEqual(await Promise.all(accepted), ['done', 2, 4])
  assert.equal(await pool.run('double', 3), 6)
})

test('a pool without a queue still runs a task when a thread is free', async (t) => {
  const pool = openPool(t, { size: 1, maxQueue: 0 })
  const flag = sharedFlag()
  const running = pool.run('wait', flag)
  await assert.rejects(pool.run('double', 1), { reason: 'full' })
  raise(flag)
  await running
  assert.equal(await pool.run('double', 1), 2)
})

for (const [name, kill] of [
  ['an uncaught error', (pool: WorkerPool<TestTasks>) => pool.run('crash', undefined)],
  ['process.exit', (pool: WorkerPool<TestTasks>) => pool.run('exit', 1)],
] as const) {
  test(`a thread that ends by ${name} fails its own task and is replaced, set up again`, async (t) => {
    const pool = openPool(t, { size: 1 })
    pool.setUp('setGreeting', 'hello')
    const killed = assert.rejects(kill(pool), { name: 'WorkerPoolError', reason: 'thread-ended' })
    const next = pool.run('greeting', undefined)
    await killed
    assert.equal(await next, 'hello')
  })
}

test('the set-up task runs first in a thread that is there and in one that starts later', async (t) => {
  const pool = openPool(t)
  pool.warmUp()
  pool.setUp('setGreeting', 'hello')
  const flag = sharedFlag()
  const busy = pool.run('wait', flag)
  assert.equal(await pool.run('greeting', undefined), 'hello')
  pool.setUp('setGreeting', 'good day')
  assert.equal(await pool.run('greeting', undefined), 'good day')
  raise(flag)
  await busy
})

test('a set-up that fails breaks neither the pool nor the process', async (t) => {
  const pool = openPool(t, { size: 1 })
  pool.setUp('setGreeting', 'refused')
  assert.equal(await pool.run('greeting', undefined), 'none')
})

test('closing rejects what runs and what waits, and every later task', async (t) => {
  const pool = openPool(t, { size: 1 })
  const asked = [pool.run('spin', undefined), pool.run('double', 1)].map((one) =>
    assert.rejects(one, { name: 'WorkerPoolError', reason: 'closed' }),
  )
  await pool.close()
  await Promise.all(asked)
  await assert.rejects(pool.run('double', 1), { reason: 'closed' })
})

test('an idle pool lets the process end', () => {
  const code = `
    const { WorkerPool } = await import(${JSON.stringify(new URL('./worker-pool.ts', import.meta.url).href)})
    const pool = new WorkerPool({ script: new URL(${JSON.stringify(SCRIPT.href)}), size: 2, maxQueue: 9 })
    pool.warmUp()
    pool.setUp('setGreeting', 'hello')
    console.log(await pool.run('greeting'), await pool.run('double', 21))`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  assert.deepEqual([stdout, status], ['hello 42\n', 0])
})
