import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foldHeader, readHeader } from './header.ts'
import { findHeader } from './header-rows.ts'

const KNOWN = { nombre: 0, 'razon social': 0, cliente: 0, proveedor: 0 } as const

test('headers of the contract are found in any case, with accents or without', () => {
  const accented: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' }
  const change = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 20, maxLength: 20 })
  const spaces = fc.constantFrom('', ' ', '\u00a0', '_', '.', ':', '\n')
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(KNOWN)), change, spaces, (header, changes, space) => {
      const written = [...header]
        .map((letter, i) => {
          const [upper, accent] = changes[i] as [boolean, boolean]
          const shown = accent ? (accented[letter] ?? letter) : letter
          return upper ? shown.toUpperCase() : shown
        })
        .join('')
      assert.deepEqual(readHeader(['x', `${space}${written.replace(' ', space || ' ')}${space}`]).nombre, [1])
    }),
  )
})

test('documents, births and countries are found', () => {
  const columns = readHeader(['DNI', 'R.U.C.', 'N° Documento', 'Fecha de Nacimiento', 'PAÍS', 'Referencia', 'otra'])
  assert.deepEqual(
    [columns.dni, columns.documento, columns.nacimiento, columns.pais, columns.referencia],
    [[0], [2], [3], [4], [5]],
  )
  assert.deepEqual(columns.ruc, [1])
})

test('where several columns mean the same, the contract’s order counts', () => {
  assert.deepEqual(readHeader(['proveedor', 'cliente', 'razón social', 'nombre']).nombre, [3, 2, 1, 0])
})

test('given names are a name only beside surnames', () => {
  assert.deepEqual(readHeader(['nombres', 'x']).nombre, [])
  const columns = readHeader(['apellido paterno', 'apellido materno', 'nombres'])
  assert.deepEqual([columns.nombre, columns.apellidos], [[2], [0, 1]])
})

test('surnames belong to given names, not to a company beside them', () => {
  const columns = readHeader(['razón social', 'nombres', 'apellidos'])
  assert.deepEqual([columns.nombre, columns.nombres, columns.apellidos], [[0], [1], [2]])
  assert.deepEqual(readHeader(['razón social', 'nombres']).nombres, [])
})

/** Headers and their roles; null where a column is not asked about. */
const FOUND: Record<string, string | null> = {
  ...{ 'Nombre comercial': 'nombre', 'Nombre del Representante Legal': 'nombre', 'REP. LEGAL': 'nombre' },
  ...{ Titular: 'nombre', 'Beneficiario final': 'nombre', Accionista: 'nombre', 'Gerente General': 'nombre' },
  ...{ Apoderado: 'nombre', 'Apellidos y nombres del titular': 'nombre', 'Nombre de la empresa': 'nombre' },
  ...{ Name: 'nombre', 'Full Name': 'nombre', company_name: 'nombre', Customer: 'nombre', 'Vendor Name': 'nombre' },
  ...{
    Supplier: 'nombre',
    'Last Name': 'apellidos',
    'Date of Birth': 'birthDate',
    'D.O.B.': 'birthDate',
    dob: 'birthDate',
  },
  ...{
    Country: 'pais',
    Nationality: 'pais',
    'Tax ID': 'documento',
    'ID number': 'documento',
    'Passport No.': 'documento',
  },
  ...{ Reference: 'referencia', 'ID Type': 'tipoDocumento', 'Nombre (completo)': 'nombre', 'Razón social:': 'nombre' },
  ...{ 'Nombre (obligatorio)*': 'nombre', 'RUC [11 dígitos]': 'ruc', 'Fecha de nacimiento (dd/mm/aaaa)': 'nacimiento' },
  ...{ Pasaporte: 'documento', 'Carné de extranjería': 'documento', Contacto: null, Teléfono: null, ID: null },
  ...{ 'Fecha de emisión': null, 'Tipo de cliente': null, 'DNI del representante': null, Username: null },
}

test('headers of other programs are found', () => {
  for (const [header, role] of Object.entries(FOUND)) {
    const found = Object.entries(readHeader(['x', header])).filter(([, columns]) => columns.includes(1))
    assert.deepEqual(
      found.map(([name]) => name),
      role === null ? [] : [role],
      header,
    )
  }
})

