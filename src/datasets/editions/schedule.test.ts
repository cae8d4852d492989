import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { quietLog, wordList } from '../../../test/helpers/word-list.ts'
import { Failure } from '../../kernel/errors.ts'
import { openDatasets } from './open-datasets.ts'
import { refreshDataset } from './refresh.ts'
import { isDue } from './schedule.ts'

const folders: string[] = []
let dataDir = ''
let source = ''
let now = Date.parse('2026-11-14T12:00:00Z')
const clock = { now: () => now }
const settings = () => ({ dataDir, clock, log: quietLog, swapDelayMs: 0, jitterMs: 0 })

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chasqui-schedule-'))
  folders.push(dataDir)
  source = join(dataDir, 'words.txt')
  writeFileSync(source, 'uno\ndos\n')
  now = Date.parse('2026-11-14T12:00:00Z')
})
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

test('a dataset is due before its first edition and after each scheduled time in Lima', async () => {
  const list = wordList(source)
  assert.equal(await isDue(list, settings()), true)
  await refreshDataset(list, settings())
  assert.equal(await isDue(list, settings()), false)
  now = Date.parse('2027-01-01T09:59:00Z')
  assert.equal(await isDue(list, settings()), false)
  now = Date.parse('2027-01-01T10:01:00Z')
  assert.equal(await isDue(list, settings()), true, 'five in the morning in Lima')
})

test('a first start loads in the background, and firstEditions resolves when it is done', async () => {
  const open = await openDatasets({ sanciones: wordList(source) }, { ...settings(), refresh: 'auto' })
  assert.equal(open.mirrors.sanciones.current(), null)
  await open.firstEditions()
  assert.deepEqual(
    open.mirrors.sanciones.read(({ words }) => words),
    ['uno', 'dos'],
  )
  assert.equal(open.statuses()[0]?.filas, 2)
  await open.close()
})

test('of several first starts on one folder, one asks the publisher', async () => {
  let asked = 0
  const list = () => wordList(source, (step) => void (asked += step === 'fetch' ? 1 : 0))
  const all = await Promise.all(
    Array.from({ length: 5 }, () => openDatasets({ sanciones: list() }, { ...settings(), refresh: 'auto' })),
  )
  await Promise.all(all.map((open) => open.firstEditions()))
  for (const open of all)
    assert.deepEqual(
      open.mirrors.sanciones.read(({ words }) => words),
      ['uno', 'dos'],
    )
  await Promise.all(all.map((open) => open.close()))
  assert.equal(asked, 1)
})

test('a first start that fails is done too, and the service runs without the dataset', async () => {
  const list = wordList(source, () => {
    throw new Failure('upstream-unavailable', 'No responde')
  })
  const open = await openDatasets({ sanciones: list }, { ...settings(), refresh: 'auto' })
  await open.firstEditions()
  assert.equal(open.statuses()[0]?.error, 'No responde')
  assert.throws(() => open.mirrors.sanciones.read(() => 1), { kind: 'dataset-unavailable' })
  await open.close()
})

test('with refresh off nothing is fetched, and a dataset left out of `only` is not opened', async () => {
  const open = await openDatasets({ sanciones: wordList(source) }, { ...settings(), refresh: 'off' })
  await open.firstEditions()
  assert.equal(open.mirrors.sanciones.current(), null)
  await open.close()
  await refreshDataset(wordList(source), settings())
  const none = await openDatasets({ sanciones: wordList(source) }, { ...settings(), refresh: 'auto', only: [] })
  assert.equal(none.mirrors.sanciones.current(), null)
  assert.deepEqual(none.statuses(), [])
  await none.close()
})
