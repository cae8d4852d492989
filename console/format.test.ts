import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  count,
  formatAge,
  formatDate,
  formatMoment,
  formatNumber,
  formatRate,
  joinWords,
  listedDate,
} from './format.ts'

test('dates are told as people in Peru write them, by the day in Lima', () => {
  assert.equal(formatDate('2026-11-15'), '15/11/2026')
  assert.equal(formatDate('2026-11-15T03:00:00Z'), '14/11/2026')
  assert.equal(formatMoment('2026-11-15T13:30:00.000Z'), '15/11/2026, 08:30')
  for (const other of ['circa 1962', '', 'Ago.2026', '2026']) assert.equal(formatDate(other), other)
  assert.equal(formatMoment('ayer'), 'ayer')
})

test('numbers have commas between thousands and a point before decimals', () => {
  assert.equal(formatNumber(18_300_000), '18,300,000')
  assert.equal(formatNumber(999), '999')
  assert.equal(formatNumber(-1234.5, 2), '−1,234.50')
  assert.equal(formatRate(3.4), '3.400')
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (value) => {
      assert.equal(Number(formatNumber(value).replaceAll(',', '').replace('−', '-')), value)
    }),
  )
})

test('counts, lists of words and ages are good Spanish', () => {
  assert.equal(count(1, 'fila', 'filas'), '1 fila')
  assert.equal(count(2000, 'fila', 'filas'), '2,000 filas')
  assert.equal(joinWords(['OFAC', 'ONU']), 'OFAC y ONU')
  assert.equal(joinWords(['a', 'b', 'inhabilitados']), 'a, b e inhabilitados')
  assert.equal(joinWords([]), '')
  assert.equal(formatAge(0), 'hace 1 minuto')
  assert.equal(formatAge(0.5), 'hace 30 minutos')
  assert.equal(formatAge(47), 'hace 47 horas')
  assert.equal(formatAge(75), 'hace 3 días')
})

test('a date of a list is told as people here write it, whatever else it says', () => {
  for (const [listed, told] of [
    ['20 Jan 1970', '20/01/1970'],
    ['3 Sept. 1961', '03/09/1961'],
    ['Nov 1962', '11/1962'],
    ['circa 1968', 'hacia 1968'],
    ['circa 05 May 1968', 'hacia 05/05/1968'],
    ['1961 to 1963', '1961 a 1963'],
    ['1970-05-01', '01/05/1970'],
    ['1970', '1970'],
    ['', ''],
  ] as const)
    assert.equal(listedDate(listed), told)
})

test('an age is told in the largest unit that says something', () => {
  for (const [hours, told] of [
    [0.2, 'hace 12 minutos'],
    [30, 'hace 30 horas'],
    [24 * 89, 'hace 89 días'],
    [24 * 577, 'hace 18 meses'],
  ] as const)
    assert.equal(formatAge(hours), told)
})
