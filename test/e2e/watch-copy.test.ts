import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { limaClock } from '../../src/domain/lima-time.ts'
import type { Database } from '../../src/kernel/sql/database.ts'
import { openFolderWatch } from '../../src/watch/store/open-store.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { testDatabase } from '../helpers/postgres.ts'
import type { Settings } from '../helpers/server.ts'
import { listedParty, openTestWatch, WatchedLists } from '../helpers/watched-world.ts'

const ZENOBIO = listedParty('US', '7', ['ZENOBIO TARQUILLO HUANCA'], { births: ['20 Jan 1960'] })
const TABLES = ['accounts', 'editions', 'subjects', 'alerts', 'events', 'webhooks', 'deliveries']

const run = async (settings: Settings, ...args: string[]) => {
  const { out, err, code } = await runInProcess(settings, ...args, '--json')
  assert.deepEqual([err, code], ['', 0])
  return JSON.parse(out)
}

const rowsIn = async (dataDir: string): Promise<unknown[]> => {
  const database = await openFolderWatch(dataDir)
  const all = TABLES.map((table) => database.all<object>(`SELECT * FROM watch_${table} ORDER BY 1, 2`))
  return (await Promise.all(all)).flatMap((rows) => rows.map((row) => ({ ...row })))
}

/** An installation with subjects, an alert, a decision and events; one subject was erased, whose sealed bytes are told. */
const watchedInstallation = async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const settings: Settings = { CHASQUI_DATA_DIR: dataDir, CHASQUI_TODAY: '2026-11-15' }
  await run(settings, 'keys', 'create', '--name', 'una')
  const database: Database = await openFolderWatch(dataDir)
  const lists = new WatchedLists()
  const watch = openTestWatch({ database, lists, clock: limaClock('2026-11-15') })
  for (let i = 0; i < 450; i++) await watch.put({ referencia: `C-${i}`, nombre: 'Otro Inventado Quispe' })
  await watch.put({ referencia: 'C-Z', nombre: 'Zenobio Tarquillo Huanca' })
  const erased = await watch.put({ referencia: 'C-E', nombre: 'Zenobio Tarquillo Huanca' })
  lists.publish([ZENOBIO])
  await watch.settled()
  const sealed = await database.all<{ sealed: Uint8Array }>(
    'SELECT sealed FROM watch_subjects WHERE id = $1 UNION ALL SELECT sealed FROM watch_alerts WHERE subject_id = $1',
    erased,
  )
  await watch.requests.removeSubject({ accountId: 'acc', id: erased })
  await watch.stop()
  await database.close()
  assert.equal(sealed.length, 2)
  return { settings, dataDir, sealed: sealed.map((row) => Buffer.from(row.sealed)) }
}

test('the watch goes from a folder to PostgreSQL and back, row by row', async () => {
  const { settings, dataDir } = await watchedInstallation()
  const url = await testDatabase()
  const { subjects } = await run(settings, 'store', 'copy', dataDir, url)
  assert.equal(subjects, 451)
  const back = join(temporaryFolder(), 'back')
  await run({ ...settings, CHASQUI_DATA_DIR: back, CHASQUI_DATABASE_URL: url }, 'store', 'copy', 'postgres', 'sqlite')
  assert.deepEqual(await rowsIn(back), await rowsIn(dataDir))
})

test('a backup has the watch, without what was erased, and a restore brings it back', async () => {
  const { settings, dataDir, sealed } = await watchedInstallation()
  const file = join(temporaryFolder(), 'respaldo')
  assert.equal((await run(settings, 'backup', file)).subjects, 451)
  const bytes = readFileSync(file)
  for (const erased of sealed) assert.equal(bytes.includes(erased), false)
  const other = join(temporaryFolder(), 'otra')
  const restored = await run({ ...settings, CHASQUI_DATA_DIR: other }, 'restore', file)
  assert.equal(restored.subjects, 451)
  assert.deepEqual(await rowsIn(other), await rowsIn(dataDir))
})
