import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { bufferedOutput } from './buffered-output.ts'

test('every line arrives once, whole and in order, whatever its length', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-output-'))
  const file = join(folder, 'out')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.string(), fc.constant('ñ'.repeat(40_000))), { maxLength: 60 }),
      async (texts) => {
        const fd = openSync(file, 'w')
        const output = bufferedOutput(fd)
        for (const text of texts) output.write(`${text}\n`)
        await new Promise<void>((done) => output.flush(done))
        closeSync(fd)
        assert.equal(
          readFileSync(file, 'utf8'),
          Buffer.from(texts.map((text) => `${text}\n`).join('')).toString('utf8'),
        )
      },
    ),
    { numRuns: 30 },
  )
  rmSync(folder, { recursive: true })
})

test('a reader that is gone ends the flush instead of hanging it', async () => {
  const output = bufferedOutput(9_999)
  output.write('nobody reads this\n')
  await new Promise<void>((done) => output.flush(done))
  assert.doesNotThrow(() => output.write('nor this\n'))
})
