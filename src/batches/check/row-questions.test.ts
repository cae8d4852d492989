import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isDni } from '../../domain/ruc.ts'
import { readHeader } from '../read/header.ts'
import type { Cell } from '../table.ts'
import { birthText } from './birth-text.ts'
import { readRow } from './row-questions.ts'

const read = (header: readonly string[], ...cells: Cell[]) => readRow(cells, readHeader(header))

test('dates are taken as Peru writes them', () => {
  const births = [
    ['1970', '1970'],
    ['1970-05', '1970-05'],
    ['1970-05-01', '1970-05-01'],
    ['01/05/1970', '1970-05-01'],
    ['1/5/1970', '1970-05-01'],
    ['1-5-1970', '1970-05-01'],
    ['01.05.1970', '1970-05-01'],
    ['1970/5/1', '1970-05-01'],
    ['05/1970', '1970-05'],
    ['1970-05-01 00:00:00', '1970-05-01'],
    ['1970-05-01T00:00:00Z', '1970-05-01'],
    ['01/05/1970 0:00', '1970-05-01'],
    ['1/5/70', '1970-05-01'],
    ['01-05-08', '2008-05-01'],
    ['1/5/20', '1/5/20'],
    ['19700501', '1970-05-01'],
    ['1970 5 1', '1970-05-01'],
    ['01-may-1970', '1970-05-01'],
    ['1 de Setiembre de 1970', '1970-09-01'],
    ['01/ENE/70', '1970-01-01'],
    ['1-dic.-1970', '1970-12-01'],
    ['1-xyz-1970', '1-xyz-1970'],
    ['12/31/1970', '12/31/1970'],
    ['25689', '25689'],
    ['31/02/1970', '31/02/1970'],
    ['mañana', 'mañana'],
    ['1961.0', '1961'],
    ['1961,00', '1961'],
  ] as const
  for (const [written, taken] of births) assert.equal(birthText(written), taken)
})

test('below a header in English the month may come first', () => {
  const births = [
    ['12/31/1970', '1970-12-31', 0],
    ['31/12/1970', '1970-12-31', 0],
    ['05/05/1970', '1970-05-05', 0],
    ['03/04/1970', '1970', 1],
    ['3/4/70 00:00', '1970', 1],
    ['1970-04-03', '1970-04-03', 0],
    ['3-Apr-1970', '1970-04-03', 0],
    ['1970', '1970', 0],
    ['13/13/1970', '13/13/1970', 0],
  ] as const
  for (const [written, taken, notes] of births) {
    const found = read(['name', 'Date of birth'], 'ANA', written)
    assert.deepEqual([found.nacimiento, found.notes.length], [taken, notes], written)
  }
})

test('countries are taken as files have them', () => {
  const countries = [
    ...[
      ['PERUANA', 'PE'],
      ['Peruano', 'PE'],
      ['PER', 'PE'],
      ['Perú', 'Perú'],
      ['PE', 'PE'],
      ['Russia', 'RU'],
    ],
    ...[
      ['española', 'ES'],
      ['BRASILENA', 'BR'],
      ['Germany', 'DE'],
      ['Atlántida', 'Atlántida'],
      ['USA', 'USA'],
    ],
  ] as const
  for (const [written, taken] of countries) assert.equal(read(['nombre', 'pais'], 'ANA', written).pais, taken)
})

test('a DNI gets its zeros back, and the row says so', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.boolean(), (number, asText) => {
      const { documento, notes } = read(['nombre', 'dni'], 'ANA', asText ? String(number) : number)
      assert.ok(isDni(documento))
      assert.equal(Number(documento), number)
      assert.equal(notes.length, number < 10_000_000 ? 1 : 0)
    }),
  )
})

test('a number is a DNI where the column beside it says so', () => {
  const header = ['nombre', 'tipo de documento', 'N° de documento']
  assert.equal(read(header, 'ANA', 'DNI', 174).documento, '00000174')
  assert.equal(read(header, 'ANA', 'CE', 174).documento, '174')
})

