import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeText } from './charset.ts'

test('any text in UTF-8 is read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(decodeText(Buffer.from(text, 'utf8')), text.replace(/^\ufeff/, ''))
    }),
  )
})

test('Spanish in Latin-1 is read back whole, because its accented letters are no UTF-8', () => {
  // No two of these bytes make UTF-8: every accented letter would begin a sequence, and none continues one.
  const letter = fc.constantFrom(...'abc XYZ-019.,<>&;áéíóúñüÁÉÍÓÚÑÜ')
  fc.assert(
    fc.property(fc.array(letter), (letters) => {
      assert.equal(decodeText(Buffer.from(letters.join(''), 'latin1')), letters.join(''))
    }),
    { numRuns: 500 },
  )
  const sentence = '¿N° de página? ¡Sí! 1º piso, señor'
  assert.equal(decodeText(Buffer.from(sentence, 'latin1')), sentence)
})

test('bytes that only windows-1252 has are read as windows-1252', () => {
  assert.equal(decodeText(Uint8Array.of(0x80, 0x93, 0x41, 0x94, 0x96, 0xd1)), '€“A”–Ñ')
})

test('any bytes at all are read as something', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => typeof decodeText(bytes) === 'string'))
})
