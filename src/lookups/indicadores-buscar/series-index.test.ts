import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { enyeAsN, foldName } from '../../domain/names/normalise.ts'
import type { Frequency } from '../../domain/records.ts'
import { openSeriesIndex } from './series-index.ts'

type Listed = [codigo: string, grupo: string, nombre: string, hasta?: string, category?: string]

const textOf = (series: readonly Listed[]): string =>
  series
    .map(([codigo, grupo, nombre, hasta = '2026-09-01', category = '']) =>
      [codigo, '2000-01-01', hasta, grupo, nombre, category].join('\t'),
    )
    .join('\n')

const open = async (...series: Listed[]) => {
  const index = await openSeriesIndex(textOf(series))
  const search = (text: string, frecuencia?: Frequency) => index.search({ text, frecuencia, limit: 50 })
  return { search, codes: (text: string) => search(text).series.map(({ codigo }) => codigo) }
}

const catalogue = await open(
  ['PD04640PD', 'Tipo de cambio', 'TC Sistema bancario SBS (S/ por US$) - Venta'],
  ['PN00001PM', 'Tipo de cambio real', 'Estados Unidos'],
  ['PN00002PM', 'Términos de intercambio', 'Índice de precios de exportación'],
  ['PN00003PM', 'Expectativas', 'Tipo de cambio esperado a 12 meses'],
  ['PN00004AM', 'Producción pesquera', 'Caña y ñame'],
  ['PN00005AQ', 'Reservas internacionales netas', 'Reservas', '1985-01-01'],
  ['PN00006AA', 'Reservas internacionales netas', 'Reservas brutas'],
  ['PN01273PM', 'Índice de precios', 'IPC', '2026-09-01', 'Inflación'],
  ['PN00007PM', 'Índice de precios', 'IPM', '2026-09-01', 'Inflación'],
)

const rows: [string, string, string[]][] = [
  ['the series with an alias first, then phrases', 'tipo de cambio', ['PD04640PD', 'PN00003PM', 'PN00001PM']],
  [
    'words in any order, little words aside, names before groups',
    'cambio el tipo',
    ['PD04640PD', 'PN00003PM', 'PN00001PM'],
  ],
  ['a word begins where another does not', 'intercambio', ['PN00002PM']],
  ['Ñ and N alike', 'cana name', ['PN00004AM']],
  ['a singular finds its plural', 'reserva internacional', ['PN00006AA', 'PN00005AQ']],
  ['what is still published before what is not', 'netas', ['PN00006AA', 'PN00005AQ']],
  ['a name that is the text itself first', 'reservas', ['PN00005AQ', 'PN00006AA']],
  ['the category last, the alias first', 'inflacion', ['PN01273PM', 'PN00007PM']],
  ['a misspelt beginning of a longer word', 'internasional', ['PN00006AA', 'PN00005AQ']],
  ['two letters swapped', 'camboi', ['PD04640PD', 'PN00003PM', 'PN00001PM']],
  ['a currency that is written as a sign', 'cambio dólar', ['PD04640PD']],
  ['the frequency as a word', 'reservas trimestral', ['PN00005AQ']],
  ['a short word is not guessed', 'ipx', []],
  ['a number is not guessed', 'PN00008PM', []],
  ['one word that nobody has', 'reservas zzzz', []],
  ['little words alone', 'de', ['PD04640PD', 'PN00001PM', 'PN00002PM', 'PN00003PM', 'PN00007PM', 'PN01273PM']],
]
for (const [when, text, codes] of rows) {
  test(`"${text}": ${when}`, () => {
    const found = catalogue.codes(text)
    assert.deepEqual(when.startsWith('little words alone') ? found.toSorted() : found, codes)
  })
}

test('only series of the frequency asked for are found and counted', () => {
  assert.deepEqual([catalogue.search('reservas', 'anual').total, catalogue.search('reservas', 'diaria').total], [1, 0])
})

test('an empty catalogue has nothing', async () => {
  const index = await openSeriesIndex('')
  assert.deepEqual(index.search({ text: 'pbi', frecuencia: undefined, limit: 5 }), { series: [], total: 0 })
})

const word = fc.string({ unit: fc.constantFrom(...'aábcñnoé'), minLength: 1, maxLength: 7 })
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const listed = fc.array(fc.tuple(phrase, phrase), { minLength: 1, maxLength: 25 })
const codeAt = (n: number): string => `PN${String(n).padStart(5, '0')}A${'DMQA'[n % 4]}`
const entriesOf = (pairs: readonly (readonly [string, string])[]): Listed[] =>
  pairs.map(([grupo, nombre], n) => [codeAt(n), grupo, nombre])

test('whatever is asked, what is found is a series of the catalogue, once each, and the total is true', async () => {
  await fc.assert(
    fc.asyncProperty(listed, fc.oneof(phrase, fc.string({ maxLength: 60 })), fc.nat(30), async (pairs, text, limit) => {
      const index = await openSeriesIndex(textOf(entriesOf(pairs)))
      const { series, total } = index.search({ text, frecuencia: undefined, limit })
      assert.equal(series.length, Math.min(total, limit))
      assert.equal(new Set(series.map(({ codigo }) => codigo)).size, series.length)
      assert.deepEqual(index.search({ text, frecuencia: undefined, limit: 1_000 }).series.slice(0, limit), series)
      for (const { codigo, nombre } of series) assert.equal(pairs[Number(codigo.slice(2, 7))]?.[1], nombre)
    }),
    { numRuns: 150 },
  )
})

test('every series is found by its own words, in any order, case and accent, and by their beginnings', async () => {
  await fc.assert(
    fc.asyncProperty(listed, fc.nat(), fc.boolean(), fc.boolean(), async (pairs, pick, isTurned, isCut) => {
      const [grupo, nombre] = pairs[pick % pairs.length] as [string, string]
      const index = await openSeriesIndex(textOf(entriesOf(pairs)))
      const words = `${grupo} ${nombre}`.split(' ').map((one) => (isCut && one.length > 2 ? one.slice(0, -1) : one))
      const text = (isTurned ? words.toReversed() : words).join(' ')
      for (const typed of [text, text.toUpperCase(), enyeAsN(foldName(text))]) {
        const { series } = index.search({ text: typed, frecuencia: undefined, limit: 1_000 })
        assert.ok(
          series.some(({ codigo }) => codigo === codeAt(pick % pairs.length)),
          typed,
        )
      }
    }),
    { numRuns: 150 },
  )
})

test('a long word with one letter wrong is still found', async () => {
  const letters = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  await fc.assert(
    fc.asyncProperty(fc.nat(12), letters, fc.constantFrom('lost', 'added', 'other'), async (at, letter, edit) => {
      const { codes } = await open(['PN00001AM', 'Grupo', 'Exportaciones'])
      const typed = 'EXPORTACIONES'
      const kept = edit === 'added' ? typed.slice(at) : typed.slice(at + 1)
      assert.deepEqual(codes(typed.slice(0, at) + (edit === 'lost' ? '' : letter) + kept), ['PN00001AM'])
    }),
  )
})
