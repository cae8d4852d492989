import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editionMemory } from './edition-memory.ts'

test('what is recalled was kept for these very editions, and never more than the limit', () => {
  const editions = [{}, {}, {}] as const
  const step = fc.record({
    us: fc.nat({ max: 2 }),
    un: fc.nat({ max: 2 }),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const memory = editionMemory<string>(3)
      for (const { us, un, key } of steps) {
        const of = [editions[us] as object, editions[un] as object] as const
        const value = `${us}/${un}/${key}`
        const recalled = memory.recall(of, key)
        assert.ok(recalled === undefined || recalled === value)
        memory.keep(of, key, value)
        assert.equal(memory.recall(of, key), value)
        assert.ok(['a', 'b', 'c', 'd', 'e'].filter((one) => memory.recall(of, one) !== undefined).length <= 3)
      }
    }),
  )
})
