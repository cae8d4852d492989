import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENDPOINTS } from '../accounts/index.ts'
import { LOOKUPS } from './lookups.ts'

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
  const text = search?.render({ data: found as never }) ?? ''
  assert.match(text, /OTRO/)
  assert.doesNotMatch(text, /\u001b\[2J|\u009b/)
})

for (const [name, data] of Object.entries(answers)) {
  test(`control characters in an answer to ${name} never reach the terminal`, () => {
    const text = LOOKUPS.find((spec) => spec.name === name)?.render({ data: data as never, aviso: HOSTILE }) ?? ''
    assert.match(text, /OTRO/)
    assert.doesNotMatch(text, /\u001b\[2J|\u009b/)
  })
}

test('every endpoint has a command; health and lotes have commands of their own', () => {
  const commands = LOOKUPS.map(({ name }) => name)
  assert.deepEqual([...commands, 'health', 'lotes'].sort(), [...ENDPOINTS].sort())
})
