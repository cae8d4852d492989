import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { UNGUARDED } from '../../../test/helpers/ask-source.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Upstream, UpstreamReply } from '../../kernel/http/client.ts'
import { centralBank } from './index.ts'

const fixture = (name: string): string =>
  readFileSync(new URL(`fixtures/${name}`, import.meta.url), name.endsWith('.csv') ? 'latin1' : 'utf8')

const METADATA = '/estadisticas/series/metadata'
const PAGE = fixture('unknown-code.html')
const WINDOW = { desde: '2026-08-01', hasta: '2026-09-30' }

/** An upstream that gives the same reply to every series, and its own to the catalogue. */
const upstreamOf = (status: number, text: string, catalogue: string | null) => {
  const asked: string[] = []
  const upstream: Upstream = {
    async request(path, { sink } = {}): Promise<UpstreamReply> {
      asked.push(path)
      if (path !== METADATA) return { status, headers: {}, contentType: '', text }
      if (catalogue === null) throw new Failure('upstream-unavailable', 'La fuente no responde en este momento')
      sink?.(Buffer.from(catalogue, 'latin1'))
      return { status: 200, headers: {}, contentType: 'text/csv', text: '' }
    },
    visit: () => upstream,
  }
  return { upstream, asked }
}

const ask = (upstream: Upstream, codigo: string, call = UNGUARDED) =>
  centralBank
    .open(upstream, { origin: 'http://bank.test' }, limaClock('2026-11-15'))
    .series?.({ codigo, ...WINDOW }, call)

test('a series is one request, to its address', async () => {
  const { upstream, asked } = upstreamOf(200, fixture('daily.json'), null)
  assert.equal((await ask(upstream, 'PD04640PD'))?.valores.length, 6)
  assert.deepEqual(asked, ['/estadisticas/series/api/PD04640PD/json/2026-08-01/2026-09-30/esp'])
})

const CATALOGUE = fixture('catalogue.csv')
const UNKNOWN = 'PN01728AM'

const verdicts: [string, number, string, string | null, string][] = [
  ['PD04640PD', 404, PAGE, null, 'upstream-unavailable'],
  ['PD04640PD', 404, '{"message":"not found"}', null, 'upstream-unavailable'],
  ['PD04640PD', 404, '', CATALOGUE, 'upstream-unavailable'],
  ['PD04639PD', 404, PAGE, CATALOGUE, 'upstream-unavailable'],
  ['PN02507AQ', 404, PAGE, CATALOGUE, 'upstream-unavailable'],
  ['PN02507AQ', 200, PAGE, CATALOGUE, 'upstream-unavailable'],
  ['PD04640PD', 403, PAGE, null, 'upstream-unavailable'],
  ['PD04640PD', 403, fixture('wall.html'), null, 'upstream-blocked'],
  ['PD04640PD', 200, fixture('wall.html'), CATALOGUE, 'upstream-blocked'],
  [UNKNOWN, 404, fixture('wall.html'), CATALOGUE, 'upstream-blocked'],
  ['PD04640PD', 200, PAGE, CATALOGUE, 'upstream-unavailable'],
  [UNKNOWN, 200, PAGE, CATALOGUE, 'none'],
  [UNKNOWN, 404, PAGE, CATALOGUE, 'none'],
  [UNKNOWN, 404, '{"message":"not found"}', CATALOGUE, 'none'],
  [UNKNOWN, 200, PAGE, null, 'upstream-unavailable'],
  [UNKNOWN, 404, PAGE, null, 'upstream-unavailable'],
  [UNKNOWN, 200, PAGE, PAGE, 'upstream-unavailable'],
  // A catalogue cut in the middle of a line lacks what comes after it.
  [UNKNOWN, 200, PAGE, CATALOGUE.slice(0, -40), 'upstream-unavailable'],
  ['PD04640PD', 200, PAGE, null, 'upstream-unavailable'],
  ['PN00026MM', 200, PAGE, PAGE, 'upstream-unavailable'],
  ['PD04640PD', 200, 'surprise', null, 'upstream-changed'],
  [UNKNOWN, 200, '{}', CATALOGUE, 'upstream-changed'],
]
for (const [codigo, status, text, catalogue, verdict] of verdicts) {
  const known =
    catalogue === null ? 'no catalogue' : catalogue === CATALOGUE ? 'the catalogue' : 'something else as catalogue'
  test(`${codigo}, status ${status}, ${text.slice(0, 12).trim()}…, ${known}: ${verdict}`, async () => {
    const asking = ask(upstreamOf(status, text, catalogue).upstream, codigo)
    if (verdict === 'none') assert.equal(await asking, null)
    else await assert.rejects(async () => asking, { name: 'Failure', kind: verdict })
  })
}

test('there is a pause between the request for a series and the one for the catalogue', async () => {
  const { upstream, asked } = upstreamOf(200, PAGE, fixture('catalogue.csv'))
  await ask(upstream, 'PN01728AM', { ...UNGUARDED, pause: async () => void asked.push('pause') })
  assert.deepEqual(asked.slice(1), ['pause', METADATA])
})

const pathsOf = async (codigo: string, desde: string, hasta: string): Promise<string[]> => {
  const { upstream, asked } = upstreamOf(200, fixture('empty.json'), null)
  const bank = centralBank.open(upstream, { origin: 'http://bank.test' }, limaClock('2026-11-15'))
  assert.equal(await bank.series?.({ codigo, desde, hasta }, UNGUARDED), null)
  return asked
}

test('each frequency has its own way to write a window', async () => {
  for (const [codigo, desde, hasta, window] of [
    ['PD04640PD', '2026-08-01', '2026-08-20', '2026-08-01/2026-08-20'],
    ['PN01273PM', '2024-09-15', '2026-08-20', '2024-9/2026-8'],
    ['PN02507AQ', '2024-03-31', '2024-10-01', '2024-1/2024-4'],
    ['PM04863AA', '2010-05-05', '2024-01-01', '2010/2024'],
  ] as const) {
    assert.deepEqual(await pathsOf(codigo, desde, hasta), [`/estadisticas/series/api/${codigo}/json/${window}/esp`])
  }
})

test('only a code gets into an address', async () => {
  for (const codigo of ['PD04640PX', 'PD04640', '../../PD04640PD', 'PD04640PD-PD04639PD', 'pd04640pd', '']) {
    assert.deepEqual(await pathsOf(codigo, '2026-08-01', '2026-08-20'), [], codigo)
  }
})
