import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { bodyPace, discardBody } from './paced-body.ts'

const MEGABYTE = Buffer.alloc(2 ** 20)
/** A body without end, and what was read of it. */
const endless = () => {
  const body = new Readable({ read: () => void body.push(MEGABYTE) })
  let chunks = 0
  body.on('data', () => chunks++)
  body.pause()
  return { body, chunks: () => chunks }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('the bodies of an account are read a chunk at a time, in turn, and one without end is cut off', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const pace = bodyPace()
  const bodies = [endless(), endless()]
  for (const { body } of bodies) discardBody(body, pace)
  await turn()
  const read = (): number[] => bodies.map(({ chunks }) => chunks())
  assert.deepEqual(read(), [1, 1])
  const seen: number[][] = []
  for (let i = 0; i < 4; i++) {
    t.mock.timers.tick(2)
    await turn()
    seen.push(read())
  }
  assert.deepEqual(seen, [
    [2, 1],
    [2, 2],
    [3, 2],
    [3, 3],
  ])
  for (let i = 0; i < 200; i++) {
    t.mock.timers.tick(2)
    await turn()
  }
  assert.ok(Math.max(...read()) <= 66)
  assert.ok(bodies.every(({ body }) => body.destroyed))
})
