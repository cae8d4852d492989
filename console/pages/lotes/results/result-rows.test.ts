import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countGroups, countMarks, editionsOf, filterRows, fold, readRows } from './result-rows.ts'

const ADDED = {
  ...{ resultado: 'parcial', coincidencias: 2, puntaje: 83, nombreEnLista: 'ZENOBIO', lista: 'US' },
  ...{ programa: 'INV', motivo: 'igual: ZENOBIO', ediciones: 'us 2026-11-12; un 2026-11-13' },
}
const ALL = { group: null, mark: null, search: '' }
const result = (...rows: object[]): string => JSON.stringify(rows)

test('a row is read apart from what was added, whatever the file calls its columns', () => {
  const { resultado, ...others } = ADDED
  const [row] = readRows(
    result({ nombre: 'Zenobio', resultado: 'alto', 2024: 7, nota: null, resultado_2: resultado, ...others, fila: 7 }),
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
  assert.equal(row?.fileRow, 7)
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
        assert.equal(filterRows(rows, { ...ALL, group }).length, counts[group])
      assert.equal(filterRows(rows, { ...ALL, search: 'NUSTA zeno' }).length, all.length)
      assert.equal(filterRows(rows, { ...ALL, search: 'nadie' }).length, 0)
    }),
  )
})

test('editions are told once, in the order in which people know the lists', () => {
  const rows = readRows(
    result(ADDED, ADDED, { ...ADDED, ediciones: 'us 2026-11-13; un 2026-11-13' }, { ...ADDED, ediciones: '' }),
  )
  assert.equal(editionsOf(rows), 'OFAC 12/11/2026, OFAC 13/11/2026 y ONU 13/11/2026')
  const undated = readRows(result({ ...ADDED, ediciones: 'us 2026-11-12; un sin fecha, copia del 2026-11-13' }))
  assert.equal(editionsOf(undated), 'OFAC 12/11/2026 y ONU (sin fecha, copia del 13/11/2026)')
  assert.equal(editionsOf([]), '')
  assert.equal(fold('ÑAHUI Peña'), 'nahui pena')
})

test('what the register says is told of the rows that have it', () => {
  const { resultado, ...others } = ADDED
  const registered = (estado: string, condicion: string, nombreCoincide: string) => ({
    ruc: '1',
    resultado,
    estado,
    condicion,
    nombreEnPadron: 'X',
    nombreCoincide,
    ...others,
  })
  const rows = readRows(
    result(registered('ACTIVO', 'HABIDO', 'si'), registered('BAJA', 'NO HALLADO CERRADO', 'no'), {
      ruc: '1',
      ...ADDED,
    }),
  )
  assert.deepEqual(rows[1]?.cells, [['ruc', '1']])
  assert.deepEqual([rows[1]?.found.nombreEnPadron, rows[2]?.found.estado, rows[2]?.found.lista], ['X', '', 'US'])
  assert.deepEqual(countMarks(rows), [
    ['status', 1],
    ['condition', 1],
    ['name', 1],
  ])
  assert.deepEqual(filterRows(rows, { ...ALL, mark: 'condition' }), [rows[1]])
  const [numbered] = readRows(result({ ruc: '1', ...ADDED, fila: 9999 }))
  assert.equal(numbered?.fileRow, 9999)
  assert.deepEqual(filterRows(numbered ? [numbered] : [], { ...ALL, search: '9999' }), [])
})
