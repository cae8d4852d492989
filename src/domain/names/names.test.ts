import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LEGAL_FORMS, LONGEST_LEGAL_FORM, legalFormAt } from './legal-forms.ts'
import { foldName, nameWords, stripAccents } from './normalise.ts'
import { coreWords, isSameName, meansWord, nameUnits, startsWord } from './tokens.ts'

const folds = [
  ['Comercial Ejemplo - Lima S.A.C.', 'COMERCIAL EJEMPLO LIMA SAC'],
  ['JOSÉ ÑAHUI PEÑA', 'JOSE ÑAHUI PEÑA'],
  ['jose\u0301 n\u0303ahui', 'JOSE ÑAHUI'],
  ['E.I.R.L', 'EIRL'],
  ['J. PEREZ', 'J PEREZ'],
  ['S.R.LTDA.', 'SR LTDA'],
  ['PEREZ & HIJOS', 'PEREZ Y HIJOS'],
  ['NU&Ntilde;EZ &amp; CIA', 'NUÑEZ Y CIA'],
  ['"EL \\ ÁGUILA"', 'EL AGUILA'],
  ["D'ANGELO", 'D ANGELO'],
  ['I.E. Nº 1234', 'IE N 1234'],
  ['STRAßE Æ', 'STRASSE AE'],
  ['...', ''],
] as const

for (const [text, folded] of folds)
  test(`folding writes ${text} as ${folded || 'nothing'}`, () => assert.equal(foldName(text), folded))

test('plain letters fold alone as they do beside an accent', () => {
  const typed = fc.string({ unit: fc.constantFrom(..."aBz09 .,'-/&;#\t".split('')) })
  fc.assert(fc.property(typed, (text) => assert.equal(`${foldName(text)} A`.trim(), foldName(`${text} Á`))))
})

test('folding twice changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), latin1()), (text) => {
      const once = foldName(text)
      assert.equal(foldName(once), once)
      assert.equal(stripAccents(stripAccents(text)), stripAccents(text))
    }),
  )
})

test('a Latin-1 name folds to letters, Ñ, digits and single spaces alone', () => {
  fc.assert(fc.property(latin1(), (text) => assert.match(foldName(text), /^(?:[A-ZÑ0-9]+(?: [A-ZÑ0-9]+)*)?$/)))
})

const forms = [
  ['S.A.C.', 'SAC'],
  ['S A C', 'SAC'],
  ['SOCIEDAD ANÓNIMA CERRADA', 'SAC'],
  ['SOC. ANONIMA CERRADA', 'SAC'],
  ['S.A.', 'SA'],
  ['SOCIEDAD ANONIMA', 'SA'],
  ['SOCIEDAD ANONIMA ABIERTA', 'SAA'],
  ['E.I.R.L.', 'EIRL'],
  ['E I R L', 'EIRL'],
  ['EMPRESA INDIVIDUAL DE RESPONSABILIDAD LIMITADA', 'EIRL'],
  ['S.R.L.', 'SRL'],
  ['S.R.LTDA', 'SRL'],
  ['SOCIEDAD COMERCIAL DE RESPONSABILIDAD LIMITADA', 'SRL'],
  ['SOC.COM.RESPONS. LTDA', 'SRL'],
  ['S. CIVIL DE R.L.', 'SCRL'],
  ['SOCIEDAD CIVIL', 'SC'],
  ['LIMITADA', 'LTDA'],
] as const

for (const [text, form] of forms)
  test(`${text} is the legal form ${form}`, () => {
    const units = nameUnits(nameWords(foldName(`LA ROSA ${text}`)))
    assert.deepEqual(
      units.map((unit) => unit.word),
      ['LA', 'ROSA', form],
    )
    assert.deepEqual(coreWords(units), ['LA', 'ROSA'])
  })

test('a name that is nothing but its legal form keeps it', () => {
  assert.deepEqual(coreWords(nameUnits(nameWords(foldName('S.A.C.')))), ['SAC'])
})

test('cutting a name into units never loses a word', () => {
  const word = fc.constantFrom(
    'S',
    'A',
    'C',
    'SA',
    'SAC',
    'SOCIEDAD',
    'ANONIMA',
    'CERRADA',
    'DE',
    'ROSA',
    'E',
    'I',
    'R',
    'L',
  )
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const units = nameUnits(words)
      assert.deepEqual(
        units.flatMap((unit) => (unit.spelled.length > 0 ? unit.spelled : [unit.word])),
        words,
      )
      assert.ok(units.every((unit) => unit.spelled.length <= LONGEST_LEGAL_FORM))
    }),
  )
})

test('every class of legal form is its own shortest spelling', () => {
  for (const [form, name] of LEGAL_FORMS.entries()) assert.deepEqual(legalFormAt([name], 0), { form, length: 1 })
})

test('N finds Ñ, Ñ does not find N, and the conjunctions are equal', () => {
  assert.ok(meansWord('MUNOZ', 'MUÑOZ'))
  assert.ok(!meansWord('MUÑOZ', 'MUNOZ'))
  assert.ok(startsWord('MUN', 'MUÑOZ'))
  assert.ok(meansWord('Y', 'E') && meansWord('E', 'Y'))
})

function latin1() {
  return fc.uint8Array({ maxLength: 40 }).map((bytes) => new TextDecoder('windows-1252').decode(bytes))
}

test('a name is the same in another order, with another legal form, or without its signs', () => {
  const registered = 'COMERCIAL PEÑA & HIJOS S.A.C.'
  for (const same of [
    'Comercial Pena e Hijos',
    'HIJOS Y PEÑA COMERCIAL, SOCIEDAD ANONIMA CERRADA',
    'comercial peña hijos sa',
  ])
    assert.ok(isSameName(registered, same), same)
  for (const other of ['COMERCIAL PEÑA S.A.C.', 'COMERCIAL PEÑA HIJOS NORTE SAC', 'S.A.C.'])
    assert.ok(!isSameName(registered, other), other)
})
