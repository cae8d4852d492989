import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { workerScript } from '../worker.ts'
import type { ProcessTasks } from './fixtures/process-tasks.ts'
import { startProcess } from './process-worker.ts'

const start = (t: TestContext) => {
  const ended: string[] = []
  const worker = startProcess<ProcessTasks>(workerScript('./fixtures/process-tasks', import.meta.url), {
    data: { any: ['thing'] },
    onExit: ({ message }) => ended.push(message),
  })
  t.after(() => worker.stop())
  return { worker, ended }
}
const none = undefined as never

test('a process gets its data and no setting of ours, and a Failure arrives with its facts', async (t) => {
  const { worker } = start(t)
  const { data, pid } = await worker.run('facts', none)
  assert.deepEqual(data, { any: ['thing'] })
  assert.notEqual(pid, process.pid)
  // Linux alone tells what a process was started with.
  const settings = `/proc/${pid}/environ`
  if (existsSync(settings)) assert.doesNotMatch(readFileSync(settings, 'utf8'), /PATH=/)
  await assert.rejects(worker.run('fail', none), { kind: 'file-too-large', message: 'No cabe', campo: 'archivo' })
})

test('a signal to the whole group does not end it; a stop does, whatever it does', async (t) => {
  const { worker, ended } = start(t)
  const { pid } = await worker.run('facts', none)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid, signal)
  assert.equal((await worker.run('facts', none)).pid, pid)
  const spinning = assert.rejects(worker.run('spin', none), /stopped/)
  await worker.stop()
  await spinning
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  assert.deepEqual(ended, [])
})

test('one that ends by itself is told once, and takes its tasks with it', async (t) => {
  const { worker, ended } = start(t)
  await assert.rejects(worker.run('exit', none), /ended with 3/)
  await assert.rejects(worker.run('facts', none), /ended with 3/)
  assert.deepEqual(ended, ['the process ended with 3'])
})
