import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { allRows, NAME_NEEDED, tableOf } from '../fixtures/files.ts'
import type { Row } from '../table.ts'
import { CsvCutter } from './csv-cutter.ts'
import { readHeader } from './header.ts'
import { ElementCutter } from './json-rows.ts'

const folder = temporaryFolder()

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')
const bigEndian = (text: string): Buffer => Buffer.from(utf16(text)).swap16()
const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

/** A file, and its columns and rows. */
const READ: Record<string, readonly [string | Buffer, readonly string[], readonly (readonly unknown[])[]]> = {
  'a comma': ['nombre,dni\nANA RÍOS,00000012\n', ['nombre', 'dni'], [['ANA RÍOS', '00000012']]],
  'a semicolon, no end of the last line': ['Nombre;DNI\nANA;1', ['Nombre', 'DNI'], [['ANA', '1']]],
  'a tab': ['dni\tRazón Social\n1\tA, B & C\n', ['dni', 'Razón Social'], [['1', 'A, B & C']]],
  'a bar': ['nombre|pais\nANA|PE\n', ['nombre', 'pais'], [['ANA', 'PE']]],
  'a mark in front': ['\ufeffnombre,x\nANA,1\n', ['nombre', 'x'], [['ANA', '1']]],
  'Latin-1': [latin('nombre;x\nÑUÑEZ PEÑA;é\n'), ['nombre', 'x'], [['ÑUÑEZ PEÑA', 'é']]],
  'Windows-1252': [
    Buffer.from([...latin('nombre;x\nO'), 0x92, ...latin('NEIL;1\n')]),
    ['nombre', 'x'],
    [['O’NEIL', '1']],
  ],
  'UTF-16': [utf16('nombre;x\nÑAÑA;1\n'), ['nombre', 'x'], [['ÑAÑA', '1']]],
  'UTF-16 the other way round': [bigEndian('nombre;x\nÑAÑA;1\n'), ['nombre', 'x'], [['ÑAÑA', '1']]],
  'UTF-16 without a mark': [utf16('nombre;x\nÑAÑA;1\n').subarray(2), ['nombre', 'x'], [['ÑAÑA', '1']]],
  'a zero byte in a long text': [`nombre;x\nAN\0A;${'1'.repeat(300)}\n`, ['nombre', 'x'], [['AN\0A', '1'.repeat(300)]]],
  'a quoted header with spaces': ['" Razón  Social "; "x" \nANA;1\n', ['Razón  Social', '"x"'], [['ANA', '1']]],
  'a quoted cell with quotes that are not doubled': [
    'nombre;x\n"ANA "LA FLACA" DIAZ";1\nEVA;2\n',
    ['nombre', 'x'],
    [
      ['ANA "LA FLACA" DIAZ', '1'],
      ['EVA', '2'],
    ],
  ],
  'quotes around the first word alone': [
    'nombre;x\n"LA FLACA" DIAZ;"1"\nEVA;2\n"LUZ";3\n',
    ['nombre', 'x'],
    [
      ['"LA FLACA" DIAZ', '1'],
      ['EVA', '2'],
      ['LUZ', '3'],
    ],
  ],
  'a header over two lines': [
    'Razón;Documento;\nsocial;Tipo;Número\nACME;RUC;20100070970\n',
    ['Razón social', 'Documento Tipo', 'Documento Número'],
    [['ACME', 'RUC', '20100070970']],
  ],
  'UTF-8 with one damaged byte': [
    Buffer.concat([Buffer.from('nombre;x\nÑAÑA;1\nPE'), Buffer.from([0xd1]), Buffer.from('A;2\n')]),
    ['nombre', 'x'],
    [
      ['ÑAÑA', '1'],
      ['PE\ufffdA', '2'],
    ],
  ],
  'old line ends': [
    'nombre;x\rANA;1\rEVA;2\r',
    ['nombre', 'x'],
    [
      ['ANA', '1'],
      ['EVA', '2'],
    ],
  ],
  'mixed line ends': [
    'nombre;x\r\nANA;1\nEVA;2\r\n',
    ['nombre', 'x'],
    [
      ['ANA', '1'],
      ['EVA', '2'],
    ],
  ],
  'quotes, doubled quotes and line breaks in them': [
    'nombre,nota\n"PEREZ, ANA","dijo ""sí""\r\ny más"\n',
    ['nombre', 'nota'],
    [['PEREZ, ANA', 'dijo "sí"\r\ny más']],
  ],
  'quotes inside a cell': ['nombre;x\nANA "LA FLACA" DIAZ;1\n', ['nombre', 'x'], [['ANA "LA FLACA" DIAZ', '1']]],
  'blank lines and blank rows': [
    '\n\nnombre;x\n\nANA;1\n;\n  ; \nEVA;2\n\n',
    ['nombre', 'x'],
    [
      ['ANA', '1'],
      ['EVA', '2'],
    ],
  ],
  'rows shorter and longer than the header': [
    'nombre;x\nANA\nEVA;2;más;\n',
    ['nombre', 'x', ''],
    [['ANA'], ['EVA', '2', 'más', '']],
  ],
  'separators at the end of every line': ['nombre;x;\nANA;1;\n', ['nombre', 'x'], [['ANA', '1', '']]],
  'the same header twice': ['nombre;x;nombre\nANA;1;EVA\n', ['nombre', 'x', 'nombre'], [['ANA', '1', 'EVA']]],
  'titles above the header': [
    'REPORTE DE CLIENTES;;\nCliente;ACME;\nFecha: 01/02/2026;;\n\nN°;NOMBRE;PAÍS;DNI;X\n1;ANA;PE;2;3\n',
    ['N°', 'NOMBRE', 'PAÍS', 'DNI', 'X'],
    [['1', 'ANA', 'PE', '2', '3']],
  ],
  'one column with commas in it': ['Cliente\nPEREZ, ANA\nDIAZ; EVA\n', ['Cliente'], [['PEREZ, ANA'], ['DIAZ; EVA']]],
  'the line of a spreadsheet that names the separator': ['sep=;\nnombre;x\nA,B;1\n', ['nombre', 'x'], [['A,B', '1']]],
  'a value that looks like a header': [
    'razon social;tipo\nACME SAC;CLIENTE\n',
    ['razon social', 'tipo'],
    [['ACME SAC', 'CLIENTE']],
  ],
  'a JSON array': [
    ' [ {"nombre":"ANA","n":1.5,"si":true,"x":null} , {"y":"]}","nombre":"EV\\"A"} ] ',
    ['nombre', 'n', 'si', 'x', 'y'],
    [
      ['ANA', 1.5, true, null, undefined],
      ['EV"A', undefined, undefined, undefined, ']}'],
    ],
  ],
  'JSON numbers that a double cannot hold': [
    '[{"nombre":"ANA","id":12345678901234567890,"b":20100070970}]',
    ['nombre', 'id', 'b'],
    [['ANA', '12345678901234567890', 20100070970]],
  ],
}

