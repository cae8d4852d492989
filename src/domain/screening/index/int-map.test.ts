import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { IntMap } from './int-map.ts'

test('it holds what a Map holds, however often it is reset', () => {
  const table = new IntMap(200)
  const entries = fc.array(fc.tuple(fc.nat(1_000_000), fc.nat(60_000)), { maxLength: 200 })
  fc.assert(
    fc.property(entries, (pairs) => {
      table.reset(pairs.length)
      const map = new Map<number, number>()
      for (const [key, value] of pairs) {
        assert.equal(table.get(key), map.get(key) ?? -1)
        table.set(key, value)
        map.set(key, value)
      }
      for (const [key, value] of map) assert.equal(table.get(key), value)
    }),
  )
})
