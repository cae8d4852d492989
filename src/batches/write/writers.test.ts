import assert from 'node:assert/strict'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import { temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { allRows, NAME_NEEDED } from '../fixtures/files.ts'
import { openTable } from '../read/open-table.ts'
import { type Cell, cellText, filledWidth, isBlankRow, type Row } from '../table.ts'
import { safeText, writeCsv } from './csv-writer.ts'
import { uniqueNames, writeJson } from './json-writer.ts'
import { checkFitsSheet, writeXlsx } from './xlsx-writer.ts'

const folder = temporaryFolder()

async function* inPieces(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let i = 0; i < rows.length; i += 2) yield rows.slice(i, i + 2)
}

const written = async (pieces: AsyncIterable<string | Buffer>) => {
  const path = join(folder, `${Math.random()}.out`)
  await pipeline(pieces, createWriteStream(path))
  return openTable(path, NAME_NEEDED)
}

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      '=1+1',
      '+51 1',
      '-5',
      '@x',
      "'",
      '"',
      'a;b',
      'a,b',
      'a\tb',
      'l1\r\nl2',
      ' x ',
      '01234567',
      '_x0041_',
      '<&>',
    ),
  )
  .filter((one) => !one.includes('\0') && !one.includes('\u001f'))
const cell = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger(), fc.boolean())
const rowsOf = (cells: fc.Arbitrary<Cell>) =>
  fc.array(fc.tuple(fc.constant('ANA'), cells, cells), { minLength: 1, maxLength: 6 })
const COLUMNS = ['nombre', 'b', 'c']
const filled = (row: Row): Row => row.slice(0, filledWidth(row))

test('what is written as CSV is read back, but for the signs that keep formulas from running', async () => {
  const choice = fc.constantFrom(',', ';', '\t', '|')
  await fc.assert(
    fc.asyncProperty(rowsOf(text), choice, fc.boolean(), async (rows, separator, mark) => {
      const table = await written(writeCsv(COLUMNS, inPieces(rows), { separator, mark }))
      assert.equal(table.separator, separator)
      const expected = rows.filter((row) => !isBlankRow(row)).map((row) => row.map((one) => safeText(cellText(one))))
      assert.deepEqual((await allRows(table)).map(filled), expected.map(filled))
    }),
    { numRuns: 60 },
  )
})

test('what is written as JSON is read back, types and all', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf(cell), async (rows) => {
      const table = await written(writeJson(COLUMNS, inPieces(rows)))
      const read = await allRows(table)
      // A number that is not written as JavaScript would write it comes back as text.
      assert.deepEqual(
        read.map((row) => row.map(cellText)),
        JSON.parse(JSON.stringify(rows)).map((row: Cell[]) => row.map(cellText)),
      )
    }),
    { numRuns: 60 },
  )
})

test('what is written as XLSX is read back, types and all', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf(cell), async (rows) => {
      const table = await written(writeXlsx(COLUMNS, inPieces(rows)))
      const expected = rows.map((row) => row.map((one) => (one === '' ? undefined : Object.is(one, -0) ? 0 : one)))
      assert.deepEqual((await allRows(table)).map(filled).map(plain), expected.map(filled).map(plain))
    }),
    { numRuns: 40 },
  )
})

const plain = (row: Row): Row =>
  row.map((one) => (typeof one === 'string' ? one.toWellFormed() : Object.is(one, -0) ? 0 : one))

test('the same rows are the same workbook on another day', async (t) => {
  const bytes = async () => Buffer.concat(await Array.fromAsync(writeXlsx(COLUMNS, inPieces([['ANA', 1, true]]))))
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-15T12:00:00Z') })
  const first = await bytes()
  t.mock.timers.setTime(Date.parse('2027-03-01T09:30:10Z'))
  assert.deepEqual(await bytes(), first)
})

test('no cell of a CSV begins as a formula does', () => {
  for (const one of ['=1', '+a', '-a', '@a', '\t=1', '\r=1', ' =1', '\n@x', '＝1', '-1+1|x'])
    assert.equal(safeText(one), `'${one}`)
  for (const one of ['-5', '+51', '-1.5', 'a=b', '01', '']) assert.equal(safeText(one), one)
})

test('members of a JSON object have names of their own', () => {
  assert.deepEqual(uniqueNames(['a', 'a', '', 'a_2', 'a']), ['a', 'a_3', 'columna_3', 'a_2', 'a_4'])
})

test('a sheet holds a million rows and no more', () => {
  checkFitsSheet({ rowCount: 1_048_575, longestCell: 32_767, columns: 60 })
  assert.throws(() => checkFitsSheet({ rowCount: 1_048_576, longestCell: 1, columns: 1 }), { message: /CSV/ })
  assert.throws(() => checkFitsSheet({ rowCount: 1, longestCell: 32_768, columns: 1 }), { message: /CSV/ })
})