describe('what is read of a text', () => {
  for (const [name, [content, columns, rows]] of Object.entries(READ)) {
    test(name, async () => {
      const table = await tableOf(folder, content)
      assert.deepEqual(table.columns, columns)
      assert.deepEqual(await allRows(table), rows)
      assert.equal(table.rowCount, rows.length)
    })
  }
  test('50 columns', async () => {
    const header = Array.from({ length: 50 }, (_, i) => (i === 37 ? 'RAZÓN  SOCIAL' : `c${i}`))
    const table = await tableOf(folder, `${header.join(';')}\n${header.map((_, i) => i).join(';')}\n`)
    assert.deepEqual([table.columns.length, (await allRows(table))[0]?.[49]], [50, '49'])
  })
})

/** A CSV file, the first cells of its rows, and which of them are in doubt. */
const DOUBTED: Record<string, readonly [string, readonly string[], readonly boolean[]]> = {
  'an opening quote too many, up to the next row with quotes': [
    'id,nombre,x\n1,"ANA,a\n2,EVA,b\n3,"LUZ",c\n4,SOL,d\n',
    ['1', '2', '3', '4'],
    [true, true, true, false],
  ],
  'an opening quote too many, up to a quote in a name': [
    'id,nombre,x\n1,"ANA,a\n2,EVA,b\n3,LUZ "LA" PAZ,c\n4,SOL,d\n',
    ['1', '2', '3', '4'],
    [true, true, true, false],
  ],
  'an opening quote too many among quoted cells': [
    '"id","nombre"\n"1","ANA\n"2","EVA"\n"3",""\n',
    ['1', '2', '3'],
    [true, true, false],
  ],
  'empty quoted cells behind it': [
    'id,nombre,x\n1,"ANA,""\n2,EVA,""\n3,"LUZ",""\n',
    ['1', '2', '3'],
    [true, true, true],
  ],
  'quotes that are not doubled': [
    'nombre;x\n"ANA "LA FLACA" DIAZ";1\nEVA;2\n',
    ['ANA "LA FLACA" DIAZ', 'EVA'],
    [true, false],
  ],
  'quotes that join two cells': ['id,x,nombre,y\n1,",ANA",b\n2,"a,b",EVA,c\n', ['1', '2'], [true, false]],
  'a closing quote too many': ['nombre;x\nANA";1\nEVA "LA" PAZ;2\n', ['ANA"', 'EVA "LA" PAZ'], [true, false]],
  'two rows between a pair of quotes': ['id,nombre\n1,"ANA\n2,EVA"\n3,LUZ\n', ['1', '3'], [true, false]],
  'a name over two lines': ['id,nombre\n1,"ANA\nEVA"\n3,LUZ\n', ['1', '3'], [true, false]],
  'one column, a cell over two lines': ['nombre\n"ANA\nEVA"\nLUZ\n', ['ANA\nEVA', 'LUZ'], [true, false]],
  'an address over two lines where no other has them': [
    'nombre,direccion,x\nANA,"Av. Lima 1, Dpto. 2\nLima, Perú",1\nEVA,Lima,2\n',
    ['ANA', 'EVA'],
    [true, false],
  ],
  'addresses over two lines': [
    `nombre,direccion,x\n${'ANA,"Av. Lima 1, Dpto. 2\nLima, Perú",1\n'.repeat(3)}EVA,"Lima\n2,LUZ\nPuno",2\n`,
    ['ANA', 'ANA', 'ANA', 'EVA'],
    [false, false, false, true],
  ],
  'a shorter row between a pair of quotes': [
    'id,nombre,x\n1,ANA,"a\n2,EVA\n3,LUZ,b"\n4,PAZ,c\n',
    ['1', '4'],
    [true, false],
  ],
  'a longer row between a pair of quotes': [
    'id;nombre;x\n1;ANA;"a\n2;EVA;b;c;d\n3;LUZ;"\n4;PAZ;e\n',
    ['1', '4'],
    [true, false],
  ],
  'rows with spaces between a pair of quotes': [
    'id,nombre,x\n1,ANA,"a\n2, EVA, b\n3, LUZ, c"\n4,PAZ,d\n',
    ['1', '4'],
    [true, false],
  ],
  'one such cell in the file': ['nombre,x,y\nANA,"a, b\nc, d",1\nEVA,Lima,2\n', ['ANA', 'EVA'], [true, false]],
  'a pair of quotes around rows of which one is short': [
    'id,nombre,x,y\n1,ANA,",\n2,EVA,,\n3,LUZ",\n4,SOL,,\n',
    ['1', '4'],
    [true, false],
  ],
  'notes over two lines': [
    'nombre;x\nANA;"uno\ndos"\nEVA;2\nLUZ;"a\nb"\nSOL;"c\nd"\n',
    ['ANA', 'EVA', 'LUZ', 'SOL'],
    [false, false, false, false],
  ],
  'one note over two lines': ['nombre;x\nANA;"uno\ndos"\nEVA;2\n', ['ANA', 'EVA'], [true, false]],
  'a cell that is too long to be asked about': [
    `nombre;x\n${'Ñ'.repeat(300_000)};1\nEVA;2\n`,
    ['Ñ'.repeat(300_000), 'EVA'],
    [true, false],
  ],
  'a cell of many lines': [`nombre;x\nEVA;"${'a\n'.repeat(400_000)}"\nLUZ;1\n`, ['EVA', 'LUZ'], [true, false]],
  'a long note': [`nombre;x\nEVA;${'Ñ'.repeat(300_000)}\n`, ['EVA'], [false]],
  'a first row of 300 KB': [`nombre;${'x'.repeat(300_000)}\nANA;1\n`, ['ANA'], [false]],
  'a key twice': ['[{"nombre":"ANA","nombre":"EVA"},{"nombre":"LUZ","x":"a:b"}]', ['ANA | EVA', 'LUZ'], [true, false]],
  'a key twice with one value': ['[{"nombre":"ANA","nombre":"ANA"}]', ['ANA'], [false]],
  'a key twice, written in another way': ['[{"nombre":"ANA","n\\u006fmbre":null}]', ['ANA | '], [true]],
}

