import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { zipOf } from '../../sandbox/zip.ts'
import { temporaryFolder } from '../../test/helpers/cleanup.ts'
import { Failure } from '../kernel/errors.ts'
import type { CheckDeps } from './check/check-row.ts'
import { sheetOf, workbookOf } from './fixtures/files.ts'
import { FOOT_ROW } from './read/foot-rows.ts'
import { type BatchSettings, openBatch } from './run-batch.ts'
import type { Row } from './table.ts'

// Files as accounting and core-banking programs write them: each is read as a person would read it, or refused in one
// sentence that says what to do.

const folder = temporaryFolder()

interface Messy {
  file: string | Buffer | Promise<Buffer>
  settings?: Omit<BatchSettings, 'tipo'> & { tipo?: BatchSettings['tipo'] }
  /** Names and documents that are asked about, in their order. */
  asked?: readonly string[]
  /** How many rows are totals and the like. */
  feet?: number
  /** In place of them: what is said. */
  refused?: RegExp
}

const book = (rows: readonly Row[], more: Record<string, readonly Row[]> = {}): Promise<Buffer> =>
  workbookOf({
    sheets: Object.fromEntries(Object.entries({ Hoja1: rows, ...more }).map(([name, one]) => [name, sheetOf(one)])),
  })

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
/** Letters of Spanish as MS-DOS programs write them. */
const CP850: Record<string, number> = {
  Ñ: 0xa5,
  ñ: 0xa4,
  Á: 0xb5,
  É: 0x90,
  Í: 0xd6,
  Ó: 0xe0,
  Ú: 0xe9,
  ó: 0xa2,
  í: 0xa1,
}
const dos = (text: string): Buffer => Buffer.from([...text].map((sign) => CP850[sign] ?? sign.charCodeAt(0)))

const PEOPLE = ['MUÑOZ PEÑA ÍÑIGO', 'NÚÑEZ ACUÑA BEGOÑA', 'IBÁÑEZ CAÑETE ANTOÑITA'] as const
const BANNER = ['COOPERATIVA DE AHORRO Y CRÉDITO EJEMPLO LTDA', 'RUC: 20131312955', 'Fecha: 31/10/2026   Hora: 18:05']

const xmlCell = (text: string, type = 'String', more = ''): string =>
  `<Cell${more}><Data ss:Type="${type}">${text}</Data></Cell>`
const xmlBook = (rows: string): string =>
  `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles/><Worksheet ss:Name="Compras"><Table>${rows}</Table></Worksheet></Workbook>`
const htmlRows = (rows: readonly (readonly string[])[], tag = 'td'): string =>
  rows.map((row) => `<tr>${row.map((cell) => `<${tag} nowrap>${cell}</${tag}>`).join('')}</tr>`).join('\n')

