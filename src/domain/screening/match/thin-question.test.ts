import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedParty } from '../party.ts'
import { matcherOf } from './matcher.ts'
import { QuestionReader } from './question.ts'
import { thinWordOf } from './thin-question.ts'

const party = (referencia: string, text: string, kind: ListedParty['names'][number]['kind'] = 'principal') => ({
  fuente: 'US' as const,
  referencia,
  tipo: 'individual' as const,
  programa: '',
  names: [
    { text: 'ROSALES QUEVEDO, Ada', kind: 'principal' as const, surnamesEnd: 15 },
    { text, kind, surnamesEnd: text.indexOf(',') },
  ],
  documents: [],
})

test('a question is thin when one word alone tells whose name it is', () => {
  const questions = new QuestionReader()
  const word = (nombre: string): string | null => thinWordOf(questions.read(nombre))
  for (const nombre of ['Tumbaco', 'TUMBACO J.', 'Dr. Tumbaco', 'de la Tumbaco', 'Tumbaco Tumbaco'])
    assert.equal(word(nombre), 'TUMBACO', nombre)
  assert.equal(word('M.'), 'M')
  assert.equal(word('de la'), 'DE')
  for (const nombre of ['Ana Tumbaco', 'Tumbaco S.A.C.', '']) assert.equal(word(nombre), null, nombre)
})

test('the parties with a word are counted by their names and strong aliases, in any spelling', () => {
  const list = matcherOf([
    party('1', 'GONZALEZ TUMBACO, Luis'),
    party('2', 'GONZALES PUMA, Luis'),
    party('3', 'TUMBACO', 'alias-debil'),
  ])
  const questions = new QuestionReader()
  const count = (nombre: string): number => list.partiesWithThinWord(questions.read(nombre)).size
  assert.equal(count('TUMBACO'), 1)
  assert.equal(count('GONZALEZ'), 2)
  assert.equal(count('ROSALES'), 3)
  assert.equal(count('NADIE'), 0)
  assert.equal(count('ADA ROSALES'), 0)
})
