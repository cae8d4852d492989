import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { etagOf } from './etag.ts'

test('a body has the tag that it had in earlier runs: what callers kept stays valid after a restart', () => {
  assert.equal(etagOf('{"ok":true}'), '"-1505849310.2083164515.11"')
  assert.equal(etagOf(`{"ok":true,"data":"${'Ñ'.repeat(1_024)}"}`), '"unjDq345tdnLyq5Mk5zYf9jfijQ"')
})

test('a tag is quoted and plain, whatever the body', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (body) => {
      assert.match(etagOf(body), /^"[\w.-]{5,40}"$/)
    }),
  )
})

test('bodies that differ in one character have different tags', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 1_500 }), fc.nat(), fc.string(), (body, position, piece) => {
      const at = position % body.length
      const changed = body.slice(0, at) + piece + body.slice(at + 1)
      assert.equal(etagOf(changed) === etagOf(body), changed === body)
    }),
  )
})

test('a hundred thousand bodies much alike have as many tags', () => {
  const tags = new Set<string>()
  for (let total = 0; total < 100_000; total++) tags.add(etagOf(`{"ok":true,"data":{"total":${total},"matches":[]}}`))
  assert.equal(tags.size, 100_000)
})

test('bodies that differ in every other letter have different tags', () => {
  const tags = new Set<string>()
  const letters = (number: number): string =>
    Array.from(
      { length: 6 },
      (_, index) => `${String.fromCharCode(65 + (Math.floor(number / 26 ** index) % 26))}_`,
    ).join('')
  for (let number = 0; number < 300_000; number++) tags.add(etagOf(`{"ok":true,"data":"${letters(number * 1_009)}"}`))
  assert.equal(tags.size, 300_000)
})
