import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoDate } from '../../format.ts'
import { fieldsOf, questionWords, toQuery, typedQuestion } from './question.ts'

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

test('a document alone is a question, and one that was typed as the name is put into its own place', () => {
  assert.deepEqual(toQuery({ documento: '1.234.567' }), { documento: '1234567' })
  const typed = (fields: Record<string, string>) => typedQuestion(fieldsOf(fields))
  assert.deepEqual(typed({ nombre: 'DNI 12.345.678', tipo: 'persona' }), { documento: '12345678', tipo: 'persona' })
  // The service says what is wrong with two documents.
  assert.deepEqual(typed({ nombre: '12345678', documento: '1' }), { nombre: '12345678', documento: '1' })
  assert.deepEqual(typed({ nombre: 'Ana Quispe' }), { nombre: 'Ana Quispe' })
})
