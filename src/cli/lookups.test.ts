import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOOKUPS } from './lookups.ts'
import { rendererOf } from './render/renderers.ts'

const HOSTILE = '\u001b[2J\u009b31mOTRO'

const answers: Record<string, unknown> = {
  ruc: { razonSocial: HOSTILE, numero: '20000000125', estado: '', condicion: '' },
  nombre: [{ razonSocial: HOSTILE, numero: '20000000125', estado: '', condicion: '' }],
  persona: { matches: [{ nombreCompleto: HOSTILE, dni: '', ruc: '', estado: '', condicion: '' }], total: 1 },
  sanciones: { nombre: HOSTILE, total: 0, sanciones: [] },
  indicadores: { nombre: HOSTILE, codigo: 'PD04640PD', valores: [] },
  aml: { query: 'OTRO', total: 1, matches: [{ nombre: HOSTILE, fuente: 'UN', coincidencia: 'exacto' }] },
}

const found = [{ codigo: 'PD04640PD', nombre: HOSTILE, grupo: HOSTILE, frecuencia: 'diaria', desde: '', hasta: '' }]

test('control characters in a found series never reach the terminal', () => {
  const [search] = LOOKUPS.find(({ name }) => name === 'indicadores')?.inner ?? []
  const text = search?.render({ data: found }) ?? ''
  assert.match(text, /OTRO/)
  assert.doesNotMatch(text, /\u001b\[2J|\u009b/)
})

for (const [name, data] of Object.entries(answers)) {
  test(`control characters in an answer to ${name} never reach the terminal`, () => {
    const text = LOOKUPS.find((spec) => spec.name === name)?.render({ data, aviso: HOSTILE }) ?? ''
    assert.match(text, /OTRO/)
    assert.doesNotMatch(text, /\u001b\[2J|\u009b/)
  })
}

test('an answer without a renderer is shown by the names of its fields, a list as a table', () => {
  const render = rendererOf('otra', 'Otra consulta')
  const text = render({ data: { nombre: HOSTILE, total: 2, partes: ['a', 'b'] } })
  assert.match(text, /Otra consulta\n.*OTRO\n.*2\n\s+partes\s+a\W+b/s)
  assert.match(render({ data: [{ codigo: 'X1' }], aviso: 'Ojo' }), /codigo.*X1.*Ojo/s)
  assert.doesNotMatch(render({ data: { nombre: HOSTILE } }), /\u001b\[2J|\u009b/)
})