describe('every row comes back, and those in doubt are told apart', () => {
  for (const [name, [content, first, doubted]] of Object.entries(DOUBTED)) {
    test(name, async () => {
      const table = await tableOf(folder, content, { ...NAME_NEEDED, columnsOf: (row: Row) => readHeader(row) })
      const rows = await allRows(table)
      assert.deepEqual(
        rows.map((row) => row[0]),
        first,
      )
      assert.deepEqual(
        rows.map((row) => table.problemOf(row) !== null),
        doubted,
      )
    })
  }
})

test('half a name behind a separator is seen, unless the file is written with spaces', async () => {
  const cutIn = async (text: string): Promise<boolean[]> => {
    const table = await tableOf(folder, text)
    return (await allRows(table)).map((row) => table.problemOf(row) !== null)
  }
  assert.deepEqual(await cutIn('id,nombre,x\n1,PEREZ, ANA\n2,"PEREZ, ANA",y\n3,EVA,\n'), [true, false, false])
  assert.deepEqual(await cutIn('nombre,ciudad\nANA, Lima\nEVA, Cusco\nLUZ,Puno\n'), [false, false, false])
  assert.deepEqual(await cutIn('nombre;x\nANA; Lima\nEVA;\nLUZ;\n'), [false, false, false])
})

