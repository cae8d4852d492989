import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { until } from '../../../test/helpers/until.ts'
import { workerScript } from '../worker.ts'
import { PROCEDURES } from './fixtures/notes-worker.ts'
import { openSqlite } from './open-sqlite.ts'
import type { SqliteOptions } from './sqlite-tasks.ts'

const migrations = ['CREATE TABLE notes (n integer PRIMARY KEY)']
const folder = temporaryFolder()
const thread = workerScript('./fixtures/notes-worker', import.meta.url)
let files = 0
const newPath = (): string => join(folder, `${++files}.sqlite`)
const openThread = (path: string, options: Partial<SqliteOptions> = {}) =>
  openSqlite({ path, migrations, onTrouble: () => {}, thread, ...options })

test('a failed statement rejects with the cause and its code, its transaction is undone, and later ones work', async (t) => {
  const onFailure = t.mock.fn()
  const database = await openThread(newPath(), { onFailure })
  const twice = database.transaction(async (sql) => {
    await sql.run('INSERT INTO notes VALUES ($1)', 1)
    await sql.run('INSERT INTO notes VALUES ($1)', 1)
  })
  await assert.rejects(twice, { code: 'ERR_SQLITE_ERROR', message: /UNIQUE constraint failed/ })
  assert.deepEqual(await database.all('SELECT n FROM notes'), [])
  assert.equal(database.isUsable, true)
  await database.close()
  await assert.rejects(database.all('SELECT n FROM notes'), { kind: 'store-unavailable' })
  await database.close()
  assert.equal(onFailure.mock.callCount(), 0)
})

test('a procedure is one transaction, in the calling thread and in the thread of the file', async () => {
  for (const options of [{}, { onTrouble: () => {}, thread }]) {
    const database = await openSqlite({ path: newPath(), migrations, ...options })
    assert.equal(await database.call(PROCEDURES, 'add', [1, 2]), 2)
    await assert.rejects(database.call(PROCEDURES, 'add', [3, 1]), /UNIQUE constraint failed/)
    assert.equal(await database.call(PROCEDURES, 'add', [3]), 3)
    await database.close()
  }
})

test('a file that cannot be opened is an error with its code', async () => {
  await assert.rejects(openThread('/dev/null/none/notes.sqlite'), { code: 'ENOTDIR' })
})

test('a statement waits for the transaction that is under way, and for one of another connection', async () => {
  const path = newPath()
  const [one, two] = [await openSqlite({ path, migrations }), await openSqlite({ path, migrations })]
  const seen: number[] = []
  const add = (n: number) => async (sql: { run(text: string, ...values: unknown[]): Promise<number> }) => {
    await sql.run('INSERT INTO notes VALUES ($1)', n)
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(n)
  }
  await Promise.all([one.transaction(add(1)), one.all('SELECT n FROM notes'), two.transaction(add(2))])
  assert.deepEqual(seen.sort(), [1, 2])
  const notes = await one.all<{ n: number }>('SELECT n FROM notes ORDER BY n')
  assert.deepEqual(
    notes.map(({ n }) => n),
    [1, 2],
  )
  for (const database of [one, two]) await database.close()
})

test('another file in its place is told before the trouble is over', async () => {
  const [path, other] = [newPath(), newPath()]
  await (await openSqlite({ path: other, migrations })).close()
  const told: string[] = []
  const database = await openThread(path, { pollMs: 5, onTrouble: (code) => void told.push(code ?? 'over') })
  const first = database.fileId
  await database.addTick(async () => void (database.fileId !== first && told.push('another')))
  for (const suffix of ['', '-wal', '-shm']) renameSync(path + suffix, `${path}.old${suffix}`)
  renameSync(other, path)
  await until(async () => told.includes('over'))
  assert.deepEqual(told.slice(-2), ['another', 'over'])
  await database.close()
})
