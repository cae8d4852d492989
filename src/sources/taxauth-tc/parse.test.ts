import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '../../kernel/errors.ts'
import { parseCurrentRate, parseRatesOfMonth } from './parse.ts'

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
const SEPTEMBER_20 = { fecha: '2026-09-20', compra: 3.354, venta: 3.362 }

test('the text file is read with and without its pipe, line end, comma and byte order mark', () => {
  const same = [
    fixture('current.txt'),
    '20/09/2026|3.354|3.362|',
    '20/09/2026|3.354|3.362',
    '20/09/2026|3.354|3.362|\n',
    '\ufeff20/09/2026|3,354|3,362|\r\n\r\n',
    ' 20/9/2026 | 3.354 | 3.362 | ',
  ]
  for (const text of same) assert.deepEqual(parseCurrentRate(text, true), SEPTEMBER_20, JSON.stringify(text))
})

test('a line that only the end of a connection ended needs its pipe: cut in its last number it is another rate', () => {
  for (const text of ['20/09/2026|3.354|3.362', '20/09/2026|3.354|3.3', '20/09/2026|3.354|3 '])
    assert.throws(() => parseCurrentRate(text), { kind: 'upstream-changed' }, text)
  for (const text of ['20/09/2026|3.354|3.362|', '20/09/2026|3.354|3.362\n'])
    assert.deepEqual(parseCurrentRate(text), SEPTEMBER_20)
})

test('a text file of another form is a changed upstream', () => {
  const changed = [
    '',
    '\ufeff',
    '<html><body>Mantenimiento</body></html>',
    fixture('rejected.html'),
    '31/02/2026|3.354|3.362|',
    '2026-09-20|3.354|3.362|',
    '20/09/2026|3.354|',
    '20/09/2026||3.362|',
    '20/09/2026|0.000|0.000|',
    '20/09/2026|-3.354|3.362|',
    '20/09/2026|3.354|3.362|more|',
    '20/09/2026|3.354|3.362|\n21/09/2026|3.354|3.362|',
  ]
  for (const text of changed) assert.throws(() => parseCurrentRate(text), { kind: 'upstream-changed' }, text)
})

test('a month is grouped by date, sorted, and a date with one side is left out', () => {
  assert.deepEqual(parseRatesOfMonth(fixture('month.json'), '2026-09'), [
    { fecha: '2026-09-01', compra: 3.425, venta: 3.432 },
    { fecha: '2026-09-02', compra: 3.424, venta: 3.431 },
    { fecha: '2026-09-05', compra: 3.418, venta: 3.427 },
  ])
  assert.deepEqual(parseRatesOfMonth('[]', '2026-09'), [])
})

test('a buying rate above the selling rate is kept, because it is published now and then', () => {
  const rows = [
    { fecPublica: '13/05/2021', valTipo: '3.702', codTipo: 'C' },
    { fecPublica: '13/05/2021', valTipo: '3.701', codTipo: 'V' },
  ]
  assert.deepEqual(parseRatesOfMonth(JSON.stringify(rows), '2021-05'), [
    { fecha: '2021-05-13', compra: 3.702, venta: 3.701 },
  ])
})

test('a month that is not a list is a failure, never a month without publications', () => {
  const refused: [string, string][] = [
    [fixture('token-refused.json'), 'upstream-unavailable'],
    [fixture('rejected.html'), 'upstream-unavailable'],
    ['<html>Mantenimiento</html>', 'upstream-changed'],
    ['', 'upstream-changed'],
    ['null', 'upstream-changed'],
    ['{}', 'upstream-changed'],
    ['[null]', 'upstream-changed'],
    ['[{"fecPublica":"2026-09-01","valTipo":"3.4","codTipo":"C"}]', 'upstream-changed'],
    ['[{"fecPublica":"01/09/2026","valTipo":"tres","codTipo":"C"}]', 'upstream-changed'],
    ['[{"fecPublica":"01/09/2026","valTipo":"3.4","codTipo":"X"}]', 'upstream-changed'],
    // Rows, but no whole publication of the month.
    ['[{"fecPublica":"01/09/2026","valTipo":"3.4","codTipo":"C"}]', 'upstream-changed'],
    ['[{"fecPublica":"01/09/2026","valTipo":"","codTipo":"C"}]', 'upstream-changed'],
    [fixture('month.json').replaceAll('/09/2026', '/08/2026'), 'upstream-changed'],
  ]
  for (const [text, kind] of refused) assert.throws(() => parseRatesOfMonth(text, '2026-09'), { kind }, text)
})

test('a damaged answer is read right or fails', () => {
  const current = fixture('current.txt')
  const month = fixture('month.json')
  fc.assert(
    fc.property(
      fc.nat(month.length),
      fc.nat(20),
      fc.constantFrom('', '|', '"', '<p>', '\u0000', '9'),
      (at, cut, put) => {
        const damage = (text: string): string => {
          const from = at % (text.length + 1)
          return text.slice(0, from) + put + text.slice(from + cut)
        }
        try {
          const { compra, venta } = parseCurrentRate(damage(current))
          assert.ok(compra > 0 && venta > 0)
        } catch (error) {
          assert.ok(error instanceof Failure, String(error))
        }
        try {
          assert.ok(parseRatesOfMonth(damage(month), '2026-09').length <= 4)
        } catch (error) {
          assert.ok(error instanceof Failure, String(error))
        }
      },
    ),
    { numRuns: 400 },
  )
})
