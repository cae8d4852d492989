import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '../../../kernel/errors.ts'
import { registerText } from '../fixtures/random-register.ts'
import { REGISTER_HEADER } from '../fixtures/register-header.ts'
import { INDEX_FILE, RECORDS_FILE } from '../format/index-file.ts'
import { loadImage } from '../format/register-image.ts'
import { RowReader } from '../lookup/row-reader.ts'
import { type BuildOptions, RegisterBuilder } from './register-builder.ts'

const built = async (lines: readonly string[], options: BuildOptions): Promise<unknown[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'padron-'))
  try {
    writeFileSync(join(dir, 'padron.txt'), Buffer.from([REGISTER_HEADER, ...lines].join('\n'), 'latin1'))
    const builder = new RegisterBuilder(dir, () => undefined, options)
    const facts = [await builder.parse(join(dir, 'padron.txt')), await builder.build(null)]
    return [...facts, readFileSync(join(dir, INDEX_FILE)), readFileSync(join(dir, RECORDS_FILE))]
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** Lines of many small registers, in the order they were drawn. */
const drawnLines = (registers: number): string[] =>
  fc.sample(registerText, { numRuns: registers, seed: 7 }).flatMap((text) => text.split(/\r?\n/).slice(1))

test('an edition is the same byte by byte for any number of workers and any size of blocks', async () => {
  const lines = drawnLines(120)
  const alone = await built(lines, { workers: 1 })
  for (const options of [
    { workers: 1, blockBytes: 9_000 },
    { workers: 2, blockBytes: 9_001 },
    { workers: 3, blockBytes: 30_011 },
  ])
    assert.deepEqual(await built(lines, options), alone, JSON.stringify(options))
})

test('there may be more workers than rows', async () => {
  const line = '10123456789|ROSA LIMA|ACTIVO|HABIDO|-|-|-|-|-|-|-|-|-|-|-|'
  for (const lines of [[], [line]])
    assert.deepEqual(await built(lines, { workers: 4 }), await built(lines, { workers: 1 }), `${lines.length} rows`)
})

test('a line longer than a block is one broken line, and the lines around it are read', async () => {
  const line = (ruc: number): string => `${ruc}|ROSA LIMA|ACTIVO|HABIDO|-|-|-|-|-|-|-|-|-|-|-|`
  for (const [length, workers] of [
    ...[8_999, 9_000, 17_999, 18_000, 18_001, 50_000].map((length) => [length, 1] as const),
    ...[9_000, 18_001].map((length) => [length, 2] as const),
  ]) {
    const endless = `${'X'.repeat(length)}${line(10_123_456_788)}`
    const lines = [line(10_123_456_789), endless, line(10_123_456_790)]
    const [parsed] = (await built(lines, { workers, blockBytes: 9_000 })) as [{ rows: number; broken: number }]
    assert.deepEqual([parsed.rows, parsed.broken], [2, 1], `${length} bytes, ${workers} workers`)
  }
})

test('a register with more statuses than fit in a byte keeps them all', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'padron-'))
  const lines = Array.from(
    { length: 300 },
    (_, n) => `10${String(n).padStart(9, '0')}|ROSA|ESTADO ${n}|HABIDO|${'-|'.repeat(11)}`,
  )
  try {
    writeFileSync(join(dir, 'padron.txt'), [REGISTER_HEADER, ...lines].join('\n'), 'latin1')
    const builder = new RegisterBuilder(dir, () => undefined)
    await builder.parse(join(dir, 'padron.txt'))
    await builder.build(null)
    const reader = new RowReader(await loadImage(dir))
    for (let row = 0; row < lines.length; row++) {
      const { numero, estado } = reader.row(row)
      assert.equal(estado, `ESTADO ${Number(numero.slice(2))}`)
    }
    reader.close()
  } finally {
    rmSync(dir, { recursive: true })
  }
})

test('a failure in a worker fails the build', async () => {
  const statuses = Array.from(
    { length: 40_000 },
    (_, n) => `10${String(n).padStart(9, '0')}|ROSA|ESTADO ${n}|HABIDO|-|-|-|-|-|-|-|-|-|-|-|`,
  )
  for (const workers of [1, 2])
    await assert.rejects(
      built(statuses, { workers, blockBytes: 100_000 }),
      (error) => error instanceof Failure && error.kind === 'upstream-changed',
      `${workers} workers`,
    )
})
