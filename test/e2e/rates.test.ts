import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Fault, startSandbox } from '../../sandbox/main.ts'
import { centralBank } from '../../sandbox/upstreams/central-bank.ts'
import { taxauthTc } from '../../sandbox/upstreams/taxauth-tc.ts'
import { openRateHistory } from '../../src/datasets/exchange-rate-history/index.ts'
import { addDays, limaClock } from '../../src/domain/lima-time.ts'
import type { ExchangeRate, MonthOfRates } from '../../src/domain/records.ts'
import { SERIES_ALIASES } from '../../src/domain/series.ts'
import { indicadoresLookup } from '../../src/lookups/indicadores.ts'
import type { Answer } from '../../src/lookups/shared/answer.ts'
import { type TipoCambioQuery, tipoCambioLookup } from '../../src/lookups/tipo-cambio.ts'
import { openSources } from '../../src/sources/index.ts'
import type { LiveSources } from '../../src/sources/source.ts'

// A Sunday: the text file shows Saturday's publication.
const TODAY = '2026-11-15'

type Lookups = {
  month: (mes: string) => Promise<Answer<MonthOfRates>>
  rate: (query: TipoCambioQuery) => Promise<Answer<ExchangeRate>>
  series: ReturnType<typeof indicadoresLookup>
}

/** Fresh sources, caches and history over pretend upstreams, with the month service (`token`) or without it. */
const withLookups = async (
  options: { token?: boolean; faults?: Partial<Record<'taxauth-tc' | 'central-bank', Fault>> },
  use: (lookups: Lookups) => Promise<void>,
): Promise<void> => {
  const sandbox = await startSandbox({ upstreams: [taxauthTc, centralBank], today: TODAY })
  const setting = (name: string): string => sandbox.settings[`CHASQUI_${name}`] ?? ''
  const clock = limaClock(TODAY)
  const settings = {
    'taxauth-tc': {
      origin: setting('TAXAUTH_TC_URL'),
      textUrl: setting('TAXAUTH_TC_TXT_URL'),
      token: options.token ? setting('TAXAUTH_TC_TOKEN') : undefined,
    },
    'central-bank': { origin: setting('CENTRAL_BANK_URL') },
  }
  // Only a source that never answers is given up soon: the others may take as long as the machine needs.
  const opened = (['taxauth-tc', 'central-bank'] as const).map((id) =>
    openSources(
      { [id]: settings[id] },
      { clock, userAgent: 'chasqui-test', timeoutMs: options.faults?.[id] === 'hang' ? 500 : 60_000, spacingMs: 0 },
    ),
  )
  const sources: Pick<LiveSources, 'answering'> = {
    answering: (question, trace) => opened.flatMap((one) => one.answering(question, trace)),
  }
  const dir = mkdtempSync(join(tmpdir(), 'rates-'))
  const history = await openRateHistory({ dir, publisher: 'sandbox' })
  for (const [id, fault] of Object.entries(options.faults ?? {})) sandbox.faults.set(id, fault)
  try {
    const lookup = tipoCambioLookup({ sources, history, clock })
    await use({
      month: async (mes) => (await lookup({ mes })) as Answer<MonthOfRates>,
      rate: async ({ fecha }) => (await lookup({ fecha })) as Answer<ExchangeRate>,
      series: indicadoresLookup({ sources, clock }),
    })
  } finally {
    await Promise.all(opened.map((one) => one.close()))
    await sandbox.close()
    await history.close()
    rmSync(dir, { recursive: true })
  }
}

test('a month is the same from the month service and from the central bank, and as its days alone', async () => {
  for (const mes of ['2026-10', '1999-12']) {
    const months: MonthOfRates[] = []
    for (const token of [true, false]) {
      await withLookups({ token }, async ({ month, rate }) => {
        const { data } = await month(mes)
        months.push(data)
        for (const { fecha, compra, venta } of data.dias)
          assert.deepEqual((await rate({ fecha })).data, { fecha, compra, venta, moneda: 'USD/PEN' })
      })
    }
    assert.deepEqual(months[1], months[0])
    assert.equal(months[0]?.dias.length, 31)
  }
})

