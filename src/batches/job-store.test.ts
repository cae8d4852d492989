import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { temporaryFolder } from '../../test/helpers/cleanup.ts'
import { openTestDatabase, schemaOf, testDatabase } from '../../test/helpers/postgres.ts'
import { openEmbeddedJobs } from './embedded-jobs.ts'
import type { JobStore } from './job-store.ts'
import { JOBS_MIGRATIONS, openSharedJobs } from './shared-jobs.ts'

const url = await testDatabase()
const folder = temporaryFolder()
const closing: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closing) await close()
})

const ENGINES: Record<string, (name: string) => Promise<JobStore>> = {
  sqlite: async (name) => openEmbeddedJobs(`${folder}/${name}`),
  postgres: async (name) => {
    const database = await openTestDatabase(url, schemaOf(name), { jobs: JOBS_MIGRATIONS })
    closing.push(() => database.close())
    return openSharedJobs(database)
  },
}

let tests = 0
for (const [engine, open] of Object.entries(ENGINES)) {
  describe(`jobs on ${engine}`, () => {
    let one: JobStore
    let two: JobStore
    const hold = (instanceId: string, nowMs = 100) => ({ instanceId, nowMs, holdMs: 50 })
    const add = (id: string, createdAtMs: number, accountId = 'acc') =>
      one.add({ id, accountId, task: { tipo: 'aml', filas: 3 }, createdAtMs, expiresAtMs: 1_000 }, 100)
    beforeEach(async () => {
      const name = `${engine}-${++tests}`
      one = await open(name)
      two = await open(name)
      closing.push(one.close, two.close)
    })

    test('the oldest job is taken first, by one instance only', async () => {
      await add('b', 2)
      await add('a', 1)
      assert.deepEqual(await one.take(hold('one')), {
        id: 'a',
        accountId: 'acc',
        state: 'running',
        task: { tipo: 'aml', filas: 3 },
        progress: null,
        createdAtMs: 1,
        finishedAtMs: null,
        expiresAtMs: 1_000,
      })
      assert.equal((await two.take(hold('two')))?.id, 'b')
      assert.equal(await two.take(hold('two')), null)
    })

    test('instances that look at the same moment take different jobs', async () => {
      for (let n = 0; n < 20; n++) await add(`job${n}`, n)
      const taken = await Promise.all(
        Array.from({ length: 30 }, (_, i) => (i % 2 ? one : two).take(hold(i % 2 ? 'one' : 'two'))),
      )
      const ids = taken.flatMap((job) => job?.id ?? [])
      // One that finds the last job locked may leave with nothing; the next look takes it.
      for (let job = await one.take(hold('one')); job; job = await one.take(hold('one'))) ids.push(job.id)
      assert.equal(new Set(ids).size, 20)
      assert.equal(ids.length, 20)
    })

    test('a job of a silent instance goes on elsewhere from its last report', async () => {
      await add('a', 1)
      await one.take(hold('one'))
      assert.equal(await one.report('a', { procesadas: 2 }, hold('one', 120)), true)
      assert.equal(await two.take(hold('two', 170)), null)
      assert.deepEqual((await two.take(hold('two', 171)))?.progress, { procesadas: 2 })
      assert.equal(await one.report('a', { procesadas: 3 }, hold('one', 172)), false)
      assert.equal(await one.finish('a', {}, hold('one', 172)), false)
      assert.equal(await two.finish('a', { procesadas: 3 }, hold('two', 172)), true)
      const job = await one.find('acc', 'a')
      assert.deepEqual([job?.state, job?.progress, job?.finishedAtMs], ['finished', { procesadas: 3 }, 172])
    })

    test('a job given back at a stop can be taken at once', async () => {
      await add('a', 1)
      await one.take(hold('one'))
      await one.release('a', 'one')
      assert.equal((await two.take(hold('two')))?.id, 'a')
    })

    test('a cancelled job stops at its next report, and is nobody else’s to see or cancel', async () => {
      await add('a', 1)
      await add('b', 2, 'other')
      await one.take(hold('one'))
      assert.equal(await two.cancel('other', 'a', 110), false)
      assert.equal(await two.cancel('acc', 'a', 110), true)
      assert.equal(await two.cancel('acc', 'a', 111), false)
      assert.equal(await one.report('a', {}, hold('one')), false)
      assert.equal(await one.find('other', 'a'), null)
      assert.deepEqual(
        (await one.list('acc')).map(({ id, state }) => [id, state]),
        [['a', 'cancelled']],
      )
      assert.equal(await one.remove('other', 'a'), false)
      assert.equal(await one.remove('acc', 'a'), true)
      assert.deepEqual(await one.list('acc'), [])
    })

    test('expired jobs are removed, but not while somebody works on one', async () => {
      await add('a', 1)
      await add('b', 2)
      await one.take(hold('one', 990))
      assert.deepEqual(await two.removeExpired(999), [])
      assert.deepEqual(await two.removeExpired(1_000), ['b'])
      assert.deepEqual(await two.removeExpired(1_041), ['a'])
    })
  })
}

test('nothing of a removed job is left in the files of the embedded store', async () => {
  const path = `${folder}/erased`
  const jobs = openEmbeddedJobs(path)
  closing.push(jobs.close)
  const task = { columnas: ['ZENOBIO TARQUILLO'.repeat(300)] }
  const job = { accountId: 'acc', task, createdAtMs: 1 }
  await jobs.add({ ...job, id: 'one', expiresAtMs: 1_000 }, 100)
  await jobs.add({ ...job, id: 'two', expiresAtMs: 10 }, 100)
  const held = () => readdirSync(path).filter((name) => readFileSync(join(path, name)).includes('ZENOBIO'))
  assert.notDeepEqual(held(), [])
  assert.equal(await jobs.remove('acc', 'one'), true)
  assert.deepEqual(await jobs.removeExpired(10), ['two'])
  assert.deepEqual(held(), [])
})
