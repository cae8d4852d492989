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
  let nowMs = 0
  const pace = bodyPace(() => nowMs)
  const bodies = [endless(), endless()]
  for (const { body } of bodies) discardBody(body, pace)
  await turn()
  const read = (): number[] => bodies.map(({ chunks }) => chunks())
  assert.deepEqual(read(), [1, 1])
  const seen: number[][] = []
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms
    t.mock.timers.tick(ms)
    await turn()
  }
  for (let i = 0; i < 4; i++) {
    await pass(2)
    seen.push(read())
  }
  assert.deepEqual(seen, [
    [2, 1],
    [2, 2],
    [3, 2],
    [3, 3],
  ])
  // Thirty more are left of the first 32 MB, and some have come back; then a megabyte takes a quarter of a second.
  for (let i = 0; i < 200; i++) await pass(2)
  const [one = 0, two = 0] = read()
  assert.ok(one + two >= 32 && one + two <= 36, `${one} ${two}`)
  for (let i = 0; i < 130; i++) await pass(250)
  assert.ok(Math.max(...read()) <= 66)
  assert.ok(bodies.every(({ body }) => body.destroyed))
})
