import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeText } from './charset.ts'

test('whatever is written in UTF-8 is read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(decodeText(Buffer.from(text, 'utf8')), text.replace(/^\ufeff/, ''))
    }),
  )
})

test('Spanish in Latin-1 is read back whole, because its accents are no UTF-8', () => {
  const letter = fc.constantFrom(...'abc XYZ-019.,<>&;áéíóúñüÁÉÍÓÚÑÜ¿¡°º')
  fc.assert(
    fc.property(fc.array(letter), (letters) => {
      // Two such bytes in a row can only be mistaken for UTF-8 when the first one is a capital from Â on and the second
      // a sign: no Spanish word has that.
      const text = letters.join('').replace(/([À-ÿ])[¿¡°º]/g, '$1')
      assert.equal(decodeText(Buffer.from(text, 'latin1')), text)
    }),
  )
})

test('the bytes that only windows-1252 has are read as Windows means them', () => {
  assert.equal(decodeText(Uint8Array.of(0x80, 0x93, 0x41, 0x94, 0x96, 0xd1)), '€“A”–Ñ')
})

test('any bytes at all are read as something', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => typeof decodeText(bytes) === 'string'))
})
