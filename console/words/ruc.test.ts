import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hasValidCheckDigit } from '../../src/domain/ruc.ts'
import { compactRuc, rucProblem } from './ruc.ts'

test('a check digit is judged as the service judges it, and the reason is told', () => {
  const numbers = fc.tuple(fc.constantFrom('10', '15', '16', '17', '20'), fc.stringMatching(/^\d{9}$/))
  fc.assert(
    fc.property(numbers, ([prefix, rest]) => {
      const problem = rucProblem(prefix + rest)
      assert.equal(problem === null, hasValidCheckDigit(prefix + rest))
      if (problem) assert.match(problem, /dígito verificador no corresponde/)
    }),
  )
})

test('what is no RUC at all is refused with its reason', () => {
  assert.match(rucProblem('2000000012') ?? '', /11 dígitos; aquí hay 10/)
  assert.match(rucProblem('2000000012A') ?? '', /solo tiene dígitos/)
  const others = Array.from({ length: 10 }, (_, digit) => rucProblem(`9900000001${digit}`))
  assert.equal(others.filter((one) => one?.startsWith('Un RUC empieza con 10, 15, 16, 17 o 20')).length, 1)
})

test('a RUC may be typed with spaces, points and hyphens', () => {
  assert.equal(compactRuc(' 20-00000012.5 '), '20000000125')
})
