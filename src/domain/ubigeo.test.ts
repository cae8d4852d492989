import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { DEPARTMENTS, localityOf, UBIGEO_ROWS, ubigeoOf } from './ubigeo.ts'

const CSV = fileURLToPath(new URL('../../../shared/data/ubigeo/ubigeo.csv', import.meta.url))

test('a code gives its department, province and district', () => {
  assert.deepEqual(localityOf('150131'), { departamento: 'LIMA', provincia: 'LIMA', distrito: 'SAN ISIDRO' })
  assert.deepEqual(localityOf('130111'), {
    departamento: 'LA LIBERTAD',
    provincia: 'TRUJILLO',
    distrito: 'VICTOR LARCO HERRERA',
  })
  assert.deepEqual(localityOf('160109'), { departamento: 'LORETO', provincia: 'MAYNAS', distrito: 'PUTUMAYO' })
})

test('an unknown code gives the province or department of its first digits', () => {
  assert.deepEqual(localityOf('150199'), { departamento: 'LIMA', provincia: 'LIMA', distrito: '' })
  assert.deepEqual(localityOf('159901'), { departamento: 'LIMA', provincia: '', distrito: '' })
  for (const unknown of ['990101', '', '-', '1501', '15', 'constructor']) {
    assert.deepEqual(localityOf(unknown), { departamento: '', provincia: '', distrito: '' })
  }
})

test('names are matched together, in their other spellings, without foot-notes', () => {
  const cases = [
    ['LIMA', 'LIMA', 'PUEBLO LIBRE /1', '150121'],
    ['LIMA', 'LIMA', 'Pueblo Libre 1', '150121'],
    ['PROV. CONST. DEL CALLAO', 'PROV. CONST. DEL CALLAO', 'BELLAVISTA', '070102'],
    ['CALLAO', 'CALLAO', 'CALLAO', '070101'],
    ['ICA', 'NAZCA', 'NAZCA', '110301'],
    ['HUÁNUCO', 'LEONCIO PRADO', 'RUPA RUPA', '100601'],
    ['HUANCAVELICA', 'TAYACAJA', 'HUARIBAMBA', '090709'],
    ['HUANCAVELICA', 'TAYACAJA', 'SALCABAMBA', '090714'],
    ['HUANCAVELICA', 'TAYACAJA', 'NAHUIMPUQUIO', '090710'],
    ['LORETO', 'MAYNAS', 'PUTUMAYO', '160109'],
    ['CUSCO', 'LIMA', 'MIRAFLORES', ''],
    ['LIMA', 'LIMA', '', ''],
  ] as const
  for (const [departamento, provincia, distrito, code] of cases) {
    assert.equal(ubigeoOf(departamento, provincia, distrito), code)
  }
})

test('every code leads to names that lead back to a code of the same names', () => {
  const codes = fc.tuple(
    fc.integer({ min: 1, max: 25 }),
    fc.integer({ min: 1, max: 20 }),
    fc.integer({ min: 1, max: 60 }),
  )
  fc.assert(
    fc.property(codes, (levels) => {
      const locality = localityOf(levels.map((digits) => String(digits).padStart(2, '0')).join(''))
      if (locality.distrito === '') return
      assert.deepEqual(localityOf(ubigeoOf(locality.departamento, locality.provincia, locality.distrito)), locality)
    }),
  )
})

test('the table holds 25 departments and every district of the reference list', { skip: !existsSync(CSV) }, () => {
  assert.equal(DEPARTMENTS.length, 25)
  const rows = readFileSync(CSV, 'utf8').trim().split('\n').slice(1)
  assert.equal(UBIGEO_ROWS, rows.length)
  for (const row of rows) {
    const [code = '', departamento = '', provincia = '', distrito = '', , others = '', , current] = row.split(',')
    assert.deepEqual(localityOf(code), { departamento, provincia, distrito })
    for (const name of [distrito, ...others.split('|').filter(Boolean)]) {
      if (current?.trim() === '1') assert.equal(ubigeoOf(departamento, provincia, name), code)
    }
  }
})