test('other documents stay as they are', () => {
  for (const text of ['123', 'AB-1234', '2.01E+10'])
    assert.equal(read(['nombre', 'documento'], 'ANA', text).documento, text)
})

test('numbers lose what programs put around them', () => {
  for (const text of [
    '20100070970',
    "'20100070970",
    "'20100070970'",
    '="20100070970"',
    '20100070970.0',
    '20 100 070 970',
    ' 20100070970\u00a0',
    20100070970,
    '20,100,070,970',
    '20.100.070.970',
    '2.0100070970E+10',
    '2,0100070970e10',
    'RUC: 20100070970',
    'R.U.C. N° 20100070970',
  ])
    assert.deepEqual(read(['ruc'], text).ruc, '20100070970')
})

test('a document of eleven digits is a RUC, a DNI is none', () => {
  assert.equal(read(['documento'], '20100070970').ruc, '20100070970')
  assert.equal(read(['documento'], '00000012').ruc, '')
  assert.equal(read(['dni'], '20100070970').ruc, '')
})

test('errors and unreadable characters are told, not asked about', () => {
  for (const error of ['#N/A', '#¡REF!', '#REF!', '#¿NOMBRE?', '#DIV/0!', '#VALUE!', '#N/D', '#SIN_VALOR!', '#NAME?'])
    assert.match(String(read(['nombre'], error).problem), /error de la hoja/)
  assert.match(String(read(['nombre'], 'PE\ufffdA').problem), /ilegibles/)
  assert.equal(read(['nombre'], '#1 CLEANING').problem, null)
})

test('UTF-8 that was read as Windows-1252 is told, not asked about', () => {
  const misread = (text: string): string => new TextDecoder('windows-1252').decode(Buffer.from(text))
  const textOf = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), minLength: 1 })
  fc.assert(
    fc.property(textOf('ABCaáéíóúñÁÉÍÓÚÑüÜ Ž’王'), (name) => {
      const isBeyondAscii = /[^ -~]/.test(name)
      assert.equal(read(['nombre'], `X${misread(name)}X`).problem !== null, isBeyondAscii)
    }),
  )
  fc.assert(
    fc.property(fc.oneof(textOf('ABCÁÉÍÓÚÑÜÇÃÕ 王ПЖ'), textOf('abcáéíóúñüçãõ 王')), (name) => {
      assert.equal(read(['nombre'], name).problem, null)
    }),
  )
  for (const name of ['ПЕТРОВ', 'محمد']) assert.notEqual(read(['nombre'], misread(name)).problem, null)
  const meant = ['JOÃO', 'PEÑA “LA FLACA”', 'Mª ÁNGELES Nº 1', 'DÂMASO', 'ÑUÑEZ', 'ПЕТРОВ', '“EL CAFÉ”', 'CAFÉ® S.A.C.']
  for (const name of meant) assert.equal(read(['nombre'], name).problem, null, name)
})

test('every name of a row is to be asked about, each once', () => {
  const header = ['razón social', 'nombre']
  const names = (...cells: Cell[]) => {
    const { nombre, otherNames } = read(header, ...cells)
    return [nombre, ...otherNames]
  }
  assert.deepEqual(names('ACME', ''), ['ACME'])
  assert.deepEqual(names('ACME', 'ANA DIAZ'), ['ANA DIAZ', 'ACME'])
  assert.deepEqual(names('Acmé', 'ACME'), ['ACME'])
  assert.deepEqual(names('Díaz Ana', 'ANA DIAZ'), ['ANA DIAZ'])
  for (const nothing of ['Sí', 'X', '12', 'N/A', '-']) assert.deepEqual(names(nothing, 'ANA DIAZ'), ['ANA DIAZ'])
})

test('what stands below a name header that spans columns belongs to the name', () => {
  const { nombre, otherNames } = read(['id', 'nombre', '', 'dni'], '1', 'Tarquillo', 'Zenobio', '')
  assert.deepEqual([nombre, otherNames], ['Tarquillo', ['Tarquillo Zenobio']])
  assert.deepEqual(read(['id', 'nombre', '', 'dni'], '1', 'Tarquillo', '', '').otherNames, [])
})

