import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maskDocument, maskIn } from './mask-document.ts'
import { rucOfDni } from './ruc.ts'

test('a DNI, and the RUC that holds it, have the same mask; a company stays', () => {
  assert.equal(maskDocument('12345678'), '***45678')
  assert.equal(maskDocument(rucOfDni('12345678')), '***45678')
  assert.equal(maskDocument('20100070970'), '20100070970')
  assert.equal(maskDocument(''), '')
})

test('at least three characters of any other number are hidden, and none of it is left in what is shown with it', () => {
  const documents = fc.stringMatching(/^[A-Z0-9]{3,20}$/).filter((text) => !/^20\d{9}$/.test(text))
  fc.assert(
    fc.property(documents, fc.lorem(), (documento, text) => {
      const masked = maskDocument(documento)
      assert.match(masked, /^\*\*\*[A-Z0-9]{0,5}$/)
      assert.ok(masked.length - 3 <= documento.length - 3)
      const shown = JSON.stringify(
        maskIn({ a: [`${text} ${documento}`], b: { c: documento, d: 7, e: null } }, documento),
      )
      assert.ok(!shown.includes(documento))
    }),
  )
})
