import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './helpers/cleanup.ts'

const CHILD = fileURLToPath(new URL('./helpers/let-go.ts', import.meta.url))

test('an edition that is no longer in service leaves memory at once, though its answers are remembered', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', CHILD, temporaryFolder()], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  assert.notEqual(stdout, '', stderr)
  const { pieces, held, answers } = JSON.parse(stdout)
  assert.ok(pieces > 10, 'the image of the register was seen')
  assert.equal(answers, 10)
  assert.deepEqual(held, [])
})
