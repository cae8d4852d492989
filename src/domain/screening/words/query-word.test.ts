import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countWords, screeningWords } from './fold.ts'
import { hear } from './query-word.ts'
import { eachSlipHash, hashWord, joinSums, letterSum } from './word-hash.ts'

const names = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(..."ABYDNand .'`&-,1ñéЖم´".split('')), maxLength: 40 }),
)

test('the words heard are those of the folded name, and a word is heard as one and the same', () => {
  fc.assert(
    fc.property(names, (name) => {
      const heard = hear(name)
      assert.deepEqual(
        heard.map(({ text }) => text),
        screeningWords(name),
      )
      assert.equal(countWords(name), heard.length)
      hear(name).forEach((word, at) => {
        assert.equal(word, heard[at])
      })
    }),
    { numRuns: 2_000 },
  )
})

test('words of one name never share a place, however many were heard before', () => {
  for (let at = 0; at < 20_000; at += 4) {
    const places = hear(`INVENTADO${at} INVENTADA${at + 1} OTRO${at + 2} OTRA${at + 3}`).map(({ place }) => place)
    assert.equal(new Set(places).size, 4)
  }
})

test('sums of letters come together and fall apart as the letters do', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 400 }), (first, second) => {
      assert.equal(joinSums(letterSum(first), letterSum(second), second.length), letterSum(first + second))
      eachSlipHash(first, 3, (hash, without) => {
        assert.equal(hash, hashWord(first.slice(0, without) + first.slice(without + 1), 3))
      })
    }),
  )
})
