import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { seededRandom } from '../../../sandbox/random.ts'
import { renderExport } from '../../../sandbox/upstreams/procurement-export.ts'
import type { ExportedSanction } from '../../../sandbox/world/procurement-samples.ts'
import { Failure } from '../../kernel/errors.ts'
import { parseExport, refuseForeignFile } from './parse.ts'

const folder = mkdtempSync(join(tmpdir(), 'chasqui-export-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const parse = (text: string, encoding: 'utf8' | 'latin1' = 'utf8') => {
  const path = join(folder, 'export.xls')
  writeFileSync(path, Buffer.from(text, encoding))
  return parseExport(path)
}
const sample = readFileSync(fileURLToPath(new URL('fixtures/export.xls', import.meta.url)))

test('the documented export is read: cells in their columns though unclosed, fines counted and left out', async () => {
  const { sanctions, counts } = await parse(sample.toString('latin1'), 'latin1')
  assert.deepEqual(counts, { fines: 2, duplicates: 1, broken: 0 })
  assert.deepEqual(sanctions[0], {
    ruc: '20000006786',
    razonSocial: 'EJEMPLOS Y OBRAS S.A.C.',
    tipo: 'Definitivo',
    resolucion: '1234-2026-TCP-S4',
    periodo: 'DEFINITIVO',
    desde: '2026-07-31',
    hasta: '',
    infraccion: '',
    listedInForce: true,
    datesReadable: true,
  })
  assert.deepEqual(
    sanctions.map(({ ruc, desde, hasta, listedInForce, datesReadable }) => [
      ruc,
      desde,
      hasta,
      listedInForce,
      datesReadable,
    ]),
    [
      ['20000006786', '2026-07-31', '', true, true],
      ['20000009459', '2025-03-05', '2028-03-05', true, true],
      ['20000009700', '2025-03-05', '2028-03-05', true, true],
      ['999001', '2024-01-09', '2024-05-24', false, true],
      ['EXTRANJERO', '', '', true, false],
    ],
  )
  assert.equal(
    sanctions[1]?.infraccion,
    '- j) Presentar documentos falsos a las Entidades. - i) Presentar información inexacta.',
  )
  assert.equal(sanctions[1]?.razonSocial, 'CONSTRUCTORA ÑAUPARI & HIJOS S.R.L.')
  assert.equal(sanctions[3]?.infraccion, 'Incumplir la obligación de perfeccionar el contrato')
})

const word = fc.oneof(
  fc.constantFrom('R&LTDA', 'A&GT', 'B&AMPARO'),
  fc.stringMatching(/^[A-ZÁÉÍÓÚÑ][A-ZÁÉÍÓÚÑ0-9.&]{0,9}[A-Z0-9]$/),
)
const words = (min: number, max: number) =>
  fc.array(word, { minLength: min, maxLength: max }).map((all) => all.join(' '))
const date = fc
  .date({ min: new Date('2015-01-01T00:00:00Z'), max: new Date('2032-12-31T00:00:00Z'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
const printed = (iso: string, bare: boolean) => {
  const [year, month, day] = iso.split('-') as [string, string, string]
  return bare ? `${Number(day)}/${Number(month)}/${year}` : `${day}/${month}/${year}`
}

const record = fc.record({
  razonSocial: words(1, 6),
  ruc: fc.oneof(
    { weight: 8, arbitrary: fc.stringMatching(/^[12][0-9]{10}$/) },
    fc.stringMatching(/^[0-9]{8,10}$/),
    fc.constantFrom('EXTRANJERO', 'S/N', ''),
  ),
  resolucion: fc.stringMatching(/^[0-9]{4}-20[12][0-9]-TC[EP]-S[1-6]$/),
  months: fc.option(fc.integer({ min: 3, max: 60 }), { nil: null }),
  desde: date,
  hasta: date,
  bare: fc.boolean(),
  infraccion: fc.array(words(1, 5), { maxLength: 3 }),
  otra: fc.array(words(1, 5), { maxLength: 2 }),
  inForce: fc.boolean(),
})

test('any list that is written the way the export writes it is read back equal, column by column', async () => {
  const seed = fc.integer({ min: 1, max: 2 ** 31 - 1 })
  const distinct = fc.uniqueArray(record, {
    selector: (one) => `${one.resolucion}${one.desde}`,
    minLength: 1,
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(distinct, seed, fc.boolean(), async (records, from, utf8) => {
      const rows = records.map(
        (one): ExportedSanction => ({
          razonSocial: one.razonSocial,
          ruc: one.ruc,
          resolucion: one.resolucion,
          periodo: one.months ? `${one.months} MESES` : 'DEFINITIVO',
          desde: printed(one.desde, one.bare),
          hasta: one.months ? printed(one.hasta, one.bare) : '',
          infraccion: one.infraccion.join('\n'),
          otra: one.otra.join('\n'),
          norma: 'TUO de la Ley N° 30225 - D.S N° 082-2019-E.F',
          estado: one.inForce ? 'VIGENTE' : 'NO VIGENTE',
        }),
      )
      const fines = rows.slice(0, 5).map((row) => ({ ...row, fecha: row.desde, monto: '1,234.50' }))
      const twice = [...rows, ...rows.slice(0, 3)]
      const text = renderExport(twice, fines, seededRandom(from).next)
      const { sanctions, counts } = await parse(text, utf8 ? 'utf8' : 'latin1')
      assert.equal(counts.broken, 0)
      assert.equal(counts.fines, fines.length)
      assert.equal(counts.duplicates, twice.length - rows.length)
      assert.deepEqual(
        sanctions.map(({ datesReadable: _, ...sanction }) => sanction),
        records.map((one) => ({
          ruc: one.ruc,
          razonSocial: one.razonSocial,
          tipo: one.months ? 'Temporal' : 'Definitivo',
          resolucion: one.resolucion,
          periodo: one.months ? `${one.months} MESES` : 'DEFINITIVO',
          desde: one.desde,
          hasta: one.months ? one.hasta : '',
          infraccion: (one.infraccion.length > 0 ? one.infraccion : one.otra).join(' '),
          listedInForce: one.inForce,
        })),
      )
    }),
    { numRuns: 150 },
  )
})

test('a file cut anywhere is refused, never read as a shorter list', async () => {
  const text = sample.toString('latin1')
  const end = text.lastIndexOf('</TABLE>')
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: end }), async (cut) => {
      // Between the two tables the list of disqualifications is whole.
      fc.pre(cut < text.indexOf('</table>') + 8 || cut > text.indexOf('<TABLE ') + 6)
      await assert.rejects(parse(text.slice(0, cut), 'latin1'), { kind: 'upstream-changed' })
    }),
    { numRuns: 60 },
  )
})

test('a row that lost or gained a cell is counted as broken, not read one column off', async () => {
  const text = sample.toString('latin1')
  const lost = text.replace('<td><FONT>36 MESES</font>\n', '')
  const gained = text.replace('<td>20000009700<td>', '<td>20000009700<td>extra<td>')
  for (const damaged of [lost, gained]) {
    assert.notEqual(damaged, text)
    const { sanctions, counts } = await parse(damaged, 'latin1')
    assert.equal(counts.broken, 1)
    assert.ok(sanctions.every(({ resolucion }) => /^[0-9]{4}-20[0-9]{2}-TC[EP]-S[0-9]$/.test(resolucion)))
  }
})

test('random bytes in the file give a result or a failure, never another error', async () => {
  const noise = fc.array(fc.tuple(fc.nat(sample.length - 1), fc.uint8Array({ maxLength: 6 })), {
    minLength: 1,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(noise, async (edits) => {
      const bytes = Buffer.from(sample)
      for (const [offset, values] of edits) bytes.set(values.subarray(0, bytes.length - offset), offset)
      const reading = await parse(bytes.toString('latin1'), 'latin1').catch((error: unknown) => error)
      if (reading instanceof Error) assert.ok(reading instanceof Failure, String(reading))
    }),
    { numRuns: 150 },
  )
})

test('an error page, a captcha page and renamed columns are different failures', async () => {
  await assert.rejects(parse('<html><body>Error 500 ASP 0113</body></html>'), { kind: 'upstream-changed' })
  await assert.rejects(parse('<html><form><input name=captchacode><img alt=captcha></form></html>'), {
    kind: 'upstream-blocked',
  })
  const renamed = sample.toString('latin1').replaceAll('>Desde<', '>Inicio<')
  await assert.rejects(parse(renamed, 'latin1'), { kind: 'upstream-changed', message: /columnas/ })
})

test('workbooks and plain text are refused before reading', () => {
  assert.throws(() => refuseForeignFile(Buffer.from('d0cf11e0a1b11ae1', 'hex')), { message: /libro de Excel/ })
  assert.throws(() => refuseForeignFile(Buffer.from('PK\x03\x04')), { message: /libro de Excel/ })
  assert.throws(() => refuseForeignFile(Buffer.from('a,b,c\n1,2,3')), { kind: 'upstream-changed' })
  assert.throws(() => refuseForeignFile(Buffer.alloc(0)), { kind: 'upstream-changed' })
  assert.doesNotThrow(() => refuseForeignFile(sample.subarray(0, 500)))
})

const row = (number: number, cells: readonly string[]): string => `<tr><td>${[number, ...cells].join('<td>')}</tr>`
const HEADER =
  '<tr><td>#<td>Razon Social<td>RUC<td>Resolución<td>Periodo de Inhabilitación<td>Desde<td>Hasta<td>Infracción<td>Otra Infracción<td>Norma<td>Estado</tr>'
const table = (rows: readonly string[], header = HEADER): string => `<table>${header}${rows.join('')}</table>`
const sanction = ['INVENTADA S.A.C.', '20000006786', '0001-2026-TCP-S1', '6 MESES', '1/2/2026', '1/8/2026']
const rest = ['Falsedad', '', 'Ley', 'VIGENTE']

test('rows with another end are two sanctions; only equal rows are one', async () => {
  const longer = [...sanction.slice(0, 5), '1/8/2027']
  const rows = [
    [...sanction, ...rest],
    [...longer, ...rest],
    [...sanction, ...rest],
  ].map((cells, at) => row(at, cells))
  const { sanctions, counts } = await parse(table(rows))
  assert.deepEqual(
    sanctions.map(({ hasta }) => hasta),
    ['2026-08-01', '2027-08-01'],
  )
  assert.equal(counts.duplicates, 1)
})

const UNREADABLE: [string, readonly string[], broken: number, kept: number][] = [
  ['a lost cell and no number', ['20000006786', '0001-2026-TCP-S1', '6 MESES', '1/2/2026', '', ...rest], 1, 0],
  ['neither dates nor state', [...sanction.slice(0, 4), 'ayer', 'mañana', 'x', '', 'Ley', 'PENDIENTE'], 1, 0],
  ['no name', ['-', ...sanction.slice(1), ...rest], 1, 1],
  ['a number that a spreadsheet rewrote', [sanction[0] ?? '', '2.0000006786E+10', ...sanction.slice(2), ...rest], 1, 1],
  ['no dates but a state', [...sanction.slice(0, 4), '', '', ...rest], 0, 1],
  ['a foreign number', [sanction[0] ?? '', 'EXTRANJERO', ...sanction.slice(2), ...rest], 0, 1],
]
for (const [what, cells, broken, kept] of UNREADABLE)
  test(`a row with ${what} counts ${broken} as unreadable and keeps ${kept}`, async () => {
    const number = what.includes('no number') ? '' : '7'
    const text = table([row(1, [...sanction, ...rest]), `<tr><td>${[number, ...cells].join('<td>')}</tr>`])
    const read = await parse(text)
    assert.equal(read.counts.broken, broken)
    assert.equal(read.sanctions.length, 1 + kept)
  })

test('titles and decorations are no lost rows', async () => {
  const title = '<tr><td colspan=11>Relación de proveedores al 14/11/2026</tr><tr><td>Total<td>1</tr>'
  const { counts } = await parse(table([title, row(1, [...sanction, ...rest])]))
  assert.equal(counts.broken, 0)
})

test('a number is found though it is written with spaces or hyphens, and each one of a consortium', async () => {
  const written = ['20 000006786', '20-00000678-6', 'RUC 20000006786', '20000006786 / 20000009459']
  const rows = written.map((ruc, at) => row(at, ['A', ruc, `000${at}-2026-TCP-S1`, ...sanction.slice(3), ...rest]))
  const { sanctions } = await parse(table(rows))
  assert.deepEqual(
    sanctions.map(({ ruc }) => ruc),
    ['20000006786', '20000006786', '20000006786', '20000006786', '20000009459'],
  )
})

test('a second table with other columns is refused, not skipped', async () => {
  const good = table([row(1, [...sanction, ...rest])])
  for (const [from, to] of [
    ['<td>Hasta', '<td>Fin'],
    ['<td>RUC', '<td>Documento'],
  ] as const)
    await assert.rejects(parse(good + table([row(1, [...sanction, ...rest])], HEADER.replace(from, to))), {
      kind: 'upstream-changed',
      message: /columnas/,
    })
})

const FINE_HEADER =
  '<tr><td>#<td>Razon Social<td>RUC<td>Resolución<td>Fecha de Resolución<td>Monto de Multa (Soles)<td>Infracción<td>Periodo de Suspensión(medida cautelar)<td>Desde<td>Hasta<td>Otra Infracción<td>Norma<td>Verificación de pago<td>Estado</tr>'
const fine = [
  ...sanction.slice(0, 3),
  '1/2/2026',
  '1,234.50',
  'x',
  '',
  '1/2/2026',
  '1/8/2026',
  '',
  'Ley',
  '',
  'VIGENTE',
]
const RENAMED_HEADER =
  '<tr><td>Nro<td>Proveedor<td>Número de RUC<td>Resolución N<td>Periodo<td>Inicio<td>Fin<td>Motivo<td>Otro<td>Ley<td>Situación</tr>'

test('a table does not take over the columns of the table before it', async () => {
  const disqualified = table([row(1, [...sanction, ...rest])])
  const fined = table([row(1, fine)], FINE_HEADER)
  for (const before of [disqualified, disqualified + fined])
    for (const header of ['', RENAMED_HEADER])
      await assert.rejects(parse(before + table([row(2, [...sanction, ...rest])], header)), {
        kind: 'upstream-changed',
        message: /columnas/,
      })
})

test('a row of data among the fines that is no fine is counted as broken', async () => {
  const fined = table([row(1, fine), RENAMED_HEADER, row(2, [...sanction, ...rest])], FINE_HEADER)
  const { counts } = await parse(table([row(1, [...sanction, ...rest])]) + fined)
  assert.deepEqual(counts, { fines: 1, duplicates: 0, broken: 1 })
})
