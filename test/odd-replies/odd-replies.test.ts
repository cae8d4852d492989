import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeated } from '../helpers/repeated.ts'
import { askEach } from './harness.ts'
import { ODD_REPLIES, oddCombinations } from './replies.ts'
import { TARGETS } from './targets.ts'

const SEED = Number(fc.readConfigureGlobal()?.seed ?? 1)
const COMBINATIONS = repeated(20)

for (const [at, target] of TARGETS.entries()) {
  test(`${target.name}: whatever odd is sent is a failure, never a "no", and costs nothing`, async () => {
    const replies = [...ODD_REPLIES, ...oddCombinations(COMBINATIONS, SEED + at)].filter(
      (reply) => !target.isDocumentedNo?.(reply),
    )
    assert.ok(replies.length >= 150)
    const { all, cost } = await askEach(target, replies)
    const wrong = all.filter(({ status }) => status !== 502 && status !== 503)
    assert.deepEqual(wrong, [], `FC_SEED=${SEED}`)
    assert.equal(cost, 0)
  })
}
