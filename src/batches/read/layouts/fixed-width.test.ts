import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { temporaryFolder } from '../../../../test/helpers/cleanup.ts'
import { allRows, NAME_NEEDED, tableOf } from '../../fixtures/files.ts'
import { cellText } from '../../table.ts'
import { readHeader } from '../header.ts'

const folder = temporaryFolder()
const RULES = { ...NAME_NEEDED, columnsOf: (header: Parameters<typeof readHeader>[0]) => readHeader(header) }

const word = fc.stringMatching(/^[A-ZÑÁ]{2,12}$/)
const nameOf = (most: number) => fc.array(word, { minLength: 1, maxLength: most }).map((words) => words.join(' '))
const digits = fc.stringMatching(/^[1-9][0-9]{7}$/)
const amount = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2))
const rowsOf = (most: number, minLength: number) =>
  fc.array(fc.tuple(digits, nameOf(most), digits, amount), { minLength, maxLength: 8 })

/** A line as programs print it: what is too long pushes the rest to the right, or stands without a gap. */
const line = ([code, name, document, sum]: readonly string[], width: number, gap: number): string =>
  [code?.padEnd(8), name?.padEnd(width), document?.padEnd(9), sum?.padStart(10)].join(' '.repeat(gap))

test('a report is read by the places of its columns, and what does not keep to them is not asked', async () => {
  let asked = 0
  await fc.assert(
    fc.asyncProperty(rowsOf(3, 3), rowsOf(6, 0), fc.integer({ min: 1, max: 3 }), async (rows, others, gap) => {
      const width = Math.max(20, ...rows.map(([, name]) => name.length))
      const printed = [...rows, ...others].map((row) => line(row, width, gap))
      const text = [
        'REPORTE DE SOCIOS',
        line(['CODIGO', 'NOMBRE COMPLETO', 'DNI', 'SALDO'], width, Math.max(2, gap)).replace(/ +$/, ''),
        '-'.repeat(60),
        ...printed,
      ].join('\r\n')
      const table = await tableOf(folder, text, RULES).catch(() => null)
      // Columns that no gap parts are refused.
      if (!table) return
      const read = await allRows(table)
      assert.equal(read.length, printed.length)
      for (const [at, row] of read.entries())
        if (table.problemOf(row) === null) {
          asked++
          assert.deepEqual(row.map(cellText), [...(([...rows, ...others][at] ?? []) as string[])], text)
        }
    }),
    { numRuns: 60 },
  )
  assert.ok(asked > 100, String(asked))
})

test('pages, sums and lines out of their columns are told apart', async () => {
  const page = (rows: readonly string[]): string[] => [
    'COOPERATIVA EJEMPLO                              Página: 1',
    'CODIGO  APELLIDOS Y NOMBRES              DNI           SALDO',
    '------  -------------------------------  --------  ---------',
    ...rows,
  ]
  const text = [
    ...page([
      '000123  MUÑOZ PEÑA ÍÑIGO                 07552116  1,250.00',
      '000124  NÚÑEZ DE LA TORRE Y ACUÑA DE LOS MONTEROS BEGOÑA 00123456 250.00',
      '',
    ]),
    ...page([
      '000125  IBÁÑEZ CAÑETE ANTOÑITA           09123456     10.00',
      '        TOTAL GENERAL                              1,510.00',
    ]),
  ].join('\n')
  const table = await tableOf(folder, text, RULES)
  assert.deepEqual(table.columns, ['CODIGO', 'APELLIDOS Y NOMBRES', 'DNI', 'SALDO'])
  const read = await allRows(table)
  const asked = read.filter((row) => table.problemOf(row) === null)
  assert.deepEqual(
    asked.map((row) => [row[1], row[2]]),
    [
      ['MUÑOZ PEÑA ÍÑIGO', '07552116'],
      ['IBÁÑEZ CAÑETE ANTOÑITA', '09123456'],
    ],
  )
  assert.match(read.map(table.problemOf).join('\n'), /no sigue las columnas del reporte/)
})
