import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, matchWords } from './screening.ts'

test('the result is one sentence', () => {
  const [exact, similar] = [{ coincidencia: 'exacto' }, { coincidencia: 'parcial' }] as const
  assert.equal(matchWords([exact, similar], false), '2 coincidencias, 1 exacta')
  assert.equal(matchWords([similar], false), '1 coincidencia, ninguna exacta')
  assert.equal(matchWords([exact, exact], true), 'Las primeras 2 coincidencias, 2 exactas')
})

test('each reason is a line: words by their relation, facts by the sign of their weight', () => {
  const lines = compare([
    { tipo: 'igual', consulta: 'JUAN', lista: 'JUAN', peso: 3 },
    { tipo: 'sonido', consulta: 'BOLKOV', lista: 'VOLKOV', peso: 14 },
    { tipo: 'falta', lista: 'ZENOBIO', peso: -4 },
    { tipo: 'sobra', consulta: 'PEREZ', peso: -6 },
    { tipo: 'sin-peso', lista: 'SAC', peso: 0 },
    { tipo: 'documento-distinto', consulta: '1', lista: '2' },
    { tipo: 'nacimiento', consulta: '1990', lista: '1961', peso: -11 },
    { tipo: 'nacimiento', consulta: '1970', lista: '20 Jan 1970', peso: 6 },
    { tipo: 'nacimiento', consulta: '1970', lista: 'circa 1968', peso: 3 },
    { tipo: 'pais', consulta: 'Perú', lista: 'Peru', peso: 6 },
    { tipo: 'tipo', consulta: 'persona', lista: 'entity', peso: -10 },
  ])
  assert.deepEqual(
    lines.map(({ relation }) => relation),
    [
      ...['igual', 'parecida', 'falta', 'sobra', 'sin peso', 'contradice', 'contradice', 'igual', 'parecida'],
      ...['igual', 'contradice'],
    ],
  )
  assert.deepEqual(lines[2], {
    ...{ what: 'Palabra', asked: '', listed: 'ZENOBIO', relation: 'falta' },
    ...{ note: 'no está en lo consultado', weight: -4 },
  })
})
