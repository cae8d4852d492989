import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { temporaryFolder } from '../../test/helpers/cleanup.ts'
import { repeated } from '../../test/helpers/repeated.ts'
import { rucCheckDigit } from '../domain/ruc.ts'
import type { CheckDeps } from './check/check-row.ts'
import { amountOf } from './check/purchase-row.ts'
import { book, latin } from './fixtures/messy-files.ts'
import {
  BUYER,
  type Purchase,
  pleText,
  purchaseBook,
  purchaseCsv,
  rceText,
  slashed,
  zippedPurchases,
} from './fixtures/purchase-files.ts'
import { type BatchSettings, openBatch } from './run-batch.ts'

// Whatever program wrote a register of purchases, its suppliers are asked about by their RUC and the day of issue, and the buyer never.

const folder = temporaryFolder()
const listing = { estado: 'no', desde: null, hasta: null, resolucion: null, edicion: '2026-11-10' }
const padrones = { sinCapacidadOperativa: listing, agenteRetencion: listing, buenContribuyente: listing }

/** What is asked about of a file, what it says of the rows that are not, and what is observed: here, every RUC that ends in 1. */
const read = async (file: string | Buffer, settings: Partial<BatchSettings> = {}) => {
  const asked: string[] = []
  const fail = () => assert.fail()
  const deps: CheckDeps = {
    clean: (query) => query,
    lookups: {
      ...{ aml: fail, sanciones: fail, ruc: fail, proveedor: fail, comprobante: fail },
      compras: ({ ruc = '', fecha = '' }) => {
        asked.push(`${ruc} ${fecha}`)
        const causas = ruc.endsWith('1') ? [{ causa: 'no_habido', texto: 'no habido' }] : []
        const vigencia = { certeza: 'segura', edicion: fecha }
        return { data: { ruc, vigencia, padrones, causas, dudas: [] }, origins: [] } as never
      },
    },
  }
  const path = join(folder, 'purchases')
  writeFileSync(path, file)
  const batch = await openBatch(path, { tipo: 'compras', ...settings })
  let text = ''
  for await (const piece of batch.result(deps, 'json')) text += piece
  const rows = JSON.parse(text) as Record<string, string>[]
  return { asked, rows, totals: batch.tally.compras, reasons: rows.map(({ motivo = '' }) => motivo) }
}

const anyRuc = fc
  .tuple(fc.constantFrom('10', '15', '17', '20'), fc.integer({ min: 0, max: 99_999_999 }))
  .map(([prefix, n]) => `${prefix}${String(n).padStart(8, '0')}`)
  .map((ten) => `${ten}${rucCheckDigit(ten)}`)
  .filter((ruc) => ruc !== BUYER)
