import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isCalendarDate } from './lima-time.ts'

const twoDigits = (value: number): string => String(value).padStart(2, '0')

test('a date exists when the calendar gives it back as it was written', () => {
  const date = fc.tuple(
    fc.integer({ min: 0, max: 9999 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  )
  fc.assert(
    fc.property(date, ([year, month, day]) => {
      const text = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
      const at = Date.parse(`${text}T00:00:00Z`)
      assert.equal(isCalendarDate(text), !Number.isNaN(at) && new Date(at).toISOString().startsWith(text), text)
    }),
  )
})

for (const [text, exists] of [
  ['2024-02-29', true],
  ['2100-02-29', false],
  ['2000-02-29', true],
  ['2026-11-31', false],
  ['2026-1-01', false],
  ['2026-11-16\n', false],
  ['', false],
] as const)
  test(`${JSON.stringify(text)} ${exists ? 'is' : 'is not'} a calendar date`, () =>
    assert.equal(isCalendarDate(text), exists))
