import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rucProblem } from '../proveedor/ruc.ts'
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

test('of the ten last digits of a RUC exactly one is taken, and the others say why not', () => {
  const tens = fc.tuple(fc.constantFrom('10', '15', '17', '20'), fc.stringMatching(/^\d{8}$/))
  fc.assert(
    fc.property(tens, ([prefix, rest]) => {
      const problems = Array.from({ length: 10 }, (_, digit) => rucProblem(`${prefix}${rest}${digit}`))
      assert.equal(problems.filter((one) => one === null).length, 1)
      for (const one of problems) if (one) assert.match(one, /dígito verificador no corresponde/)
    }),
  )
})

test('what is no RUC at all is refused with its reason', () => {
  assert.match(rucProblem('2000000012') ?? '', /11 dígitos; aquí hay 10/)
  assert.match(rucProblem('2000000012A') ?? '', /solo tiene dígitos/)
  assert.match(rucProblem('99000000019') ?? rucProblem('99000000018') ?? '', /El RUC debe empezar|verificador/)
})
