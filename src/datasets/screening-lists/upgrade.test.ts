import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, test } from 'node:test'
import { temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { publishUsFiles } from '../../../test/helpers/screening-files.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { QuestionReader } from '../../domain/screening/match/question.ts'
import { openMirror } from '../editions/mirror.ts'
import { refreshDataset } from '../editions/refresh.ts'
import { isDue } from '../editions/schedule.ts'
import type { ScreeningList } from './screening-list.ts'
import { usList } from './us/index.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const clock = limaClock('2026-11-14')

const parent = temporaryFolder()
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(parent, 'one-'))
  publish()
})

const publish = (): void =>
  publishUsFiles(
    join(folder, 'us'),
    [{ number: 7, name: 'CHUQUIPOMA, Zenobio', kind: 'individual', program: 'SDGT', remarks: 'DOB 1961.' }],
    '2026-11-12',
  )
const settings = () => ({ dataDir: join(folder, 'data'), clock, log, floor: 1, swapDelayMs: 0 })
const dataset = () => usList({ from: join(folder, 'us'), clock })
const editions = () => join(folder, 'data/us/editions')
const newestEdition = (): string => join(editions(), readdirSync(editions()).sort().at(-1) as string)

/** The edition as the version before made it: no records, and no format among its facts. */
const makeOld = (): void => {
  const edition = newestEdition()
  rmSync(join(edition, 'us.records'))
  const {
    formato: _,
    observacionesSinLeer: __,
    ...facts
  } = JSON.parse(readFileSync(join(edition, 'edition.json'), 'utf8'))
  writeFileSync(join(edition, 'edition.json'), JSON.stringify(facts))
}

const zenobio = ({ matcher }: ScreeningList) =>
  matcher.search(new QuestionReader().read('zenobio chuquipoma'))[0]?.party

test('an edition made before records were kept goes on answering and is read again, unchanged as it is', async () => {
  assert.equal((await refreshDataset(dataset(), settings())).outcome, 'switched')
  assert.equal(await isDue(dataset(), settings()), false)
  makeOld()
  assert.equal(await isDue(dataset(), settings()), true)
  const mirror = await openMirror(dataset(), settings())
  try {
    assert.equal(mirror.read(zenobio)?.referencia, '7')
    assert.equal(mirror.read(zenobio)?.record, undefined)
    assert.equal(mirror.status().error, null)
    assert.equal((await refreshDataset(dataset(), settings())).outcome, 'switched')
    await mirror.check()
    assert.deepEqual(mirror.read(zenobio)?.record?.births, ['1961'])
    assert.equal(mirror.status().observacionesSinLeer, 0)
    assert.equal((await refreshDataset(dataset(), settings())).outcome, 'unchanged')
  } finally {
    await mirror.close()
  }
})

test('while its publisher is away, an edition without records keeps answering', async () => {
  await refreshDataset(dataset(), settings())
  makeOld()
  renameSync(join(folder, 'us'), join(folder, 'away'))
  const mirror = await openMirror(dataset(), settings())
  try {
    assert.equal((await refreshDataset(dataset(), settings())).outcome, 'failed')
    await mirror.check()
    assert.equal(mirror.read(zenobio)?.referencia, '7')
    assert.equal(await isDue(dataset(), settings()), true)
  } finally {
    await mirror.close()
  }
})

test('an edition whose records are missing or of other parties is damaged: it is read again', async () => {
  await refreshDataset(dataset(), settings())
  for (const spoil of [(path: string) => rmSync(path), (path: string) => writeFileSync(path, 'nothing')]) {
    spoil(join(newestEdition(), 'us.records'))
    const damaged = await openMirror(dataset(), settings())
    assert.equal(damaged.current(), null)
    assert.match(damaged.status().error ?? '', /dañadas/)
    await damaged.close()
    assert.equal((await refreshDataset(dataset(), settings())).outcome, 'switched')
  }
})