test('an optional cell that says nothing is empty', () => {
  const said = ['N/A', 'n/a', '0', 0, '00/00/0000', '0000-00-00 00:00:00', 's/d', 'sin dato', 'null', '-', '00000000']
  for (const nothing of said) {
    const { documento, nacimiento, pais, problem } = read(
      ['nombre', 'documento', 'nacimiento', 'pais'],
      ...['ANA', nothing, nothing, nothing],
    )
    assert.deepEqual([documento, nacimiento, pais, problem], ['', '', '', null], String(nothing))
  }
  assert.equal(read(['nombre', 'dni'], 'ANA', '0').documento, '')
  assert.equal(read(['nombre', 'pais'], 'ANA', 'NA').pais, 'NA')
  assert.equal(read(['nombre', 'nacimiento'], 'ANA', '31/02/1961').nacimiento, '31/02/1961')
})

test('a type below a header that spans type and number is no number', () => {
  const header = ['nombre', 'Documento', '', 'x']
  assert.equal(read(header, 'ANA', 'DNI', 174, 'y').documento, '00000174')
  assert.equal(read(header, 'ANA', 'RUC', '20100070970', 'y').ruc, '20100070970')
  assert.equal(read(header, 'ANA', 'CE', '', 'y').documento, '')
  assert.match(String(read(header, 'ANA', ' Zenobio', '', '').problem), /ninguna cifra/)
})

test('surnames are added where the name lacks them', () => {
  const header = ['nombre', 'apellido paterno', 'apellido materno']
  assert.equal(read(header, 'ANA', 'DÍAZ', 'RÍOS').nombre, 'ANA DÍAZ RÍOS')
  assert.equal(read(header, 'ANA DIAZ RIOS', 'DÍAZ', 'RÍOS').nombre, 'ANA DIAZ RIOS')
})

test('a company and a person of one row are two names', () => {
  const header = ['razón social', 'nombres', 'apellidos']
  const names = (...cells: Cell[]) => {
    const { nombre, otherNames } = read(header, ...cells)
    return [nombre, ...otherNames]
  }
  assert.deepEqual(names('ACME', 'ANA', 'DÍAZ'), ['ACME', 'ANA DÍAZ'])
  assert.deepEqual(names('', 'ANA', 'DÍAZ'), ['ANA DÍAZ'])
  assert.deepEqual(names('ACME', '', ''), ['ACME'])
  assert.equal(read(['First name', 'Middle name', 'Last name'], 'ANA', 'LUZ', 'DIAZ').nombre, 'ANA LUZ DIAZ')
})

test('spaces are one space, dashes are nothing', () => {
  const { nombre, documento, pais } = read(['nombre', 'documento', 'pais'], ' ANA\r\n DÍAZ\u00a0', '-', '—')
  assert.deepEqual([nombre, documento, pais], ['ANA, DÍAZ', '', ''])
})

test('two lines of a cell are two texts', () => {
  const header = ['nombre', 'documento']
  assert.equal(read(header, 'PEREZ ROJAS JUAN\nDIAZ SOTO ROSA\n', '').nombre, 'PEREZ ROJAS JUAN, DIAZ SOTO ROSA')
  assert.equal(read(header, 'ANA', '12345678\n').documento, '12345678')
  assert.notEqual(read(header, 'ANA', '12345678\n87654321').documento, '1234567887654321')
})

test('what programs write in place of a name is none', () => {
  for (const text of ['SIN NOMBRE', 'Por definir', 'CLIENTES VARIOS', 'Público en general', 'VARIOS'])
    assert.equal(read(['nombre', 'documento'], text, '').nombre, '', text)
})

test('signs inside a document do not matter', () => {
  for (const [written, taken] of [
    ['12.345.678-9', '12345678-9'],
    ['AB 123456', 'AB123456'],
    ['800.113.437-2', '800113437-2'],
    ['20-12345678-9', '20-12345678-9'],
    ['1.5', '1.5'],
  ] as const)
    assert.equal(read(['nombre', 'documento'], 'ANA', written).documento, taken)
})
