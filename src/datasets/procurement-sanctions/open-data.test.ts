import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { renderExport } from '../../../sandbox/upstreams/procurement-export.ts'
import { quietLog } from '../../../test/helpers/word-list.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { openMirror } from '../editions/mirror.ts'
import { type RefreshOutcome, refreshDataset } from '../editions/refresh.ts'
import { procurementSanctions } from './index.ts'
import { isOpenData, parseOpenData } from './open-data.ts'
import type { SanctionList } from './search.ts'

const folder = mkdtempSync(join(tmpdir(), 'chasqui-open-data-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const HEADER =
  'FECHA_CORTE|RUC|NOMBRE_RAZONODENOMINACIONSOCIAL|FECHA_INICIO|FECHA_FIN|NUMERO_RESOLUCION|ID_MOTIVO_INFRACCION|DE_MOTIVO_INFRACCION'
const DAY = '2026-11-14'
const clock = limaClock(DAY, { now: () => Date.parse('2026-11-14T15:00:00Z') })

/** As the agency writes them: windows-1252, a dash and quotation marks included. */
const written = (text: string): Buffer =>
  Buffer.from(text.replaceAll('–', '\x96').replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1')

const row = (
  one: Partial<Record<'cut' | 'ruc' | 'name' | 'from' | 'to' | 'resolution' | 'why', string>> = {},
): string =>
  [
    ...[one.cut ?? '20261002', one.ruc ?? '20000006786', one.name ?? 'EJEMPLOS Y OBRAS S.A.C.', one.from ?? '20250305'],
    ...[
      one.to ?? '20280305',
      one.resolution ?? '1234-2025-TCE-S4',
      '214,215,',
      one.why ?? 'Presentar documentos falsos',
    ],
  ].join('|')
const fileOf = (...rows: string[]): Buffer => written([HEADER, ...rows, ''].join('\n'))

/** An installation that reads one file, whatever its name is. */
const installation = (name = 'lista') => {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const path = join(dataDir, name)
  const dataset = procurementSanctions({ from: path, clock })
  const settings = { dataDir, clock, log: quietLog, swapDelayMs: 0, floor: 1 }
  return {
    load: async (content: Buffer, run: { floor?: number; force?: boolean } = {}): Promise<RefreshOutcome> => {
      writeFileSync(path, content)
      const { force = false, ...own } = run
      return refreshDataset(dataset, { ...settings, ...own }, { force })
    },
    read: async <T>(use: (list: SanctionList) => T): Promise<T> => {
      const mirror = await openMirror(dataset, settings)
      try {
        return mirror.read(use)
      } finally {
        await mirror.close()
      }
    },
  }
}

const isRefused = (outcome: RefreshOutcome, message: RegExp): void =>
  assert.match(outcome.outcome === 'failed' ? outcome.failure.message : outcome.outcome, message)

test('the open data answer: definitive, for a time, over, foreign, ten digits, doubled, dates the wrong way round', async () => {
  const { load, read } = installation('anything.xls')
  const outcome = await load(
    fileOf(
      row({ from: '19980806', to: '', resolution: '074-1998-TL' }),
      row({ ruc: '20000003451', name: 'CONSTRUCCIONES ÑANDÚ – “SUR” E.I.R.L.' }),
      row({ ruc: '20000003451', name: 'CONSTRUCCIONES ÑANDÚ – “SUR” E.I.R.L.' }),
      row({ ruc: '20000009017', from: '20210110', to: '20210410' }),
      row({ ruc: '99000000001', name: 'OBRAS EJEMPLO NAVARRA S.L.' }),
      row({ ruc: '2000000901', name: 'DIEZ CIFRAS S.A.' }),
      row({ ruc: '20000012344', from: '20271218', to: '20231218', resolution: '0009-2023-TCE-S1' }),
    ),
  )
  assert.equal(outcome.outcome, 'switched')
  await read((list) => {
    const { edicion, publicado, filas, descartadas, extra } = list.facts
    assert.deepEqual([edicion, publicado, filas, descartadas], ['2026-10-02', '2026-10-02', 6, 0])
    assert.deepEqual(extra, { clase: 'open-data', repetidas: 1, retiradas: 0 })
    assert.deepEqual(list.byRuc('20000006786', DAY), [
      {
        ...{ ruc: '20000006786', razonSocial: 'EJEMPLOS Y OBRAS S.A.C.', tipo: 'Definitivo', periodo: 'DEFINITIVO' },
        ...{ resolucion: '074-1998-TL', desde: '1998-08-06', hasta: '', infraccion: 'Presentar documentos falsos' },
      },
    ])
    const [temporary, ...others] = list.byRuc('20000003451', DAY)
    assert.deepEqual([temporary?.tipo, temporary?.periodo, others.length], ['Temporal', '36 MESES', 0])
    assert.equal(temporary?.razonSocial, 'CONSTRUCCIONES ÑANDÚ – “SUR” E.I.R.L.')
    assert.deepEqual(list.byRuc('20000009017', DAY), [])
    assert.equal(list.byRuc('20000009017', '2021-04-10').length, 1)
    assert.equal(list.byRuc('20000009017', '2021-04-11').length, 0)
    assert.deepEqual(list.byRuc('99000000001', DAY), [])
    assert.deepEqual(
      list.byName('navarra', DAY).map(({ ruc }) => ruc),
      ['99000000001'],
    )
    assert.deepEqual(
      list.byName('diez cifras', DAY).map(({ ruc }) => ruc),
      ['2000000901'],
    )
    for (const day of ['2023-12-18', DAY, '2027-12-18']) assert.deepEqual(list.byRuc('20000012344', day), [])
    assert.deepEqual(
      list.contradictory({ ruc: '20000012344' }).map(({ desde, hasta }) => [desde, hasta]),
      [['2027-12-18', '2023-12-18']],
    )
  })
})

test('columns are found by their names, after a mark, with spaces, commas, CRLF or as UTF-8', async () => {
  const moved =
    'RUC| FECHA_FIN |FECHA_CORTE|DE_MOTIVO_INFRACCION|NUMERO_RESOLUCION|FECHA_INICIO|NOMBRE_RAZONODENOMINACIONSOCIAL'
  const copy = `${HEADER.replaceAll('|', ',')}\r\n2/10/2026,20000006786,"VÁSQUEZ, ""HIJOS"" S.A.",5/03/2025,5/03/2028,1-2025-TCE-S4,"1,2",falsos\r\n`
  const files: [string, Buffer, string][] = [
    [
      'moved',
      written(`${moved}\n20000006786|20280305|20261002|x|1-2025-TCE-S4|20250305|VÁSQUEZ S.A.\n`),
      'VÁSQUEZ S.A.',
    ],
    ['mark', Buffer.concat([Buffer.from('\ufeff'), fileOf(row({ name: 'VÁSQUEZ S.A.' }))]), 'VÁSQUEZ S.A.'],
    ['crlf', written(`${HEADER}\r\n${row({ name: 'VÁSQUEZ S.A.\t' })}\r\n`), 'VÁSQUEZ S.A.'],
    ['a quotation mark is a letter', fileOf(row({ name: '"VÁSQUEZ S.A.' })), '"VÁSQUEZ S.A.'],
    ['spreadsheet', Buffer.from(`\ufeff${copy}`), 'VÁSQUEZ, "HIJOS" S.A.'],
  ]
  for (const [name, content, expected] of files) {
    const path = join(folder, name)
    writeFileSync(path, content)
    assert.equal(isOpenData(content), true, name)
    const [found] = (await parseOpenData(path)).sanctions
    assert.deepEqual([found?.razonSocial, found?.desde, found?.hasta], [expected, '2025-03-05', '2028-03-05'], name)
  }
})

test('an edition of two cuts, of the future, too small, of unknown columns, or with unreadable rows is refused', async () => {
  const many = (count: number, cut = '20261002') =>
    Array.from({ length: count }, (_, i) => row({ cut, resolution: `${i}-2025-TCE-S4` }))
  const refused: [Buffer, RegExp, number?][] = [
    [fileOf(row(), row({ cut: '20261001', resolution: '2' })), /distintas fechas de corte/],
    [fileOf(row({ cut: '20990101' })), /fecha de corte imposible/],
    [fileOf(...many(4_999)), /incompleta/, 5_000],
    [written(`${HEADER.replace('FECHA_FIN', 'TERMINO')}\n${row()}\n`), /no es la lista/],
    [written(`${HEADER}\n`), /vacía/],
    [fileOf(...many(98), row({ to: '20240231' }), row({ from: '' })), /no se pudieron leer/],
    [fileOf(...many(98), `${row()}|shifted`, `${row()}|shifted`), /no se pudieron leer/],
    [written('<html><body><form>Log in <input type=password></form></body></html>'), /no contiene la tabla/],
  ]
  for (const [content, message, floor = 1] of refused) isRefused(await installation().load(content, { floor }), message)

  const { load, read } = installation()
  assert.equal((await load(fileOf(...many(99), row({ to: '20240231' })))).outcome, 'switched')
  assert.deepEqual(await read(({ facts }) => [facts.filas, facts.descartadas]), [99, 1])
  isRefused(await load(fileOf(...many(89, '20261009'))), /incompleta/)
  isRefused(await load(fileOf(...many(100, '20261001'))), /más antiguo/)
  assert.equal((await load(fileOf(...many(90, '20261009')))).outcome, 'switched')
})

test('a row that a newer cut lacks is kept with the last cut that had it', async () => {
  const { load, read } = installation()
  const gone = row({ ruc: '20000003451', resolution: 'gone' })
  const stays = Array.from({ length: 20 }, (_, i) => row({ resolution: `${i}` }))
  const cut = (day: string, rows: string[]) => fileOf(...rows.map((one) => one.replace('20261002', day)))
  const inForceOn = (day: string) => read((list) => list.byRuc('20000003451', day).length)
  await load(cut('20261002', [...stays, gone]))
  await load(cut('20261009', stays))
  await load(cut('20261016', stays))
  assert.deepEqual(await read(({ facts }) => [facts.filas, facts.extra?.retiradas]), [20, 1])
  assert.deepEqual(await Promise.all(['2026-10-01', '2026-10-02', '2026-10-03', DAY].map(inForceOn)), [1, 1, 0, 0])
  await load(cut('20261023', [...stays, gone]))
  assert.deepEqual(await read(({ facts }) => [facts.filas, facts.extra?.retiradas]), [21, 0])
  assert.equal(await inForceOn(DAY), 1)
})

test('the export and the open data take the place of each other, and are never mixed or compared', async () => {
  const { load, read } = installation('sancionados.csv')
  const exported = (count: number) =>
    written(
      renderExport(
        Array.from({ length: count }, (_, i) => ({
          ...{ razonSocial: `INVENTADA ${i}`, ruc: String(20_000_000_000 + i), resolucion: `${i}-2026-TCP-S1` },
          ...{
            periodo: 'DEFINITIVO',
            desde: '1/2/2026',
            hasta: '',
            infraccion: '',
            otra: '',
            norma: '',
            estado: 'VIGENTE',
          },
        })),
        [],
        () => 0.15,
      ),
    )
  const kind = () => read(({ facts }) => facts.extra?.clase)
  await load(exported(50))
  assert.equal(await kind(), 'export')
  assert.equal((await load(fileOf(row()))).outcome, 'switched')
  assert.equal(await kind(), 'open-data')
  assert.deepEqual(await read((list) => list.byRuc('20000000007', DAY)), [])
  assert.equal((await load(exported(50))).outcome, 'switched')
  assert.deepEqual(await read((list) => [list.facts.extra?.clase, list.byRuc('20000006786', DAY).length]), [
    'export',
    0,
  ])
})

test('whatever a cell holds, a row is read whole or counted, and never moves to another column', async () => {
  const path = join(folder, 'any.csv')
  const cell = fc.string({ unit: fc.constantFrom(...'AÑñé"\'|,;\t <0189-–'), maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), async (cells) => {
      const rows = cells.map(([name, resolution, why]) => row({ name, resolution, why }))
      writeFileSync(path, fileOf(row({ resolution: 'first' }), ...rows))
      const { sanctions, counts } = await parseOpenData(path)
      assert.equal(sanctions.length + counts.broken + counts.duplicates, rows.length + 1)
      assert.equal(counts.broken, rows.filter((one) => one.split('|').length !== 8).length)
      for (const one of sanctions)
        assert.deepEqual([one.ruc, one.desde, one.hasta], ['20000006786', '2025-03-05', '2028-03-05'])
    }),
    { numRuns: 60 },
  )
})
