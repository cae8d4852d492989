import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openFaults } from '../../sandbox/faults.ts'
import { serveUpstream } from '../../sandbox/serve-upstream.ts'
import { procurementFiles } from '../../sandbox/upstreams/procurement-files.ts'
import { courtBans } from '../../src/datasets/court-bans/index.ts'
import type { Dataset, EditionReader } from '../../src/datasets/editions/dataset.ts'
import { openMirror } from '../../src/datasets/editions/mirror.ts'
import { refreshDataset } from '../../src/datasets/editions/refresh.ts'
import { procurementSanctions } from '../../src/datasets/procurement-sanctions/index.ts'
import { relatedParties } from '../../src/datasets/related-parties/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { quietLog } from '../helpers/word-list.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'chasqui-files-'))
const upstream = procurementFiles()
const faults = openFaults([upstream])
const { address, close } = await serveUpstream(upstream, faults)
after(async () => {
  await close()
  rmSync(dataDir, { recursive: true, force: true })
})

const clock = limaClock('2026-11-14', { now: () => Date.parse('2026-11-14T15:00:00Z') })
const from = upstream.settings(address).CHASQUI_PROCUREMENT_FILES_URL as string
const secret = async () => new Uint8Array(32)
const logged: unknown[] = []
const keep = (...facts: unknown[]): void => void logged.push(facts)
const settings = { dataDir, clock, log: { info: keep, warn: keep, error: keep }, swapDelayMs: 0, floor: 1 }

const read = async <Reader extends EditionReader, T>(dataset: Dataset<Reader>, use: (reader: Reader) => T) => {
  const mirror = await openMirror(dataset, { ...settings, log: quietLog })
  try {
    return mirror.read(use)
  } finally {
    await mirror.close()
  }
}

const sanctions = procurementSanctions({ from, clock })
const courts = courtBans({ from, secret, clock })
const people = relatedParties({ from, secret, clock })

test('the three lists are loaded from the wiki, and asked for only when they changed', async () => {
  for (const dataset of [sanctions, courts, people] as Dataset<EditionReader>[]) {
    assert.equal((await refreshDataset(dataset, settings)).outcome, 'switched', dataset.id)
    assert.equal((await refreshDataset(dataset, settings)).outcome, 'unchanged', dataset.id)
  }
  assert.equal(await read(sanctions, (list) => list.byRuc('20000006786', '2026-11-14').length), 1)
  assert.equal(await read(courts, (bans) => bans.find('20000009017').length), 1)
  assert.deepEqual(await read(people, (parties) => parties.of('20000006786').map(({ rol }) => rol)), [
    ...['socio', 'socio', 'representante', 'organo'],
  ])
})

test('a closed space, an error and a broken file leave the lists in service, and no address is written down', async () => {
  for (const fault of ['redesigned', 'captcha', 'garbage'] as const) {
    faults.set(upstream.id, fault)
    assert.equal((await refreshDataset(courts, settings)).outcome, 'failed', fault)
  }
  faults.set(upstream.id, 'error', { status: 401 })
  const outcome = await refreshDataset(courts, settings)
  assert.equal(outcome.outcome === 'failed' && outcome.failure.kind, 'upstream-blocked')
  faults.clear()
  assert.equal(await read(courts, (bans) => bans.find('20000009017').length), 1)
  assert.equal(JSON.stringify(logged).includes('/file/'), false)
})
