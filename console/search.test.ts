import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readSearch } from './search.ts'

test('what is typed leads to the page that answers it', () => {
  const rows: [string, string | null, Record<string, string>?][] = [
    ['20100000001', '/proveedor', { ruc: '20100000001' }],
    [' 2010 0000 001 ', '/proveedor', { ruc: '20100000001' }],
    ['20-00000012-5', '/proveedor', { ruc: '20000000125' }],
    ['ABC 123', '/vehiculo', { placa: 'ABC123' }],
    ['00000201', '/personas', { dni: '00000201' }],
    ['abc-123', '/vehiculo', { placa: 'ABC123' }],
    ['A1B234', '/vehiculo', { placa: 'A1B234' }],
    ['Quispe', '/revisar', { nombre: 'Quispe' }],
    ['3M Perú S.A.', '/revisar', { nombre: '3M Perú S.A.' }],
    ['1234567', null],
    ['ab', null],
    ['', null],
  ]
  for (const [typed, path, question] of rows) {
    const found = readSearch(typed)
    assert.equal(found.path, path, typed)
    if (found.path !== null) assert.deepEqual(found.question, question)
    assert.notEqual(found.words, '')
  }
})

test('a certificate is recognised as it is pasted', () => {
  const jws = `ey${'J'.repeat(60)}.${'a'.repeat(80)}.${'b'.repeat(86)}`
  assert.equal(readSearch(` ${jws}\n`).path, '/constancia')
})

test('every text is read as something, and digits are never a name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const found = readSearch(typed)
      if (/^\d+$/.test(typed.trim())) assert.notEqual(found.path, '/revisar')
      if (found.path === '/revisar') assert.ok((found.question.nombre ?? '').length >= 3)
    }),
  )
})

test('a RUC, a DNI and a plate are read however they are grouped', () => {
  const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
  const signs = fc.array(fc.constantFrom('', '', ' ', '.', '-'), { minLength: 11, maxLength: 11 })
  fc.assert(
    fc.property(fc.constantFrom(8, 11).chain(digits), signs, (number, between) => {
      const found = readSearch(number.map((digit, at) => `${at > 0 ? between[at] : ''}${digit}`).join(''))
      const question = number.length === 11 ? { ruc: number.join('') } : { dni: number.join('') }
      assert.deepEqual(found.path && found.question, question)
    }),
  )
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z]{3}[0-9]{3}$/), fc.constantFrom('', '-', ' '), (plate, sign) => {
      const found = readSearch(plate.slice(0, 3) + sign + plate.slice(3))
      assert.deepEqual(found.path && found.question, { placa: plate.toUpperCase() })
    }),
  )
})
