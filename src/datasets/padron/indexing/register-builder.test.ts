import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '../../../kernel/errors.ts'
import { REGISTER_HEADER, registerText } from '../fixtures/random-register.ts'
import { INDEX_FILE, RECORDS_FILE } from '../format/index-file.ts'
import { loadImage } from '../format/register-image.ts'
import { RowReader } from '../lookup/row-reader.ts'
import { RegisterBuilder, type Workforce } from './register-builder.ts'

const built = async (lines: readonly string[], workforce: Workforce): Promise<unknown[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'padron-'))
  try {
    writeFileSync(join(dir, 'padron.txt'), Buffer.from([REGISTER_HEADER, ...lines].join('\n'), 'latin1'))
    const builder = new RegisterBuilder(dir, () => undefined, workforce)
    const facts = [await builder.parse(join(dir, 'padron.txt')), await builder.build(null)]
    return [...facts, readFileSync(join(dir, INDEX_FILE)), readFileSync(join(dir, RECORDS_FILE))]
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** Lines of many small registers, in the order they were drawn. */
const drawnLines = (registers: number): string[] =>
  fc.sample(registerText, { numRuns: registers, seed: 7 }).flatMap((text) => text.split(/\r?\n/).slice(1))

test('an edition is the same byte by byte, however many hands share the work and wherever the text is cut', async () => {
  const lines = drawnLines(120)
  const alone = await built(lines, { hands: 1 })
  for (const workforce of [
    { hands: 1, blockBytes: 9_000 },
    { hands: 2, blockBytes: 9_001 },
    { hands: 3, blockBytes: 30_011 },
  ])
    assert.deepEqual(await built(lines, workforce), alone, JSON.stringify(workforce))
})

test('more hands than rows are no harm', async () => {
  const line = '10123456789|ROSA LIMA|ACTIVO|HABIDO|-|-|-|-|-|-|-|-|-|-|-|'
  for (const lines of [[], [line]])
    assert.deepEqual(await built(lines, { hands: 4 }), await built(lines, { hands: 1 }), `${lines.length} rows`)
})

test('a line without end is one broken line, whatever it holds, and the lines around it are read', async () => {
  const line = (ruc: number): string => `${ruc}|ROSA LIMA|ACTIVO|HABIDO|-|-|-|-|-|-|-|-|-|-|-|`
  for (const length of [8_999, 9_000, 17_999, 18_000, 18_001, 50_000])
    for (const hands of [1, 2]) {
      const endless = `${'X'.repeat(length)}${line(10_123_456_788)}`
      const lines = [line(10_123_456_789), endless, line(10_123_456_790)]
      const [parsed] = (await built(lines, { hands, blockBytes: 9_000 })) as [{ rows: number; broken: number }]
      assert.deepEqual([parsed.rows, parsed.broken], [2, 1], `${length} bytes, ${hands} hands`)
    }
})

test('a register with more statuses than a byte can tell keeps them all', async () => {
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

test('what a hand refuses, the builder refuses', async () => {
  const statuses = Array.from(
    { length: 40_000 },
    (_, n) => `10${String(n).padStart(9, '0')}|ROSA|ESTADO ${n}|HABIDO|-|-|-|-|-|-|-|-|-|-|-|`,
  )
  for (const hands of [1, 2])
    await assert.rejects(
      built(statuses, { hands, blockBytes: 100_000 }),
      (error) => error instanceof Failure && error.kind === 'upstream-changed',
      `${hands} hands`,
    )
})
