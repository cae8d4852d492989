import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sheetOf, workbookOf } from '../../src/batches/fixtures/files.ts'
import { Failure } from '../../src/kernel/errors.ts'
import { testApp } from '../helpers/app.ts'
import { askUntil } from '../helpers/until.ts'

// How uploads are read, as callers see it: numbers of rows, columns by letter, sheets, totals, purchase registers.

const asked: Record<string, string | undefined>[] = []
const { inject, key } = await testApp({
  batches: { rows: 2_000, hours: 2, bytes: 200_000 },
  lookups: {
    aml: ({ nombre = '', documento }) => {
      asked.push({ nombre, documento })
      if (nombre.length < 3) throw new Failure('invalid-input', 'nombre debe tener al menos 3 caracteres')
      return { data: { query: nombre, total: 0, matches: [] }, origins: [] } as never
    },
    ruc: ({ numero }) => {
      asked.push({ numero })
      return { data: { ruc: numero, razonSocial: 'X', estado: 'ACTIVO', condicion: 'HABIDO' }, origins: [] } as never
    },
  },
})

const post = (path: string, payload: string | Buffer) =>
  inject({ method: 'POST', url: path, headers: { authorization: key, 'content-type': 'text/csv' }, payload })
const preview = async (query: string, file: string | Buffer) => {
  const reply = await post(`/api/lotes/vista?${query}`, file)
  assert.equal(reply.statusCode, 200, reply.body)
  return reply.json().data
}
const resultOf = async (query: string, file: string | Buffer): Promise<Record<string, unknown>[]> => {
  const reply = await post(`/api/lotes?${query}`, file)
  assert.equal(reply.statusCode, 202, reply.body)
  const url = `/api/lotes/${reply.json().data.id}`
  const get = (path: string) => inject({ url: path, headers: { authorization: key } })
  await askUntil(
    async () => (await get(url)).json().data.estado as string,
    (estado) => estado === 'terminado',
  )
  const rows = (await get(`${url}/resultado?formato=json`)).json()
  await inject({ method: 'DELETE', url, headers: { authorization: key } })
  return rows
}

const TEXT = 'Reporte de clientes\n\nNombre;Nota\n\n"ANA DIAZ";"uno\ndos"\nJO;x\nEVA RIOS;"tres\ncuatro"\nLUZ;"a\nb"\n'

test('rows have the number that a spreadsheet shows for them', async () => {
  const { problemas, filasDeMuestra } = await preview('tipo=aml', TEXT)
  assert.deepEqual(filasDeMuestra, [5, 7, 8, 10])
  assert.deepEqual(
    problemas.map(({ fila }: { fila: number }) => fila),
    [7],
  )
  assert.deepEqual(
    (await resultOf('tipo=aml', TEXT)).map(({ fila }) => fila),
    [5, 7, 8, 10],
  )
  const sheet = sheetOf([[], [], ['', 'Cliente'], ...Array(13).fill([]), ['', 'ANA DIAZ'], ['', 'JO']])
  const book = await workbookOf({ sheets: { Hoja: sheet.replace('<row r="18">', '<row>') } })
  assert.deepEqual((await preview('tipo=aml', book)).problemas[0].fila, 18)
  assert.deepEqual(
    (await resultOf('tipo=aml', book)).map(({ fila }) => fila),
    [17, 18],
  )
})

test('any column can be chosen by its letter, also one without a title or with the title of another', async () => {
  const file = 'Reporte\n;Código;;Código;C\n1;X1;ANA DIAZ;20100070970;LUZ PAZ\n'
  const columns = async (query: string) =>
    (await preview(`tipo=aml&${query}`, file)).columnas.map(({ papel }: { papel: string | null }) => papel)
  assert.deepEqual(await columns('columnaNombre=E'), [null, null, null, null, 'nombre'])
  // A title that is the letter of another column.
  assert.deepEqual(await columns('columnaNombre=C'), [null, null, null, null, 'nombre'])
  const titleless = file.replace(';C\n', ';Otro\n')
  asked.length = 0
  const [row] = await resultOf('tipo=aml&columnaNombre=c&columnaDocumento=D', titleless)
  assert.deepEqual(asked, [{ nombre: 'ANA DIAZ', documento: '20100070970' }])
  assert.equal(row?.resultado, 'sin_coincidencias')
  const refused = await post('/api/lotes?tipo=aml&columnaNombre=Z', titleless)
  assert.deepEqual(refused.json().error, {
    codigo: 'parametro_invalido',
    mensaje: 'El archivo no tiene la columna «Z»',
    campo: 'columnaNombre',
  })
  asked.length = 0
  await resultOf('tipo=aml&columnaNombre=B&sinCabecera=1', '7;ANA DIAZ\n8;EVA RIOS\n')
  assert.deepEqual(
    asked.map(({ nombre }) => nombre),
    ['ANA DIAZ', 'EVA RIOS'],
  )
})

