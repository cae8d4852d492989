import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRetryAfter } from './retry-after.ts'

const NOW = Date.parse('2026-11-15T10:00:00Z')

test('Retry-After comes as seconds or as a date', () => {
  assert.equal(parseRetryAfter('120', NOW), 120_000)
  assert.equal(parseRetryAfter(' 3 ', NOW), 3_000)
  assert.equal(parseRetryAfter('Sun, 15 Nov 2026 10:00:30 GMT', NOW), 30_000)
})

test('a wait that is over, absent or unreadable asks for nothing', () => {
  for (const header of ['0', '', undefined, 'soon', '-5', '1.5s', 'Sun, 15 Nov 2026 09:59:59 GMT']) {
    assert.equal(parseRetryAfter(header, NOW), undefined, header)
  }
})
