import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedOf } from './asked-row.ts'
import { readRows } from './result-rows.ts'

type Columns = Parameters<typeof askedOf>[1]

const ADDED = {
  ...{ resultado: 'parcial', coincidencias: 1, puntaje: 83, nombreEnLista: 'ZENOBIO', lista: 'US' },
  ...{ programa: 'INV', motivo: '', ediciones: '' },
}

/** A row with the roles that its batch tells of each column. */
const ask = (cells: Record<string, [text: string, role: Columns[number]['papel']]>, added: object = {}) => {
  const own = Object.fromEntries(Object.entries(cells).map(([column, [text]]) => [column, text]))
  const [row] = readRows(JSON.stringify([{ ...own, ...ADDED, ...added }]))
  const columns = Object.entries(cells).map(([nombre, [, papel]]) => ({ nombre, papel }))
  return askedOf(row as never, columns)
}

test('what a row asked is what stands in the columns that the batch used, whatever others are called', () => {
  const company = ask({
    'nombre del representante': ['Luz Ñahui', null],
    'razon social': ['Minera Zenobio S.A.', 'nombre'],
    ruc: ['20000000125', 'documento'],
  })
  assert.deepEqual(company, {
    ...{ nombre: 'Minera Zenobio S.A.', documento: '20000000125', nacimiento: '', pais: '', isSure: true },
  })
  const person = ask({
    'Cliente desde': ['2019', null],
    'Proveedor activo': ['sí', null],
    'Nombres y Apellidos': ['Ana Quispe', 'nombre'],
  })
  assert.deepEqual([person.nombre, person.documento, person.isSure], ['Ana Quispe', '', true])
})

test('parts of a name are put together, and several names are all shown', () => {
  const parts = { Nombres: ['Ana', 'nombre'], 'Apellido paterno': ['De la Rosa', 'nombre'] } as const
  const whole = ask({ ...parts, 'Ap. materno': ['Quispe', 'nombre'] } as never)
  assert.deepEqual([whole.nombre, whole.isSure], ['Ana De la Rosa Quispe', true])
  const twice = ask({ nombre: ['Ana QUISPE', 'nombre'], cliente: ['Aná Quispe', 'nombre'] })
  assert.deepEqual([twice.nombre, twice.isSure], ['Ana QUISPE', true])
  const two: Parameters<typeof ask>[0] = { cliente: ['Ana', 'nombre'], 'razon social': ['Zenobio S.A.', 'nombre'] }
  const several = ask(two, { motivo: 'La fila tiene 2 nombres. «Zenobio S.A.»: igual: ZENOBIO' })
  assert.deepEqual([several.nombre, several.isSure], ['Ana · Zenobio S.A.', false])
  const unchecked = ask(two, { resultado: 'no_revisado' })
  assert.deepEqual([unchecked.nombre, unchecked.isSure], ['Ana', false])
  assert.equal(ask({ dni: ['12345678', 'documento'], ruc: ['20000000125', 'documento'] }).isSure, false)
})

test('a row without a name has none; a DNI is the one that was asked about', () => {
  const row = ask(
    { nombre: [' — ', 'nombre'], dni: ['201', 'documento'] },
    { motivo: 'Se completó el DNI con ceros a la izquierda: 00000201' },
  )
  assert.deepEqual([row.nombre, row.documento], ['', '00000201'])
})

test('a batch that does not tell its columns claims nothing', () => {
  const [row] = readRows(JSON.stringify([{ código: '', nota: 'x', nombre: 'Ana', ...ADDED }]))
  const asked = askedOf(row as never, [])
  assert.deepEqual([asked.nombre, asked.isSure], ['x', false])
})
