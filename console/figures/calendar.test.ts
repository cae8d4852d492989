import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, addMonths, daysBetween, daysIn, limaDate, monthsBefore, monthWords, weekday } from './calendar.ts'

const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1900-01-01', days))

test('the day in Lima ends five hours after that of Greenwich', () => {
  assert.equal(limaDate(Date.parse('2026-11-15T04:59:59Z')), '2026-11-14')
  assert.equal(limaDate(Date.parse('2026-11-15T05:00:00Z')), '2026-11-15')
})

test('months are counted over the ends of years', () => {
  assert.deepEqual(
    [addMonths('2026-01', -1), addMonths('2026-12', 1), addMonths('2026-11', -22)],
    ['2025-12', '2027-01', '2025-01'],
  )
  assert.deepEqual([daysIn('2024-02'), daysIn('2026-02'), daysIn('2026-12')], [29, 28, 31])
  assert.equal(monthsBefore('2026-03-31', 1), '2026-02-28')
  assert.equal(monthsBefore('2026-11-13', 60), '2021-11-13')
})

test('going back by months keeps the day or takes the last one of the month', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 120 }), (date, months) => {
      const before = monthsBefore(date, months)
      assert.equal(before.slice(0, 7), addMonths(date.slice(0, 7), -months))
      assert.ok(before.slice(8) === date.slice(8) || Number(before.slice(8)) === daysIn(before.slice(0, 7)))
      assert.equal(addDays(before, daysBetween(before, date)), date)
    }),
  )
})

test('months and days have their words', () => {
  assert.equal(monthWords('2026-09'), 'setiembre de 2026')
  assert.equal(weekday('2026-11-15'), 'domingo')
})
