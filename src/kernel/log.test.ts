import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from './errors.ts'
import { errorFacts } from './log.ts'

test('an error is logged by its name, detail and cause, never by a message that may quote what was asked', () => {
  const cause = new SyntaxError('Unexpected token in "QUISPE MAMANI"')
  const facts = errorFacts(new Failure('dataset-unavailable', 'QUISPE no se pudo leer', { detail: 'row 3', cause }))
  assert.equal(facts.detail, 'row 3')
  assert.equal((facts.cause as { error: string }).error, 'SyntaxError')
  assert.doesNotMatch(JSON.stringify(facts), /QUISPE/)
})

test('something thrown that is not an error is logged by its type alone', () => {
  assert.deepEqual(errorFacts('QUISPE MAMANI'), { error: 'string' })
})