const anyDay = fc
  .date({ min: new Date('2016-01-01'), max: new Date('2026-11-13'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
const anyPurchase: fc.Arbitrary<Purchase> = fc.record({
  fecha: anyDay,
  tipo: fc.constantFrom('01', '03', '07', '08', '14'),
  serie: fc.constantFrom('F001', 'E001', 'B123', '0001', 'FF01'),
  numero: fc.integer({ min: 1, max: 99_999_999 }).map(String),
  tipoDocumento: fc.constant('6'),
  documento: anyRuc,
  nombre: fc.constantFrom('ÑUSTA & HIJOS S.A.C.', 'TOTAL GAS PERÚ S.A.', 'PÉREZ, ANA', 'LA "FLACA" E.I.R.L.', 'X', ''),
  total: fc.integer({ min: -99_999, max: 999_999_99 }).map((cents) => (cents / 100).toFixed(2)),
  moneda: fc.constantFrom('PEN', 'USD'),
})
const someRows = fc.array(anyPurchase, { minLength: 1, maxLength: 12 })
/** Names in which a layout without quotes cannot write its own separators. */
const plain = (purchases: readonly Purchase[]) =>
  purchases.map((one) => ({ ...one, nombre: one.nombre.replace(/["|]/g, '') }))

const layouts: Record<string, (purchases: readonly Purchase[]) => string | Buffer | Promise<Buffer>> = {
  'PLE 8.1': (all) => pleText(plain(all)),
  'PLE 8.1 in Latin-1 with free fields': (all) => latin(pleText(plain(all), { free: ['', 'propio'], end: '\n' })),
  'RCE with commas and a mark': (all) => `\ufeff${rceText(all)}`,
  'RCE with bars in Latin-1': (all) => latin(rceText(plain(all), { separator: '|' })),
  'RCE without a header': (all) => rceText(plain(all), { separator: '|' }).split('\r\n').slice(1).join('\r\n'),
  'RCE in a zip': (all) => zippedPurchases(rceText(all)),
  'any CSV': (all) => purchaseCsv(all),
  'a workbook with dates as numbers': (all) => purchaseBook(all),
}

for (const [name, write] of Object.entries(layouts))
  test(`${name}: each supplier is asked about on the day of its voucher, and what is observed adds up`, async () => {
    await fc.assert(
      fc.asyncProperty(someRows, async (purchases) => {
        const { asked, rows, totals } = await read(await write(purchases))
        assert.deepEqual(
          asked,
          purchases.map(({ documento, fecha }) => `${documento} ${fecha}`),
        )
        assert.equal(rows.length, purchases.length)
        const observed = purchases.filter(({ documento }) => documento.endsWith('1'))
        assert.equal(totals?.observadas, observed.length)
        for (const moneda of ['PEN', 'USD']) {
          const own = observed.filter((one) => one.moneda === moneda)
          const cents = own.reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0)
          assert.equal(totals?.montos[moneda] ?? 0, cents)
        }
      }),
      { numRuns: repeated(25) },
    )
  })

const RUC = '20100070970'
const FORMATO = [
  ['FORMATO 8.1: REGISTRO DE COMPRAS'],
  ['PERIODO:', '10/2026'],
  ['RUC:', BUYER],
  ['RAZÓN SOCIAL:', 'EMPRESA COMPRADORA S.A.C.'],
  [],
  [
    ...['Número correlativo', 'Fecha de emisión del comprobante de pago o documento', 'Fecha de vencimiento o pago'],
    ...[
      'Comprobante de pago o documento',
      '',
      '',
      'Información del proveedor',
      '',
      '',
      'Importe total',
      'Tipo de cambio',
    ],
    ...['Referencia del comprobante de pago o documento original que se modifica', '', '', ''],
  ],
  [
    ...['', '', '', 'Tipo (Tabla 10)', 'Serie', 'N°', 'Documento de identidad', ''],
    ...['Apellidos y nombres, denominación o razón social', '', '', 'Fecha', 'Tipo (Tabla 10)', 'Serie', 'N°'],
  ],
  ['', '', '', '', '', '', 'Tipo (Tabla 2)', 'Número'],
]

interface Messy {
  file: string | Buffer | Promise<Buffer>
  settings?: Partial<BatchSettings>
  asked: readonly string[]
  /** Of the rows that are not asked about, in their order. */
  reasons?: readonly RegExp[]
}

const BLANK = { tipo: '01', serie: 'F001', numero: '1', tipoDocumento: '6', nombre: 'X', total: '1.00', moneda: 'PEN' }
const on = (fecha: string, more: Partial<Purchase> = {}): Purchase => ({ ...BLANK, fecha, documento: RUC, ...more })

const MESSY: Record<string, Messy> = {
  'the official form in a spreadsheet, with titles, a note and a total': {
    file: book([
      ...FORMATO,
      ['1', '05/10/2026', '', '01', 'F001', '123', '6', RUC, 'ÑUSTA SAC', '118.00', ''],
      [
        '2',
        '31/10/2026',
        '',
        '07',
        'FC01',
        '7',
        '6',
        RUC,
        'ÑUSTA SAC',
        '-11.80',
        '',
        '05/10/2026',
        '01',
        'F001',
        '123',
      ],
      ['', '', '', '', '', '', '', '', 'TOTALES', '106.20'],
    ]),
    asked: [`${RUC} 2026-10-05`, `${RUC} 2026-10-31`],
    reasons: [/total/],
  },
  'customs, a bank and a supplier abroad have no RUC': {
    file: pleText([
      on('2026-10-05', { tipo: '50', tipoDocumento: '', documento: '' }),
      on('2026-10-05', { tipo: '91', tipoDocumento: '0', documento: 'US-998877' }),
      on('2026-10-05', { tipo: '03', tipoDocumento: '1', documento: '07552116' }),
      on('2026-10-06'),
    ]),
    asked: [`${RUC} 2026-10-06`],
    reasons: [/^Sin RUC de proveedor$/, /^Sin RUC de proveedor$/, /^Sin RUC de proveedor$/],
  },
  'the flag of the tax authority is told': {
    file: pleText([on('2026-10-05', { noHabido: true })]),
    asked: [`${RUC} 2026-10-05`],
    reasons: [/ya lo marca como no habido/],
  },
  'a CAR of another RUC': {
    file: rceText([on('2026-10-05'), on('2026-10-06')], {
      car: ({ fecha }) => (fecha === '2026-10-05' ? '2010007097101F0010000000001' : ''),
    }),
    asked: [`${RUC} 2026-10-06`],
    reasons: [/CAR SUNAT es de otro RUC/],
  },
  'dates as people and programs write them': {
    file: `ruc;fecha emisión\n${[
      ...['05/10/2026', '5-10-2026', '5/10/26', '2026-10-05', '20261005', '05-oct-2026', '2026-10-05 00:00:00'],
      ...["'05/10/2026", '46300', '5 de octubre de 2026'],
    ]
      .map((day) => `${RUC};${day}`)
      .join('\n')}\n`,
    asked: Array.from({ length: 10 }, () => `${RUC} 2026-10-05`),
    reasons: [/46300 se leyó como día de una hoja/],
  },
  'dates that are none are refused by the question, and an empty one before': {
    file: `ruc,fecha\n${RUC},\n${RUC},ayer\n${RUC},10/25/2026\n`,
    asked: [`${RUC} ayer`, `${RUC} 10/25/2026`],
    reasons: [/no tiene fecha de emisión/],
  },
  'the day of issue, and no other day': {
    file: `Fecha de registro,Fecha,Fecha de vencimiento,F. Emisión,RUC del proveedor\n01/11/2026,02/11/2026,03/11/2026,05/10/2026,${RUC}\n01/11/2026,02/11/2026,03/11/2026,,${RUC}\n`,
    asked: [`${RUC} 2026-10-05`],
    reasons: [/no tiene fecha de emisión/],
  },
  'columns by name and by letter': {
    file: `A;B;C\n${RUC};05/10/2026;7\n`,
    settings: { named: { documento: 'A', fecha: 'B', monto: 'C' } },
    asked: [`${RUC} 2026-10-05`],
  },
  'a name with damaged letters is no reason not to ask': {
    file: `RUC,Razón social,Fecha\n${RUC},MU?OZ & CÃ­a,05/10/2026\n`,
    asked: [`${RUC} 2026-10-05`],
  },
}

describe('registers of purchases as programs write them', () => {
  for (const [what, { file, settings, asked, reasons = [] }] of Object.entries(MESSY))
    test(what, async () => {
      const found = await read(await file, settings)
      assert.deepEqual(found.asked, asked)
      const told = found.reasons.filter((reason) => reason !== '')
      assert.equal(told.length, reasons.length, told.join('\n'))
      for (const [i, reason] of reasons.entries()) assert.match(told[i] as string, reason)
    })
})

test('a file without RUC or date says which column it needs', async () => {
  await assert.rejects(read(`ruc,nombre\n${RUC},X\n`), { kind: 'invalid-input', campo: 'columnaFecha' })
  await assert.rejects(read(`fecha,nombre\n${slashed('2026-10-05')},X\n`), { campo: 'columnaDocumento' })
})

test('amounts are read as people write them, and never guessed', () => {
  const read: [string, number | null][] = [
    ...([
      ['118', 118_00],
      ['118.5', 118_50],
      ['1,234.50', 1_234_50],
      ['1234,5', 1_234_50],
    ] as [string, number][]),
    ...([
      ['1.234,50', 1_234_50],
      ['-11.80', -11_80],
      ['11.80-', -11_80],
      ['(11.80)', -11_80],
    ] as [string, number][]),
    ...([
      ['S/ 1,000.00', 1_000_00],
      ['US$ 5', 5_00],
      ['0.00', 0],
      ['1,234,567', 1_234_567_00],
    ] as [string, number][]),
    ...(['', 'x', '1,23,4', '1..2', '(5', '5)', '--5', '1e5'].map((text) => [text, null]) as [string, null][]),
  ]
  for (const [text, cents] of read) assert.equal(amountOf(text), cents, text)
})
