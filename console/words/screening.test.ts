import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, matchWords, outcomeOf } from './screening.ts'

test('the result is one sentence', () => {
  const [exact, similar] = [{ coincidencia: 'exacto' }, { coincidencia: 'parcial' }] as const
  assert.equal(matchWords([exact, similar], false), '2 coincidencias, 1 exacta')
  assert.equal(matchWords([similar], false), '1 coincidencia, ninguna exacta')
  assert.equal(matchWords([exact, exact], true), 'Las primeras 2 coincidencias, 2 exactas')
  const same = { ...similar, motivos: [{ tipo: 'documento-igual' as const }] }
  assert.equal(matchWords([same], false), '1 coincidencia, ninguna exacta, 1 con el mismo documento')
})

test('nobody is called clear by one surname, by facts alone or by a document alone', () => {
  const [editions, left] = ['OFAC 14/11/2026', { nombre: 'X', fuente: 'US', referencia: '1', motivo: 'y' }] as const
  const told = (data: object, aviso?: string) => {
    const { sentence, note, isReserved, short } = outcomeOf({ query: 'X', matches: [], ...data }, aviso, editions)
    return isReserved ? `${sentence} ${note} (${short})` : sentence
  }
  assert.equal(told({}), 'Sin coincidencias en la edición OFAC 14/11/2026.')
  const where = 'Consultado en la edición OFAC 14/11/2026.'
  const thin = { unaPalabra: { palabra: 'PUTIN', partes: 7, llevan: [] } }
  assert.equal(
    told(thin, 'el aviso'),
    `Un solo apellido no basta para descartar a nadie: 7 partes listadas lo llevan. ${where} (No descarta a nadie)`,
  )
  assert.match(told({ ...thin, documento: '20000000125' }), /^Una sola palabra .* 7 partes listadas la llevan\. /)
  const three = { descartadas: [left, left, left], nacimiento: '1962' }
  const reason = '3 nombres parecidos quedaron fuera por la fecha de nacimiento.'
  assert.equal(told(three, 'el aviso'), `${reason} ${where} (3 nombres parecidos quedaron fuera)`)
  assert.match(
    told({ descartadas: [left], descartadasTotal: 40, documento: '1', pais: 'PE' }),
    /^40 .* por el documento o el país\. /,
  )
  assert.equal(told({}, 'Otra cosa.'), `Otra cosa. ${where} (No descarta a nadie)`)
  assert.match(told({ query: '' }, 'el aviso'), /^Ningún documento igual .* \(Solo se revisó el documento\)$/)
  // Beside hits it is a note.
  const hits = { query: 'X', matches: [{ nombre: 'X', fuente: 'US', coincidencia: 'exacto' }] } as const
  const { sentence, note } = outcomeOf({ ...hits, matches: [...hits.matches], ...thin }, 'el aviso', editions)
  assert.equal(sentence, '1 coincidencia, 1 exacta')
  assert.match(note ?? '', /^Un solo apellido/)
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
