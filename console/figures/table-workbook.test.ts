import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CellObject, read } from '@e965/xlsx'
import { toWorkbook } from './table-workbook.ts'

test('another library reads dates as dates and rates as figures', () => {
  const rows = [
    ['2026-11-08', 3.42, '2026-11-07', '=1+1'],
    ['2026-11-09', 3.4215, '', 'Ñ & <x>'],
  ]
  const book = toWorkbook({ heads: ['Fecha', 'Compra', 'Publicado', 'Nota'], rows, decimals: 3 })
  const { Datos: sheet } = read(book, { cellNF: true, cellFormula: true, cellStyles: true }).Sheets
  const cell = (at: string) => {
    const { t, v, z, f } = (sheet?.[at] ?? {}) as CellObject
    return [t, v, z, f]
  }
  assert.deepEqual(cell('A2'), ['n', 46334, 'dd/mm/yyyy', undefined])
  assert.deepEqual(cell('B3'), ['n', 3.4215, '0.000', undefined])
  assert.deepEqual(cell('D2'), ['s', '=1+1', '@', undefined])
  assert.deepEqual(cell('D3').slice(0, 2), ['s', 'Ñ & <x>'])
  assert.deepEqual(sheet?.['!autofilter'], { ref: 'A1:D3' })
  assert.deepEqual(toWorkbook({ heads: ['a'], rows: [] }), toWorkbook({ heads: ['a'], rows: [] }))
})
