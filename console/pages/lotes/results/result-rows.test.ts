import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countGroups, editionsOf, filterRows, fold, readRows } from './result-rows.ts'

const ADDED = {
  ...{ resultado: 'parcial', coincidencias: 2, puntaje: 83, nombreEnLista: 'ZENOBIO', lista: 'US' },
  ...{ programa: 'INV', motivo: 'igual: ZENOBIO', ediciones: 'us 2026-11-12; un 2026-11-13' },
}
const result = (...rows: object[]): string => JSON.stringify(rows)

test('a row is read apart from what was added, whatever the file calls its columns', () => {
  const { resultado, ...others } = ADDED
  const [row] = readRows(
    result({ nombre: 'Zenobio', resultado: 'alto', 2024: 7, nota: null, resultado_2: resultado, ...others }),
  )
  assert.deepEqual(row?.cells, [
    ['2024', '7'],
    ['nombre', 'Zenobio'],
    ['resultado', 'alto'],
    ['nota', ''],
  ])
  assert.equal(row?.found.resultado, 'parcial')
  assert.equal(row?.found.ediciones, ADDED.ediciones)
  assert.equal(row?.group, 'hit')
})

test('no row is lost by filters, and none counts as clear that is not told so', () => {
  const verdicts = fc.constantFrom(
    'exacto',
    'parcial',
    'sin_coincidencias',
    'no_revisado',
    'no_encontrado',
    'otra cosa',
  )
  fc.assert(
    fc.property(fc.array(verdicts, { maxLength: 30 }), (all) => {
      const rows = readRows(result(...all.map((resultado) => ({ cliente: 'Ñusta', ...ADDED, resultado }))))
      const counts = countGroups(rows)
      assert.equal(
        Object.values(counts).reduce((a, b) => a + b, 0),
        all.length,
      )
      assert.equal(counts.none, all.filter((one) => one === 'sin_coincidencias').length)
      for (const group of ['hit', 'none', 'unknown', 'unchecked'] as const)
        assert.equal(filterRows(rows, group, '').length, counts[group])
      assert.equal(filterRows(rows, null, 'NUSTA zeno').length, all.length)
      assert.equal(filterRows(rows, null, 'nadie').length, 0)
    }),
  )
})

test('editions are told once, in the order in which people know the lists', () => {
  const rows = readRows(
    result(ADDED, ADDED, { ...ADDED, ediciones: 'us 2026-11-13; un 2026-11-13' }, { ...ADDED, ediciones: '' }),
  )
  assert.equal(editionsOf(rows), 'OFAC 12/11/2026, OFAC 13/11/2026 y ONU 13/11/2026')
  assert.equal(editionsOf([]), '')
  assert.equal(fold('ÑAHUI Peña'), 'nahui pena')
})
