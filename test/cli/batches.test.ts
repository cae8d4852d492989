import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startSandbox } from '../../sandbox/main.ts'
import { allRows, NAME_NEEDED, workbookOf } from '../../src/batches/fixtures/files.ts'
import { pleText } from '../../src/batches/fixtures/purchase-files.ts'
import { openTable } from '../../src/batches/read/open-table.ts'
import { openBatch } from '../../src/batches/run-batch.ts'
import { sampleBatch } from '../../src/batches/sample-batch.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { cleanQuery } from '../../src/endpoints/shared/clean-query.ts'
import { closeAfterTests, temporaryFolder } from '../helpers/cleanup.ts'
import { DEAD_SOURCES, runInProcess } from '../helpers/command-line.ts'
import { installedAnswers } from '../helpers/installation.ts'
import { SANDBOX_TODAY, sandboxData } from '../helpers/sandbox-data.ts'

const folder = temporaryFolder()
const settings = { CHASQUI_TODAY: SANDBOX_TODAY, CHASQUI_DATA_DIR: sandboxData() }
const ADDED = 'resultado,coincidencias,puntaje,nombreEnLista,lista,programa,motivo,ediciones'.split(',')

const fileOf = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const lote = (...args: string[]) => runInProcess(settings, 'lote', ...args, '--sandbox')

type Member = Record<string, string | number | null | undefined>

/** The rows of a batch, as its JSON result has them. */
const resultOf = async (
  file: string,
  ...args: string[]
): Promise<{ rows: Member[]; code: number | null; err: string }> => {
  const salida = join(folder, `${Math.random()}.json`)
  const { code, err, out } = await lote(file, '--salida', salida, ...args)
  assert.equal(out, '')
  return { rows: existsSync(salida) ? JSON.parse(readFileSync(salida, 'utf8')) : [], code, err }
}

const CUSTOMERS = fileOf(
  'clientes.csv',
  'Código;Razón Social;DNI;País\n1;Zenobio Tarquillo;00000012;\n2;Juan Quispe Mamani;12;PE\n3;;;\n4;Ana;x;\n5;#N/A;;\n6;"=1+1";;\n7;Eva Díaz;;Atlántida\n',
)

