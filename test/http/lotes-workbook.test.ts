import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type CellObject, read, type WorkSheet } from '@e965/xlsx'
import { workbookOf } from '../../src/batches/fixtures/files.ts'
import { openParts } from '../../src/batches/read/xlsx/zip-parts.ts'
import { openBatch } from '../../src/batches/run-batch.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { Failure } from '../../src/kernel/errors.ts'
import { testApp } from '../helpers/app.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { askUntil } from '../helpers/until.ts'

// The result of a batch as a workbook, opened by another library than ours.

const folder = temporaryFolder()
const origins = [
  { provider: 'us-list', channel: 'list', edition: '2026-11-12' },
  { provider: 'un-list', channel: 'list', edition: '2026-11-10', undated: true },
]
const answer = (data: object) => ({ data, origins, maxAgeSeconds: 0, dependsOnToday: false }) as never
const lookups = {
  aml: ({ nombre = '' }) => {
    if (nombre.length < 3) throw new Failure('invalid-input', 'nombre debe tener al menos 3 caracteres')
    const matches = /LISTADO/.test(nombre)
      ? [{ nombre: 'LISTADO, Juan', fuente: 'US', coincidencia: 'exacto', puntaje: 99 }]
      : []
    return answer({ query: nombre, total: matches.length, matches })
  },
  sanciones: () => answer({ total: 0, sanciones: [] }),
  ruc: () => answer({ razonSocial: 'OTRA COSA S.A.C.', estado: 'BAJA', condicion: 'NO HABIDO' }),
  proveedor: () => answer({ partes: {} }),
  compras: () => assert.fail(),
  comprobante: () => assert.fail(),
}
const { inject, key } = await testApp({
  clock: limaClock('2026-11-13', { now: () => Date.parse('2026-11-13T12:00:00-05:00') }),
  batches: { rows: 2_000, hours: 2, bytes: 2_000_000 },
  lookups,
})
const get = (url: string) => inject({ url, headers: { authorization: key } })

/** Over HTTP: the file of a result. */
const resultOf = async (tipo: string, payload: Buffer | string, query = ''): Promise<Buffer> =>
  (await downloaded(tipo, payload, query)).rawPayload

const downloaded = async (tipo: string, payload: Buffer | string, query: string) => {
  const headers = { authorization: key, 'content-type': 'application/octet-stream' }
  const reply = await inject({ method: 'POST', url: `/api/lotes?tipo=${tipo}${query}`, headers, payload })
  assert.equal(reply.statusCode, 202, reply.body)
  const url = `/api/lotes/${reply.json().data.id}`
  await askUntil(
    async () => (await get(url)).json().data.estado as string,
    (estado) => estado === 'terminado',
  )
  return get(`${url}/resultado?formato=xlsx`)
}

