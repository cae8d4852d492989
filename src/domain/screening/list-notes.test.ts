import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ListNotes } from './list-notes.ts'

test('a note is told to the list it was kept for, and the two lists noted last are known', () => {
  const lists = [{}, {}, {}, {}]
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 3 })), (turns) => {
      const notes = new ListNotes<number>()
      const recent: number[] = []
      for (const turn of turns) {
        const list = lists[turn] as object
        const known = notes.of(list)
        assert.equal(known, recent.includes(turn) ? turn : undefined)
        if (known !== undefined) continue
        notes.keep(list, turn)
        recent.push(turn)
        if (recent.length > 2) recent.shift()
      }
    }),
  )
})
