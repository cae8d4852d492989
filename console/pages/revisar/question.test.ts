import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoDate } from '../../format.ts'
import { questionWords, toQuery } from './question.ts'

test('dates are read as people type them', () => {
  for (const [typed, told] of [
    ['15/11/1970', '1970-11-15'],
    ['5-1-1970', '1970-01-05'],
    ['11/1970', '1970-11'],
    ['1970', '1970'],
    ['1970-11-15', '1970-11-15'],
    ['ayer', 'ayer'],
  ] as const)
    assert.equal(isoDate(typed), told)
})

test('a question has what was filled in, and what is open is no part of it', () => {
  const asked = {
    nombre: ' Ana ',
    tipo: '',
    documento: 'AB 00.174',
    nacimiento: '1/2/1970',
    pais: 'Perú',
    abierta: '3',
  }
  assert.deepEqual(toQuery(asked), { nombre: 'Ana', documento: 'AB00174', nacimiento: '1970-02-01', pais: 'Perú' })
  assert.equal(toQuery({ tipo: 'persona' }), null)
  assert.equal(questionWords({ nombre: 'Ana', tipo: 'persona', pais: 'Perú' }), 'Ana · Persona · Perú')
})