const REFUSED: Record<string, readonly [string | Buffer, RegExp]> = {
  nothing: ['', /vacío/],
  'only line ends': ['\n\n', /vacío/],
  'no needed column': ['apodo;x\nANA;1\n', /Falta la columna/],
  'a header alone': ['nombre;x\n', /no tiene filas/],
  'quotes that never end': ['nombre;x\nANA;1\n"EVA;2\n', /comillas sin cerrar.*línea/],
  'a row without end': [`nombre;x\n"${'A'.repeat(1_100_000)}";2\n`, /demasiado larga/],
  'too many columns': [`nombre;x\nANA${';1'.repeat(1_001)}\n`, /más de 1000 columnas/],
  'rows between a pair of quotes': ['id,nombre,x\n1,"ANA,a\n2,EVA,b\n3,LUZ",c\n', /comillas que abarcan 3 filas/],
  'a first row without end': ['x'.repeat(1_100_000), /demasiado larga/],
  'JSON of lists': ['[[null]]', /arreglo de objetos/],
  'JSON with an object behind a key that is there twice': [
    '[{"nombre":{"a":1},"nombre":"ANA"}]',
    /un objeto o una lista/,
  ],
  'binary data': [Buffer.from([0x6e, 0, 0, 2, 3, 0]), /no es una tabla/],
  'a JSON object': ['{"nombre":"ANA"}', /arreglo de objetos/],
  'JSON without its end': ['[{"nombre":"ANA"},', /incompleto/],
  'JSON with a comma too many': ['[{"nombre":"ANA"},]', /arreglo de objetos/],
  'JSON with something behind': ['[{"nombre":"ANA"}] x', /un solo arreglo/],
  'JSON with a list inside': ['[{"nombre":["ANA"]}]', /elemento 1 tiene en «nombre» un objeto o una lista/],
  'broken JSON': ['[{"nombre":"ANA"},{"nombre":}]', /mal formado en el elemento 2/],
  'an empty array': ['[]', /no tiene elementos/],
}

