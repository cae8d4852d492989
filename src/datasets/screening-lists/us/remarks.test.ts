import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { comparedNumbers, readStatement, type Statement, weakSpellings } from './remarks.ts'
import { splitRemarks } from './statements.ts'

const REMARKS =
  "DOB 31 Feb 1961; alt. DOB circa 1962; a.k.a. 'CAMARADA O'HARA'; LE Number 00000174 (Peru); National ID No. 00000175-6 (Peru); " +
  'RUC # 20990000027 (Peru); alt. Passport AB 123 (Panama) issued 01 Jan 2010 expires 02 Jan 2020; Tax ID No. 99 88-77 (Russia).'

test('weak aliases and numbers are found in the remarks', () => {
  const statements = splitRemarks(REMARKS).map(readStatement)
  const aliases = statements.flatMap((statement) => (statement.field === 'aliases' ? statement.names : []))
  assert.deepEqual(aliases, ["CAMARADA O'HARA"])
  assert.deepEqual(statements.flatMap(comparedNumbers), [
    { kind: 'DNI', country: 'Peru', number: '00000174' },
    { kind: 'DNI', country: 'Peru', number: '00000175' },
    { kind: 'RUC', country: 'Peru', number: '20990000027' },
    { kind: 'passport', country: 'Panama', number: 'AB123' },
    { kind: 'other', country: 'Russia', number: '998877' },
  ])
})

const document = (kind: string, number: string, country = '', note = ''): Statement => ({
  field: 'documents',
  document: { kind, number, country, note },
})

const STATEMENTS: [string, Statement][] = [
  ['DOB 1960 to 1965', { field: 'births', value: '1960 to 1965' }],
  ['alt. DOB circa 1960', { field: 'births', value: 'circa 1960' }],
  ['POB Pacayzapa, Peru', { field: 'birthPlaces', value: 'Pacayzapa, Peru' }],
  ['nationality Peru', { field: 'nationalities', value: 'Peru' }],
  ['alt. citizen Panama', { field: 'nationalities', value: 'Panama' }],
  ['Linked To: NAVIERA INVENTADA, S.A.', { field: 'links', value: 'NAVIERA INVENTADA, S.A.' }],
  ['Position: Owner', { field: 'positions', value: 'Owner' }],
  ["f.k.a. 'ANTES'", { field: 'aliases', kind: 'f.k.a.', names: ['ANTES'] }],
  ["a.k.a. 'UNO', 'DOS'", { field: 'aliases', kind: 'a.k.a.', names: ['UNO', 'DOS'] }],
  ['Passport A1 (Iran) issued 1999', document('Passport', 'A1', 'Iran', 'issued 1999')],
  ['Passport A1 expires 02 Jan 2020', document('Passport', 'A1', '', 'expires 02 Jan 2020')],
  ['Digital Currency Address - XBT 1Abc9', document('Digital Currency Address - XBT', '1Abc9')],
  ['SWIFT/BIC ABCDPEPL', document('SWIFT/BIC', 'ABCDPEPL')],
  [
    'Economic Register Number (CBLS) 7 (United Arab Emirates)',
    document('Economic Register Number (CBLS)', '7', 'United Arab Emirates'),
  ],
  // Labels that are in no table.
  ['Gaming Permit No. 4-77/B', document('Gaming Permit No.', '4-77/B')],
  ['Carne de Extranjeria 000123 (Peru)', document('Carne de Extranjeria', '000123', 'Peru')],
  [
    'Tarjeta Profesional 186785 (Abogado) (Colombia)',
    document('Tarjeta Profesional', '186785', 'Colombia', '(Abogado)'),
  ],
  ['National ID No. 13/Ta (Na) 019 (Burma)', document('National ID No.', '13/Ta (Na) 019', 'Burma')],
  ['Passport A1 (Iran) stolen in 1999', document('Passport', 'A1', 'Iran', 'stolen in 1999')],
  ['Aircraft Model B747-3B3', { field: 'particulars', name: 'Aircraft Model', value: 'B747-3B3' }],
  ['Former Vessel Flag Tanzania', { field: 'particulars', name: 'Former Vessel Flag', value: 'Tanzania' }],
  ['Nationality of Registration Peru', { field: 'particulars', name: 'Nationality of Registration', value: 'Peru' }],
  ['Vessel Hull Number 12', { field: 'particulars', name: 'Vessel Hull Number', value: '12' }],
  ['Gender Male', { field: 'remarks', value: 'Gender Male', isRead: true }],
  ['alt. Website www.inventado.pe', { field: 'remarks', value: 'alt. Website www.inventado.pe', isRead: true }],
  // Neither is a document.
  ['arrested 23 Apr 2002', { field: 'remarks', value: 'arrested 23 Apr 2002', isRead: false }],
  ['Holder of a Peru passport', { field: 'remarks', value: 'Holder of a Peru passport', isRead: false }],
  [
    'Executive Order 13662 Directive Determination - Subject to Directive 1',
    { field: 'remarks', value: 'Executive Order 13662 Directive Determination - Subject to Directive 1', isRead: true },
  ],
]
for (const [text, expected] of STATEMENTS)
  test(`a statement of the remarks: ${text}`, () => assert.deepEqual(readStatement(text), expected))

