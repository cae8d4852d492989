import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { Failure } from './errors.ts'
import type { TestTasks } from './fixtures/worker-tasks.ts'
import { inlineWorker, startWorker, type TaskWorker, type WorkerOptions, workerScript } from './worker.ts'

const SCRIPT = workerScript('./fixtures/worker-tasks', import.meta.url)

const start = (t: TestContext, options: WorkerOptions = {}): TaskWorker<TestTasks> => {
  const worker = startWorker<TestTasks>(SCRIPT, options)
  t.after(() => worker.stop())
  return worker
}

const sharedFlag = (): Int32Array => new Int32Array(new SharedArrayBuffer(4))
const raise = (flag: Int32Array): void => {
  Atomics.store(flag, 0, 1)
  Atomics.notify(flag, 0)
}

test('each task gets its own result, in the order of asking', async (t) => {
  const worker = start(t, { data: { any: ['thing'] } })
  const results = await Promise.all([worker.run('double', 1), worker.run('data', undefined), worker.run('double', 3)])
  assert.deepEqual(results, [2, { any: ['thing'] }, 6])
})

test('a task starts only when the one before it has ended', async (t) => {
  const worker = start(t)
  const flag = sharedFlag()
  const order: string[] = []
  const first = worker.run('wait', flag).then(() => order.push('wait'))
  const second = worker.run('double', 1).then(() => order.push('double'))
  raise(flag)
  await Promise.all([first, second])
  assert.deepEqual(order, ['wait', 'double'])
})

test('a Failure of a task arrives as a Failure with its facts and cause', async (t) => {
  await assert.rejects(start(t).run('fail', undefined), (error: Failure) => {
    assert.ok(error instanceof Failure)
    const { kind, message, detail, retryAfterMs, campo } = error
    assert.deepEqual(
      [kind, message, detail, retryAfterMs, campo],
      ['dataset-unavailable', 'No se pudo', 'row 3', 5, 'numero'],
    )
    const { name, code } = error.cause as Error & { code: string }
    assert.deepEqual([name, code], ['TypeError', 'EWHY'])
    return true
  })
})

test('any other error of a task keeps its name, message, code and stack', async (t) => {
  const worker = start(t)
  await assert.rejects(worker.run('failWithCode', undefined), (error: Error) => {
    assert.match(error.stack ?? '', /worker-tasks/)
    return true
  })
  await assert.rejects(worker.run('failWithCode', undefined), {
    name: 'RangeError',
    message: 'no room',
    code: 'ENOSPC',
  })
  await assert.rejects(worker.run('throwText', undefined), { name: 'Error', message: 'only text' })
})

test('an input or a result that cannot be cloned fails its task and no other', async (t) => {
  const worker = start(t)
  const outcomes = await Promise.allSettled([
    worker.run('double', (() => 1) as never),
    worker.run('uncloneable', undefined),
    worker.run('double', 4),
  ])
  assert.deepEqual(
    outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.name)),
    ['DataCloneError', 'DataCloneError', 8],
  )
})

test('events arrive in order, before the result of the task that emitted them', async (t) => {
  const events: number[] = []
  const worker = start(t, { onEvent: (event: number) => events.push(event) })
  await worker.run('count', 3).then((count) => events.push(count * 10))
  assert.deepEqual(events, [1, 2, 3, 30])
})

test('a thread that is stopped ends itself, also one that waits for something', async (t) => {
  const worker = start(t)
  const flag = sharedFlag()
  await worker.run('noteEnd', flag)
  const waiting = assert.rejects(worker.run('wait', sharedFlag()), { message: 'the worker thread was stopped' })
  await Promise.all([worker.stop(), waiting])
  assert.equal(Atomics.load(flag, 0), 1)
  await worker.stop()
})

test('stopping ends a thread that is busy, rejects its tasks, and is no unexpected end', async (t) => {
  const exits: Error[] = []
  const spinning = Promise.withResolvers<void>()
  const worker = start(t, { onExit: (error) => exits.push(error), onEvent: () => spinning.resolve() })
  const asked = [worker.run('spin', undefined), worker.run('double', 1)].map((one) =>
    assert.rejects(one, { message: 'the worker thread was stopped' }),
  )
  await spinning.promise
  await worker.stop()
  await Promise.all(asked)
  await assert.rejects(worker.run('double', 1), { message: 'the worker thread was stopped' })
  assert.deepEqual(exits, [])
})

for (const [name, kill, message] of [
  ['an uncaught error', (worker: TaskWorker<TestTasks>) => worker.run('crash', undefined), /^crashed$/],
  ['process.exit', (worker: TaskWorker<TestTasks>) => worker.run('exit', 3), /ended with 3$/],
] as const) {
  test(`a thread that ends by ${name} rejects its tasks, and says so once`, async (t) => {
    const exits: string[] = []
    const worker = start(t, { onExit: (error) => exits.push(error.message) })
    const killed = assert.rejects(kill(worker), { message })
    await Promise.all([killed, assert.rejects(worker.run('double', 1), { message })])
    await assert.rejects(worker.run('double', 1), { message })
    assert.equal(exits.length, 1)
    assert.match(exits[0] as string, message)
  })
}

test('a script that throws while it loads fails the tasks that wait for it', async (t) => {
  const worker = start(t, { data: 'refuse to start' })
  await assert.rejects(worker.run('double', 1), { message: 'did not start' })
})

test('a thread past its memory limit ends, and its task with it', async (t) => {
  const worker = start(t, { resourceLimits: { maxOldGenerationSizeMb: 8 } })
  await assert.rejects(worker.run('fillMemory', undefined), { code: 'ERR_WORKER_OUT_OF_MEMORY' })
})

test('an inline worker gives the same results and errors without a thread', async () => {
  const worker = inlineWorker({
    double: (number: number) => number * 2,
    fail: () => {
      throw new Failure('not-found', 'No existe')
    },
  })
  assert.equal(await worker.run('double', 2), 4)
  await assert.rejects(worker.run('fail', undefined), { kind: 'not-found' })
  await worker.stop()
})

test('an idle background thread lets the process end, a busy one keeps it until its result', () => {
  const code = `
    const { startWorker } = await import(${JSON.stringify(new URL('./worker.ts', import.meta.url).href)})
    const worker = startWorker(new URL(${JSON.stringify(SCRIPT.href)}), { background: true })
    worker.run('double', 21).then((result) => console.log(result))`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  assert.deepEqual([stdout, status], ['42\n', 0])
})

test('a thread asks the one that started it, side by side, and gets its results and errors', async (t) => {
  const answers = {
    later: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms, ms)),
    refuse: () => {
      throw new Failure('store-unavailable', 'No está', { retryAfterMs: 7 })
    },
    uncloneable: () => () => undefined,
  }
  const worker = startWorker<TestTasks>(SCRIPT, { answers })
  t.after(() => worker.stop())
  const questions: [string, unknown][] = [
    ['later', 60],
    ['later', 1],
    ['refuse', null],
    ['uncloneable', null],
  ]
  const outcomes = await worker.run('askParent', questions)
  assert.equal(outcomes.at(-1), 60, 'nobody waits for the slowest')
  assert.deepEqual(new Set(outcomes), new Set([1, 60, 'store-unavailable 7', 'DataCloneError']))
})