test('text file, month service and central bank give the same rate of every day', async () => {
  const days = Array.from({ length: 40 }, (_, back) => addDays(TODAY, -back))
  const ratesWith = async (token: boolean): Promise<unknown[]> => {
    const rates: unknown[] = []
    await withLookups({ token }, async ({ rate }) => {
      for (const fecha of days) {
        const { data, aviso } = await rate({ fecha })
        rates.push([data, aviso])
      }
    })
    return rates
  }
  const byMonths = await ratesWith(true)
  assert.deepEqual(byMonths, await ratesWith(false))
  assert.equal(byMonths.length, 40)
})

test('a Sunday carries the rate of Saturday, a future day that of today', () =>
  withLookups({ token: true }, async ({ rate }) => {
    const sunday = await rate({})
    assert.equal(sunday.data.fecha, TODAY)
    assert.match(sunday.aviso ?? '', /2026-11-14/)
    const future = await rate({ fecha: '2027-01-01' })
    assert.deepEqual(future.data, sunday.data)
    assert.match(future.aviso ?? '', /2027-01-01 aún no está disponible/)
  }))

test('the first days we can know, and the days before them', () =>
  withLookups({}, async ({ rate }) => {
    assert.equal((await rate({ fecha: '1997-01-03' })).data.fecha, '1997-01-03')
    await assert.rejects(rate({ fecha: '1997-01-02' }), { kind: 'not-found' })
  }))

test('every alias has data, in order, within its default window', () =>
  withLookups({}, async ({ series }) => {
    for (const [alias, codigo] of SERIES_ALIASES) {
      const { data } = await series({ codigo: alias })
      assert.equal(data.codigo, codigo)
      assert.ok(data.valores.length > 15, `${alias}: ${data.valores.length}`)
    }
    const quarters = await series({ codigo: 'PN02507AQ', desde: '2023-02-01', hasta: '2024-12-31' })
    assert.deepEqual(
      quarters.data.valores.map(({ periodo }) => periodo),
      ['T1.23', 'T2.23', 'T3.23', 'T4.23', 'T1.24', 'T2.24', 'T3.24', 'T4.24'],
    )
    const nineties = await series({ codigo: 'tipo-cambio-venta', desde: '1997-12-29', hasta: '1998-01-05' })
    assert.deepEqual(
      nineties.data.valores.map(({ periodo }) => periodo),
      ['29.Dic.97', '30.Dic.97', '31.Dic.97', '02.Ene.98', '05.Ene.98'],
    )
    await assert.rejects(series({ codigo: 'PD99999PD' }), { kind: 'not-found' })
    await assert.rejects(series({ codigo: 'pbi', hasta: '1990-01-01' }), { kind: 'not-found' })
  }))

const broken: [Fault, string][] = [
  ['hang', 'upstream-unavailable'],
  ['down', 'upstream-unavailable'],
  ['truncate', 'upstream-unavailable'],
  ['error', 'upstream-unavailable'],
  ['rate-limited', 'upstream-unavailable'],
  ['captcha', 'upstream-blocked'],
  ['firewall', 'upstream-unavailable'],
  ['redesigned', 'upstream-changed'],
  ['wrong-type', 'upstream-changed'],
  ['garbage', 'upstream-changed'],
]
for (const [fault, kind] of broken) {
  test(`with ${fault} publishers nothing becomes "not found"; with one of them the rate is still given`, async () => {
    const both = { 'taxauth-tc': fault, 'central-bank': fault }
    await withLookups({ faults: both }, async ({ rate, series }) => {
      await assert.rejects(series({ codigo: 'pbi' }), { name: 'Failure', kind })
      await assert.rejects(rate({}), (error) => /^upstream-/.test((error as { kind: string }).kind))
    })
    await withLookups({ faults: { 'taxauth-tc': fault }, token: true }, async ({ rate }) => {
      const { origins, proveedor } = await rate({})
      assert.deepEqual([origins[0]?.provider, proveedor], ['central-bank', 'taxauth-tc'])
    })
    await withLookups({ faults: { 'central-bank': fault }, token: true }, async ({ rate }) => {
      assert.equal((await rate({ fecha: '2026-10-01' })).origins[0]?.provider, 'taxauth-tc')
    })
  })
}
