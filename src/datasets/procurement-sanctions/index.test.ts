import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { renderExport } from '../../../sandbox/upstreams/procurement-export.ts'
import { quietLog } from '../../../test/helpers/word-list.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { openMirror } from '../editions/mirror.ts'
import { refreshDataset } from '../editions/refresh.ts'
import { procurementSanctions } from './index.ts'

const folders: string[] = []
let dataDir = ''
let path = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chasqui-sanciones-'))
  folders.push(dataDir)
  path = join(dataDir, 'export.xls')
})
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const clock = limaClock('2026-11-14', { now: () => Date.parse('2026-11-14T15:00:00Z') })
const list = (from: string | undefined = path) => procurementSanctions({ from, clock })
const settings = (floor?: number) => ({ dataDir, clock, log: quietLog, swapDelayMs: 0, floor })

const exportOf = (count: number, first = 0): string =>
  renderExport(
    Array.from({ length: count }, (_, i) => ({
      razonSocial: `EMPRESA INVENTADA ${first + i} S.A.C.`,
      ruc: String(20_000_000_000 + first + i),
      resolucion: `${String(i).padStart(4, '0')}-2026-TCP-S1`,
      periodo: 'DEFINITIVO',
      desde: '1/2/2026',
      hasta: '',
      infraccion: 'Presentar información inexacta',
      otra: '',
      norma: '',
      estado: 'VIGENTE',
    })),
    [],
    () => 0.15,
  )

const publish = (data: string | Buffer, date = '2026-08-21T02:00:00Z') => {
  writeFileSync(path, typeof data === 'string' ? Buffer.from(data, 'latin1') : data)
  utimesSync(path, new Date(date), new Date(date))
}
const refused = async (data: string | Buffer, message: RegExp, date?: string) => {
  publish(data, date)
  const outcome = await refreshDataset(list(), settings())
  assert.equal(outcome.outcome, 'failed')
  assert.match(outcome.outcome === 'failed' ? outcome.failure.message : '', message)
}

test('an export becomes an edition dated by its publisher in Lima, plain or gzipped', async () => {
  publish(gzipSync(Buffer.from(exportOf(1_200), 'latin1')))
  assert.equal((await refreshDataset(list(), settings())).outcome, 'switched')
  const mirror = await openMirror(list(), settings())
  const { edicion, filas, sha256 } = mirror.status()
  assert.deepEqual([edicion, filas], ['2026-08-20', 1_200])
  assert.equal(sha256, createHash('sha256').update(readFileSync(path)).digest('hex'))
  assert.equal(
    mirror.read((one) => one.byRuc('20000000007', '2026-11-14').length),
    1,
  )
  assert.equal(
    mirror.read((one) => one.byName('inventada 77', '2026-11-14').length),
    11,
  )
  await mirror.close()
})

test('short, cut, changed, older and foreign files are refused while the list in service answers', async () => {
  await refused(exportOf(999), /incompleta/)
  publish(exportOf(1_200))
  await refreshDataset(list(), settings())
  await refused(exportOf(1_079, 5_000), /incompleta/)
  await refused(exportOf(1_300, 5_000).slice(0, -200), /cortado/)
  await refused('<html><body>En mantenimiento</body></html>', /no contiene la tabla/)
  await refused('<html><body>captcha</body></html>', /captcha/)
  await refused(Buffer.from('PK\x03\x04 and more'), /libro de Excel/)
  await refused(Buffer.alloc(0), /vacío/)
  await refused(exportOf(1_300, 5_000), /más antigua/, '2026-08-01T02:00:00Z')
  const mirror = await openMirror(list(), settings())
  assert.equal(mirror.current()?.facts.filas, 1_200)
  assert.match(mirror.status().error ?? '', /más antigua/)
  await mirror.close()
  publish(exportOf(1_080, 5_000))
  assert.equal((await refreshDataset(list(), settings())).outcome, 'switched')
})

/** The same rows, some of which lost a cell. */
const losing = (count: number, lost: number): string => {
  let left = lost
  return exportOf(count).replace(/DEFINITIVO<\/font>|DEFINITIVO/gi, (cell) =>
    left-- > 0 ? cell.replace('DEFINITIVO', 'DEFINITIVO<td>extra<td>') : cell,
  )
}

test('six unreadable rows in a thousand refuse the edition; five are counted and shown', async () => {
  await refused(losing(1_200, 6), /6 filas no se pudieron leer/)
  publish(losing(1_200, 5))
  assert.equal((await refreshDataset(list(), settings())).outcome, 'switched')
  const mirror = await openMirror(list(), settings())
  assert.deepEqual([mirror.status().filas, mirror.status().descartadas], [1_195, 5])
  await mirror.close()
})

test('a date in the future or of no calendar is no date, and does not freeze the list', async () => {
  publish(exportOf(1_000), '2036-08-21T02:00:00Z')
  assert.equal((await refreshDataset(list(), settings())).outcome, 'switched')
  publish(exportOf(1_001), '2026-08-21T02:00:00Z')
  const outcome = await refreshDataset(list(), settings())
  assert.equal(outcome.outcome === 'switched' && outcome.facts.edicion, '2026-08-20')
})

test('an edition made before lost rows were counted is read again', async () => {
  publish(exportOf(1_000))
  await refreshDataset(list(), settings())
  assert.equal((await refreshDataset(list(), settings())).outcome, 'unchanged')
  const { edition } = JSON.parse(readFileSync(join(dataDir, 'sanciones', 'current'), 'utf8'))
  const path = join(dataDir, 'sanciones', 'editions', edition, 'edition.json')
  const { descartadas: _, ...facts } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...facts, edicion: '2036-01-01' }))
  assert.equal((await refreshDataset(list(), settings())).outcome, 'switched')
})

test("the operator's floor replaces the list's own", async () => {
  publish(exportOf(3))
  assert.equal((await refreshDataset(list(), settings(3))).outcome, 'switched')
})

test('without an address the failure has the sentence of the edge', async () => {
  const outcome = await refreshDataset(procurementSanctions({ clock, missingAddress: 'Indique X' }), settings())
  assert.deepEqual(outcome.outcome === 'failed' && [outcome.failure.kind, outcome.failure.message], [
    'not-configured',
    'Indique X',
  ])
})

test('an altered or foreign snapshot is refused', async () => {
  publish(exportOf(1_000))
  await refreshDataset(list(), settings())
  const edition = JSON.parse(readFileSync(join(dataDir, 'sanciones', 'current'), 'utf8')).edition
  const dir = join(dataDir, 'sanciones', 'editions', edition)
  const facts = JSON.parse(readFileSync(join(dir, 'edition.json'), 'utf8'))
  const snapshot = join(dir, 'sanciones.jsonl')
  const good = readFileSync(snapshot, 'utf8')
  const damages = [
    good.replace('INVENTADA 5', 'INVENTADA 6'),
    good.slice(0, good.length / 2),
    good.replace('"version":2', '"version":3'),
    good.replace('chasqui-sanciones', 'other'),
    '',
  ]
  for (const damage of damages) {
    writeFileSync(snapshot, damage)
    await assert.rejects(list().open(dir, facts), { kind: 'dataset-unavailable' })
  }
  writeFileSync(snapshot, good)
  appendFileSync(snapshot, '[]\n')
  await assert.rejects(list().open(dir, facts), { kind: 'dataset-unavailable' })
})
