import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NumberTable } from './int-map.ts'

test('a table holds what a map holds, as often as it is started anew', () => {
  const table = new NumberTable(200)
  const entries = fc.array(fc.tuple(fc.nat(1_000_000), fc.nat(60_000)), { maxLength: 200 })
  fc.assert(
    fc.property(entries, (pairs) => {
      table.start(pairs.length)
      const map = new Map<number, number>()
      for (const [key, value] of pairs) {
        assert.equal(table.get(key), map.get(key) ?? -1)
        table.put(key, value)
        map.set(key, value)
      }
      for (const [key, value] of map) assert.equal(table.get(key), value)
    }),
  )
})
