import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeated } from '../../../../test/helpers/repeated.ts'
import { foldName, nameWords } from '../../../domain/names/normalise.ts'
import { naiveRegister } from '../fixtures/naive-register.ts'
import { registerText, word } from '../fixtures/random-register.ts'
import { REGISTER_HEADER } from '../fixtures/register-header.ts'
import { loadImage, type RegisterImage } from '../format/register-image.ts'
import { RegisterBuilder } from '../indexing/register-builder.ts'
import { RowReader } from '../lookup/row-reader.ts'
import { RucPlaces } from '../lookup/ruc-keys.ts'
import { openNameSearch } from './name-search.ts'

const withEdition = async (text: string, use: (image: RegisterImage) => void): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), 'padron-'))
  try {
    writeFileSync(join(dir, 'padron.txt'), Buffer.from(text, 'latin1'))
    const builder = new RegisterBuilder(dir, () => undefined)
    await builder.parse(join(dir, 'padron.txt'))
    await builder.build(null)
    use(await loadImage(dir))
  } finally {
    rmSync(dir, { recursive: true })
  }
}

// A small register would only ever be searched in the cheapest way; these costs make it be searched in every way.
const COSTS = [
  undefined,
  { shortList: 0, listedHits: 0, readName: 1e9, bitmap: 0, sample: 0, window: 1 },
  { shortList: 0, listedHits: 1e9, readName: 1e9, bitmap: 0, sample: 2, window: 1e9 },
  { shortList: 0, listedHits: 1e9, readName: 1e9, bitmap: 0, sample: 0, window: 1 },
  { shortList: 3, listedHits: 2, readName: 1, bitmap: 0, sample: 1, window: 1 },
  { shortList: 0, listedHits: 0, readName: 0, bitmap: 1e9, sample: 0, window: 1 },
]

const question = fc.oneof(
  { weight: 6, arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.nat({ max: 8 }), fc.constantFrom('', 'X', 'N', 'S'))
      .map(([words, cut, extra]) => words.join(' ').slice(0, cut + 1) + extra),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'QUIPSE',
      'QUISE MAMANI',
      'MAMANI QUIXPE LIMA',
      'MUÑOX',
      'LYMA ROSA',
      'ROSARYO',
      'MAMAN',
      '...',
      'S A C',
    ),
  },
)

test('a search finds what a scan finds: totals, order, tiers and misspelt words', async () => {
  await fc.assert(
    fc.asyncProperty(
      registerText,
      fc.array(question, { minLength: 20, maxLength: 20 }),
      fc.nat({ max: 6 }),
      (text, questions, limit) =>
        withEdition(text, (image) => {
          const naive = naiveRegister(text)
          for (const costs of COSTS) {
            const indexed = openNameSearch(image, costs)
            for (const asked of questions) {
              const whole = { text: asked, persons: limit, companies: limit + 1 }
              assert.deepEqual(indexed.search(whole), naive.searchNames(whole), asked)
            }
            indexed.close()
          }
        }),
    ),
    { numRuns: repeated(25) },
  )
})

test('rows far apart are found, and rows close together', async () => {
  const names = Array.from({ length: 2_400 }, (_, n) => {
    const words = ['ROSA', 'QUISPE']
    if (n % 255 === 0) words.unshift('LIMA')
    if (n % 256 === 1) words.push('ANA')
    if (n % 510 === 2 || n === 3) words.splice(1, 0, 'MAMANI')
    if (n % 7 === 0) words.reverse()
    if (n % 11 === 0) words.splice(0, 1)
    return words.join(' ')
  })
  const text = [
    REGISTER_HEADER,
    ...names.map(
      (name, n) => `${n % 5 ? 10 : 20}${String(n).padStart(9, '0')}|${name}|ACTIVO|HABIDO|${'-|'.repeat(11)}`,
    ),
  ].join('\n')
  const questions = [
    'LIMA',
    'ANA',
    'MAMANI',
    'ROSA',
    'LIMA ROSA',
    'ROSA LIMA',
    'ROSA ANA',
    'ANA ROSA',
    'QUISPE MAM',
    'ROSA QUI',
  ]
  const naive = naiveRegister(text)
  await withEdition(text, (image) => {
    for (const costs of COSTS) {
      const indexed = openNameSearch(image, costs)
      for (const asked of questions) {
        const whole = { text: asked, persons: 4, companies: 9 }
        assert.deepEqual(indexed.search(whole), naive.searchNames(whole), asked)
      }
      indexed.close()
    }
  })
})