const FILES: Record<string, Messy> = {
  'CONCAR: suppliers in Latin-1, page after page': {
    file: latin(
      `${[1, 2]
        .map(
          (page) =>
            `EMPRESA EJEMPLO S.A.C.;;;Página: ${page}\nRELACIÓN DE ANEXOS;;;\n\nANEXO;RAZÓN SOCIAL;R.U.C.;SALDO S/\nP00${page};ÑANDÚ ${page} SAC;2010007097${page};1,250.00\n;;;1,250.00\n`,
        )
        .join('')}TOTAL GENERAL;;;2,500.00\nGenerado por CONCAR SQL el 31/10/2026;;;\n`,
    ),
    asked: ['ÑANDÚ 1 SAC 20100070971', 'ÑANDÚ 2 SAC 20100070972'],
    feet: 7,
  },
  'CONCAR: a sheet with dates as numbers and documents as numbers': {
    file: book([
      ['REGISTRO DE COMPRAS', '', '', '', ''],
      ['Del 01/10/2026 al 31/10/2026'],
      [],
      ['Fecha', 'Tipo', 'Serie-Número', 'RUC', 'Proveedor', 'Importe'],
      [46301, '01', 'F001-123', 20100070970, 'FERRETERÍA ÑUSTA SAC', 118],
      [],
      [46302, '03', 'B001-7', 10075521160, 'DIAZ ROJAS ANA', 59.5],
      ['', '', '', '', 'Total S/', 177.5],
    ]),
    asked: ['FERRETERÍA ÑUSTA SAC 20100070970', 'DIAZ ROJAS ANA 10075521160'],
    feet: 1,
  },
  'CONCAR: the register of purchases for the tax authority': {
    file: latin(
      '20261000|0510001|M001|05/10/2026||01|F001||00000123||6|20100070970|CAÑETE & HIJOS SAC|100.00|18.00|0.00|0.00|0.00|0.00|0.00|0.00|0.00|0.00|118.00|PEN|1.000|||||||||||||||1|1|\r\n',
    ),
    asked: ['CAÑETE & HIJOS SAC 20100070970'],
  },
  'SISCONT: MS-DOS text with bars': {
    file: dos(
      `CODIGO|NOMBRE O RAZÓN SOCIAL|DOCUMENTO|MONTO\r\n${PEOPLE.map((one, i) => `${i}|${one}|0755211${i}|10.00`).join('\r\n')}\r\n|TOTAL||30.00\r\n\x1a`,
    ),
    asked: PEOPLE.map((one, i) => `${one} 0755211${i}`),
    feet: 1,
  },
  'SISCONT: tabs, called .xls': {
    file: latin(
      `Listado de clientes\t\t\r\n\t\t\r\nCód.\tCliente\tDoc. Identidad\r\n001\t${PEOPLE[0]}\t07552116\r\n\tSon: 1 cliente\t\r\n`,
    ),
    asked: [`${PEOPLE[0]} 07552116`],
    feet: 1,
  },
  'SISCONT: the table of a web page, called .xls': {
    file: `<html><head><meta charset="utf-8"><style>td {mso-number-format:"\\@"}</style></head><body><table border=1><tr><td colspan=3><b>CUENTAS POR PAGAR</b></td></tr>${htmlRows([['RUC', 'Proveedor', 'Saldo&nbsp;S/']], 'th')}${htmlRows(
      [
        ['20100070970', 'CONSTRUCTORA&nbsp;&Ntilde;A&Ntilde;A &amp; C&iacute;a', '1,234.50'],
        ['&nbsp;', 'TOTAL', '1,234.50'],
      ],
    )}</table></body></html>`,
    asked: ['CONSTRUCTORA ÑAÑA & Cía 20100070970'],
    feet: 1,
  },
  'Contasis: the spreadsheet of 2003 in XML, Formato 8.1': {
    file: xmlBook(
      [
        `<Row>${xmlCell('FORMATO 8.1: REGISTRO DE COMPRAS')}</Row>`,
        `<Row>${xmlCell('RUC:')}${xmlCell('20131312955', 'Number')}</Row>`,
        `<Row ss:Index="5">${xmlCell('FECHA DE EMISIÓN', 'String', ' ss:MergeDown="1"')}${xmlCell('COMPROBANTE DE PAGO O DOCUMENTO', 'String', ' ss:MergeAcross="1"')}${xmlCell('INFORMACIÓN DEL PROVEEDOR', 'String', ' ss:MergeAcross="2"')}${xmlCell('IMPORTE TOTAL')}</Row>`,
        `<Row>${xmlCell('TIPO', 'String', ' ss:Index="2"')}${xmlCell('SERIE')}${xmlCell('TIPO')}${xmlCell('NÚMERO')}${xmlCell('RAZÓN SOCIAL')}</Row>`,
        `<Row>${xmlCell('2026-10-05T00:00:00.000', 'DateTime')}${xmlCell('01')}${xmlCell('F001')}${xmlCell('6')}${xmlCell('20100070970', 'Number')}${xmlCell('ÑANDÚ SAC')}${xmlCell('118', 'Number')}</Row>`,
        `<Row>${xmlCell('TOTALES', 'String', ' ss:Index="6"')}${xmlCell('118', 'Number')}</Row>`,
      ].join(''),
    ),
    asked: ['ÑANDÚ SAC 20100070970'],
    feet: 1,
  },
  'Contasis: merged titles, blank columns, DNI that lost their zeros': {
    file: book([
      ...BANNER.map((line): Row => ['', line]),
      [],
      ['', 'N°', 'APELLIDOS Y NOMBRES', '', 'DNI', 'FECHA NAC.'],
      ['', 1, PEOPLE[0], '', 7552116, '05/03/1970'],
      ['', 2, PEOPLE[1], '', 123456, '1/5/70'],
      [],
      ['', '', '____________________'],
      ['', '', 'GERENTE GENERAL'],
    ]),
    asked: [`${PEOPLE[0]} 07552116`, `${PEOPLE[1]} 00123456`],
    feet: 2,
  },
  'Contasis: the newer register, with the buyer on every row': {
    file: `\ufeffRUC|Apellidos y Nombres o Razón social|Periodo|CAR SUNAT|Fecha de emisión|Fecha Vcto/Pago|Tipo CP/Doc.|Serie del CDP|Año|Nro CP o Doc. Nro Inicial (Rango)|Nro Final (Rango)|Tipo Doc Identidad|Nro Doc Identidad|Apellidos Nombres/ Razón  Social|Total CP|Moneda\n20131312955|MI EMPRESA|202610|2010007097001F0010000123|05/10/2026||01|F001||123||6|20100070970|ÑANDÚ SAC|118|PEN\n`,
    asked: ['ÑANDÚ SAC 20100070970'],
  },
  'StarSoft: semicolons and decimal commas': {
    file: latin(
      'sep=;\r\nCódigo;Razón social;Ruc;Saldo\r\n1;ÑANDÚ, HERMANOS SAC;20100070970;1.234,56\r\n2;"LA ""FLACA"" EIRL";20131312955;0,50\r\nSub Total;;;1.235,06\r\n',
    ),
    asked: ['ÑANDÚ, HERMANOS SAC 20100070970', 'LA "FLACA" EIRL 20131312955'],
    feet: 1,
  },
  'StarSoft: a header over two lines, the supplier as a group': {
    file: book([
      ['Registro de compras'],
      ['FECHA', 'DOCUMENTO', '', 'PROVEEDOR', '', 'TOTAL'],
      ['', 'TIPO', 'NÚMERO', 'RUC', 'RAZÓN SOCIAL', ''],
      [46301, '01', 'F001-1', '20100070970', 'ÑANDÚ SAC', 118],
      ['', '', '', '', '', 118],
    ]),
    settings: { tipo: 'ruc' },
    asked: ['20100070970'],
  },
  'StarSoft: a text in each cell that it spans, and numbers of the columns': {
    file: book([
      ['FECHA', 'COMPROBANTE', 'COMPROBANTE', 'PROVEEDOR', 'PROVEEDOR', 'PROVEEDOR', 'IMPORTE'],
      ['FECHA', 'TIPO', 'SERIE', 'TIPO', 'NÚMERO', 'NOMBRE O RAZÓN SOCIAL', 'IMPORTE'],
      ['(1)', '(2)', '(3)', '(4)', '(5)', '(6)', '(7)'],
      [46301, '01', 'F001-1', '6', '20100070970', 'ÑANDÚ SAC', 118],
    ]),
    asked: ['ÑANDÚ SAC 20100070970'],
    feet: 1,
  },
  'StarSoft: titles that are doubled, chosen by letter': {
    file: book([
      ['Código', 'Descripción', 'Código', 'Descripción'],
      ['40', 'Ahorros', '07552116', PEOPLE[0]],
    ]),
    settings: { named: { nombre: 'D', documento: 'C' } },
    asked: [`${PEOPLE[0]} 07552116`],
  },
  'core bancario: members as tabs in UTF-16': {
    file: Buffer.from(
      `\ufeff${BANNER[0]}\t\t\t\r\nCOD. SOCIO\tNOMBRE DEL SOCIO\tNRO. DOC.\tNACIONALIDAD\r\n000123\t${PEOPLE[0]}\t07552116\tPERUANA\r\nTotal de socios: 1\t\t\t\r\n`,
      'utf16le',
    ),
    asked: [`${PEOPLE[0]} 07552116`],
    feet: 1,
  },
  'core bancario: numbers kept as formulas of text': {
    file: `NOMBRE;DOCUMENTO\r\n${PEOPLE[0]};="07552116"\r\n${PEOPLE[1]};'00123456\r\n`,
    asked: [`${PEOPLE[0]} 07552116`, `${PEOPLE[1]} 00123456`],
  },
  'core bancario: a sheet for each agency': {
    file: book([['CLIENTE', 'DNI'], [PEOPLE[0], '07552116'], ['TOTAL AGENCIA: 1']], {
      Agencia2: [
        ['CLIENTE', 'DNI'],
        [PEOPLE[1], '00123456'],
      ],
      Leyenda: [['A', 'Activo']],
    }),
    settings: { hoja: '*' },
    asked: [`${PEOPLE[0]} 07552116`, `${PEOPLE[1]} 00123456`],
    feet: 1,
  },
  'core bancario: names in three columns, surnames first': {
    file: latin('AP. PATERNO,AP. MATERNO,NOMBRES,DOI\r\nMUÑOZ,PEÑA,ÍÑIGO,07552116\r\n,,,\r\nPágina 1 de 1,,,\r\n'),
    settings: { named: { documento: 'D' } },
    asked: ['ÍÑIGO MUÑOZ PEÑA 07552116'],
    feet: 1,
  },
  'core bancario: no header at all, chosen by letter': {
    file: `000123;${PEOPLE[0]};07552116;10.00\n000124;${PEOPLE[1]};00123456;20.00\n`,
    settings: { sinCabecera: true, named: { nombre: 'B', documento: 'C' } },
    asked: [`${PEOPLE[0]} 07552116`, `${PEOPLE[1]} 00123456`],
  },
  'core bancario: a report inside a zip': {
    file: zipOf('reporte.txt', latin(`NOMBRE|DNI\r\n${PEOPLE[0]}|07552116\r\n`)),
    asked: [`${PEOPLE[0]} 07552116`],
  },
  'an old .xls': {
    file: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array(600).fill(0)]),
    refused: /^El archivo es un \.xls antiguo o está protegido con contraseña: guárdelo como \.xlsx sin contraseña$/,
  },
  'the page that says that the session has ended': {
    file: '<!DOCTYPE html><html><body><h1>Su sesión ha expirado</h1></body></html>',
    refused: /^El archivo es una página web o XML sin ninguna tabla: ábralo en Excel y guárdelo como \.xlsx$/,
  },
  'a report as it is printed': {
    file: '%PDF-1.4 …',
    refused: /^El archivo es un PDF: use CSV, XLSX o JSON$/,
  },
  'a hundred sheets and one more': {
    file: xmlBook(`<Row>${xmlCell('x')}</Row>`).replace(/<Worksheet.*<\/Worksheet>/, (sheet) =>
      Array.from({ length: 101 }, (_, i) => sheet.replace('Compras', `H${i}`)).join(''),
    ),
    refused: /^El archivo tiene más de 100 hojas$/,
  },
  'an electronic invoice': {
    file: '<?xml version="1.0"?><Invoice xmlns="urn:oasis"><ID>F001-1</ID></Invoice>',
    refused: /^El archivo es XML: ábralo en Excel y guárdelo como \.xlsx$/,
  },
}

