import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { startWorker, type TaskThread } from '../../kernel/worker.ts'
import type { UploadTasks } from './read-upload.ts'
import { type ReadersDeps, uploadReaders } from './upload-readers.ts'

const folder = temporaryFolder()
const upload = (name: string) => {
  const path = join(folder, name)
  writeFileSync(path, 'x')
  return { path, tipo: 'aml' as const, named: {} }
}

/** Readers of real threads, and how many were started. */
const openReaders = (options: Partial<ReadersDeps> = {}) => {
  let started = 0
  const start = (): TaskThread<UploadTasks> => {
    started++
    return startWorker<UploadTasks>(new URL('./fixtures/odd-reader.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    })
  }
  const readers = uploadReaders({ start, ...options })
  after(() => readers.stop())
  return { readers, started: () => started }
}

describe('an upload that never ends', () => {
  test('holds up its own account alone, and ends with its sender', async () => {
    const { readers, started } = openReaders()
    const first = upload('first.endless')
    const endless = readers.preview(first, 'hostile')
    const next = readers.preview(upload('next'), 'hostile')
    for (let i = 0; i < 5; i++) {
      const { path } = upload(`of-another-${i}`)
      assert.equal(await readers.inspect({ path, tipo: 'aml', named: {} }, 'other'), path)
    }
    readers.cancel(first.path)
    await assert.rejects(endless, { kind: 'request-timeout' })
    assert.ok(await next)
    assert.ok(started() <= 3)
  })
  test('makes room for accounts that have had less, and is read again', async () => {
    const { readers } = openReaders()
    const endless = ['a', 'b'].flatMap((account) =>
      [0, 1, 2].map((i) => readers.preview(upload(`${account}${i}.endless`), account)),
    )
    const ended = Promise.allSettled(endless)
    const isFirst = Promise.race(endless.map((one) => one.catch(() => 'ended before')))
    for (const account of ['c', 'd', 'c']) {
      const own = upload(`own-${account}`)
      assert.equal(await Promise.race([readers.inspect(own, account), isFirst]), own.path)
    }
    await readers.stop()
    for (const outcome of await ended) assert.equal((outcome as PromiseRejectedResult).reason.kind, 'overloaded')
  })
  test('leaves a thread ready for the next account', async () => {
    const { readers, started } = openReaders()
    const endless = readers.preview(upload('alone.endless'), 'hostile')
    assert.equal(started(), 2)
    const ended = assert.rejects(endless, { kind: 'overloaded' })
    await readers.stop()
    await ended
    assert.equal(started(), 2)
  })
  test('is never begun when its sender has gone before', async () => {
    const { readers } = openReaders()
    const [running, waiting] = [upload('a.endless'), upload('b.endless')]
    const both = [readers.preview(running, 'one'), readers.preview(waiting, 'one')]
    readers.cancel(waiting.path)
    await assert.rejects(both[1] as Promise<unknown>, { kind: 'request-timeout' })
    readers.cancel(running.path)
    await assert.rejects(both[0] as Promise<unknown>, { kind: 'request-timeout' })
  })
  test('ends when its time is over, and the account goes on', async () => {
    const { readers } = openReaders({ leastBudgetMs: 500 })
    const endless = readers.inspect(upload('late.endless'), 'one')
    await assert.rejects(endless, { kind: 'file-too-large', message: /demasiado tiempo o memoria/ })
  })
  test('ends with the service, and nothing is begun afterwards', async () => {
    const { readers } = openReaders()
    const read = ['x', 'x', 'y'].map((account, i) => readers.preview(upload(`${i}.endless`), account))
    const ended = Promise.allSettled(read)
    await readers.stop()
    for (const outcome of await ended) {
      assert.equal(outcome.status, 'rejected')
      assert.equal(outcome.reason.kind, 'overloaded')
    }
    await assert.rejects(readers.preview(upload('z'), 'z'), { kind: 'overloaded' })
  })
})

test('an upload keeps its place while the machine does other things', async () => {
  const { readers, started } = openReaders()
  const read = ['a', 'b', 'c', 'd'].map((account) => {
    const own = upload(`${account}.waiting`)
    return readers.inspect(own, account).then((path) => [path, own.path])
  })
  for (const [path, own] of (await Promise.all(read)) as unknown as string[][]) assert.equal(path, own)
  // Two that read, and one that is ready for the next.
  assert.equal(started(), 3)
})

test('an upload is not refused for the time in which the machine did other things', async () => {
  const { readers } = openReaders({ leastBudgetMs: 600 })
  const { path } = upload('waiting')
  assert.equal(await readers.inspect({ path, tipo: 'aml', named: {} }, 'one'), path)
})

test('an upload that needs too much memory ends its thread alone', async () => {
  const { readers } = openReaders()
  await assert.rejects(readers.inspect(upload('x.greedy'), 'one'), { kind: 'file-too-large' })
  assert.ok(await readers.inspect(upload('good'), 'one'))
})
