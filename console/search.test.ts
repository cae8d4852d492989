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
    ['RUC: 20000000125', '/proveedor', { ruc: '20000000125' }],
    ['00000201', '/personas', { dni: '00000201', listas: '1' }],
    ['D.N.I. 00.000.201', '/personas', { dni: '00000201', listas: '1' }],
    ['1234567', '/revisar', { documento: '1234567' }],
    ['12345678-9', '/revisar', { documento: '12345678-9' }],
    ['Pasaporte AB 123456', '/revisar', { documento: 'AB123456' }],
    ['abc-123', '/vehiculo', { placa: 'ABC123' }],
    ['A1B234', '/vehiculo', { placa: 'A1B234' }],
    ['Quispe', '/revisar', { nombre: 'Quispe' }],
    ['3M Perú S.A.', '/revisar', { nombre: '3M Perú S.A.' }],
    ['1234', null],
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
      if (found.path === null) return
      if (/^\d+$/.test(typed.trim())) assert.equal(found.question.nombre, undefined)
      if (found.path === '/revisar') assert.ok((found.question.nombre ?? found.question.documento ?? '').length >= 3)
    }),
  )
})

test('a RUC, a DNI and a plate are read however they are grouped', () => {
  const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
  const signs = fc.array(fc.constantFrom('', '', ' ', '.', '-'), { minLength: 11, maxLength: 11 })
  fc.assert(
    fc.property(fc.constantFrom(8, 11).chain(digits), signs, (number, between) => {
      const found = readSearch(number.map((digit, at) => `${at > 0 ? between[at] : ''}${digit}`).join(''))
      const question = number.length === 11 ? { ruc: number.join('') } : { dni: number.join(''), listas: '1' }
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

test('what may be something else besides is offered too', () => {
  const alsoOf = (typed: string) => {
    const found = readSearch(typed)
    return found.path && found.also && [found.also.path, found.also.question]
  }
  assert.deepEqual(alsoOf('1234567'), ['/personas', { dni: '01234567', listas: '1' }])
  assert.deepEqual(alsoOf('AB12345'), ['/revisar', { documento: 'AB12345' }])
  assert.deepEqual(alsoOf('Ana Quispe'), ['/personas', { nombre: 'Ana Quispe' }])
  assert.equal(alsoOf('20000000125'), undefined)
})
