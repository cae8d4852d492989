import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type OpenMirror, openMirror } from '../src/datasets/editions/mirror.ts'
import { type RefreshOutcome, refreshDataset } from '../src/datasets/editions/refresh.ts'
import { readStatus } from '../src/datasets/editions/status.ts'
import type { ScreeningList } from '../src/datasets/screening-lists/screening-list.ts'
import { unList } from '../src/datasets/screening-lists/un/index.ts'
import { usList } from '../src/datasets/screening-lists/us/index.ts'
import { limaClock } from '../src/domain/lima-time.ts'
import { amlLookup } from '../src/lookups/aml.ts'
import { gatherUsFiles, sharedData, writePretendFiles } from './helpers/screening/lists.ts'

const work = mkdtempSync(join(tmpdir(), 'chasqui-refusals-'))
const good = join(work, 'good')
const clock = limaClock('2026-11-14')
const log = { info: () => {}, warn: () => {}, error: () => {} }
const settings = (dataDir: string, floor: number | null = 100) => ({
  dataDir: join(work, dataDir),
  clock,
  log,
  floor,
  swapDelayMs: 0,
})
const inService = settings('in-service')

before(async () => {
  await writePretendFiles(good)
  await Promise.all([refreshUs(good, inService), refreshUn(join(good, 'un.xml'), inService)])
})
after(() => rmSync(work, { recursive: true, force: true }))

const refreshUs = (from: string, to = inService): Promise<RefreshOutcome> => refreshDataset(usList({ from, clock }), to)
const refreshUn = (from: string, to = inService): Promise<RefreshOutcome> => refreshDataset(unList({ from, clock }), to)

/** A copy of the good US files in which some are changed. */
const usWith = (name: string, changes: Record<string, (text: string) => string | Buffer>): string => {
  const folder = join(work, `us-${name}`)
  cpSync(good, folder, { recursive: true })
  for (const [file, change] of Object.entries(changes))
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'latin1')))
  return folder
}
const unWith = (name: string, change: (text: string) => string | Buffer): string => {
  const path = join(work, `un-${name}.xml`)
  writeFileSync(path, change(readFileSync(join(good, 'un.xml'), 'utf8')))
  return path
}

const statusOf = (id: 'us' | 'un') => readStatus(inService.dataDir, { id, schedule: '20 6 * * *' }, clock.now())

const refused = (outcome: RefreshOutcome, detail: RegExp): void => {
  assert.equal(outcome.outcome, 'failed')
  if (outcome.outcome === 'failed') assert.match(`${outcome.failure.kind} ${outcome.failure.detail}`, detail)
}

const rows = (text: string, keep: (row: string, at: number) => boolean): string =>
  text.split('\r\n').filter(keep).join('\r\n')
const half = (text: string): string => rows(text, (_, at) => at % 2 === 0)

const US_FAULTS: [string, Record<string, (text: string) => string | Buffer>, RegExp][] = [
  ['html', { 'sdn.csv': () => '<!DOCTYPE html><html><body>Service unavailable</body></html>' }, /html/],
  ['json', { 'alt.csv': () => '{"error":"not found"}' }, /no rows/],
  ['empty', { 'sdn.csv': () => '' }, /empty/],
  ['only the end mark', { 'alt.csv': () => '\x1a' }, /empty/],
  ['cut in a row', { 'sdn.csv': (text) => text.slice(0, 30_011) }, /columns|not listed/],
  ['cut between rows', { 'sdn.csv': (text) => text.slice(0, text.indexOf('\r\n', 90_000) + 2) }, /not listed/],
  ['cut aliases', { 'alt.csv': (text) => text.slice(0, text.indexOf('\r\n', 9_000) + 2) }, /stop early/],
  ['cut addresses', { 'add.csv': (text) => text.slice(0, text.indexOf('\r\n', 30_000) + 2) }, /addresses of/],
  [
    'half',
    { 'sdn.csv': half, 'alt.csv': () => '10000,1,"aka","ZULU",-0- \r\n', 'add.csv': half },
    /stop early|in service/,
  ],
  [
    'another publication',
    { 'alt.csv': (text) => `${text.replace('\x1a', '')}99999,1,"aka","NOBODY",-0- \r\n` },
    /not listed/,
  ],
  ['repeated entry', { 'sdn.csv': (text) => text.slice(0, text.indexOf('\r\n') + 2) + text }, /repeated/],
  ['few columns', { 'cons_prim.csv': (text) => text.replaceAll(',-0- ,-0- ,-0- ', '') }, /columns/],
  [
    'few consolidated',
    {
      'cons_prim.csv': (text) => rows(text, (_, at) => at < 50),
      'cons_alt.csv': () => '10000,1,"aka","X Y",-0- \r\n',
      'cons_add.csv': (text) => rows(text, (_, at) => at < 50),
    },
    /consolidated|stop early/,
  ],
  ['addresses as aliases', { 'alt.csv': () => readFileSync(join(good, 'add.csv')) }, /same file/],
  [
    'other addresses as aliases',
    { 'alt.csv': (text) => text.replaceAll(/"(?:aka|fka|nka)"/g, '"AV. INVENTADA 1"') },
    /no known type/,
  ],
  [
    'one half in place of the other',
    Object.fromEntries(
      [
        ['cons_prim.csv', 'sdn.csv'],
        ['cons_alt.csv', 'alt.csv'],
        ['cons_add.csv', 'add.csv'],
      ].map(([file = '', other = '']) => [file, () => readFileSync(join(good, other))]),
    ),
    /same file/,
  ],
]

