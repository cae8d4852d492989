import assert from 'node:assert/strict'
import { test } from 'node:test'
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

for (const [name, data] of Object.entries(answers)) {
  test(`no byte of an answer to ${name} reaches the terminal as a command`, () => {
    const text = LOOKUPS.find((shape) => shape.name === name)?.render({ data: data as never, aviso: HOSTILE }) ?? ''
    assert.match(text, /OTRO/)
    assert.doesNotMatch(text, /\u001b\[2J|\u009b/)
  })
}
