import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { cpuMs } from '../../../test/helpers/cpu-time.ts'
import { Failure } from '../../kernel/errors.ts'
import { isPage, parseSeries } from './parse.ts'

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')

const DAILY = { codigo: 'PD04640PD', desde: '2026-08-01', hasta: '2026-09-30' }
const MONTHLY = { codigo: 'PN01273PM', desde: '2024-11-01', hasta: '2026-11-15' }

test('a daily series keeps printed periods and drops the days without a value', () => {
  assert.deepEqual(parseSeries(fixture('daily.json'), DAILY), {
    codigo: 'PD04640PD',
    nombre: 'TC Sistema bancario SBS (S/ por US$) - Venta',
    frecuencia: 'diaria',
    valores: [
      { periodo: '20.Ago.26', valor: 3.528 },
      { periodo: '21.Ago.26', valor: 3.531 },
      { periodo: '24.Ago.26', valor: 3.5275 },
      { periodo: '31.Ago.26', valor: 3.519 },
      { periodo: '01.Set.26', valor: 3.52 },
      { periodo: '02.SEP.26', valor: 3.516 },
    ],
    fuente: 'central-bank',
  })
})

test('a one-word name is replaced by the title; periods are sorted by date, digits are kept', () => {
  const series = parseSeries(fixture('monthly.json'), MONTHLY)
  assert.equal(series?.nombre, 'Índice de precios Lima Metropolitana (var% 12 meses) - IPC')
  assert.equal(series?.frecuencia, 'mensual')
  assert.deepEqual(series?.valores, [
    { periodo: 'Jul.2026', valor: 1.7 },
    { periodo: 'Ago.2026', valor: -0.25 },
    { periodo: 'Set.2026', valor: 1.91234567890123 },
  ])
})

test('quarters and years are read, with or without a title', () => {
  const quarters = parseSeries(fixture('quarterly.json'), {
    codigo: 'PN02507AQ',
    desde: '2024-05-01',
    hasta: '2024-10-01',
  })
  assert.deepEqual(
    quarters?.valores.map(({ periodo }) => periodo),
    ['T2.24', 'T3.24', 'T4.24'],
  )
  const years = parseSeries(fixture('annual.json'), { codigo: 'PM04863AA', desde: '2023-06-01', hasta: '2026-01-01' })
  assert.equal(years?.nombre, 'PBI - Agropecuario')
  assert.deepEqual(years?.valores, [
    { periodo: '2023', valor: -2.4 },
    { periodo: '2024', valor: 4.9 },
  ])
})

test('no value in the window is null, never an empty series', () => {
  assert.equal(parseSeries(fixture('empty.json'), DAILY), null)
  assert.equal(parseSeries(fixture('daily.json').replaceAll(/"3\.\d+"/g, '"n.d."'), DAILY), null)
  assert.equal(parseSeries(fixture('empty.json').replace(/"title":"[^"]*",/, ''), DAILY), null)
})

test('values of another window, or an empty frame that names no series, do not say that there is no data', () => {
  for (const text of [
    '{"config":{},"periods":[]}',
    '{"config":{"title":"","series":[]},"periods":[]}',
    '{"config":{"title":"Error"},"periods":[],"error":"timeout"}',
    '{"config":{"title":"Error interno del servidor","series":[]},"periods":[]}',
    '{"config":{"title":"x","series":[{"name":"x"},{"name":"y"}]},"periods":[]}',
    '{"config":{"title":"x","series":[{"name":"x"}]},"periods":[],"error":"timeout"}',
  ]) {
    assert.throws(() => parseSeries(text, DAILY), { kind: 'upstream-changed' }, text)
  }
  const elsewhere = { ...DAILY, desde: '2026-09-03' }
  assert.throws(() => parseSeries(fixture('daily.json'), elsewhere), { kind: 'upstream-changed' })
})

test('an answer of another shape is a changed upstream', () => {
  const changed = [
    '',
    'null',
    '[]',
    '"n.d."',
    '{"periods":[]}',
    '{"config":{},"periods":{}}',
    '{"error":"code"}',
    fixture('daily.json').slice(0, 200),
    fixture('daily.json').replace('3.528', '3,528'),
    fixture('daily.json').replace('3.528', ''),
    fixture('daily.json').replace('20.Ago.26', '20.Xyz.26'),
    fixture('daily.json').replace('["3.528"]', '[]'),
    fixture('monthly.json'),
  ]
  for (const text of changed) {
    assert.throws(() => parseSeries(text, DAILY), { name: 'Failure', kind: 'upstream-changed' }, text.slice(0, 40))
  }
})

test('a page is not data, and a bot wall is blocked', () => {
  assert.equal(isPage(fixture('daily.json')), false)
  assert.equal(isPage(fixture('unknown-code.html')), true)
  assert.equal(isPage(`\ufeff\r\n ${fixture('unknown-code.html')}`), true)
  assert.throws(() => isPage(fixture('wall.html')), { kind: 'upstream-blocked' })
  assert.throws(() => isPage('<html>Request unsuccessful.</html>'), { kind: 'upstream-blocked' })
  assert.throws(() => isPage('<script>visid_incap_1</script>'), { kind: 'upstream-blocked' })
})

test('a damaged answer is read right, is null or fails, and quickly', () => {
  const whole = fixture('daily.json')
  const right = parseSeries(whole, DAILY)?.valores ?? []
  const periods = new Set(right.map(({ periodo }) => periodo))
  fc.assert(
    fc.property(
      fc.nat(whole.length),
      fc.nat(40),
      fc.constantFrom('', '<html>', '"', '}', 'n.d.', '\u0000', 'Ñ'),
      (at, cut, put) => {
        const text = whole.slice(0, at) + put + whole.slice(at + cut)
        const read = (): void => {
          try {
            const series = parseSeries(text, DAILY)
            for (const { valor } of series?.valores ?? []) assert.ok(Number.isFinite(valor))
            assert.ok(series === null || series.valores.length <= periods.size)
          } catch (error) {
            assert.ok(error instanceof Failure, String(error))
          }
        }
        // Far above what reading takes, so that only a blow-up fails.
        assert.ok(cpuMs(read) < 2_000)
      },
    ),
    { numRuns: 400 },
  )
})