test('when either of two words may be misspelt, the best rows of both come first', async () => {
  const text = [
    REGISTER_HEADER,
    `10000000001|MAMANI QUIZPE|ACTIVO|HABIDO|${'-|'.repeat(11)}`,
    `10000000002|QUISPE MAMAN|ACTIVO|HABIDO|${'-|'.repeat(11)}`,
  ].join('\n')
  await withEdition(text, (image) => {
    const indexed = openNameSearch(image)
    for (const persons of [1, 2]) {
      const asked = { text: 'QUISPE MAMANI', persons, companies: 1 }
      assert.deepEqual(indexed.search(asked), naiveRegister(text).searchNames(asked))
    }
    indexed.close()
  })
})

test('a search for any word of a row finds that row, or more rows than asked for', async () => {
  await fc.assert(
    fc.asyncProperty(registerText, (text) =>
      withEdition(text, (image) => {
        const indexed = openNameSearch(image)
        try {
          for (const row of naiveRegister(text).rows)
            for (const asked of nameWords(foldName(row.razonSocial))) {
              const { persons, companies } = indexed.search({ text: asked, persons: 5, companies: 5 })
              const found = [...persons.rows, ...companies.rows].some(({ numero }) => numero === row.numero)
              assert.ok(found || persons.total > 5 || companies.total > 5, `${asked} in ${row.razonSocial}`)
            }
        } finally {
          indexed.close()
        }
      }),
    ),
    { numRuns: repeated(15) },
  )
})

const asksEveryRuc = (text: string, image: RegisterImage, others: readonly string[]): void => {
  const naive = naiveRegister(text)
  const rows = new RowReader(image)
  const places = new RucPlaces(image, rows.indexFd)
  const near = naive.rows.map(({ numero }) => numero.slice(0, 10) + ((Number(numero[10]) + 1) % 10))
  for (const ruc of [...naive.rows.map(({ numero }) => numero), ...near, ...others]) {
    const place = places.find(ruc)
    const rowId = place < 0 ? -1 : rows.rowAt(place)
    assert.deepEqual(rowId < 0 ? null : rows.row(rowId, ruc), naive.byRuc(ruc))
    if (rowId >= 0) assert.equal(rows.row(rowId).numero, ruc)
  }
  rows.close()
}

test('a RUC finds its row with all eleven digits, and no other number finds any', async () => {
  const others = fc.array(fc.stringMatching(/^[0-9]{11}$/))
  await fc.assert(
    fc.asyncProperty(registerText, others, (text, numbers) =>
      withEdition(text, (image) => asksEveryRuc(text, image, numbers)),
    ),
    { numRuns: repeated(10) },
  )
})

test('a RUC is found among many, wherever its prefix begins and ends', async () => {
  const ruc = fc
    .tuple(fc.constantFrom('10', '15', '20'), fc.oneof(fc.nat({ max: 400 }), fc.nat({ max: 999_999_999 })))
    .map(([prefix, key]) => prefix + String(key).padStart(9, '0'))
  const others = ['', '1', '10', '99999999999', '1000000000A', '100000000000', '00000000000']
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(ruc, { minLength: 1, maxLength: 300, size: 'max' }), (rucs) => {
      const lines = rucs.toSorted().map((numero) => `${numero}|ANA|ACTIVO|HABIDO|${'-|'.repeat(11)}`)
      const text = [REGISTER_HEADER, ...lines].join('\n')
      return withEdition(text, (image) => asksEveryRuc(text, image, others))
    }),
    { numRuns: repeated(15) },
  )
})
