import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readWho } from './who.ts'

test('a name, a DNI and a RUC are told apart', () => {
  assert.deepEqual(readWho(' Quispe  Mamani ').question, { nombre: 'Quispe Mamani' })
  assert.deepEqual(readWho('00 000 012').question, { dni: '00000012' })
  assert.deepEqual(
    [readWho('20000000125').path, readWho('20000000125').question],
    ['/proveedor', { ruc: '20000000125' }],
  )
  assert.deepEqual(readWho('ab').question, null)
  assert.match(readWho('1234567').words, /8 dígitos; aquí hay 7/)
})

test('any text has words, and only a question that the service would take is asked', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d .-]{0,14}$/)), (typed) => {
      const { question, words } = readWho(typed)
      assert.ok(words.length > 0)
      if (question?.dni) assert.match(question.dni, /^\d{8}$/)
      if (question?.nombre) assert.ok([...question.nombre].length >= 3)
    }),
  )
})
