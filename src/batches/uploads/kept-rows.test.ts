import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { checkerTasks } from '../jobs/checker.ts'
import { openTable } from '../read/open-table.ts'
import { headerRules } from '../run-batch.ts'
import { hasKeptRows, keptColumns, keptRows, placeRows, writeRows } from './kept-rows.ts'

const folder = temporaryFolder()
const path = join(folder, 'upload')
const clear = () => ({ data: { total: 0, matches: [] }, origins: [] }) as never
const deps = {
  clean: (query: Record<string, string>) => query,
  lookups: { aml: clear, sanciones: clear, ruc: clear, proveedor: clear, compras: clear, comprobante: clear },
}

test('rows are kept with what is absent, empty or in doubt, and read from anywhere', async () => {
  writeFileSync(path, '[{"nombre":"ANA\\u2028\\n","x":null},{"y":15},{"nombre":"EVA","nombre":"LUZ","y":true}]')
  assert.equal(await hasKeptRows(path), false)
  await writeRows(path, await openTable(path, headerRules({ tipo: 'aml' })))
  await placeRows(path)
  assert.equal(await hasKeptRows(path), true)
  assert.deepEqual(await keptColumns(path), ['nombre', 'x', 'y'])
  const rowsFrom = async (from: number) => (await Array.fromAsync(keptRows(path, from))).flat()
  const [first, second, third] = await rowsFrom(0)
  assert.deepEqual(
    [first, second],
    [
      { number: 1, styles: undefined, problem: null, row: ['ANA\u2028\n', null] },
      { number: 2, styles: undefined, problem: null, row: [undefined, undefined, 15] },
    ],
  )
  assert.deepEqual(third?.row, ['EVA | LUZ', undefined, true])
  assert.match(third?.problem ?? '', /dos valores/)
  assert.deepEqual(await rowsFrom(2), [third])
  assert.deepEqual(await rowsFrom(3), [])
})

test('rows that an earlier version kept have no numbers', async () => {
  writeFileSync(path, '{"chasquiRows":1,"columns":["nombre"]}\n[null,"ANA"]\n["dudosa","EVA"]\n')
  assert.equal(await hasKeptRows(path), true)
  assert.deepEqual((await Array.fromAsync(keptRows(path, 1))).flat(), [
    { number: undefined, styles: undefined, problem: 'dudosa', row: ['EVA'] },
  ])
})

test('an upload that an earlier version kept as it came is gone on with', async () => {
  const tasks = checkerTasks(deps)
  for (const from of [1, 2]) {
    if (from === 1) writeFileSync(path, 'nombre;x\nANA;1\nEVA";2\nLUZ;3\n')
    await tasks.open({ id: 'a', file: { path, tipo: 'aml', named: {} }, from, width: 10 })
    const { text, noRevisadas, isEnd } = await tasks.check({ id: 'a', from, most: 10, refusal: null })
    assert.deepEqual([text.split('\n').length - 1, noRevisadas, isEnd], [3 - from, 2 - from, true])
    await tasks.close({ id: 'a' })
  }
  await assert.rejects(
    tasks.open({ id: 'b', file: { path: join(folder, 'gone'), tipo: 'aml', named: {} }, from: 0, width: 9 }),
  )
})