describe('chasqui lote', () => {
  test('keeps the columns and rows of the file, in order, and adds the answer', async () => {
    const { out, code, err } = await lote(CUSTOMERS, '--tipo', 'aml')
    assert.equal(code, 0, err)
    const table = await openTable(fileOf('salida.csv', out), NAME_NEEDED)
    assert.deepEqual(table.columns, ['Código', 'Razón Social', 'DNI', 'País', ...ADDED])
    assert.equal(table.separator, ';')
    const rows = await allRows(table)
    assert.deepEqual(
      rows.map((row) => [row[0], row[1], row[4]]),
      [
        ['1', 'Zenobio Tarquillo', rows[0]?.[4]],
        ['2', 'Juan Quispe Mamani', 'sin_coincidencias'],
        ['3', '', 'no_revisado'],
        ['4', 'Ana', 'no_revisado'],
        ['5', '#N/A', 'no_revisado'],
        ['6', "'=1+1", 'no_revisado'],
        ['7', 'Eva Díaz', 'no_revisado'],
      ],
    )
    assert.match(String(rows[0]?.[4]), /^(?:exacto|parcial)$/)
    assert.match(String(rows[1]?.[10]), /Se completó el DNI con ceros a la izquierda: 00000012/)
    assert.match(String(rows[1]?.[11]), /^us [0-9-]{10}; un [0-9-]{10}$/)
    assert.match(err, /^7 filas \(.*\): 1 con coincidencia, 5 sin revisar\.\n$/)
  })

  test('takes a file without header', async () => {
    const file = fileOf('sin-cabecera.csv', 'Zenobio Tarquillo;1\nJuan Quispe Mamani;2\n')
    const { rows } = await resultOf(file, '--tipo', 'aml', '--sin-cabecera', '--columna-nombre', 'Columna 1')
    assert.deepEqual(
      rows.map((row) => [row['Columna 2'], row.resultado === 'sin_coincidencias']),
      [
        ['1', false],
        ['2', true],
      ],
    )
  })

  test('says why a row was not checked', async () => {
    const { rows } = await resultOf(CUSTOMERS, '--tipo', 'aml')
    assert.deepEqual(
      rows.filter(({ resultado }) => resultado === 'no_revisado').map(({ motivo }) => motivo),
      [
        'La fila no tiene nombre',
        'documento debe tener de 5 a 20 letras, dígitos o guiones',
        'Una celda tiene un error de la hoja de cálculo (#N/A)',
        'nombre es solo un número: si es un documento, envíelo como documento',
        'pais debe ser un código de país de dos letras (PE) o el nombre de un país en español (Perú)',
      ],
    )
  })

  test('ends with 4 on a hit when asked to', async () => {
    assert.equal((await lote(CUSTOMERS, '--tipo', 'aml', '--alerta')).code, 4)
    const clear = fileOf('limpios.csv', 'nombre\nJuan Quispe Mamani\n')
    assert.equal((await lote(clear, '--tipo', 'aml', '--alerta')).code, 0)
  })

  test('ends with 2 when no row at all could be checked', async () => {
    const file = fileOf('sin-nombres.csv', 'nombre;monto\n1;10.00\n-;20.00\nTOTAL;30.00\n')
    assert.equal((await lote(file, '--tipo', 'aml')).code, 2)
  })

  test('asks the register without any live source', async () => {
    const file = fileOf('ruc.csv', 'RUC\n20000000125\n20000000126\n20000006000\n2000\n')
    const { rows, code } = await resultOf(file, '--tipo', 'ruc')
    assert.equal(code, 0)
    assert.deepEqual(
      rows.map(({ resultado, estado, condicion, nombreEnPadron, nombreEnLista }) => [
        ...[resultado, estado, condicion, nombreEnPadron, nombreEnLista],
      ]),
      [
        ['encontrado', 'ACTIVO', 'HABIDO', 'COMERCIAL EJEMPLO - LIMA S.A.C.', ''],
        ['no_encontrado', '', '', '', ''],
        ['no_revisado', '', '', '', ''],
        ['no_revisado', '', '', '', ''],
      ],
    )
    assert.match(String(rows[2]?.motivo), /no consulta fuentes en vivo/)
    assert.equal(rows[3]?.motivo, 'El RUC debe tener exactamente 11 dígitos')
  })

  test('asks register, sanctions and lists about a supplier', async () => {
    const file = fileOf('proveedores.csv', 'RUC;Proveedor\n20000000125;x\n20000009459;y\n20000999998;z\n')
    const { rows } = await resultOf(file, '--tipo', 'proveedor')
    assert.deepEqual(
      rows.map(({ resultado }) => resultado),
      ['sin_coincidencias', 'sancionado', 'no_revisado'],
    )
    assert.match(
      String(rows[0]?.motivo),
      /^Padrón: encontrado .*Lista de inhabilitados: no inhabilitado\. Listas de sanciones: sin coincidencias$/,
    )
  })

  test('tells status, condition and another name of a supplier in columns of their own', async () => {
    const names = ['Comercial Ejemplo Lima SAC', 'Otra Cosa SAC', '']
    const lines = ['20000000125', '20000000125', '20000000125', ...['20000003451', '20000009017']]
    const file = fileOf(
      'estados.csv',
      `RUC;Proveedor\n${lines.map((ruc, at) => `${ruc};${names[at] ?? ''}\n`).join('')}`,
    )
    for (const tipo of ['ruc', 'proveedor']) {
      const { rows } = await resultOf(file, '--tipo', tipo)
      assert.deepEqual(
        rows.slice(0, 3).map(({ nombreCoincide, nombreEnLista }) => [nombreCoincide, nombreEnLista]),
        [
          ['si', ''],
          ['no', ''],
          ['', ''],
        ],
        tipo,
      )
      assert.deepEqual(Object.keys(rows[0] ?? {}).slice(2, 7), [
        ...['resultado', 'estado', 'condicion', 'nombreEnPadron', 'nombreCoincide'],
      ])
      assert.deepEqual(
        rows.slice(3).map(({ estado, condicion }) => [estado, condicion]),
        [
          ['BAJA', 'NO HALLADO SE MUDO DE DOMICILIO'],
          ['ACTIVO', 'NO HABIDO'],
        ],
      )
    }
  })

  test('asks about sanctions by RUC, else by name', async () => {
    const file = fileOf('s.json', '[{"ruc":20000009459},{"nombre":"CONSTRUCTORA"},{"documento":"20000000125"},{"x":1}]')
    const { rows } = await resultOf(file, '--tipo', 'sanciones')
    assert.deepEqual(
      rows.map(({ resultado }) => resultado),
      ['sancionado', 'sancionado', 'no_sancionado', 'no_revisado'],
    )
    assert.deepEqual([rows[0]?.ruc, rows[3]?.x, 'nombre' in (rows[0] ?? {})], [20000009459, 1, false])
  })

  test('reads a workbook and writes one', async () => {
    const cells = '<row><c t="inlineStr"><is><t>NOMBRE</t></is></c><c t="inlineStr"><is><t>dni</t></is></c></row>'
    const book = await workbookOf({
      sheets: { Datos: `${cells}<row><c t="inlineStr"><is><t>Zenobio Tarquillo</t></is></c><c><v>12</v></c></row>` },
    })
    const salida = join(folder, 'resultado.xlsx')
    assert.equal((await lote(fileOf('libro.xlsx', book), '--tipo', 'aml', '--salida', salida)).code, 0)
    const table = await openTable(salida, NAME_NEEDED)
    const [row] = await allRows(table)
    assert.deepEqual(row?.slice(0, 2), ['Zenobio Tarquillo', 12])
    assert.match(String(row?.[2]), /exacto|parcial/)
  })

  test('names the result after its file where it is to go into a folder', async () => {
    const file = fileOf('Compañía noviembre.csv', 'nombre\nJuan Quispe Mamani\n')
    assert.equal((await lote(file, '--tipo', 'aml', '--salida', folder)).code, 0)
    assert.ok(existsSync(join(folder, 'Compañía noviembre-revisado.csv')))
  })

  test('gives added columns another name where the file has one', async () => {
    const file = fileOf('otra-vez.csv', 'nombre,resultado,Motivo\nJuan Quispe Mamani,viejo,m\n')
    const { rows } = await resultOf(file, '--tipo', 'aml')
    assert.deepEqual([rows[0]?.resultado, rows[0]?.resultado_2, rows[0]?.Motivo], ['viejo', 'sin_coincidencias', 'm'])
  })

  test('shows every kind of result of the sample, the same in every format', async () => {
    const resultados = async (format: 'csv' | 'xlsx' | 'json', tipo: string) => {
      const { rows } = await resultOf(fileOf(`muestra.${format}`, await sampleBatch(format)), '--tipo', tipo)
      assert.equal(rows.length, 20)
      return rows.map(({ resultado }) => resultado)
    }
    const screened = await resultados('csv', 'aml')
    assert.deepEqual(await resultados('xlsx', 'aml'), screened)
    assert.deepEqual(await resultados('json', 'aml'), screened)
    const count = (kind: string): number => screened.filter((one) => one === kind).length
    assert.deepEqual(
      [count('exacto'), count('parcial'), count('no_revisado'), count('sin_coincidencias')],
      [4, 2, 2, 12],
    )
    const suppliers = new Set(await resultados('csv', 'proveedor'))
    assert.ok(suppliers.isSupersetOf(new Set(['sancionado', 'sin_coincidencias', 'no_encontrado', 'no_revisado'])))
  })

  test('clears no row that another program wrote in its own way', async () => {
    const files: Record<string, readonly [content: string | Buffer, hits: string]> = {
      // CP850: the bytes of Ñ and é.
      cp850: [
        Buffer.from('Razon Social,Gerente general\nPE\xa5A SAC,Zenobio Tarquillo\nJos\x82 SAC,\n', 'latin1'),
        'HC',
      ],
      groups: [
        'EMPRESA;;REPRESENTANTE LEGAL;\nRazón social;RUC;Nombre;DNI\nACME SAC;20000000125;Zenobio Tarquillo;\nACME SAC;20000000125;Ana Paz;\n',
        'HC',
      ],
      english: [
        'Customer,Date of birth,Nationality\nZenobio Tarquillo,03/12/1960,Peruvian\nAna Paz,13/13/1980,PER\n',
        'HN',
      ],
      parts: ['Empresa;Nombres;Apellidos\nACME;Zenobio;Tarquillo\nZenobio Tarquillo;Ana;Paz\nACME SAC;;\n', 'HHC'],
      lossy: ['nombre;x\nMU?OZ;1\nMU¥OZ;2\nZenobio Tarquillo;3\n', 'NNH'],
      cut: ['id,nombre,x\n1,TARQUILLO, ZENOBIO\n2,Ana Paz,\n3,"TARQUILLO, ZENOBIO",y\n', 'NCH'],
      titles: ['Empresa;ACME\nRUC;20000000125\n\nNombre;DNI;País\nZenobio Tarquillo;;PERUANA\nAna Paz;;PE\n', 'HC'],
    }
    const letters = { sin_coincidencias: 'C', no_revisado: 'N' } as Record<string, string>
    for (const [name, [content, hits]] of Object.entries(files)) {
      const { rows } = await resultOf(fileOf(`raro-${name}.csv`, content), '--tipo', 'aml')
      assert.equal(rows.map(({ resultado }) => letters[String(resultado)] ?? 'H').join(''), hits, name)
    }
  })

  test('clears no row that asks too little, is contradicted, or is no row', async () => {
    const file = fileOf(
      'dudosos.csv',
      'Nombre;Documento;Nacimiento\nMollepaza;;\nEbaristo Chukipoma Tarquiyo;;1999\nQuispe Mamani Juan Y/O Zenobio Tarquillo;;\n' +
        'Rosa Quispe Mamani;174;\nRosa Quispe Mamani;00000174;\n;00000174;\n;45454545;\n45454545;;\nTOTAL;7;\nPágina 1 de 1;;\n',
    )
    const { rows } = await resultOf(file, '--tipo', 'aml')
    const shown = rows.map(({ resultado, motivo }) => [resultado, motivo] as const)
    const promised: readonly (readonly [string, RegExp])[] = [
      ['no_revisado', /un solo apellido\. Una sola palabra \(«MOLLEPAZA»\) no descarta a nadie: ninguna parte/],
      [
        'sin_coincidencias',
        /^Los datos de la fila descartaron coincidencias parciales: .*nacimiento distinto: 1999 frente a /,
      ],
      ['exacto', /^titular: «Zenobio Tarquillo»; igual: /],
      ['no_revisado', /documento debe tener de 5 a 20/],
      ['parcial', /documento igual: 00000174/],
      ['exacto', /^documento igual: 00000174/],
      ['no_revisado', /^Sin nombre que revisar: solo se buscó el documento, que no figura/],
      ['no_revisado', /^nombre es solo un número/],
      ['no_revisado', /fila de total/],
      ['no_revisado', /fila de total/],
    ]
    assert.equal(shown.length, promised.length)
    for (const [at, [resultado, motivo]] of promised.entries()) {
      assert.equal(shown[at]?.[0], resultado, String(motivo))
      assert.match(String(shown[at]?.[1]), motivo)
    }
  })

  test('takes the column that is named', async () => {
    const file = fileOf('titular.csv', 'nombre,titular\nJuan Quispe,Zenobio Tarquillo\n')
    const { rows } = await resultOf(file, '--tipo', 'aml', '--columna-nombre', 'TITULAR')
    assert.match(String(rows[0]?.resultado), /exacto|parcial/)
  })

  test('joins surnames that stand in columns of their own', async () => {
    const file = fileOf('partes.csv', 'Nombres,Apellidos\nZenobio,Tarquillo\n')
    const { rows } = await resultOf(file, '--tipo', 'aml')
    assert.match(String(rows[0]?.resultado), /exacto|parcial/)
  })

  test('while a list is not loaded no row is clear, and it ends with 3', async () => {
    const salida = join(folder, 'sin-listas.json')
    const dead = { ...settings, ...DEAD_SOURCES, CHASQUI_DATA_DIR: temporaryFolder() }
    const { code, err } = await runInProcess(dead, 'lote', CUSTOMERS, '--tipo', 'aml', '--salida', salida)
    assert.equal(code, 3, err)
    const rows: Member[] = JSON.parse(readFileSync(salida, 'utf8'))
    assert.deepEqual(new Set(rows.map(({ resultado }) => resultado)), new Set(['no_revisado']))
  })
})