const FOOT = 'Es una fila de total o pie de página: no se consulta'
const BUYER = '20131312955'
const SUPPLIERS = [
  ['01', '6', '20100070970', 'ÑANDÚ SAC'],
  ['03', '1', '7552116', 'DIAZ ROJAS ANA'],
  ['50', '', '', 'ADUANA MARITIMA'],
] as const

const ple = SUPPLIERS.map(
  ([kind, type, number, name]) =>
    `20261000|0001|M1|05/10/2026||${kind}|F001||123||${type}|${number}|${name}|100.00|18.00|||||||0.00||118.00|PEN|1.000|||||||||||||||1|1|\r\n`,
)
const sireHeader =
  'RUC,Apellidos y Nombres o Razón social,Periodo,CAR SUNAT,Fecha de emisión,Fecha Vcto/Pago,Tipo CP/Doc.,Serie del CDP,Año,Nro CP o Doc. Nro Inicial (Rango),Nro Final (Rango),Tipo Doc Identidad,Nro Doc Identidad,Apellidos Nombres/ Razón  Social,BI Gravado DG,IGV / IPM DG,BI Gravado DGNG,IGV / IPM DGNG,BI Gravado DNG,IGV / IPM DNG,Valor Adq. NG,ISC,ICBPER,Otros Trib/ Cargos,Total CP,Moneda,Tipo de Cambio'
const sire = SUPPLIERS.map(
  ([kind, type, number, name]) =>
    `${BUYER},MI EMPRESA SAC,202610,${number}${kind}F00100000123,05/10/2026,,${kind},F001,,123,,${type},${number},${name},100,18,0,0,0,0,0,0,0,0,118,PEN,1.000\r\n`,
)
const printed = [
  ['FORMATO 8.1: REGISTRO DE COMPRAS'],
  ['PERÍODO:', 'OCTUBRE 2026'],
  ['RUC:', BUYER],
  ['APELLIDOS Y NOMBRES, DENOMINACIÓN O RAZÓN SOCIAL:', 'MI EMPRESA SAC'],
  [],
  [
    ...['NÚMERO CORRELATIVO', 'FECHA DE EMISIÓN', 'FECHA DE VENCIMIENTO', 'COMPROBANTE DE PAGO O DOCUMENTO', '', ''],
    ...[
      'N° DEL COMPROBANTE DE PAGO',
      'INFORMACIÓN DEL PROVEEDOR',
      '',
      '',
      'ADQUISICIONES GRAVADAS',
      '',
      'IMPORTE TOTAL',
    ],
  ],
  [
    ...['', '', '', 'TIPO (TABLA 10)', 'SERIE', 'AÑO DE LA DUA', '', 'DOCUMENTO DE IDENTIDAD', ''],
    ...['APELLIDOS Y NOMBRES, DENOMINACIÓN O RAZÓN SOCIAL', 'BASE IMPONIBLE', 'IGV'],
  ],
  ['', '', '', '', '', '', '', 'TIPO (TABLA 2)', 'NÚMERO'],
  ...SUPPLIERS.map(([kind, type, number, name], i) => [
    ...[i + 1, 46300, '', kind, 'F001', '', 123, type, number, name, 100, 18, 118],
  ]),
]
const twoLines = printed.filter((_, i) => i !== 7).map((row) => [...row])
twoLines[6]?.splice(7, 2, 'TIPO', 'NÚMERO')

const REGISTERS: Record<string, string | Buffer> = {
  'PLE 8.1': ple.join(''),
  'PLE 8.1 in Latin-1': Buffer.from(ple.join(''), 'latin1'),
  'SIRE with commas': `\ufeff${sireHeader}\r\n${sire.join('')}`,
  'SIRE with bars': `${sireHeader}\r\n${sire.join('')}`.replaceAll(',', '|'),
  'SIRE as it is sent, without a header': sire.join('').replaceAll(',', '|'),
  'Formato 8.1, three lines of header': await workbookOf({ sheets: { Compras: sheetOf(printed) } }),
  'Formato 8.1, two lines of header': await workbookOf({ sheets: { Compras: sheetOf(twoLines) } }),
}

for (const [what, file] of Object.entries(REGISTERS))
  test(`the suppliers of a purchase register are asked about, never the buyer: ${what}`, async () => {
    asked.length = 0
    await resultOf('tipo=aml', file)
    assert.deepEqual(asked, [
      { nombre: 'ÑANDÚ SAC', documento: '20100070970' },
      { nombre: 'DIAZ ROJAS ANA', documento: '07552116' },
      { nombre: 'ADUANA MARITIMA', documento: undefined },
    ])
    asked.length = 0
    const rows = await resultOf('tipo=ruc', file)
    assert.deepEqual(asked, [{ numero: '20100070970' }])
    assert.deepEqual(
      rows.map(({ resultado, motivo }) => (resultado === 'no_revisado' ? motivo : resultado)),
      ['encontrado', 'Sin RUC de proveedor', 'Sin RUC de proveedor'],
    )
  })