/** What is asked about of a file, and the reasons of the rows that are not. */
const askedOf = async ({ file, settings = {} }: Messy): Promise<{ asked: string[]; reasons: string[] }> => {
  const asked: string[] = []
  const clear = (data: object) => ({ data, origins: [] }) as never
  const deps: CheckDeps = {
    clean: (query) => query,
    lookups: {
      aml: ({ nombre, documento }) => {
        asked.push([nombre, documento].filter(Boolean).join(' '))
        return clear({ total: 0, matches: [] })
      },
      sanciones: () => clear({ total: 0, sanciones: [] }),
      ruc: ({ numero = '' }) => {
        asked.push(numero)
        return clear({ razonSocial: 'X', estado: '', condicion: '' })
      },
      proveedor: () => clear({ partes: {} }),
    },
  }
  const path = join(folder, `${Math.random()}`)
  writeFileSync(path, await file)
  const batch = await openBatch(path, { tipo: 'aml', ...settings })
  let text = ''
  for await (const piece of batch.result(deps, 'json')) text += piece
  const rows: Record<string, string>[] = JSON.parse(text)
  return { asked, reasons: rows.flatMap(({ motivo }) => motivo || []) }
}

describe('read as a person would', () => {
  for (const [what, messy] of Object.entries(FILES))
    if (!messy.refused)
      test(what, async () => {
        const { asked, reasons } = await askedOf(messy)
        assert.deepEqual(asked, messy.asked)
        assert.equal(reasons.filter((reason) => reason === FOOT_ROW).length, messy.feet ?? 0, reasons.join('\n'))
      })
})

describe('refused in one sentence', () => {
  for (const [what, messy] of Object.entries(FILES))
    if (messy.refused)
      test(what, async () => {
        await assert.rejects(askedOf(messy), (error) => {
          assert.ok(error instanceof Failure)
          assert.match(error.message, messy.refused as RegExp)
          return true
        })
      })
})
