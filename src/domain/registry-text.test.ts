import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanText, repairMixedEncoding } from './registry-text.ts'

const SPANISH = 'ÁÉÍÓÚÜÑáéíóúüñ¿¡°ªº'

test('UTF-8 letters read as windows-1252 come back, Latin-1 ones stay', () => {
  const windows1252 = new TextDecoder('windows-1252')
  const text = fc
    .array(fc.constantFrom(...SPANISH, 'A', ' ', '-'), { maxLength: 30 })
    .map((letters) => letters.join(''))
  fc.assert(
    fc.property(text, (original) => {
      assert.equal(repairMixedEncoding(windows1252.decode(Buffer.from(original, 'utf8'))), original)
      assert.equal(repairMixedEncoding(original), original)
    }),
  )
})

test('dashes and missing values are empty, and cleaning twice changes nothing', () => {
  for (const nothing of ['-', ' - ', '----', '–', '', '  ', null, undefined, {}, []])
    assert.equal(cleanText(nothing), '')
  assert.equal(cleanText('  PE&Ntilde;A  -  LIMA\n'), 'PEÑA - LIMA')
  assert.equal(cleanText(12), '12')
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => cleanText(cleanText(text)) === cleanText(text)))
})