/** Arguments after the file, and what is said. */
const REFUSED: readonly (readonly [args: readonly string[], shown: RegExp])[] = [
  [[CUSTOMERS], /^Falta --tipo: debe ser uno de: aml, /],
  [[CUSTOMERS, '--tipo', 'otro'], /^--tipo debe ser uno de/],
  [
    [CUSTOMERS, '--tipo', 'ruc'],
    /^El archivo no tiene una columna con la cabecera «ruc» o «documento»; indíquela con --columna-documento\.\n$/,
  ],
  [[CUSTOMERS, '--tipo', 'aml', '--columna-nombre', 'x'], /^El archivo no tiene la columna «x»/],
  [[CUSTOMERS, '--tipo', 'aml', '--salida', 'x.doc'], /^--salida debe terminar en \.csv, \.xlsx o \.json\.\n$/],
  [[CUSTOMERS, '--tipo', 'aml', '--salida', CUSTOMERS], /mismo archivo/],
  [[CUSTOMERS, '--tipo', 'aml', '--salida', '/no/hay/x.csv'], /^No se puede escribir.*ENOENT/],
  [[join(folder, 'no-hay.csv'), '--tipo', 'aml'], /^No se puede leer el archivo \(ENOENT\)\.\n$/],
  [[folder, '--tipo', 'aml'], /no una carpeta/],
]

