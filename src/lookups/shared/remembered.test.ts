import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { EditionReader } from '../../datasets/index.ts'
import { limaClock } from '../../domain/lima-time.ts'
import type { Answer } from './answer.ts'
import { remembered } from './remembered.ts'

const answerOf = (data: string): Answer<string> => ({
  data,
  origins: [{ provider: 'us-list', channel: 'list' }],
  maxAgeSeconds: 1,
  dependsOnToday: false,
})

const editionOf = (edicion: string): EditionReader => ({
  facts: { edicion, filas: 1, sha256: '', cargado: '' },
  close: async () => {},
})

const KEYS = ['a', 'b', 'c', 'd', 'e']

test('an answer given again was made from the editions in service, and never more than the limit are kept', () => {
  const editions = [editionOf('0'), editionOf('1'), editionOf('2')]
  const step = fc.record({ us: fc.nat({ max: 2 }), un: fc.nat({ max: 2 }), key: fc.constantFrom(...KEYS) })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let inService = [0, 0]
      let asked = 0
      const lookup = remembered(
        (key: string) => {
          asked++
          return answerOf(`${inService}/${key}`)
        },
        {
          limit: 3,
          keyOf: (key) => key,
          mirrors: [0, 1].map((at) => ({ current: () => editions[inService[at] as number] ?? null })),
        },
      )
      const isKept = (key: string): boolean => {
        const before = asked
        lookup(key)
        return asked === before
      }
      for (const { us, un, key } of steps) {
        inService = [us, un]
        assert.equal(lookup(key).data, `${us},${un}/${key}`)
        assert.ok(isKept(key))
      }
      // The least recently asked went first, so of five keys asked in turn only the last three are there.
      for (const key of KEYS) lookup(key)
      assert.deepEqual(KEYS.slice(2).map(isKept), [true, true, true])
      assert.equal(isKept('a'), false)
    }),
  )
})

/** A lookup that is kept from the second asking on, and whether it had to be asked. */
const countedLookup = (limit: number) => {
  let asked = 0
  const lookup = remembered(
    (key: string) => {
      asked++
      return answerOf(key)
    },
    { limit, keyOf: (key) => key, fromSecondAsking: true },
  )
  return { lookup, asked: () => asked }
}

test('an answer is kept from the second asking on, and marked as one that recurs', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (key) => {
      const { lookup, asked } = countedLookup(16)
      const answers = [lookup(key), lookup(key), lookup(key), lookup(key)]
      assert.equal(asked(), 2)
      assert.equal(answers[3], answers[2])
      assert.deepEqual(
        answers.map(({ recurs }) => recurs),
        [undefined, undefined, true, true],
      )
    }),
  )
})

test('of questions asked once hardly any is taken for one that was asked before', () => {
  const { lookup, asked } = countedLookup(256)
  // A key that is wrongly taken for a known one is kept at its first asking: its second asking is then answered from memory.
  let early = 0
  for (let at = 0; at < 20_000; at++) {
    lookup(`PERSONA INVENTADA ${at}`)
    const before = asked()
    lookup(`PERSONA INVENTADA ${at}`)
    if (asked() === before) early++
  }
  assert.ok(early < 5, String(early))
})

test('an answer that had to wait is not kept for the editions, which may have changed meanwhile', async () => {
  let asked = 0
  const edition = editionOf('0')
  const lookup = remembered(
    async (key: string) => {
      asked++
      return answerOf(key)
    },
    { limit: 8, keyOf: (key) => key, mirrors: [{ current: () => edition }] },
  )
  await lookup('a')
  await lookup('a')
  assert.equal(asked, 2)
})

test('a question without a key, a failure, and what is not worth keeping are asked anew', async () => {
  let asked = 0
  const lookup = remembered(
    (key: string) => {
      asked++
      if (key === 'bad') throw new Error('no')
      return answerOf(key)
    },
    { limit: 8, keyOf: (key) => (key === '' ? undefined : key), isWorthKeeping: ({ data }) => data !== 'long' },
  )
  for (const key of ['', 'long']) for (let time = 0; time < 2; time++) lookup(key)
  for (let time = 0; time < 2; time++) assert.throws(() => lookup('bad'))
  assert.equal(asked, 6)
  let failed = 0
  const failing = remembered(
    async () => {
      failed++
      throw new Error('no')
    },
    { limit: 8, keyOf: () => 'key' },
  )
  for (let time = 0; time < 2; time++) await assert.rejects(failing(''))
  assert.equal(failed, 2)
})

test('what was live comes from the cache when it is given again, until its time or the day in Lima is over', async () => {
  // 23:50 in Lima.
  let now = Date.parse('2026-11-16T04:50:00Z')
  let asked = 0
  const lookup = remembered(
    async (key: string): Promise<Answer<string>> => {
      asked++
      return { ...answerOf(key), origins: [{ provider: 'taxauth-tc', channel: 'live', edition: key }] }
    },
    {
      limit: 8,
      keyOf: (key) => key,
      expiry: {
        clock: limaClock(undefined, { now: () => now }),
        keepMs: (found) => (found.data === 'short' ? 1 : 3_600_000),
      },
    },
  )
  assert.deepEqual((await lookup('a')).origins, [{ provider: 'taxauth-tc', channel: 'live', edition: 'a' }])
  assert.deepEqual((await lookup('a')).origins, [{ provider: 'taxauth-tc', channel: 'cache', edition: 'a' }])
  await lookup('short')
  now += 9 * 60_000
  await lookup('a')
  assert.equal(asked, 2)
  await lookup('short')
  now += 60_000
  await lookup('a')
  assert.equal(asked, 4)
})