/** By the command line's way, in this process. */
const localResultOf = async (tipo: 'aml' | 'proveedor', content: Buffer | string): Promise<Buffer> => {
  const path = join(folder, 'clientes.xlsx')
  writeFileSync(path, content)
  const batch = await openBatch(path, { tipo })
  const parts: Buffer[] = []
  for await (const part of batch.result({ lookups, clean: (query) => query }, 'xlsx')) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

const sheetsOf = (book: Buffer): Record<string, WorkSheet> =>
  read(book, { cellNF: true, cellFormula: true, cellStyles: true, sheetStubs: true }).Sheets

/** A cell as the other library sees it: its type, its value and its number format. */
const cellOf = (sheet: WorkSheet | undefined, at: string) => {
  const { t, v, z, f } = (sheet?.[at] ?? {}) as CellObject
  assert.equal(f, undefined)
  return [t, v, z]
}

const partOf = async (book: Buffer, name: string): Promise<string> => {
  const path = join(folder, `${Math.random()}.xlsx`)
  writeFileSync(path, book)
  const parts = await openParts(path)
  try {
    return (await Array.fromAsync(parts.pieces(name))).join('')
  } finally {
    parts.close()
  }
}

const STYLES = `
  <x:numFmts count="2"><x:numFmt numFmtId="164" formatCode="dd&quot; de &quot;mmm yyyy"/><x:numFmt numFmtId="170" formatCode="&quot;S/&quot; #,##0.00"/></x:numFmts>
  <x:fonts><x:font><x:sz val="9"/><x:name val="Arial"/><x:scheme val="minor"/></x:font><x:font><x:b/><x:color theme="0"/></x:font></x:fonts>
  <x:fills><x:fill><x:patternFill patternType="none"/></x:fill><x:fill><x:patternFill patternType="gray125"/></x:fill><x:fill><x:patternFill patternType="solid"><x:fgColor theme="4" tint="-0.5"/></x:patternFill></x:fill></x:fills>
  <x:borders><x:border><x:left/></x:border></x:borders><x:cellStyleXfs><x:xf/></x:cellStyleXfs>
  <x:cellXfs><x:xf/><x:xf numFmtId="164"/><x:xf numFmtId="170"/><x:xf numFmtId="10"/><x:xf fontId="1" fillId="2"/><x:xf numFmtId="22"/><x:xf numFmtId="20"/></x:cellXfs>
  <x:extLst><x:ext uri="{x}"><y:slicerStyles xmlns:y="y"/></x:ext></x:extLst>`

const text = (at: string, value: string, style = 0) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t>${value}</t></is></c>`

const SHEET = [
  `<row r="1">${text('A1', 'Clientes de noviembre')}</row>`,
  `<row r="3">${['nombre', 'alta', 'visto', 'hora', 'monto', 'tasa', 'activo', 'codigo', 'calculo', 'error', 'ruc'].map((name, at) => text(`${String.fromCharCode(65 + at)}3`, name, 4)).join('')}</row>`,
  `<row r="5">${text('A5', 'ANA DIAZ')}<c r="B5" s="1"><v>43845</v></c><c r="C5" s="5"><v>43845.5</v></c><c r="D5" s="6"><v>0.25</v></c><c r="E5" s="2"><v>1234.5</v></c><c r="F5" s="3"><v>0.125</v></c><c r="G5" t="b"><v>1</v></c>${text('H5', '00123')}<c r="I5" s="2"><f>E5*2</f><v>2469</v></c><c r="J5" t="e"><v>#N/A</v></c><c r="K5"><v>20100070970</v></c></row>`,
  `<row r="7">${text('A7', '=HYPERLINK(1) LISTADO')}<c r="B7" s="1"/><c r="E7"><f>1/0</f></c><c r="K7"><v>20100070970</v></c></row>`,
  `<row r="8">${text('A8', 'JO')}<c r="E8" s="999"><v>7</v></c></row>`,
].join('')
const HEAD =
  '<cols><col min="1" max="1" width="33.5" customWidth="1"/><col min="8" max="9" width="12" hidden="1"/></cols>'
const THEME =
  '<a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:accent1><a:srgbClr val="336699"/></a:accent1>'
const BOOK = await workbookOf({ sheets: { Datos: SHEET }, styles: STYLES, head: HEAD, theme: THEME })

const found = async () => [await resultOf('aml', BOOK), await localResultOf('aml', BOOK)]

test('cells of a workbook keep their type, format and width, and no formula is left', async () => {
  for (const book of await found()) {
    const { Resultado: sheet } = sheetsOf(book)
    assert.deepEqual(
      ['A2', 'B2', 'C2', 'D2', 'E2', 'F2', 'G2', 'H2', 'I2', 'J2', 'K2'].map((at) => cellOf(sheet, at)),
      [
        ['s', 'ANA DIAZ', 'General'],
        ['n', 43845, 'dd" de "mmm yyyy'],
        ['n', 43845.5, 'm/d/yy h:mm'],
        ['n', 0.25, 'h:mm'],
        ['n', 1234.5, '"S/" #,##0.00'],
        ['n', 0.125, '0.00%'],
        ['b', true, 'General'],
        ['s', '00123', 'General'],
        ['n', 2469, '"S/" #,##0.00'],
        ['e', 42, 'General'],
        ['n', 20100070970, 'General'],
      ],
    )
    // What a spreadsheet would run stays text, also after somebody has edited the cell.
    assert.deepEqual(cellOf(sheet, 'A3'), ['s', '=HYPERLINK(1) LISTADO', '@'])
    assert.deepEqual(cellOf(sheet, 'E3')[1], '#SIN_VALOR!')
    // A style that the workbook does not have is none.
    assert.deepEqual(cellOf(sheet, 'E4'), ['n', 7, 'General'])
    const widths = (sheet?.['!cols'] ?? []).map((one) => [one?.width, one?.hidden ?? false])
    assert.deepEqual(
      [widths[0], widths[7], widths[8]],
      [
        [33.5, false],
        [12, true],
        [12, true],
      ],
    )
    const styles = await partOf(book, 'xl/styles.xml')
    assert.match(styles, /<fgColor rgb="FF1A334D"\/>/)
    assert.doesNotMatch(styles, /theme=|extLst|scheme|x:/)
    assert.deepEqual((sheet?.A1 as CellObject | undefined)?.s.fgColor, { rgb: '1A334D' })
  }
})