test('who stands behind a customer comes after the customer', () => {
  assert.deepEqual(
    readHeader(['Representante legal', 'Nombre comercial', 'Empresa', 'Razón social']).nombre,
    [3, 2, 1, 0],
  )
})

test('a named column decides alone', () => {
  const row = ['nombre', 'titular', 'dni', 'Código']
  assert.deepEqual(readHeader(row, { nombre: 'Titular' }).nombre, [1])
  assert.deepEqual(readHeader(row, { nombre: 'nada' }).nombre, [])
  const { dni, ruc, documento } = readHeader(row, { documento: 'codigo' })
  assert.deepEqual([dni, ruc, documento], [[], [], [3]])
  assert.deepEqual(readHeader(row, { documento: 'DNI' }).dni, [2])
})

test('a header that is written exactly as named wins', () => {
  assert.deepEqual(readHeader(['TITULAR', 'Titular'], { nombre: 'Titular' }).nombre, [1])
})

test('the header is the first row that fits, wide enough to be one', () => {
  const isHeader = (row: readonly unknown[]): boolean => row.some((cell) => foldHeader(String(cell)) === 'NOMBRE')
  const headerAt = (rows: string[][]): number => findHeader(rows, isHeader)?.first ?? -1
  assert.equal(headerAt([['x'], ['nombre', 'a'], ['1', '2'], ['nombre', '2']]), 1)
  assert.equal(
    headerAt([
      ['nombre', 'ACME'],
      ['n', 'nombre', 'b', 'c', 'd'],
    ]),
    1,
  )
  assert.equal(headerAt([['nombre'], ['1', '2', '3']]), 0)
  assert.equal(headerAt([['x']]), -1)
  // Rows of data that hold the word.
  assert.equal(
    headerAt([
      ['titular', 'tipo'],
      ['ANA', ''],
      ['EVA', 'Nombre'],
    ]),
    -1,
  )
})

test('a header over two lines has the names of both', () => {
  const names = (...rows: string[][]) => {
    const found = findHeader(rows, (row) => readHeader(row).nombre.length > 0)
    return found && [found.last, found.names]
  }
  // Groups of columns above the header.
  assert.deepEqual(
    names(['CLIENTE', '', 'DOCUMENTO', ''], ['Nombre', 'Dirección', 'Tipo', 'Número'], ['ANA', 'X', 'DNI', '1']),
    [1, ['CLIENTE · Nombre', 'CLIENTE · Dirección', 'DOCUMENTO · Tipo', 'DOCUMENTO · Número']],
  )
  // Cells that span two lines beside a cell that spans two columns.
  assert.deepEqual(names(['Nombre', 'Documento', '', 'País'], ['', 'Tipo', 'Número', ''], ['ANA', 'DNI', '1', 'PE']), [
    1,
    ['Nombre', 'Documento Tipo', 'Documento Número', 'País'],
  ])
  assert.deepEqual(names(['Razón', 'N° de', 'Fecha de'], ['social', 'RUC', 'nacimiento'], ['ACME', '2', '3']), [
    1,
    ['Razón social', 'N° de RUC', 'Fecha de nacimiento'],
  ])
  // The first row of data is no second line, whatever its words.
  for (const word of ['Origen', 'Número', 'Estado Social', 'Y', 'RUC'])
    assert.deepEqual(names(['Nombre', 'Tipo'], [word, ''], ['ANA', 'x']), [0, ['Nombre', 'Tipo']], word)
  assert.deepEqual(names(['Nombre'], ['Origen'], ['ANA']), [0, ['Nombre']])
  assert.deepEqual(names(['Nombre', 'Tipo'], ['ANA', 'DNI']), [0, ['Nombre', 'Tipo']])
  assert.equal(names(['Apodo', 'Tipo'], ['ANA', 'DNI']), null)
  // Titles of two cells.
  assert.deepEqual(names(['Empresa', 'ACME'], ['RUC', '20'], ['Nombre', 'DNI', 'x'], ['ANA', '1', '2']), [
    2,
    ['Nombre', 'DNI', 'x'],
  ])
})
