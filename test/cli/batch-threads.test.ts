import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BatchKind } from '../../src/batches/check/check-row.ts'
import { notChecked } from '../../src/batches/check/results.ts'
import { askedColumns, packChecked, packRows, unpackChecked, unpackRows } from '../../src/batches/check/row-checks.ts'
import { readHeader } from '../../src/batches/read/header.ts'
import { openBatch } from '../../src/batches/run-batch.ts'
import { sampleBatch } from '../../src/batches/sample-batch.ts'
import { type BatchFlags, runBatch } from '../../src/cli/actions/batch.ts'
import { startCheckThreads } from '../../src/cli/batch/check-threads.ts'
import { checkThreadsFor, openChecks } from '../../src/cli/batch/open-checks.ts'
import { FollowerList } from '../../src/datasets/index.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { SANDBOX_TODAY, sandboxData } from '../helpers/sandbox-data.ts'

const folder = temporaryFolder()
const settings = { CHASQUI_TODAY: SANDBOX_TODAY, CHASQUI_DATA_DIR: sandboxData() }

/** The rows of the sample again and again, each with a number of its own. */
const manyRows = async (rows: number): Promise<string> => {
  const [header = '', ...lines] = (await sampleBatch('csv')).toString().trimEnd().split('\r\n')
  const numbered = Array.from({ length: rows }, (_, i) => lines[i % lines.length]?.replace(/^[^;]*/, `C-${i}`))
  const path = join(folder, `${rows}.csv`)
  writeFileSync(path, `${[header, ...numbered].join('\r\n')}\r\n`)
  return path
}

const resultOf = async (file: string, tipo: BatchKind, threads: number): Promise<string> => {
  const batch = await openBatch(file, { tipo })
  const { checks, close } = await openChecks({ asked: { tipo }, columns: batch.columns, threads, sandbox: true })
  try {
    let text = ''
    for await (const piece of batch.result(checks, 'csv')) text += piece
    return `${text}${JSON.stringify(batch.tally)}`
  } finally {
    await close()
  }
}

test('the result is the same whatever the number of threads', async (t) => {
  Object.assign(process.env, settings)
  t.after(() => {
    for (const name of Object.keys(settings)) delete process.env[name]
  })
  const file = await manyRows(1_300)
  for (const tipo of ['aml', 'proveedor'] as const) {
    const alone = await resultOf(file, tipo, 1)
    assert.match(alone, /"procesadas":1300/)
    assert.ok((await resultOf(file, tipo, 3)) === alone, tipo)
  }
  const large = await manyRows(5_000)
  assert.ok(checkThreadsFor(5_000) >= 1 && checkThreadsFor(4_999) === 1)
  const salida = join(folder, 'grande.csv')
  const { code, err } = await runInProcess(settings, 'lote', large, '--tipo', 'aml', '--sandbox', '--salida', salida)
  assert.equal(code, 0, err)
  Object.assign(process.env, settings)
  const [text = ''] = (await resultOf(large, 'aml', 1)).split('{"procesadas"')
  assert.ok(readFileSync(salida, 'utf8') === text)
})

test('a thread that ends in the middle ends the command, with a line and without a file', async () => {
  const script = new URL('../../src/cli/batch/fixtures/ending-worker.ts', import.meta.url)
  const salida = join(folder, 'cortado.csv')
  let shown = ''
  const output = { out: () => {}, err: (text: string) => void (shown += text), colours: false, setExitCode: () => {} }
  const flags: BatchFlags = { tipo: 'aml', salida }
  const code = await runBatch(await manyRows(1_300), flags, output, async ({ asked, columns }) => {
    const services = { today: undefined, threads: 1, providers: {} as never, notLoaded: {} as never, unconfigured: [] }
    const deps = { threads: 1, services, followers: new FollowerList(), asked, columns, script }
    const { stop, ...checks } = await startCheckThreads(deps)
    return { checks, close: stop }
  })
  assert.equal(code, 3)
  assert.match(shown, /^Uno de los hilos que revisan filas terminó de improviso: .*\.\n$/)
  assert.equal(existsSync(salida), false)
})

test('rows and answers arrive in another thread as they were sent', () => {
  const columns = readHeader(['x', 'Nombre', 'RUC', 'y', 'Razón social'])
  const { asked, columns: moved } = askedColumns(columns)
  const rows = [['a', 'ANA', 20100070970, 'b', null], ['c']] as const
  const sent = unpackRows(packRows(rows, asked), asked.length)
  for (const [i, row] of rows.entries())
    for (const role of ['nombre', 'ruc'] as const)
      assert.deepEqual(
        moved[role].map((column) => sent[i]?.[column]),
        columns[role].map((column) => String(row[column] ?? '')),
      )
  const checked = [
    { result: notChecked('x'), questions: 0, sourceFailed: true },
    { result: { ...notChecked(''), coincidencias: 2 }, questions: 3, sourceFailed: false },
  ]
  assert.deepEqual(unpackChecked(structuredClone(packChecked(checked))), checked)
})
