import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJson } from './json.ts'

test('numbers keep the digits they were written with', () => {
  assert.deepEqual(readJson('{"n":123456789012345678901234567890,"d":[1.50],"b":true}'), {
    n: '123456789012345678901234567890',
    d: ['1.50'],
    b: true,
  })
})

test('what is no JSON is undefined, and a byte-order mark is no matter', () => {
  assert.equal(readJson('<html>'), undefined)
  assert.equal(readJson(''), undefined)
  assert.deepEqual(readJson('\uFEFF[]'), [])
})
