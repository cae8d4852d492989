import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toCsv, toTabs } from './table-text.ts'

test('a file has dates that sort, the clipboard has dates as people write them', () => {
  const sheet = { heads: ['Fecha', 'Compra'], rows: [['2026-11-08', '3.421']] }
  assert.equal(toCsv(sheet), '\ufeffFecha,Compra\r\n2026-11-08,3.421\r\n')
  assert.equal(toTabs(sheet), 'Fecha\tCompra\n08/11/2026\t3.421')
})

test('no value leaves its cell', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (rows) => {
      const sheet = { heads: ['a', 'b'], rows }
      const lines = toTabs(sheet).split('\n')
      assert.equal(lines.length, rows.length + 1)
      for (const line of lines) assert.equal(line.split('\t').length, 2)
      const cells = [
        ...toCsv(sheet)
          .slice(1)
          .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/g),
      ]
      const read = cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain)
      // What a spreadsheet would run has a sign in front.
      const isSame = (text: string, at: number): boolean => read[at] === text || read[at] === `'${text}`
      assert.equal(read.length, 2 + rows.flat().length)
      assert.ok(['a', 'b', ...rows.flat()].every(isSame))
    }),
  )
})

test('a text that a spreadsheet would run is written as text; figures stay figures', () => {
  const sheet = { heads: ['a', 'b', 'c', 'd'], rows: [['=1+1', '@SUM(A1)', -3.5, '-2']] }
  assert.equal(toCsv(sheet), "\ufeffa,b,c,d\r\n'=1+1,'@SUM(A1),-3.5,-2\r\n")
  assert.equal(toTabs(sheet).split('\n')[1], "'=1+1\t'@SUM(A1)\t-3.5\t-2")
})
