import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { temporaryFolder } from '../../test/helpers/cleanup.ts'
import { lossyProxy } from '../../test/helpers/lossy-proxy.ts'
import { openTestDatabase, schemaOf, testDatabase } from '../../test/helpers/postgres.ts'
import type { JobStore } from './job-store.ts'
import { JOBS_MIGRATIONS, openFolderJobs, storedJobs } from './stored-jobs.ts'

const url = await testDatabase()
const folder = temporaryFolder()
const closing: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closing) await close()
})

const ENGINES: Record<string, (name: string) => Promise<JobStore>> = {
  sqlite: async (name) => openFolderJobs(`${folder}/${name}`),
  postgres: async (name) => {
    const database = await openTestDatabase(url, schemaOf(name), { jobs: JOBS_MIGRATIONS })
    closing.push(() => database.close())
    return storedJobs(database)
  },
}

let tests = 0
for (const [engine, open] of Object.entries(ENGINES)) {
  describe(`jobs on ${engine}`, () => {
    let one: JobStore
    let two: JobStore
    const hold = (instanceId: string, nowMs = 100) => ({ instanceId, nowMs, holdMs: 50 })
    const receive = (id: string, createdAtMs: number, { accountId = 'acc', most = 100, at = one } = {}) =>
      at.add(
        { id, accountId, task: { tipo: 'aml', filas: 3 }, createdAtMs, expiresAtMs: 1_000 },
        { most, usualMs: 1_000 },
        hold('receiver'),
      )
    const add = async (id: string, createdAtMs: number, accountId = 'acc') => {
      assert.equal(await receive(id, createdAtMs, { accountId }), true)
      await one.release(id, 'receiver')
    }
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
      assert.equal(await one.isHeld('a', 173), true)
      await two.release('a', 'two')
      assert.deepEqual([await one.isHeld('a', 173), (await one.find('acc', 'a'))?.state], [false, 'finished'])
    })

    test('a job given back at a stop can be taken at once', async () => {
      await add('a', 1)
      await one.take(hold('one'))
      await one.release('a', 'one')
      assert.equal((await two.take(hold('two')))?.id, 'a')
    })

    test('a cancelled job stops at its next report, and keeps nothing of its task but what is said', async () => {
      await add('a', 1)
      await one.take(hold('one'))
      assert.equal(await two.cancel('a', { tipo: 'aml' }, 110), true)
      assert.equal(await two.cancel('a', {}, 111), false)
      assert.equal(await one.report('a', {}, hold('one')), false)
      const job = await two.find('acc', 'a')
      assert.deepEqual([job?.state, job?.task, job?.finishedAtMs], ['cancelled', { tipo: 'aml' }, 110])
    })

    test('a job is nobody else’s to see or expire; one that is to be erased is known until it is', async () => {
      await add('a', 1)
      await one.take(hold('one'))
      assert.equal(await one.find('other', 'a'), null)
      assert.equal(await two.expire('other', 'a'), false)
      assert.equal(await two.expire('acc', 'a'), true)
      assert.equal(await one.report('a', {}, hold('one')), false)
      assert.deepEqual([await two.isHeld('a', 150), await two.isHeld('a', 151)], [true, false])
      await one.release('a', 'one')
      assert.equal(await two.isHeld('a', 150), false)
      assert.equal(await two.take(hold('two', 300)), null)
      // A crash comes here: the next cleaning of anybody hears of it.
      assert.deepEqual(await two.expireOld(100), ['a'])
      await two.remove('a')
      assert.deepEqual([await two.expireOld(100), await one.list('acc')], [[], []])
    })

    test('expired jobs are erased, but not while somebody works on one', async () => {
      await add('a', 1)
      await add('b', 2)
      await one.take(hold('one', 990))
      assert.deepEqual(await two.expireOld(999), [])
      assert.deepEqual(await two.expireOld(1_000), ['b'])
      await two.remove('b')
      assert.deepEqual(await two.expireOld(1_041), ['a'])
    })

    test('a job whose files are on their way is not seen, and is erased when its receiver falls silent', async () => {
      assert.equal(await receive('a', 1), true)
      assert.deepEqual(
        [await one.find('acc', 'a'), await one.list('acc'), await two.take(hold('two'))],
        [null, [], null],
      )
      assert.deepEqual(await two.expireOld(150), [])
      assert.deepEqual(await two.expireOld(151), ['a'])
    })

    test('a job that has ended is worked on once more, by its account alone and when nobody holds it', async () => {
      await add('a', 1)
      await one.take(hold('one'))
      await one.finish('a', { procesadas: 3 }, hold('one'))
      const again = { id: 'a', task: { tipo: 'ruc' }, progress: { procesadas: 0 } }
      assert.equal(await two.reopen('acc', again, 110), false, 'held')
      await one.release('a', 'one')
      assert.equal(await two.reopen('other', again, 110), false)
      assert.equal(await two.reopen('acc', again, 1_000), false, 'expired')
      assert.equal(await two.reopen('acc', again, 110), true)
      assert.equal(await two.reopen('acc', again, 110), false, 'it is open already')
      const taken = await two.take(hold('two'))
      assert.deepEqual([taken?.task, taken?.progress, taken?.finishedAtMs], [again.task, again.progress, null])
    })

    test('jobs that are kept for longer leave the usual ones their places', async () => {
      const keep = (id: string, expiresAtMs: number) =>
        one.add(
          { id, accountId: 'acc', task: {}, createdAtMs: 1, expiresAtMs },
          { most: 2, usualMs: 500 },
          hold('receiver'),
        )
      assert.deepEqual([await keep('a', 900), await keep('b', 900), await keep('c', 900)], [true, true, false])
      assert.deepEqual([await keep('d', 400), await keep('e', 501), await keep('f', 400)], [true, true, false])
    })

    test('of many jobs added at the same moment as many are kept as there may be', async () => {
      const added = await Promise.all(
        Array.from({ length: 24 }, (_, n) => receive(`job${n}`, n, { most: 5, at: n % 2 ? one : two })),
      )
      assert.equal(added.filter(Boolean).length, 5)
      assert.equal(await receive('other', 1, { accountId: 'other', most: 5 }), true)
    })

    test('a job that is added again is there once, whatever its account may keep', async () => {
      assert.equal(await receive('a', 1, { most: 1 }), true)
      assert.equal(await receive('a', 1, { most: 1 }), true)
      assert.equal(await receive('b', 1, { most: 1 }), false)
      assert.deepEqual(await one.unknownIds(['a', 'b']), ['b'])
    })
  })
}

