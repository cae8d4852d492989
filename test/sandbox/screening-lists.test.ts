import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Sandbox, startSandbox } from '../../sandbox/main.ts'
import { unList as pretendUn } from '../../sandbox/upstreams/un-list.ts'
import { usList as pretendUs } from '../../sandbox/upstreams/us-list.ts'
import { type OpenMirror, openMirror } from '../../src/datasets/editions/mirror.ts'
import { refreshDataset } from '../../src/datasets/editions/refresh.ts'
import type { ScreeningList } from '../../src/datasets/screening-lists/screening-list.ts'
import { unList } from '../../src/datasets/screening-lists/un/index.ts'
import { usList } from '../../src/datasets/screening-lists/us/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import type { ListedPartyFile } from '../../src/domain/records.ts'
import { type AmlQuery, amlLookup } from '../../src/lookups/aml.ts'

const clock = limaClock('2026-11-14')
const log = { info: () => {}, warn: () => {}, error: () => {} }
const dataDir = mkdtempSync(join(tmpdir(), 'chasqui-lists-'))
const settings = { dataDir, clock, log, floor: 100, swapDelayMs: 0 }

let sandbox: Sandbox
let us: OpenMirror<ScreeningList>
let un: OpenMirror<ScreeningList>
const datasets = () => ({
  us: usList({ from: sandbox.settings.CHASQUI_US_LIST_URL ?? '', clock, userAgent: 'Mozilla/5.0 (compatible; test)' }),
  un: unList({ from: sandbox.settings.CHASQUI_UN_LIST_URL ?? '', clock }),
})

before(async () => {
  sandbox = await startSandbox({ upstreams: [pretendUs, pretendUn] })
  const { us: usData, un: unData } = datasets()
  for (const outcome of [await refreshDataset(usData, settings), await refreshDataset(unData, settings)])
    assert.equal(outcome.outcome, 'switched', outcome.outcome === 'failed' ? outcome.failure.detail : '')
  us = await openMirror(usData, settings)
  un = await openMirror(unData, settings)
})
after(async () => {
  await us?.close()
  await un?.close()
  await sandbox?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const matches = (query: AmlQuery) =>
  amlLookup({ us, un, clock })(query).data.matches.map(({ nombre, fuente, coincidencia }) => [
    fuente,
    coincidencia,
    nombre,
  ])

test('the documented samples answer as documented', () => {
  const zenobio = ['US', 'exacto', 'CHUQUIPOMA TARQUILLO, Evaristo Zenobio']
  assert.deepEqual(matches({ nombre: 'Evaristo Zenobio Chuquipoma Tarquillo' }), [zenobio])
  assert.deepEqual(matches({ nombre: 'Tarquillo Zenobio' }), [zenobio])
  assert.deepEqual(matches({ nombre: 'Ebaristo Senobio Chukipoma Tarqillo', documento: '00000174' }), [zenobio])
  assert.deepEqual(matches({ nombre: 'Comandante Zurdo' }), [])
  assert.deepEqual(matches({ nombre: 'Juan Quispe Mamani' }), [])
  assert.deepEqual(matches({ nombre: 'Inversiones Laguna Negra de Pacayzapa' }), [
    ['US', 'exacto', 'INVERSIONES LAGUNA NEGRA DE PACAYZAPA S.A.C.'],
  ])
  assert.deepEqual(matches({ nombre: 'Estrella de Pucusanita II' }), [['US', 'exacto', 'ESTRELLA DE PUCUSANITA II']])
})

test('other scripts and other spellings find their party on both lists', () => {
  const lists = (nombre: string) =>
    matches({ nombre })
      .map(([fuente]) => fuente)
      .toSorted()
  assert.deepEqual(lists('Аристарх Волковенко'), ['UN', 'US'])
  assert.deepEqual(lists('Aristarj Bolkovenko'), ['UN', 'US'])
  assert.deepEqual(matches({ nombre: 'زهير القرمزاني' })[0], ['UN', 'exacto', 'ZUHAYR AL-QARMAZANI'])
})

test('what overflows the remarks is read from the comments file', () => {
  assert.deepEqual(matches({ nombre: 'Aristarkh Volkovenka', documento: 'X90003000' })[0], [
    'US',
    'exacto',
    'VOLKOVENKO, Aristarkh Dobrynich',
  ])
})

test('the pretend lists have every field of a party filled somewhere', () => {
  const asked = [
    ...['Evaristo Zenobio Chuquipoma Tarquillo', 'Estrella de Pucusanita II', 'OB-9999-Z', 'Aristarkh Volkovenko'],
    ...['Inversiones Laguna Negra de Pacayzapa', 'Zuhayr al-Qarmazani', 'Vymysel Foundation'],
  ]
  const files = asked.flatMap((nombre) =>
    amlLookup({ us, un, clock })({ nombre, detalle: '1' }).data.matches.map(({ ficha }) => ficha as ListedPartyFile),
  )
  for (const field of Object.keys(files[0] ?? {}) as (keyof ListedPartyFile)[])
    assert.ok(
      files.some((file) => file[field].length > 0),
      field,
    )
  // The statement that the service does not know is counted.
  assert.equal(us.status().observacionesSinLeer, 1)
  assert.equal(un.status().observacionesSinLeer, 0)
})

test('a list without changes is reported as unchanged, and a redesigned file leaves the old list answering', async () => {
  const { us: usData, un: unData } = datasets()
  assert.equal((await refreshDataset(usData, settings)).outcome, 'unchanged')
  assert.equal((await refreshDataset(unData, settings)).outcome, 'unchanged')
  for (const [id, dataset] of [
    ['us-list', usData],
    ['un-list', unData],
  ] as const) {
    sandbox.faults.set(id, 'redesigned')
    const outcome = await refreshDataset<ScreeningList, never>(dataset as never, settings)
    assert.equal(outcome.outcome, 'failed')
    sandbox.faults.set(id, null)
  }
  assert.equal(matches({ nombre: 'Tarquillo Zenobio' }).length, 1)
})