describe('chasqui lote refuses', () => {
  for (const [args, shown] of REFUSED) {
    test(String(shown), async () => {
      const { code, err, out } = await lote(...args)
      assert.deepEqual([code, out], [2, ''])
      assert.match(err, shown)
    })
  }
})

test('no part of a result is left behind', () => {
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.tmp')),
    [],
  )
})

test('every row has the answer of the single question', async () => {
  const whenDone = closeAfterTests()
  const sandbox = await startSandbox({ today: '2026-11-13' })
  whenDone(() => sandbox.close())
  const answers = await installedAnswers(sandbox.settings, ['sanciones', 'us', 'un'], limaClock('2026-11-13'))
  const asked = [
    { nombre: 'Zenobio Tarquillo' },
    { nombre: 'TARQUILLO CHUQUIPOMA, ZENOBIO', nacimiento: '1960-03-12', pais: 'Perú' },
    { nombre: 'Zenobio Tarquilo', documento: '00000012' },
    { nombre: 'Zenovio Tarkillo', nacimiento: '1999' },
    { nombre: 'Juan Quispe Mamani', documento: '12345' },
    { nombre: 'Comercial Ejemplo S.A.C.', pais: 'PE' },
  ]
  const file = fileOf('iguales.json', JSON.stringify(asked))
  const batch = await openBatch(file, { tipo: 'aml' })
  let text = ''
  for await (const piece of batch.result({ lookups: answers.lookups, clean: cleanQuery }, 'json')) text += piece
  for (const [i, row] of (JSON.parse(text) as Member[]).entries()) {
    const { data } = await answers.lookups.aml(cleanQuery({ ...asked[i], detalle: '1' } as Record<string, string>))
    const [best] = data.matches
    assert.deepEqual(
      [row.coincidencias, row.puntaje, row.nombreEnLista, row.lista],
      [data.total, best?.puntaje ?? '', best?.nombre ?? '', best?.fuente ?? ''],
    )
    const level = data.matches.some(({ coincidencia }) => coincidencia === 'exacto') ? 'exacto' : 'parcial'
    assert.equal(row.resultado, best ? level : 'sin_coincidencias')
  }
  assert.deepEqual([batch.tally.procesadas, batch.tally.unidades], [asked.length, asked.length])
})

