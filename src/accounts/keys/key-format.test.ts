import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeated } from '../../../test/helpers/repeated.ts'
import { digestOf, hasValidChecksum, makeId, makeKey, modeOfKey, readCredential } from './key-format.ts'

const modes = fc.constantFrom('live' as const, 'sandbox' as const)
const isAccepted = (header: string): boolean => {
  const key = readCredential(header)
  return key !== null && hasValidChecksum(key)
}

test('a new key is read back, bare and after any spelling of Bearer', () => {
  fc.assert(
    fc.property(modes, fc.constantFrom('', 'Bearer ', 'bearer ', 'BEARER  ', ' Bearer\t'), (mode, scheme) => {
      const key = makeKey(mode)
      assert.match(key, mode === 'live' ? /^chq_live_[0-9A-Za-z]{39}$/ : /^chq_test_[0-9A-Za-z]{39}$/)
      assert.equal(readCredential(`${scheme}${key} `), key)
      assert.equal(modeOfKey(key), mode)
      assert.ok(hasValidChecksum(key))
    }),
  )
})

test('a key with any one character changed, left out or added is not a key', () => {
  const letter = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
  const changes = fc.tuple(fc.nat(47), fc.oneof(letter, fc.string({ maxLength: 2, unit: 'binary' })))
  fc.assert(
    fc.property(modes, changes, (mode, [position, text]) => {
      const key = makeKey(mode)
      const changed = key.slice(0, position) + text + key.slice(position + 1)
      assert.equal(isAccepted(changed), changed.trim() === key)
    }),
    { numRuns: repeated(150) },
  )
})

test('two swapped neighbouring characters are noticed', () => {
  fc.assert(
    fc.property(modes, fc.nat(46), (mode, position) => {
      const key = makeKey(mode)
      const swapped = key.slice(0, position) + key.charAt(position + 1) + key.charAt(position) + key.slice(position + 2)
      assert.equal(isAccepted(swapped), swapped === key)
    }),
  )
})

test('no header is a key by chance, whatever is in it', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (header) => !isAccepted(header)))
  for (const header of [undefined, '', 'Bearer', 'Bearer ', `Basic ${makeKey('live')}`, 'x'.repeat(1_000_000)]) {
    assert.equal(readCredential(header), null)
  }
})

test('keys and ids do not repeat, and a digest does not contain its key', () => {
  const keys = Array.from({ length: 1_000 }, () => makeKey('live'))
  assert.equal(new Set(keys).size, keys.length)
  assert.match(digestOf(keys[0] as string), /^[0-9a-f]{64}$/)
  assert.match(makeId('key'), /^key_[0-9A-Za-z]{14}$/)
})