/** A line of so many fields, some of them filled. */
const fields = (count: number, filled: Record<number, string>): string =>
  `${Array.from({ length: count }, (_, i) => filled[i + 1] ?? '').join('|')}|\n`

test('the registers of suppliers abroad and of small buyers are read as well', async () => {
  const abroad = fields(36, {
    ...{ 1: '20261000', 2: '1', 3: 'M1', 4: '05/10/2026', 5: '91', 7: '77', 10: '500.00', 16: 'USD', 18: '9249' },
    ...{ 19: 'ACME LLC', 21: 'US123', 23: 'JOHN DOE', 31: '00', 33: '00', 36: '0' },
  })
  asked.length = 0
  await resultOf('tipo=aml', abroad)
  assert.deepEqual(
    asked.map(({ nombre }) => nombre),
    ['ACME LLC', 'JOHN DOE'],
  )
  const small = fields(32, {
    ...{ 1: '20261000', 2: '1', 3: 'M-RER', 4: '05/10/2026', 6: '01', 7: 'F001', 8: '123', 10: '6' },
    ...{ 11: '20100070970', 12: 'ÑANDÚ SAC', 17: '118.00', 32: '1' },
  })
  asked.length = 0
  await resultOf('tipo=ruc', small)
  assert.deepEqual(asked, [{ numero: '20100070970' }])
})

test('totals and what is printed on every page are kept and counted, not asked and not charged', async () => {
  const page = (number: number) => `COOPERATIVA EJEMPLO;;\nPágina ${number};;\nNombre;DNI;Saldo\n`
  const file = `${page(1)}ANA DIAZ;12345678;1.50\nSubtotal;;1.50\n\n${page(2)}EVA RIOS;;2.50\nTOTAL GENERAL;;4.00\nElaborado por: LUZ;;\n`
  const { filas, filasDePie, unidades, problemas } = await preview('tipo=aml', file)
  assert.deepEqual([filas, filasDePie, unidades, problemas], [8, 6, 2, []])
  asked.length = 0
  const rows = await resultOf('tipo=aml', file)
  assert.deepEqual(
    asked.map(({ nombre }) => nombre),
    ['ANA DIAZ', 'EVA RIOS'],
  )
  assert.deepEqual(
    rows.map(({ Nombre, motivo }) => [Nombre, motivo]),
    [
      ['ANA DIAZ', ''],
      ...['Subtotal', 'COOPERATIVA EJEMPLO', 'Página 2', 'Nombre'].map((name) => [name, FOOT]),
      ['EVA RIOS', ''],
      ['TOTAL GENERAL', FOOT],
      ['Elaborado por: LUZ', FOOT],
    ],
  )
})

test('sheets that are not read are told, and all of them can be', async () => {
  const sheets = {
    Enero: sheetOf([['Padrón de socios'], ['Nombre', 'DNI'], ['ANA DIAZ', '12345678'], ['TOTAL', '']]),
    Febrero: sheetOf([
      ['Nombre', 'DNI', 'Nota'],
      ['JO', '87654321', 'x'],
      ['EVA RIOS', '', 'y'],
    ]),
    Códigos: sheetOf([
      ['Código', 'Nombre'],
      ['1', 'Ahorros'],
    ]),
    Vacía: '',
  }
  const book = await workbookOf({ sheets })
  const one = await preview('tipo=aml', book)
  assert.deepEqual(
    [one.hoja, one.hojasLeidas, one.hojasSinLeer, one.filas],
    [
      'Enero',
      ['Enero'],
      [
        { nombre: 'Febrero', filas: 3 },
        { nombre: 'Códigos', filas: 2 },
      ],
      2,
    ],
  )
  const all = await preview('tipo=aml&hoja=*', book)
  assert.deepEqual(
    [all.hoja, all.hojasLeidas, all.hojasSinLeer, all.filas, all.filasDePie],
    ['*', ['Enero', 'Febrero'], [{ nombre: 'Códigos', filas: 2 }], 4, 1],
  )
  assert.deepEqual(all.problemas, [{ fila: 2, motivo: 'Hoja «Febrero»: nombre debe tener al menos 3 caracteres' }])
  assert.deepEqual(
    all.columnas.map(({ nombre }: { nombre: string }) => nombre),
    ['Nombre', 'DNI', '', 'Hoja'],
  )
  const rows = await resultOf('tipo=aml&hoja=*', book)
  assert.deepEqual(
    rows.map(({ Hoja, fila, Nombre, resultado }) => [Hoja, fila, Nombre, resultado]),
    [
      ['Enero', 3, 'ANA DIAZ', 'sin_coincidencias'],
      ['Enero', 4, 'TOTAL', 'no_revisado'],
      ['Febrero', 2, 'JO', 'no_revisado'],
      ['Febrero', 3, 'EVA RIOS', 'sin_coincidencias'],
    ],
  )
})