test('every sheet has its header in view and a filter over all of it; matches come with their row', async () => {
  for (const book of await found()) {
    const { Resultado, Coincidencias, Resumen } = sheetsOf(book)
    assert.deepEqual(Resultado?.['!autofilter'], { ref: 'A1:S4' })
    assert.deepEqual(Coincidencias?.['!autofilter'], { ref: 'A1:T2' })
    for (const at of [1, 2])
      assert.match(
        await partOf(book, `xl/worksheets/sheet${at}.xml`),
        /<pane ySplit="1" topLeftCell="A2" [^>]*state="frozen"\/>/,
      )
    assert.deepEqual(
      [cellOf(Coincidencias, 'A1')[1], cellOf(Coincidencias, 'B1')[1], cellOf(Coincidencias, 'M1')[1]],
      ['Fila', 'nombre', 'resultado'],
    )
    assert.deepEqual([cellOf(Coincidencias, 'A2')[1], cellOf(Coincidencias, 'M2')[1]], [7, 'exacto'])
    const lines = Array.from({ length: 25 }, (_, at) =>
      ['A', 'B', 'C'].map((column) => cellOf(Resumen, `${column}${at + 1}`)[1]),
    )
    const told = (label: string) => lines.find(([one]) => one === label)?.slice(1)
    assert.deepEqual(told('Lista OFAC, Tesoro de Estados Unidos'), [46338, 2])
    assert.deepEqual(told('Lista ONU, Consejo de Seguridad'), ['sin fecha, copia del 10/11/2026', 2])
    assert.deepEqual([told('exacto')?.[0], told('sin_coincidencias')?.[0], told('no_revisado')?.[0]], [1, 1, 1])
    assert.deepEqual(told('nombre debe tener al menos 3 caracteres')?.[0], 1)
    assert.match(String(told('Reglas de comparación')?.[0]), /^[0-9a-f]{16}$/)
  }
})

test('a summary tells the file, who sent it and the time in Lima', async () => {
  const { Resumen } = sheetsOf(await resultOf('aml', BOOK, '&archivo=clientes%20%C3%91.xlsx'))
  const told = Object.values(Resumen ?? {}).map((one) => (one as CellObject)?.v)
  for (const one of ['clientes Ñ.xlsx', 'clave «pruebas»', 'Cuenta', 'pruebas']) assert.ok(told.includes(one), one)
  // Noon of 13 November 2026.
  assert.ok(told.includes(46339.5))
})

test('a download is named after its file, whatever that is called', async () => {
  for (const [query, header] of [
    ['&archivo=clientes-noviembre.csv', 'attachment; filename="clientes-noviembre-revisado.xlsx"'],
    [
      '&archivo=Pe%C3%B1a%3B%20%22x%22.xlsx',
      `attachment; filename="Pena; x-revisado.xlsx"; filename*=UTF-8''Pe%C3%B1a%3B%20x-revisado.xlsx`,
    ],
    ['&archivo=..%2F..%2Fa.xlsx', 'attachment; filename="a-revisado.xlsx"'],
  ] as const) {
    const { headers } = await downloaded('aml', 'nombre\nANA DIAZ\n', query)
    assert.equal(headers['content-disposition'], header)
  }
  const { headers } = await downloaded('aml', 'nombre\nANA DIAZ\n', '')
  assert.match(String(headers['content-disposition']), /^attachment; filename="lote-[0-9a-f]{32}\.xlsx"$/)
})