test('a number is compared as it is written, and without the words around it', () => {
  const numbers = (text: string) => comparedNumbers(readStatement(text)).map(({ number }) => number)
  assert.deepEqual(numbers('Matricula Mercantil No 405885 Bogota (Colombia)'), ['405885BOGOTA', '405885'])
  assert.deepEqual(numbers('National ID No. CNIC: 35202-54 (Pakistan)'), ['CNIC3520254', '3520254'])
  assert.deepEqual(numbers('Folio Mercantil No. 22839 (Jalisco) (Mexico) issued 1999'), ['22839'])
  assert.deepEqual(numbers('Public Registration Number 467323, Doc. 694710 (Panama)'), [
    '467323DOC694710',
    '467323694710',
    '467323',
    '694710',
    'DOC694710',
  ])
  assert.deepEqual(numbers('National ID No. D489833(9) (Hong Kong)'), ['D4898339', 'D489833'])
  assert.deepEqual(numbers('NIT # 800018928-0 (Colombia)'), ['8000189280', '800018928'])
  assert.deepEqual(numbers('MMSI 572469210'), ['572469210'])
  assert.deepEqual(numbers('Aircraft Tail Number N200-VR'), ['N200VR'])
  assert.deepEqual(numbers('Vessel Registration Identification IMO 9256860 (Russia)'), ['IMO9256860'])
  assert.deepEqual(numbers('Digital Currency Address - XBT 12Qt9'), [])
})

test('a weak alias with an apostrophe before its comma has both spellings', () => {
  assert.deepEqual(weakSpellings(["AL-DARDA', Abu", 'UNO']), ["AL-DARDA', Abu", 'AL-DARDA', 'UNO'])
})

const SPLITS: [string, string[]][] = [
  ['', []],
  ['DOB 1960; POB Lima.', ['DOB 1960', 'POB Lima']],
  ['nationality possibly Peruvian;arrested 1 Apr 2002.', ['nationality possibly Peruvian', 'arrested 1 Apr 2002']],
  ['Linked To: UNO S.A.', ['Linked To: UNO S.A.']],
  ['Linked To: UNO TRADING CO.', ['Linked To: UNO TRADING CO.']],
  ['Website www.inventado.com.', ['Website www.inventado.com']],
  ["a.k.a. 'UNO; DOS'; DOB 1960.", ["a.k.a. 'UNO; DOS'", 'DOB 1960']],
  ['(From a passport: DOB 1960; POB Lima); citizen Peru.', ['(From a passport: DOB 1960; POB Lima)', 'citizen Peru']],
  ['Passport 1 (Peru; DOB 1960.', ['Passport 1 (Peru', 'DOB 1960']],
  ["a.k.a. 'UNO; DOB 1960.", ["a.k.a. 'UNO", 'DOB 1960']],
]
for (const [remarks, statements] of SPLITS)
  test(`remarks are split into statements: ${remarks}`, () => assert.deepEqual(splitRemarks(remarks), statements))

const squeezed = (text: string): string => text.replace(/[;.\s]/g, '')

test('no character of any remarks is lost but separators, and splitting is stable', () => {
  const text = fc.string({ unit: fc.constantFrom(..."ABab1;;.,  ()'-kf"), maxLength: 60 })
  fc.assert(
    fc.property(text, (remarks) => {
      const statements = splitRemarks(remarks)
      assert.equal(squeezed(statements.join('')), squeezed(remarks))
      for (const statement of statements) readStatement(statement)
    }),
  )
})

const word = fc.string({ unit: fc.constantFrom(...'ABCDEFGH0123'), minLength: 1, maxLength: 8 })
const statement = fc.oneof(
  word.map((text) => `DOB ${text}`),
  word.map((text) => `a.k.a. 'A; ${text}'`),
  fc.tuple(word, word).map(([number, country]) => `Passport 1${number} (${country}; ${country}) issued 1999`),
  word.map((text) => `Linked To: ${text}, S.A`),
)

test('statements written the way of the publisher are read back', () => {
  fc.assert(
    fc.property(fc.array(statement, { minLength: 1, maxLength: 8 }), (statements) => {
      const written = statements.map((text, at) => (at % 2 ? `alt. ${text}` : text))
      assert.deepEqual(
        splitRemarks(`${written.join('; ')}.`).map((text) => text.replace(/\.$/, '')),
        written,
      )
    }),
  )
})
