import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
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

const twoDigits = (number: number): string => String(number).padStart(2, '0')
const upTo = (last: number): string[] => Array.from({ length: last }, (_, i) => twoDigits(i + 1))

/** Every code with a district of its own, and the names it stands for. */
const allDistricts = upTo(99)
  .flatMap((department) => upTo(99).map((province) => department + province))
  .filter((code) => localityOf(`${code}00`).provincia !== '')
  .flatMap((province) => upTo(99).map((district) => province + district))
  .map((code) => ({ code, ...localityOf(code) }))
  .filter(({ distrito }) => distrito !== '')

// Of the reference list: how many district codes each department has, and a digest of `code,department,province,district`.
const DISTRICTS_PER_DEPARTMENT = [
  84, 166, 85, 109, 124, 127, 7, 116, 104, 84, 43, 124, 84, 38, 172, 55, 11, 21, 29, 65, 110, 78, 28, 13, 19,
]
const REFERENCE_DIGEST = 'db25688e5d69f1ba7aa671ca360f215f9eaa101a37d8fd377464d2ce5b2d096b'

test('the table holds 25 departments and every district of the reference list', () => {
  assert.equal(DEPARTMENTS.length, 25)
  assert.equal(UBIGEO_ROWS, allDistricts.length)
  const counts = Map.groupBy(allDistricts, ({ code }) => code.slice(0, 2))
  assert.deepEqual(
    [...counts.values()].map(({ length }) => length),
    DISTRICTS_PER_DEPARTMENT,
  )
  const lines = allDistricts.map((one) => [one.code, one.departamento, one.provincia, one.distrito].join(','))
  assert.equal(createHash('sha256').update(lines.join('\n')).digest('hex'), REFERENCE_DIGEST)
})

test('the reference list itself, where it is at hand, agrees in every name and spelling', {
  skip: !existsSync(CSV),
}, () => {
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
