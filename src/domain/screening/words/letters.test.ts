import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EditDistance } from './edit-distance.ts'
import { countBits, isNumeral, isPlainSet, letterSet, mayBeWithin, readLookAlikes, repeatedLetters } from './letters.ts'

const word = fc.string({ unit: fc.constantFrom(...'ABCDELMNORST015'), maxLength: 12 })

test('words a few edits apart pass the test of their letters', () => {
  const distance = new EditDistance()
  fc.assert(
    fc.property(word, word, (a, b) => {
      const edits = distance.between(a, b, 12)
      assert.ok(mayBeWithin(edits, letterSet(a), letterSet(b)))
    }),
  )
})

test('a set has one bit for each letter of a word, the set of repeated ones for each that comes again', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ABCXYZ'), maxLength: 12 }), (text) => {
      assert.equal(countBits(letterSet(text)), new Set(text).size)
      const repeated = [...new Set(text)].filter((letter) => text.indexOf(letter) !== text.lastIndexOf(letter))
      assert.equal(repeatedLetters(text), letterSet(repeated.join('')))
      assert.ok(isPlainSet(letterSet(text)))
    }),
  )
})

test('look-alike digits are letters inside words, and numbers elsewhere', () => {
  const READ = {
    M1CROLINE: 'MICROLINE',
    NEFT0GAZ: 'NEFTOGAZ',
    G00GLE: 'GOOGLE',
    SA1AZAR: 'SALAZAR',
    '5TAR8UCK': 'STARBUCK',
  }
  for (const [typed, read] of Object.entries(READ)) assert.equal(readLookAlikes(typed), read)
  for (const number of ['A320', 'FUND15', '11420', 'MIG29', '8TH', 'B52H', '2007', '100'])
    assert.equal(readLookAlikes(number), number)
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ABELMO'), maxLength: 9 }), (text) => {
      assert.equal(readLookAlikes(text), text)
    }),
  )
})

test('numbers are told in every writing', () => {
  for (const number of ['7', '2007', 'A320', 'II', 'XIV', 'X', 'TWENTY', '2ND']) assert.ok(isNumeral(number), number)
  for (const other of ['LIMA', 'MIX', 'VICTORIA', 'OCEAN']) assert.ok(!isNumeral(other), other)
})