test('suppliers that the register marks come behind the matches', async () => {
  const csv = 'ruc;nombre;codigo\n20100070970;Otra Cosa;007\n20100070970;JUAN LISTADO;008\n'
  for (const book of [await resultOf('proveedor', csv), await localResultOf('proveedor', csv)]) {
    const { Resultado, Coincidencias, Resumen } = sheetsOf(book)
    assert.deepEqual(cellOf(Resultado, 'C2'), ['s', '007', '@'])
    assert.deepEqual(
      [2, 3].map((line) => ['A', 'E', 'F', 'G', 'I'].map((column) => cellOf(Coincidencias, `${column}${line}`)[1])),
      [
        [3, 'exacto', 'BAJA', 'NO HABIDO', 'no'],
        [2, 'sin_coincidencias', 'BAJA', 'NO HABIDO', 'si'],
      ],
    )
    assert.ok(Object.values(Resumen ?? {}).some((one) => (one as CellObject)?.v === 'NO HABIDO o NO HALLADO'))
  }
})

test('dates of both systems, and hidden text that is no date, come back as they were', async () => {
  for (const date1904 of [false, true]) {
    const sheet = `<row>${text('A1', 'nombre')}${text('B1', 'dia')}</row>${[0, 1, 59, 61, 43845, 50000.75].map((serial, at) => `<row>${text(`A${at + 2}`, 'ANA DIAZ')}<c r="B${at + 2}" s="5"><v>${serial}</v></c></row>`).join('')}<row>${text('A8', 'ANA DIAZ')}${text('B8', '2020-01-15', 5)}</row>`
    const book = await workbookOf({ sheets: { Datos: sheet }, styles: STYLES, date1904 })
    const { Resultado } = sheetsOf(await resultOf('aml', book))
    assert.deepEqual(
      [2, 3, 4, 5, 6, 7, 8].map((line) => cellOf(Resultado, `B${line}`).slice(0, 2)),
      [
        ['n', 0],
        ['n', 1],
        ['n', 59],
        ['n', 61],
        ['n', 43845],
        ['n', 50000.75],
        ['s', '2020-01-15'],
      ],
      String(date1904),
    )
  }
})

test('a workbook whose styles cannot be kept keeps its values and its dates', async () => {
  const sheet = `<row>${text('A1', 'nombre')}${text('B1', 'dia')}</row><row>${text('A2', 'ANA DIAZ')}<c r="B2" s="1"><v>43845</v></c></row>`
  const few = '<x:cellXfs><x:xf/><x:xf numFmtId="14"/></x:cellXfs>'
  const many = STYLES.replace('</x:cellXfs>', `${'<x:xf numFmtId="14" fontId="0"/>'.repeat(40_000)}</x:cellXfs>`)
  for (const styles of [few, many]) {
    const book = await workbookOf({
      sheets: { Datos: sheet },
      styles,
      theme: '<a:dk1><a:srgbClr val="zz"/></a:accent1>',
    })
    const { Resultado } = sheetsOf(await resultOf('aml', book))
    assert.deepEqual(cellOf(Resultado, 'B2'), ['n', 43845, 'dd/mm/yyyy'])
  }
})

test('all matches of a long file come in their order', async () => {
  const lines = Array.from({ length: 1_500 }, (_, at) => `LISTADO ${at};${'ñ'.repeat(100)}`)
  const { Coincidencias } = sheetsOf(await localResultOf('aml', `nombre;nota\n${lines.join('\n')}\n`))
  assert.deepEqual(
    lines.map((_, at) => [cellOf(Coincidencias, `A${at + 2}`)[1], cellOf(Coincidencias, `B${at + 2}`)[1]]),
    lines.map((_, at) => [at + 2, `LISTADO ${at}`]),
  )
})
