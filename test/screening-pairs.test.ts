import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isKept, printCheck } from './helpers/screening/limits.ts'
import { sharedData } from './helpers/screening/lists.ts'
import {
  devPairs,
  type JudgedPair,
  judgePairs,
  ownPairs,
  pairChecks,
  printPairs,
  resample,
  scorePairs,
} from './helpers/screening/pairs.ts'

const SEED = 15_11_2026
const shared = sharedData()

test('held pairs are matched as they are labelled', (t) => {
  const judged = judgePairs(ownPairs('held'))
  t.diagnostic(printPairs('held pairs', judged, SEED))
  assert.deepEqual(
    pairChecks(judged)
      .filter((check) => !isKept(check))
      .map(printCheck),
    [],
  )
})

test('pairs of the development set are matched as they are labelled', {
  skip: !shared && 'no ../shared/data beside the project',
}, (t) => {
  const judged = judgePairs(devPairs(shared as string))
  t.diagnostic(printPairs('pairs of the development set', judged, SEED))
  assert.ok(scorePairs(judged).f1 >= 0.83)
})

test('the pairs for tuning and the held ones share no name and have the same kinds', () => {
  const [tune, held] = [ownPairs('tune'), ownPairs('held')]
  const names = new Set(tune.flatMap(({ query, listed }) => [query.toLowerCase(), listed.toLowerCase()]))
  const shared = held.filter(({ query, listed }) => names.has(query.toLowerCase()) || names.has(listed.toLowerCase()))
  assert.equal(shared.length, 0)
  const kinds = (pairs: typeof tune) => Map.groupBy(pairs, ({ schema, kind, match }) => `${schema} ${kind} ${match}`)
  const sizes = (pairs: typeof tune) => [...kinds(pairs)].map(([kind, { length }]) => `${kind} ${length}`).sort()
  assert.deepEqual(sizes(tune), sizes(held))
})

const judgedPair = fc.record({
  same: fc.boolean(),
  match: fc.boolean(),
  schema: fc.constantFrom('Person', 'Company'),
  query: fc.constant('a'),
  listed: fc.constant('b'),
})

test('a figure lies within its interval, and the same seed draws the same interval', () => {
  fc.assert(
    fc.property(fc.array(judgedPair, { minLength: 5, maxLength: 60 }), fc.nat(), (pairs: JudgedPair[], seed) => {
      const [score, bounds] = [scorePairs(pairs), resample(pairs, seed)]
      assert.deepEqual(resample(pairs, seed), bounds)
      for (const figure of ['precision', 'recall', 'f1'] as const) {
        const [low, high] = bounds[figure]
        assert.ok(0 <= low && low <= score[figure] + 1e-9 && score[figure] <= high + 1e-9 && high <= 1, figure)
      }
    }),
    { numRuns: 25 },
  )
})
