import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { askedBefore } from './asked-before.ts'

test('a question is known from its second time on', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (key) => {
      const known = askedBefore(64)
      assert.equal(known(key), false)
      assert.equal(known(key), true)
    }),
  )
})

test('questions that were not asked are hardly ever taken for known ones', () => {
  const known = askedBefore(1_024)
  let wrong = 0
  for (let at = 0; at < 20_000; at++) if (known(`PERSONA INVENTADA ${at}`)) wrong++
  assert.ok(wrong < 5, String(wrong))
})
