import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { keyedEtag } from './etag.ts'

const secret = Uint8Array.from({ length: 32 }, (_, i) => i)
const etagOf = keyedEtag(secret)

test('a body has the tag that it had in earlier runs of the same installation', () => {
  assert.equal(etagOf('{"ok":true}'), '"i8r2QrnledP3ZLGfXTpo4e"')
})

test('two installations give one body different tags', () => {
  const other = keyedEtag(Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? 0 : i)))
  fc.assert(fc.property(fc.string({ maxLength: 2_000 }), (body) => assert.notEqual(other(body), etagOf(body))))
})

test('a tag is quoted and plain, whatever the body', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (body) => {
      assert.match(etagOf(body), /^"[\w-]{22}"$/)
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
