import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { COMPANY_ABBREVIATIONS, NAME_ABBREVIATIONS } from '../tables/abbreviations.ts'
import { NICKNAMES } from '../tables/nicknames.ts'
import { ROMANISED_NAMES } from '../tables/romanised-names.ts'
import { numberOf, numbersIn, romanValue } from './number-words.ts'
import { RELATIONS, type Relation, relationBetween, relationKeysOf } from './related-words.ts'

const RELATED: Record<Relation, string> = {
  number:
    '2/II 2ND/SECOND SEGUNDA/2 1ER/PRIMERO 1/FIRST 3RD/TERCER XIV/14 007/7 QUINTO/FIFTH VEINTIUNO/21 ZWEI/TWO DVADTSAT/20',
  abbreviation:
    'INTL/INTERNATIONAL CO/COMPANY CIA/COMPANIA MFG/MANUFACTURING HNOS/HERMANOS COMM/COMMITTEE COMM/COMMERCIAL FCO/FRANCISCO',
  gender:
    'IVANOV/IVANOVA KOWALSKI/KOWALSKA ZELENSKYY/ZELENSKA PETROVICH/PETROVNA PUSHKIN/PUSHKINA VOLODYMYROVYCH/VOLODYMYRIVNA PAPADOPOULOS/PAPADOPOULOU',
  nickname:
    'PEPE/JOSE PANCHO/FRANCISCO LUCHO/LUIS CHABUCA/ISABEL BETO/ROBERTO SASHA/OLEKSANDR BILL/WILLIAM KIKE/QUIQUE',
  romanisation: 'KIM/GIM PARK/BAK RI/RHEE ZHANG/CHEUNG KYIV/KIEV',
  translation: 'BANCO/BANK EMPRESA/ENTERPRISE NAVIERA/SHIPPING INTL/INTERNACIONAL',
}
const UNRELATED =
  'MARIN/MARINA ALBERTO/ROBERTO JOSE/MARIA COMMITTEE/COMMERCIAL 550/JAVIER 2/3 II/III LUIS/LUISA VALENTIN/VALENTINA CARLOS/CARLA CHRISTIAN/CHRISTINA'

const pairs = (text: string): [string, string][] => text.split(' ').map((pair) => pair.split('/') as [string, string])

for (const kind of RELATIONS)
  test(`words related as ${kind} are found in both directions`, () => {
    for (const [a, b] of pairs(RELATED[kind])) {
      assert.equal(relationBetween(a, b), kind, `${a} ${b}`)
      assert.equal(relationBetween(b, a), kind, `${b} ${a}`)
    }
  })

test('words that share a short form or an ending are not related by it', () => {
  for (const [a, b] of pairs(UNRELATED)) assert.equal(relationBetween(a, b), null, `${a} ${b}`)
})

test('every word of the tables is folded, and no entry has one word alone', () => {
  const lines = [COMPANY_ABBREVIATIONS, NAME_ABBREVIATIONS, NICKNAMES, ROMANISED_NAMES].flatMap((table) =>
    table.trim().split(/\n| \| /),
  )
  const unfolded = lines.flatMap((line) => line.split(/ = |: | /)).filter((word) => !/^[A-Z0-9]+$/.test(word))
  assert.deepEqual(unfolded, [])
  assert.deepEqual(
    lines.filter((line) => !line.includes(' ')),
    [],
  )
})

test('keys of two kinds never collide, and asking twice gives the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'AIVXOSKY12'), maxLength: 9 }), (word) => {
      const keys = relationKeysOf(word)
      assert.deepEqual(keys, relationKeysOf(word))
      assert.equal(new Set(keys.map(({ key }) => key)).size, keys.length)
    }),
  )
})

test('a roman numeral reads as the number it was written from', () => {
  const ONES = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX']
  for (let value = 1; value < 40; value++)
    assert.equal(romanValue('X'.repeat(Math.floor(value / 10)) + ONES[value % 10]), value)
  for (const word of ['', 'IIII', 'IC', 'VX', 'LI', 'MIX']) assert.equal(romanValue(word), 0, word)
})

test('digits read as themselves, whatever zeros or ending they have', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat(3),
      fc.constantFrom('', 'ST', 'ND', 'RD', 'TH', 'ER', 'DO', 'RO', 'VO'),
      (value, zeros, ending) => {
        const digits = '0'.repeat(zeros) + value
        fc.pre(digits.length < 10)
        assert.equal(numberOf(digits + ending)?.value, String(value))
      },
    ),
  )
})

test('single letters and codes are no numbers', () => {
  for (const word of ['I', 'V', 'X', 'C', 'B2', 'A320', '3M', 'LI', 'MD', '']) assert.equal(numberOf(word), null, word)
  for (const word of ['XI', 'DOS', 'SEGUNDO']) assert.equal(numberOf(word)?.isSure, false, word)
})

test('the numbers of a name are read in their place', () => {
  const NAMES: readonly (readonly [name: string, numbers: string])[] = [
    ['RAINBOW V', '5'],
    ['V RAINBOW', ''],
    ['JOHN X SMITH', ''],
    ['CARMEN I', '1'],
    ['TWENTY FIRST CENTURY', '21'],
    ['TREINTA Y UNO DE MAYO', '31'],
    ['HULL NO 5', '5'],
    ['SERIES XI', '11'],
    ['XI JINPING', ''],
    ['DOS SANTOS', ''],
    ['OCEAN STAR 2 OF 2010', '2 2010'],
    ['SECOND HAND THIRD', '2 3'],
  ]
  for (const [name, numbers] of NAMES) assert.equal(numbersIn(name.split(' ')).join(' '), numbers, name)
})

test('a word of digits is related to numbers alone', () => {
  for (let value = 0; value < 3_000; value++)
    assert.deepEqual(
      relationKeysOf(String(value)).map(({ kind }) => kind),
      ['number'],
    )
})
