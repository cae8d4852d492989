import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatDate } from '../format.ts'
import { addDays } from './calendar.ts'
import { readDate } from './typed-date.ts'

test('dates are read as people write them, and only real ones', () => {
  for (const typed of ['08/11/2026', '8/11/2026', ' 8-11-2026 ', '08.11.2026', '2026-11-08'])
    assert.equal(readDate(typed), '2026-11-08', typed)
  for (const typed of ['', '30/02/2026', '11/2026', '08/11/26', 'ayer', '2026-13-01'])
    assert.equal(readDate(typed), null, typed)
})

test('every date that the console shows can be typed again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 90_000 }), (days) => {
      const date = addDays('1850-01-01', days)
      assert.equal(readDate(formatDate(date)), date)
    }),
  )
})
