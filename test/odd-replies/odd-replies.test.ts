import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeated, sampled } from '../helpers/repeated.ts'
import { askEach } from './harness.ts'
import { ODD_REPLIES, oddCombinations } from './replies.ts'
import { TARGETS } from './targets.ts'

const SEED = Number(fc.readConfigureGlobal()?.seed ?? 1)
const COMBINATIONS = repeated(20)
/** A target gets every second odd reply, and its neighbour in the list the others; another seed exchanges them. */
const EVERY = 2

for (const [at, target] of TARGETS.entries()) {
  test(`${target.name}: whatever odd is sent is a failure, never a "no", and costs nothing`, async () => {
    const replies = [...sampled(ODD_REPLIES, EVERY, SEED + at), ...oddCombinations(COMBINATIONS, SEED + at)].filter(
      (reply) => !target.isDocumentedNo?.(reply),
    )
    assert.ok(replies.length >= 80)
    const { all, cost } = await askEach(target, replies)
    const wrong = all.filter(({ status }) => status !== 502 && status !== 503)
    assert.deepEqual(wrong, [], `FC_SEED=${SEED}`)
    assert.equal(cost, 0)
  })
}
