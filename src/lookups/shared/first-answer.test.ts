import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ProviderId } from '../../domain/records.ts'
import { Failure, type FailureKind } from '../../kernel/errors.ts'
import { firstAnswer } from './first-answer.ts'

type Outcome = 'value' | 'none' | FailureKind

const IDS: readonly ProviderId[] = ['taxauth-scraper', 'public-dni-directory', 'aggregator-a', 'aggregator-b']

const run = async (outcomes: readonly Outcome[]) => {
  const asked: ProviderId[] = []
  const providers = outcomes.map((outcome, i) => ({ id: IDS[i] as ProviderId, outcome }))
  const found = firstAnswer(providers, async ({ id, outcome }) => {
    asked.push(id)
    if (outcome === 'value') return { value: `of ${id}`, channel: 'live' as const }
    if (outcome === 'none') return { value: null, channel: 'live' as const }
    throw new Failure(outcome, 'no')
  })
  return { asked, outcome: await found.then((one) => one?.provider ?? 'none').catch((error: Failure) => error.kind) }
}

const CASES: [outcomes: Outcome[], expected: string][] = [
  [['value', 'value'], 'taxauth-scraper'],
  [['none', 'value'], 'public-dni-directory'],
  [['upstream-unavailable', 'value'], 'public-dni-directory'],
  [['upstream-blocked', 'none', 'value'], 'aggregator-a'],
  [['none'], 'none'],
  [['none', 'none', 'none'], 'none'],
  [['none', 'upstream-unavailable'], 'upstream-unavailable'],
  [['upstream-changed', 'none'], 'upstream-changed'],
  [['upstream-changed', 'upstream-changed'], 'upstream-changed'],
  [['upstream-changed', 'upstream-unavailable'], 'upstream-unavailable'],
  [['upstream-blocked', 'none'], 'upstream-blocked'],
  [['upstream-blocked', 'upstream-blocked'], 'upstream-blocked'],
  [['upstream-blocked', 'upstream-changed'], 'upstream-changed'],
  [['upstream-blocked', 'upstream-unavailable', 'none'], 'upstream-unavailable'],
  [['dataset-unavailable', 'upstream-blocked'], 'dataset-unavailable'],
  [[], 'not-configured'],
]

for (const [outcomes, expected] of CASES) {
  test(`${outcomes.join(', ') || 'nobody'} → ${expected}`, async () => {
    assert.equal((await run(outcomes)).outcome, expected)
  })
}

test('nobody is asked after an answer, or after a failure that is about the question', async () => {
  assert.deepEqual((await run(['none', 'value', 'value'])).asked, IDS.slice(0, 2))
  const refused = await run(['invalid-input', 'value'])
  assert.deepEqual(refused, { asked: IDS.slice(0, 1), outcome: 'invalid-input' })
})

test('a bug is not taken for an outage', async () => {
  const broken = firstAnswer([{ id: 'aggregator-a' as const }, { id: 'aggregator-b' as const }], async () => {
    throw new TypeError('oops')
  })
  await assert.rejects(broken, TypeError)
})

test('"none" is said only when every single provider said so', async () => {
  const outcome = fc.constantFrom<Outcome>('none', 'upstream-unavailable', 'upstream-changed', 'upstream-blocked')
  await fc.assert(
    fc.asyncProperty(fc.array(outcome, { minLength: 1, maxLength: 4 }), async (outcomes) => {
      const result = (await run(outcomes)).outcome
      assert.equal(
        result === 'none',
        outcomes.every((one) => one === 'none'),
      )
      const missing = outcomes.filter((one) => one !== 'none')
      assert.equal(
        result === 'upstream-blocked',
        missing.length > 0 && missing.every((one) => one === 'upstream-blocked'),
      )
    }),
  )
})
