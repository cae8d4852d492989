import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hasTooManyHolders, holdersIn, MOST_HOLDERS } from './holders.ts'
import { screeningWords } from './words/fold.ts'

const SEVERAL: [text: string, ...holders: string[]][] = [
  ['PEREZ ROJAS JUAN Y/O DIAZ SOTO ROSA', 'PEREZ ROJAS JUAN', 'DIAZ SOTO ROSA'],
  ['Perez Rojas, Juan y / o Diaz, Rosa', 'Perez Rojas, Juan', 'Diaz, Rosa'],
  ['PEREZ ROJAS JUAN Y O DIAZ ROSA', 'PEREZ ROJAS JUAN', 'DIAZ ROSA'],
  ['JUAN PEREZ ROJAS/ROSA DIAZ', 'JUAN PEREZ ROJAS', 'ROSA DIAZ'],
  ['JUAN PEREZ; ROSA DIAZ; LUIS SOTO', 'JUAN PEREZ', 'ROSA DIAZ', 'LUIS SOTO'],
  ['JUAN PEREZ, ROSA DIAZ Y LUIS SOTO', 'JUAN PEREZ', 'ROSA DIAZ', 'LUIS SOTO'],
  ['JUAN PEREZ SOTO, Zenobio CHUQUIPOMA BAZAN y ROSA DIAZ', 'JUAN PEREZ SOTO', 'Zenobio CHUQUIPOMA BAZAN', 'ROSA DIAZ'],
  ['JUAN PEREZ & ROSA DIAZ', 'JUAN PEREZ', 'ROSA DIAZ'],
  ['JUAN PEREZ O ROSA DIAZ', 'JUAN PEREZ', 'ROSA DIAZ'],
  ['ORTEGA Y GASSET JOSE Y ROSA DIAZ', 'ORTEGA Y GASSET JOSE', 'ROSA DIAZ'],
  ['JUAN Y ROSA PEREZ ROJAS', 'JUAN PEREZ ROJAS', 'ROSA PEREZ ROJAS'],
  ['JUAN E ISABEL PEREZ ROJAS', 'JUAN PEREZ ROJAS', 'ISABEL PEREZ ROJAS'],
  ['PEREZ ROJAS JUAN Y ROSA', 'PEREZ ROJAS JUAN', 'ROSA PEREZ ROJAS'],
  ['ROSA Y ZENOBIO CHUQUIPOMA TARQUILLO', 'ROSA CHUQUIPOMA TARQUILLO', 'ZENOBIO CHUQUIPOMA TARQUILLO'],
  ['CHUQUIPOMA TARQUILLO ROSA Y ZENOBIO', 'CHUQUIPOMA TARQUILLO ROSA', 'ZENOBIO CHUQUIPOMA TARQUILLO'],
  ['INVERSIONES KUNTUR SAC Y/O JUAN ROJAS', 'INVERSIONES KUNTUR SAC', 'JUAN ROJAS'],
  ['JUAN PEREZ ROJAS Y ASOCIADOS S.A.C.', 'JUAN PEREZ ROJAS'],
  ['JUAN PEREZ ROJAS Y/O CIA', 'JUAN PEREZ ROJAS'],
  ['JUAN PEREZ E HIJOS', 'JUAN PEREZ'],
  ['PEREZ ROJAS JUAN YO DIAZ SOTO ROSA', 'PEREZ ROJAS JUAN', 'DIAZ SOTO ROSA'],
  ['PEREZ ROJAS JUAN \\ DIAZ SOTO ROSA', 'PEREZ ROJAS JUAN', 'DIAZ SOTO ROSA'],
  ['JUAN PEREZ ROJAS con ROSA DIAZ', 'JUAN PEREZ ROJAS', 'ROSA DIAZ'],
  ['PEREZ ROJAS JUAN - DIAZ SOTO ROSA', 'PEREZ ROJAS JUAN', 'DIAZ SOTO ROSA'],
  ['1) PEREZ ROJAS JUAN 2) DIAZ SOTO ROSA', '1) PEREZ ROJAS JUAN', 'DIAZ SOTO ROSA'],
  ['JUAN PEREZ ROJAS representado por ROSA DIAZ', 'JUAN PEREZ ROJAS', 'ROSA DIAZ'],
  ['INVERSIONES KUNTUR SAC REP. LEGAL: ROSA DIAZ', 'INVERSIONES KUNTUR SAC', 'ROSA DIAZ'],
  ['PEREZ ROJAS JUAN Y/O KUNTUR', 'PEREZ ROJAS JUAN', 'KUNTUR'],
]

const ONE = [
  ...[
    'JUAN PEREZ ROJAS',
    'PEREZ ROJAS, JUAN CARLOS',
    'ORTEGA Y GASSET JOSE',
    'PEREZ Y ROJAS JUAN',
    'RAMON Y CAJAL SANTIAGO',
  ],
  ...['JUAN E PEREZ ROJAS', 'CARLOS ALBERTO E PEREZ ROJAS', 'JUAN O PEREZ ROJAS', 'JUAN PEREZ;', 'PEREZ/ROJAS JUAN'],
  ...['PEREZ Y ASOCIADOS', 'HERMANOS Y/O CIA', 'CONSTRUCTORA LOPEZ Y PEREZ SAC', 'TRANSPORTES KUNTUR Y HERMANOS SAC'],
  ...[
    'PEREZ - ROJAS JUAN',
    'PEREZ ROJAS - JUAN CARLOS',
    'KIM YO JONG',
    'KUNTUR TRADING - LIMA',
    'ESTUDIO LEGAL KUNTUR',
  ],
  ...['M/V PACAYZAPA STAR', 'ASTILLEROS DEL SUR S/A', 'A & B TRADING', 'Y/O', ''],
]

test('a text is cut where both sides are names', () => {
  for (const [text, ...holders] of SEVERAL) assert.deepEqual(holdersIn(text), holders, text)
  for (const text of ONE) assert.deepEqual(holdersIn(text), [], text)
})

const word = fc.constantFrom(
  'JUAN',
  'ROSA',
  'PEREZ',
  'DIAZ',
  'KUNTUR',
  'Y',
  'E',
  'O',
  '/',
  ';',
  ',',
  '&',
  'Y/O',
  'SAC',
  'HIJOS',
  'M',
  '·',
  'Ł',
)

test('whatever the text, holders are made of its words', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 14 }), (words) => {
      const known = screeningWords(words.join(' '))
      for (const holder of holdersIn(words.join(' ')))
        assert.ok(
          screeningWords(holder).every((one) => known.includes(one)),
          holder,
        )
    }),
  )
})

test('too many holders are seen, however they are written', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 8, maxLength: 40 }),
      fc.constantFrom(' ', ';', '', ' Y '),
      (words, between) => {
        const text = words.join(between)
        assert.equal(hasTooManyHolders(text), holdersIn(text).length > MOST_HOLDERS, text)
      },
    ),
  )
})
