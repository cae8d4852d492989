import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compactDocument, readDocument } from './document.ts'

test('a document is sent without what people and sheets put around it', () => {
  for (const [typed, sent] of [
    ['00 000 174', '00000174'],
    ['12.345.678-9', '12345678-9'],
    ['DNI: 1234567', '1234567'],
    ['R.U.C. N° 20-10007097-0', '20-10007097-0'],
    ['\u00a0AB\u200b 00174 ', 'AB00174'],
    ['2010–0070', '2010-0070'],
    ['a?', 'a?'],
  ] as const)
    assert.equal(compactDocument(typed), sent)
})

test('a text that is a document and nothing else is told from a name', () => {
  for (const [typed, document] of [
    ['20100070970', '20100070970'],
    ['1234567', '1234567'],
    ['DNI 12.345.678', '12345678'],
    ['Pasaporte AB 123456', 'AB123456'],
    ['IMO 9187629', '9187629'],
    ['ABCD800101XX1', 'ABCD800101XX1'],
    ['1234', null],
    ['123456789012345678901', null],
    ['ABC-123', null],
    ['3M Perú S.A.', null],
    ['10219452 Canada Inc', null],
    ['Doce Hermanos 12345', null],
    ['Celso Quispe', null],
    ['Evaristo Chuquipoma DNI 00000174', null],
  ] as const)
    assert.equal(readDocument(typed), document, typed)
})