test('answers that get lost on their way change nothing', async () => {
  const proxy = await lossyProxy(url)
  closing.push(proxy.close)
  const schema = schemaOf('lost')
  const database = await openTestDatabase(proxy.url, schema, { jobs: JOBS_MIGRATIONS })
  closing.push(() => database.close())
  const jobs = storedJobs(database)
  const hold = { instanceId: 'one', nowMs: 1, holdMs: 10 }
  const job = { id: 'a', accountId: 'acc', task: {}, createdAtMs: 1, expiresAtMs: 1_000 }
  proxy.cut('answer-lost', 'INSERT INTO jobs')
  assert.equal(await jobs.add(job, { most: 1, usualMs: 1_000 }, hold), true)
  proxy.cut('answer-lost', "THEN 'queued'")
  await jobs.release('a', 'one')
  assert.equal((await jobs.take(hold))?.id, 'a')
  proxy.cut('answer-lost', "'finished'")
  assert.equal(await jobs.finish('a', { procesadas: 1 }, hold), true)
  assert.equal((await jobs.find('acc', 'a'))?.state, 'finished')
})

test('nothing of a removed job is left in the files of the embedded store', async () => {
  const path = `${folder}/erased`
  const jobs = await openFolderJobs(path)
  closing.push(jobs.close)
  const task = { columnas: ['ZENOBIO TARQUILLO'.repeat(300)] }
  const job = { accountId: 'acc', task, createdAtMs: 1 }
  const hold = { instanceId: 'one', nowMs: 0, holdMs: 1 }
  for (const id of ['one', 'two']) {
    await jobs.add({ ...job, id, expiresAtMs: 10 }, { most: 100, usualMs: 1_000 }, hold)
    await jobs.release(id, 'one')
  }
  const held = () => readdirSync(path).filter((name) => readFileSync(join(path, name)).includes('ZENOBIO'))
  assert.notDeepEqual(held(), [])
  assert.equal(await jobs.cancel('one', {}, 1), true)
  await jobs.remove('two')
  assert.deepEqual(held(), [])
})