test('two results are compared as files, whatever their formats', async () => {
  const people = (names: readonly string[]): string =>
    `referencia,nombre\n${names.map((name, at) => `${at},${name}`).join('\n')}\n`
  const [now, before] = [join(folder, 'ahora.xlsx'), join(folder, 'antes.json')]
  await lote(fileOf('ahora.csv', people(['Ana Quispe', 'Zenobio Tarquillo'])), '--tipo', 'aml', '--salida', now)
  await lote(fileOf('antes.csv', people(['Zenobio Tarquillo', 'Ana Quispe'])), '--tipo', 'aml', '--salida', before)
  const salida = join(folder, 'cambios.csv')
  const { code, err, out } = await runInProcess(
    settings,
    'lote',
    'comparar',
    now,
    before,
    '--salida',
    salida,
    '--alerta',
  )
  assert.deepEqual([code, out], [4, ''])
  assert.match(err, /2 filas en los dos resultados \(2 por referencia/)
  const lines = readFileSync(salida, 'utf8').split('\r\n')
  assert.match(String(lines[1]), /^nueva,3,\d+,1,Zenobio Tarquillo,/)
  assert.match(String(lines[2]), /^retirada,2,\d+,0,Ana Quispe,/)
  const same = await runInProcess(settings, 'lote', 'comparar', now, now, '--alerta')
  assert.equal(same.code, 0)
  const refused = await runInProcess(settings, 'lote', 'comparar', now, fileOf('otra.csv', 'nombre\nAna\n'))
  assert.equal(refused.code, 2)
  assert.match(refused.err, /no es un resultado de un lote/)
})

test('a register of purchases is judged by the day of each voucher, with totals by cause', async () => {
  const [known, before] = ['2026-11-12', '2026-01-05']
  const one = { tipo: '01', serie: 'F001', numero: '1', tipoDocumento: '6', nombre: 'X', moneda: 'PEN' }
  const purchases = [
    { ...one, fecha: known, documento: '20000000125', total: '118.00' },
    { ...one, fecha: known, documento: '20000003451', total: '1180.00' },
    { ...one, fecha: known, documento: '20000006786', total: '50.50' },
    { ...one, fecha: before, documento: '20000000125', total: '7.00' },
    { ...one, fecha: known, documento: '20000999998', total: '9.50' },
  ]
  const { rows, code, err } = await resultOf(fileOf('LE.txt', pleText(purchases)), '--tipo', 'compras', '--alerta')
  assert.equal(code, 4, err)
  assert.deepEqual(
    rows.map(({ resultado, estadoEnFecha, condicionEnFecha, sinCapacidadOperativa }) => [
      ...[resultado, estadoEnFecha, condicionEnFecha, sinCapacidadOperativa],
    ]),
    [
      ['sin_observaciones', 'ACTIVO', 'HABIDO', 'no'],
      ['observado', 'BAJA', 'NO HALLADO SE MUDO DE DOMICILIO', 'no'],
      ['observado', 'SUSPENDIDO', 'HABIDO', 'si'],
      ['no_revisado', '', '', 'sin_datos'],
      ['observado', '', '', 'no'],
    ],
  )
  assert.match(String(rows[3]?.motivo), /La historia del padrón empieza el 12\/11\/2026/)
  assert.match(err, /5 filas.*: 3 con observaciones, 1 sin revisar/)
  for (const line of [/no figura en el padrón: 1/, /distinto de ACTIVO: 2/, /NO HALLADO: 1/, /operativa: 1/])
    assert.match(err, line)
  assert.match(err, /Importe observado: PEN 1240\.00/)
})
