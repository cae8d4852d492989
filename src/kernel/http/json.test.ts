import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isObject, readJson, readJsonDigits } from './json.ts'

test('numbers can keep the digits they were written with', () => {
  assert.equal(readJson('1.50'), 1.5)
  assert.deepEqual(readJsonDigits('{"n":123456789012345678901234567890,"d":[1.50],"b":true}'), {
    n: '123456789012345678901234567890',
    d: ['1.50'],
    b: true,
  })
})

test('a text that is not JSON is undefined, and a byte-order mark is left out', () => {
  assert.equal(readJson('<html>'), undefined)
  assert.equal(readJson(''), undefined)
  assert.deepEqual(readJson('\uFEFF[]'), [])
})

test('lists and null are no objects', () => {
  assert.deepEqual([{}, [], null, 'x', undefined].map(isObject), [true, false, false, false, false])
})