const OTHER_FORMATS: typeof REFUSED = {
  'a PDF': ['%PDF-1.7\n', /PDF/],
  gzip: [Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
  'an old workbook': [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /\.xls antiguo o está protegido/],
  'a web page': ['<!DOCTYPE html><html></html>', /página web/],
}

describe('what is refused', () => {
  for (const [name, [content, sentence]] of Object.entries(OTHER_FORMATS)) {
    test(name, () => assert.rejects(tableOf(folder, content), { kind: 'unsupported-format', message: sentence }))
  }
  for (const [name, [content, sentence]] of Object.entries(REFUSED)) {
    test(name, () => assert.rejects(tableOf(folder, content), { kind: 'invalid-input', message: sentence }))
  }
})

test('a file that is said to be JSON is nothing else', async () => {
  const rules = { ...NAME_NEEDED, isJson: true }
  for (const text of ['nombre;x\nANA;1\n', 'null', '"nombre"', '[1]'])
    await assert.rejects(tableOf(folder, text, rules), { kind: 'invalid-input', message: /arreglo de objetos/ })
})

test('UTF-8 is known as such wherever the pieces of a file are cut', async () => {
  for (const character of ['Ñ', '€', '😀'])
    for (let back = 0; back <= 4; back++) {
      const pad = 'x'.repeat(262_144 - 'nombre;x\nANA;'.length - back)
      const table = await tableOf(folder, `nombre;x\nANA;${pad}${character}\n`)
      assert.deepEqual([table.wantsMark, (await allRows(table))[0]?.[1]], [false, pad + character])
    }
  // The last character lacks a byte.
  const cut = Buffer.from('nombre;x\nANA;Ñ').subarray(0, -1)
  assert.equal((await tableOf(folder, cut)).wantsMark, true)
})

test('limits hold while a file is read', async () => {
  const limits = { rows: 10, characters: 1_000 }
  const csv = (rows: number, name: string): string => `nombre;x\n${`${name};1\n`.repeat(rows)}`
  const json = (rows: number): string => JSON.stringify(Array(rows).fill({ nombre: 'ANA' }))
  for (const content of [csv(10, 'ANA'), json(10)]) await tableOf(folder, content, { ...NAME_NEEDED, limits })
  const refused = [csv(11, 'ANA'), json(11), csv(3, 'A'.repeat(500))]
  for (const content of refused)
    await assert.rejects(tableOf(folder, content, { ...NAME_NEEDED, limits }), { kind: 'file-too-large' })
})

test('elements are the same however the text is cut', () => {
  const flat = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)))
  fc.assert(
    fc.property(fc.array(flat, { maxLength: 5 }), fc.integer({ min: 1, max: 7 }), (values, size) => {
      const text = JSON.stringify(values, null, 1)
      const cutter = new ElementCutter()
      const found: unknown[] = []
      for (let i = 0; i < text.length; i += size)
        found.push(...cutter.cut(text.slice(i, i + size)).map((one) => JSON.parse(one)))
      cutter.end()
      assert.deepEqual(found, JSON.parse(text))
    }),
  )
})

const inCsv = fc.string({ unit: fc.constantFrom('a', 'Ñ', ' ', '"', ';', ',', '\n', '\r\n', "'"), maxLength: 8 })

/** The rows of a text that arrives in pieces of some size. */
const cutRows = (text: string, size: number): (readonly unknown[])[] => {
  const cutter = new CsvCutter(';')
  const rows: (readonly unknown[])[] = []
  for (let i = 0; i < text.length; i += size) rows.push(...cutter.cut(text.slice(i, i + size)))
  return [...rows, ...cutter.end()]
}

test('well written rows are those that csv-parse reads, however the text is cut', () => {
  const rows = fc.array(fc.array(inCsv, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(rows, lineEnd, fc.boolean(), fc.integer({ min: 1, max: 9 }), (cells, end, isEnded, size) => {
      const lines = cells.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
      const text = lines.join(end) + (isEnded ? end : '')
      assert.deepEqual(cutRows(text, size), cells)
      assert.deepEqual(
        parse(text, { delimiter: ';', record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true }),
        cells,
      )
    }),
    { numRuns: 300 },
  )
})

test('a quote too many never takes a later row away', () => {
  const loose = fc.string({ unit: fc.constantFrom('a', 'b', '"', ' ', ';'), maxLength: 10 })
  fc.assert(
    fc.property(fc.array(loose, { maxLength: 6 }), (lines) => {
      // Quotes that are open at the end of a line may go on; all others end with it.
      const text = ['nombre;x', ...lines, 'fin;1'].join('\n')
      const closed = lines.every((line) => line.split(';').every((cell) => !cell.startsWith('"')))
      if (closed) assert.equal(cutRows(text, 1_000).length, lines.filter((line) => line !== '').length + 2)
    }),
  )
})
