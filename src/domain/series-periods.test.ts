import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from './lima-time.ts'
import type { Frequency } from './records.ts'
import { frequencyOf, isInWindow, parsePeriod, periodStart } from './series-periods.ts'

const SPANISH = ['Ene', 'Feb', 'Mar', 'Abr', 'May', 'Jun', 'Jul', 'Ago', 'Set', 'Oct', 'Nov', 'Dic']
const ENGLISH = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const dates = fc.integer({ min: -18_000, max: 40_000 }).map((days) => addDays('1970-01-01', days))
const frequencies = fc.constantFrom<Frequency>('diaria', 'mensual', 'trimestral', 'anual')
const print = (frecuencia: Frequency, date: string, months: readonly string[]): string => {
  const [year = '', month = '', day = ''] = date.split('-')
  if (frecuencia === 'diaria') return `${day}.${months[Number(month) - 1]}.${year.slice(2)}`
  if (frecuencia === 'mensual') return `${months[Number(month) - 1]}.${year}`
  return frecuencia === 'trimestral' ? `T${Math.ceil(Number(month) / 3)}.${year.slice(2)}` : year
}

test('a printed period is read back as the period of its date, in any case and language, when it lies in the window', () => {
  fc.assert(
    fc.property(
      frequencies,
      dates,
      fc.nat(4_000),
      fc.nat(4_000),
      fc.constantFrom(SPANISH, ENGLISH),
      fc.constantFrom<(text: string) => string>(
        (text) => text,
        (text) => text.toLowerCase(),
        (text) => ` ${text.toUpperCase()} `,
      ),
      (frecuencia, date, before, after, months, restyle) => {
        const window = { desde: addDays(date, -before), hasta: addDays(date, after) }
        const read = parsePeriod(frecuencia, restyle(print(frecuencia, date, months)), window)
        assert.equal(read, periodStart(frecuencia, date))
        assert.ok(isInWindow(frecuencia, read ?? '', window))
      },
    ),
  )
})

test('two-digit years fall into the requested window, else above 50 into the last century', () => {
  const nineties = { desde: '1994-01-01', hasta: '1995-12-31' }
  const recent = { desde: '2026-01-01', hasta: '2026-12-31' }
  assert.equal(parsePeriod('diaria', '15.Mar.94', nineties), '1994-03-15')
  assert.equal(parsePeriod('diaria', '15.Mar.94', recent), '1994-03-15')
  assert.equal(parsePeriod('diaria', '15.Mar.94', { desde: '2090-01-01', hasta: '2095-01-01' }), '2094-03-15')
  assert.equal(parsePeriod('trimestral', 'T1.24', recent), '2024-01-01')
  assert.equal(parsePeriod('trimestral', 'T4.50', recent), '2050-10-01')
  assert.equal(parsePeriod('trimestral', 'T4.50', { desde: '1950-01-01', hasta: '1960-01-01' }), '1950-10-01')
  assert.equal(parsePeriod('diaria', '26.Ago.26', { desde: '1901-01-01', hasta: '2026-12-31' }), '2026-08-26')
})

test('February 29 is a day only in the century that has it', () => {
  assert.equal(parsePeriod('diaria', '29.Feb.00', { desde: '1900-01-01', hasta: '1900-12-31' }), '2000-02-29')
  assert.equal(parsePeriod('diaria', '29.Feb.26', { desde: '2026-01-01', hasta: '2026-12-31' }), null)
})

test('a text that is no period of the frequency is not read', () => {
  const window = { desde: '2026-01-01', hasta: '2026-12-31' }
  const wrong: [Frequency, string][] = [
    ['diaria', 'Ago.2026'],
    ['diaria', '32.Ago.26'],
    ['diaria', '20.Agosto.26'],
    ['mensual', '20.Ago.26'],
    ['mensual', 'Xyz.2026'],
    ['mensual', '2026'],
    ['trimestral', 'T5.24'],
    ['trimestral', 'T0.24'],
    ['anual', '24'],
    ['anual', 'T1.24'],
    ['anual', ''],
  ]
  for (const [frecuencia, printed] of wrong) assert.equal(parsePeriod(frecuencia, printed, window), null, printed)
})

test('a period belongs to the window when they share a day', () => {
  const window = { desde: '2026-02-15', hasta: '2026-08-02' }
  assert.equal(isInWindow('mensual', '2026-01-01', window), false)
  assert.equal(isInWindow('mensual', '2026-02-01', window), true)
  assert.equal(isInWindow('mensual', '2026-08-01', window), true)
  assert.equal(isInWindow('mensual', '2026-09-01', window), false)
  assert.equal(isInWindow('trimestral', '2026-01-01', window), true)
  assert.equal(isInWindow('anual', '2026-01-01', window), true)
})

test('the last letter of a code is its frequency', () => {
  assert.deepEqual(['PD04640PD', 'PN01273PM', 'PN02507AQ', 'PM04863AA', 'PN01273PX'].map(frequencyOf), [
    'diaria',
    'mensual',
    'trimestral',
    'anual',
    undefined,
  ])
})
