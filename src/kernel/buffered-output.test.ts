import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
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

test('a flush to a closed file descriptor ends', async () => {
  const output = bufferedOutput(9_999)
  output.write('nobody reads this\n')
  await new Promise<void>((done) => output.flush(done))
  assert.doesNotThrow(() => output.write('nor this\n'))
})

/** A process that logs far more than may wait, to a pipe that this test reads when it wants to. */
const startWriter = () => {
  const code = `
    const { bufferedOutput } = await import(${JSON.stringify(new URL('./buffered-output.ts', import.meta.url).href)})
    const output = bufferedOutput(1)
    const line = 'x'.repeat(1023) + '\\n'
    for (let i = 0; i < 40_000; i++) output.write(line)
    await new Promise(setImmediate)
    process.send('written')
    output.flush(() => process.exit(7))`
  const writer = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return { writer, stdout: writer.stdout as Readable }
}

test('a reader that stops reading neither stops the writer nor makes it keep every line', async () => {
  const { writer, stdout } = startWriter()
  const exited = once(writer, 'exit')
  await once(writer, 'message')
  let bytes = 0
  for await (const piece of stdout) bytes += piece.length
  assert.ok(bytes > 1024 * 1024 && bytes < 10 * 1024 * 1024 && bytes % 1024 === 0, `${bytes} bytes`)
  assert.deepEqual(await exited, [7, null])
})

test('a reader that goes away lets the writer end', async () => {
  const { writer, stdout } = startWriter()
  const exited = once(writer, 'exit')
  await once(writer, 'message')
  stdout.destroy()
  assert.deepEqual(await exited, [7, null])
})
