import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countWords, screeningWords } from './fold.ts'
import { QueryWordCache } from './query-word.ts'
import { concatHashes, eachDeletionHash, hashWord, rollingHash } from './word-hash.ts'

const names = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(..."ABYDNand .'`&-,1ñéЖم´".split('')), maxLength: 40 }),
)

test('the words read are those of the folded name, and a word read again is the same object', () => {
  const cache = new QueryWordCache()
  fc.assert(
    fc.property(names, (name) => {
      const words = cache.readWords(name)
      assert.deepEqual(
        words.map(({ text }) => text),
        screeningWords(name),
      )
      assert.equal(countWords(name), words.length)
      cache.readWords(name).forEach((word, at) => {
        assert.equal(word, words[at])
      })
    }),
    { numRuns: 2_000 },
  )
})

test('words of one name never share a number, however many were read before', () => {
  const cache = new QueryWordCache()
  for (let at = 0; at < 20_000; at += 4) {
    const words = cache.readWords(`INVENTADO${at} INVENTADA${at + 1} OTRO${at + 2} OTRA${at + 3}`)
    assert.equal(new Set(words.map(({ id }) => id)).size, 4)
  }
})

test('the hash of joined words, and of a word without a letter, follows from the rolling hashes', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 400 }), (first, second) => {
      assert.equal(concatHashes(rollingHash(first), rollingHash(second), second.length), rollingHash(first + second))
      eachDeletionHash(first, 3, (hash, deleted) => {
        assert.equal(hash, hashWord(first.slice(0, deleted) + first.slice(deleted + 1), 3))
      })
    }),
  )
})
