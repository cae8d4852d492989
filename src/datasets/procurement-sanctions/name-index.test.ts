import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foldName } from '../../domain/names/normalise.ts'
import { indexNames } from './name-index.ts'

const letters = fc.string({ unit: fc.constantFrom(...'AABNÑ ÉÓ7ЖS.&'), maxLength: 12 }).map(foldName)

/** Letter by letter: N also finds Ñ. */
const containsNaively = (name: string, wanted: string): boolean =>
  Array.from({ length: name.length - wanted.length + 1 }, (_, start) => start).some((start) =>
    [...wanted].every((letter, i) => name[start + i] === letter || (letter === 'N' && name[start + i] === 'Ñ')),
  )

test('answers equal a naive scan, in row order, each row once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(letters, { maxLength: 40 }), letters, async (names, wanted) => {
      fc.pre(wanted !== '')
      const expected = names.flatMap((name, row) =>
        name.length >= wanted.length && containsNaively(name, wanted) ? [row] : [],
      )
      assert.deepEqual((await indexNames(names))(wanted), expected)
    }),
    { numRuns: 500 },
  )
})

test('every part of a name finds it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(letters, { minLength: 1, maxLength: 10 }),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      async (names, a, b, c) => {
        const row = a % names.length
        const name = names[row] as string
        fc.pre(name.length > 0)
        const start = b % name.length
        const part = name.slice(start, start + 1 + (c % (name.length - start)))
        assert.ok((await indexNames(names))(part.replaceAll('Ñ', 'N')).includes(row))
      },
    ),
  )
})
