import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { temporaryFolder } from '../../test/helpers/cleanup.ts'
import { repeated } from '../../test/helpers/repeated.ts'
import { Failure } from '../kernel/errors.ts'
import type { CheckDeps } from './check/check-row.ts'
import { anyJson, anyWorkbook, LISTED, looseCsv, quotedCsv, type WrittenFile } from './fixtures/any-file.ts'
import { openTable } from './read/open-table.ts'
import { headerRules, openBatch } from './run-batch.ts'
import { type Cell, cellText } from './table.ts'

// Rows that were written are rows that come back, in their order, and none that holds a listed name is clear.

const folder = temporaryFolder()

const isListed = (text: string): boolean =>
  text
    .toUpperCase()
    .replace(/[^A-Z]+/g, ' ')
    .includes(LISTED)
/** A list that knows one name, wherever it stands. */
const deps: CheckDeps = {
  clean: (query) => query,
  lookups: {
    aml: ({ nombre = '' }) => {
      const matches = isListed(nombre) ? [{ nombre: LISTED, fuente: 'US', coincidencia: 'exacto', puntaje: 100 }] : []
      return { data: { total: matches.length, matches }, origins: [] } as never
    },
    sanciones: () => assert.fail(),
    ruc: () => assert.fail(),
    proveedor: () => assert.fail(),
    compras: () => assert.fail(),
    comprobante: () => assert.fail(),
  },
}

interface ReadBack {
  /** The cells of each row as they came back, without those at the end that are empty. */
  rows: string[][]
  results: string[]
}

/** What became of a file; null when it was refused. */
const readBack = async (content: Buffer): Promise<ReadBack | null> => {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  try {
    const table = await openTable(path, headerRules({ tipo: 'aml' }))
    const rows: string[][] = []
    for await (const piece of table.rows()) rows.push(...piece.map((row) => withoutEnd(row.map(cellText))))
    const batch = await openBatch(path, { tipo: 'aml' })
    let text = ''
    for await (const piece of batch.result(deps, 'json')) text += piece
    const results = (JSON.parse(text) as Record<string, Cell>[]).map(({ resultado }) => String(resultado))
    assert.equal(results.length, rows.length)
    assert.equal(table.rowCount, rows.length)
    return { rows, results }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    assert.match(error.message, /comillas/)
    return null
  }
}

const withoutEnd = (cells: readonly string[]): string[] => cells.slice(0, cells.findLastIndex((one) => one !== '') + 1)
/** A charset of one byte may be taken for another. */
const plain = (text: string): string => text.replace(/[^\0-\x7f]/g, '?')
const plainRows = (rows: readonly string[][]): string[][] => rows.map((row) => withoutEnd(row.map(plain)))

const noneIsFalselyClear = ({ rows, results }: ReadBack): void => {
  for (const [i, row] of rows.entries())
    if (row.some(isListed)) assert.notEqual(results[i], 'sin_coincidencias', row.join(' / '))
}

const assertEach = <One>(files: fc.Arbitrary<One>, check: (file: One) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(files, check), { numRuns: repeated(100) })

test('CSV with its quotes', async () => {
  let refused = 0
  await assertEach(quotedCsv, async ({ content, rows }) => {
    const read = await readBack(content)
    // A cell that holds what looks like many rows of the file.
    if (!read) {
      refused++
      return
    }
    assert.deepEqual(plainRows(read.rows), plainRows(rows))
    noneIsFalselyClear(read)
  })

  assert.ok(refused <= repeated(3), `${refused} files were refused`)
})

test('CSV with quotes that nobody has doubled', async () => {
  let refused = 0
  const lines = (rows: readonly string[][]): string[] =>
    rows
      .flatMap((row) =>
        row
          .join(' ')
          .replaceAll('"', '')
          .split(/\r\n|\r|\n/),
      )
      .map((line) =>
        plain(line)
          .replace(/[,;|\t ]+/g, ' ')
          .trim(),
      )
  await assertEach(looseCsv, async ({ content, rows }) => {
    const read = await readBack(content)
    if (!read) {
      refused++
      return
    }
    assert.deepEqual(lines(read.rows), lines(rows))
    noneIsFalselyClear(read)
    // A pair of quotes around rows is a cell that is well written: it is told.
    for (const [i, row] of read.rows.entries())
      if (/[\r\n]/.test(row.join(''))) assert.equal(read.results[i], 'no_revisado')
  })

  assert.ok(refused <= repeated(75), `${refused} files were refused`)
})

const sameRows = ({ rows: written, isWellWritten }: WrittenFile, read: ReadBack | null): void => {
  assert.ok(read)
  if (isWellWritten) assert.deepEqual(read.rows, written.map(withoutEnd))
  assert.equal(read.rows.length, written.length)
  for (const [i, row] of written.entries()) if (row[0]?.startsWith('r')) assert.equal(read.rows[i]?.[0], row[0])
  noneIsFalselyClear(read)
}

test('JSON', async () => {
  await assertEach(anyJson, async (file) => {
    const read = await readBack(file.content)
    assert.ok(read)
    assert.equal(read.rows.length, file.rows.length)
    noneIsFalselyClear(read)
    const listed = file.rows.map((row) => row.some(isListed))
    for (const [i, result] of read.results.entries()) if (listed[i]) assert.notEqual(result, 'sin_coincidencias')
  })
})

test('workbooks', async () => {
  await assertEach(anyWorkbook, async ({ made }) => {
    const file = await made
    sameRows(file, await readBack(file.content))
  })
})