for (const [name, changes, detail] of US_FAULTS)
  test(`US files are refused: ${name}`, async () => refused(await refreshUs(usWith(name, changes)), detail))

test('a missing file is refused, missing comments are not', async () => {
  const folder = usWith('missing', {})
  rmSync(join(folder, 'sdn_comments.csv'))
  rmSync(join(folder, 'cons_comments.csv'))
  assert.equal((await refreshUs(folder, settings('no-comments'))).outcome, 'switched')
  rmSync(join(folder, 'add.csv'))
  refused(await refreshUs(folder), /no such file/)
})

test('files may be gzipped, lose their end mark and their carriage returns, and carry bare quotes', async () => {
  const folder = usWith('odd', {
    'sdn.csv': (text) => text.replaceAll('\r', '').replace('\x1a', '').replace('"entity"', '"ent"ity"'),
  })
  writeFileSync(join(folder, 'alt.csv.gz'), gzipSync(readFileSync(join(folder, 'alt.csv'))))
  rmSync(join(folder, 'alt.csv'))
  const outcome = await refreshUs(folder, settings('odd'))
  assert.equal(outcome.outcome, 'switched')
})

test('an older file from the same address is refused', async () => {
  const folder = usWith('older', {})
  const to = settings('older')
  assert.equal((await refreshUs(folder, to)).outcome, 'switched')
  writeFileSync(join(folder, 'sdn.csv'), readFileSync(join(folder, 'sdn.csv'), 'latin1').replace('ESTRELLA', 'LUCERO'))
  utimesSync(join(folder, 'sdn.csv'), 1_600_000_000, 1_600_000_000)
  refused(await refreshUs(folder, to), /before/)
})

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE CONSOLIDATED_LIST [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>`

const UN_FAULTS: [string, (text: string) => string | Buffer, RegExp][] = [
  ['html', () => '<html><body>Access denied</body></html>', /html|root/],
  ['empty', () => '', /empty/],
  ['cut', (text) => text.slice(0, text.length / 2), /closing/],
  ['cut, closed by hand', (text) => `${text.slice(0, text.length / 2)}</CONSOLIDATED_LIST>`, /upstream-changed/],
  ['billion laughs', (text) => text.replace(/<\?xml[^>]*>/, LAUGHS).replace('ARISTARKH', '&d;'), /document type/],
  [
    'external entity',
    (text) => text.replace(/<\?xml[^>]*>/, '<!DOCTYPE x SYSTEM "file:///etc/passwd">'),
    /document type/,
  ],
  ['unknown entity', (text) => text.replace('ARISTARKH', '&nbsp;'), /entity/],
  ['nested deep', (text) => text.replace('<DATAID>', `<DATAID>${'<A>'.repeat(40)}${'</A>'.repeat(40)}`), /deep/],
  ['single-byte text', (text) => Buffer.from(text.replace('ARISTARKH', 'JÉRÔME'), 'latin1'), /UTF-8/],
  ['half the entries', (text) => text.replace(/<ENTITIES>.*<\/ENTITIES>/s, '<ENTITIES></ENTITIES>'), /in service/],
  ['older', (text) => text.replace('2026-11-13', '2026-10-01'), /before/],
  ['no date', (text) => text.replace(/ dateGenerated="[^"]*"/, ''), /date/],
  ['repeated reference', (text) => text.replace('ZZi.902', 'ZZi.901'), /repeated/],
]

for (const [name, change, detail] of UN_FAULTS)
  test(`the UN document is refused: ${name}`, async () => refused(await refreshUn(unWith(name, change)), detail))

test('a first UN list without one of its sections, or without any alias, is refused', async () => {
  const sections = (text: string) => text.replace(/<ENTITIES>.*<\/ENTITIES>/s, '<ENTITIES></ENTITIES>')
  const aliases = (text: string) => text.replaceAll('ALIAS_NAME', 'ALIAS')
  refused(await refreshUn(unWith('sections', sections), settings('first-sections')), /entidades: 0/)
  refused(await refreshUn(unWith('aliases', aliases), settings('first-aliases')), /alias: 2/)
})

for (const date of ['2036-01-01T00:00:00Z', '2026-99-99', 'soon'])
  test(`a UN list generated on ${date} is dated by its file, and a later one is not refused`, async () => {
    const to = settings(`date-${date}`)
    const odd = await refreshUn(
      unWith('odd-date', (text) => text.replace(/(?<=dateGenerated=")[^"]*/, date)),
      to,
    )
    assert.ok(odd.outcome === 'switched' && odd.facts.edicion < '2036', JSON.stringify(odd))
    const next = await refreshUn(
      unWith('next', (text) => text.replace('ARISTARKH', 'ARISTARCO')),
      to,
    )
    assert.ok(next.outcome === 'switched' && next.facts.edicion === '2026-11-13', JSON.stringify(next))
  })

test('US rows that cannot be read: five are counted, six refuse the list', async () => {
  const spoil = (count: number) => (text: string) => {
    let left = count
    return text.replace(/^\d+(?=,")/gm, (number) => (left-- > 0 ? `x${number}` : number))
  }
  const counted = await refreshUs(usWith('five', { 'sdn.csv': spoil(5) }), settings('five'))
  assert.equal(counted.outcome === 'switched' && counted.facts.descartadas, 5)
  refused(await refreshUs(usWith('six', { 'sdn.csv': spoil(6) }), settings('six')), /rows with missing columns/)
})

test('the old lists keep answering, and the status says why the last refresh failed', async () => {
  const us = await openMirror(usList({ from: good, clock }), inService)
  const un = await openMirror(unList({ from: join(good, 'un.xml'), clock }), inService)
  try {
    refused(await refreshUs(usWith('status', { 'sdn.csv': () => '' })), /empty/)
    refused(await refreshUn(unWith('status', (text) => text.slice(0, 5_000))), /closing/)
    assert.equal(amlLookup({ us, un, clock })({ nombre: 'Estrella de Pucusanita II' }).data.total, 1)
    await us.check()
    assert.match((await statusOf('us')).error ?? '', /vacío|incompleta/)
    assert.match((await statusOf('un')).error ?? '', /cortada/)
  } finally {
    await Promise.all([us.close(), un.close()])
  }
})

test('swaps under constant questions never fail, mix or empty an answer', async () => {
  const to = settings('swaps')
  const folder = usWith('swaps', {})
  await refreshUs(folder, to)
  await refreshUn(join(good, 'un.xml'), to)
  const us: OpenMirror<ScreeningList> = await openMirror(usList({ from: folder, clock }), { ...to, pollMs: 5 })
  const un = await openMirror(unList({ from: join(good, 'un.xml'), clock }), { ...to, pollMs: 5 })
  const look = amlLookup({ us, un, clock })
  const names = new Set<string>()
  let asking = true
  const asked = (async () => {
    while (asking) {
      const { data } = look({ nombre: 'Inversiones Laguna Negra de Pacayzapa' })
      assert.equal(data.total, 1)
      names.add(data.matches[0]?.programa ?? '')
      await new Promise(setImmediate)
    }
  })()
  try {
    for (let round = 0; round < 4; round++) {
      const path = join(folder, 'sdn.csv')
      writeFileSync(path, readFileSync(path, 'latin1').replace(/(PACAYZAPA S\.A\.C\.",-0- ,")\w+/, `$1SWAP${round}`))
      assert.equal((await refreshUs(folder, to)).outcome, 'switched')
      await us.check()
    }
  } finally {
    asking = false
    await asked
    await Promise.all([us.close(), un.close()])
  }
  assert.ok(names.has('SWAP3') && [...names].every((name) => /^(SDNTK|SWAP\d)$/.test(name)))
})

test('the list before any load is unavailable', async () => {
  const never = settings('never')
  mkdirSync(never.dataDir, { recursive: true })
  const us = await openMirror(usList({ from: good, clock }), never)
  const un = await openMirror(unList({ from: good, clock }), inService)
  try {
    assert.throws(() => amlLookup({ us, un, clock })({ nombre: 'Cualquier Nombre' }), { kind: 'dataset-unavailable' })
  } finally {
    await Promise.all([us.close(), un.close()])
  }
})

const shared = sharedData()
test('the real copies: the damaged UN document and foreign aliases are refused', {
  skip: !shared && 'no ../shared/data',
}, async () => {
  const real = settings('real', null)
  const data = shared as string
  const damaged = join(data, 'un-list/2025-08-16-damaged/consolidated.xml')
  refused(await refreshUn(damaged, real), /UTF-8/)
  const folder = gatherUsFiles(data, join(work, 'real-us'))
  assert.equal((await refreshUs(folder, real)).outcome, 'switched')
  rmSync(join(folder, 'alt.csv.gz'), { force: true })
  writeFileSync(join(folder, 'alt.csv'), gunzipSync(readFileSync(join(data, 'us-list/2026-06-alt-add/alt.csv.gz'))))
  refused(await refreshUs(folder, real), /not listed/)
  for (const edition of ['2018-10-29', '2025-04-19', '2026-02-27'])
    assert.equal(
      (await refreshUn(join(data, 'un-list', edition, 'consolidated.xml'), settings(edition))).outcome,
      'switched',
    )
})
