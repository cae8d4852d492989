import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fakeHistory, fakeSources, type RateWorld, rateOf } from '../../../test/helpers/rate-sources.ts'
import { addDays, type LimaClock, limaClock } from '../../domain/lima-time.ts'
import type { ExchangeRate, MonthOfRates, PublishedRate } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Answer } from '../shared/answer.ts'
import { tipoCambioLookup } from '../tipo-cambio.ts'

const TODAY = '2026-11-16'

const open = (world: RateWorld, known: readonly PublishedRate[] = [], clock: LimaClock = limaClock(TODAY)) => {
  const { sources, calls } = fakeSources(world)
  const { history, rates } = fakeHistory(known)
  const lookup = tipoCambioLookup({ sources, history, clock })
  return {
    month: async (mes: string) => (await lookup({ mes })) as Answer<MonthOfRates>,
    day: async (fecha: string) => (await lookup({ fecha })) as Answer<ExchangeRate>,
    ...{ lookup, calls, rates },
  }
}

/** Publications from `first` to `last`, every `step` days. */
const every = (step: number, first: string, last: string): PublishedRate[] => {
  const published: PublishedRate[] = []
  for (let date = first; date <= last; date = addDays(date, step)) published.push(rateOf(date, published.length))
  return published
}

test('a month has all its days, those without publication carried over across the year', async () => {
  const published = [rateOf('2024-12-30', 1), rateOf('2025-01-03', 2), ...every(1, '2025-01-07', '2025-02-02')]
  const { data, proveedor, aviso, origins, maxAgeSeconds, dependsOnToday } = await open({ published }).month('2025-01')
  assert.deepEqual([data.mes, data.moneda, data.dias.length], ['2025-01', 'USD/PEN', 31])
  assert.deepEqual(data.dias[0], { fecha: '2025-01-01', compra: 3.301, venta: 3.311, publicado: '2024-12-30' })
  assert.deepEqual(
    data.dias.slice(0, 7).map(({ publicado }) => publicado.slice(8)),
    ['30', '30', '03', '03', '03', '03', '07'],
  )
  assert.deepEqual([proveedor, aviso, dependsOnToday], ['taxauth-tc', undefined, false])
  assert.ok(maxAgeSeconds > 86_400)
  assert.deepEqual(origins, [{ provider: 'taxauth-tc', channel: 'live', edition: '2025-01-31' }])
})

test('the month of today ends today, and its answer is good for minutes', async () => {
  const { data, maxAgeSeconds, dependsOnToday } = await open({ published: every(1, '2026-10-25', '2026-11-17') }).month(
    '2026-11',
  )
  assert.deepEqual([data.dias.length, data.dias.at(-1)?.fecha, data.dias.at(-1)?.publicado], [16, TODAY, TODAY])
  assert.deepEqual([maxAgeSeconds, dependsOnToday], [600, true])
})

test('a month takes each question once: two months of the service, or two series of the bank', async () => {
  const published = every(3, '2026-08-21', '2026-10-31')
  const service = open({ published })
  await service.month('2026-09')
  assert.deepEqual(service.calls.toSorted(), ['month 2026-08', 'month 2026-09'])
  assert.equal(service.rates.has('2026-08-30'), true)
  const bank = open({ published, months: null })
  await bank.month('2026-09')
  assert.deepEqual(bank.calls.toSorted(), ['PD04639PD', 'PD04640PD'])
})

test('a month with a day that nobody can tell is a failure, never a carried value', async () => {
  const published = every(2, '2026-08-20', '2026-10-31')
  for (const kind of ['upstream-unavailable', 'upstream-changed', 'upstream-blocked'] as const) {
    await assert.rejects(open({ published, months: kind, bank: null }).month('2026-09'), { kind })
    // Everything but the last day was seen before.
    const known = published.filter(({ fecha }) => fecha < '2026-09-29')
    await assert.rejects(open({ published, months: kind, bank: kind }, known).month('2026-09'), { kind })
  }
  const gap = published.filter(({ fecha }) => fecha < '2026-09-05' || fecha > '2026-09-25')
  await assert.rejects(open({ published: gap }).month('2026-09'), { kind: 'upstream-changed' })
  await assert.rejects(open({ published, text: null, months: null, bank: null }).month('2026-09'), {
    kind: 'not-configured',
  })
})

test('the month before that cannot be read fails the month when its first day rests on it', async () => {
  const published = [rateOf('2026-08-31', 1), ...every(1, '2026-09-03', '2026-09-30')]
  const { sources } = fakeSources({ published, bank: null })
  const halfRead = {
    answering: (question: never) =>
      sources.answering(question).map((provider) => ({
        ...provider,
        ask: async (month: string) => {
          if (month === '2026-08') throw new Failure('upstream-unavailable', 'La fuente no responde en este momento')
          return (provider.ask as (month: string) => Promise<unknown>)(month)
        },
      })),
  } as unknown as typeof sources
  const { history } = fakeHistory()
  const lookup = tipoCambioLookup({ sources: halfRead, history, clock: limaClock(TODAY) })
  await assert.rejects(async () => lookup({ mes: '2026-09' }), { kind: 'upstream-unavailable' })
})

test('days that rest on a close while the bank may be behind are named in a notice', async () => {
  const published = every(1, '2026-09-20', '2026-11-13')
  const { data, aviso } = await open({ published, text: null, months: null }).month('2026-11')
  assert.equal(data.dias.at(-1)?.publicado, '2026-11-13')
  assert.match(aviso ?? '', /del 2026-11-14 al 2026-11-16/)
  assert.equal((await open({ published, text: null, months: null }).month('2026-10')).aviso, undefined)
})

test('a month to come, a month before the record, and no month at all', async () => {
  const { month, lookup, calls } = open({ published: [] })
  for (const mes of ['2026-12', '2027-01', '9999-12'])
    await assert.rejects(month(mes), { kind: 'invalid-input', campo: 'mes' }, mes)
  for (const mes of ['1996-12', '0000-01']) await assert.rejects(month(mes), { kind: 'not-found' }, mes)
  for (const mes of ['', '2026', '2026-13', '2026-00', '2026-1', '2026-10-01', '٢٠٢٦-٠١', 'octubre'])
    await assert.rejects(month(mes), { kind: 'invalid-input', campo: 'mes' }, mes)
  for (const fecha of ['2026-10-01', 'hoy', ''])
    await assert.rejects(async () => lookup({ mes: '2026-10', fecha }), { kind: 'invalid-input', campo: 'mes' }, fecha)
  assert.deepEqual(calls, [])
})

test('the first month on record begins with its first publication', async () => {
  const { data } = await open({ published: every(1, '1997-01-06', '1997-02-20') }).month('1997-01')
  assert.deepEqual([data.dias[0]?.fecha, data.dias.length], ['1997-01-06', 26])
  await assert.rejects(open({ published: every(1, '1997-02-20', '1997-02-28') }).month('1997-01'), {
    kind: 'upstream-changed',
  })
})

test('a past month is asked for once a day, the month of today again soon', async () => {
  let now = Date.parse('2026-11-16T12:00:00Z')
  const clock = limaClock(undefined, { now: () => now })
  const { month, calls } = open({ published: every(1, '2026-08-20', '2026-11-16') }, [], clock)
  await month('2026-09')
  await month('2026-11')
  calls.length = 0
  now += 660_000
  const again = await month('2026-09')
  assert.equal(again.origins[0]?.channel, 'cache')
  assert.deepEqual(calls, [])
  now = Date.parse('2026-11-17T05:00:00Z')
  assert.equal((await month('2026-11')).data.dias.length, 17)
})

test('every day of a month has what the same day has when it is asked for alone, whoever is asked', async () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 40, maxLength: 60 })
  const outages = fc.constantFrom<Omit<RateWorld, 'published'>>(
    {},
    { months: null },
    { text: 'upstream-unavailable', months: 'upstream-changed' },
    { bank: 'upstream-unavailable' },
    { text: 'upstream-blocked', bank: null },
  )
  await fc.assert(
    fc.asyncProperty(gaps, outages, fc.nat(2), fc.integer({ min: 0, max: 2 }), async (steps, others, back, ahead) => {
      let date = addDays(TODAY, ahead)
      const published = steps.map((step, n) => {
        const rate = rateOf(date, n)
        date = addDays(date, -step)
        return rate
      })
      const mes = addDays(`${TODAY.slice(0, 7)}-15`, -30 * back).slice(0, 7)
      fc.pre(date < `${mes}-01`)
      const { data } = await open({ published, ...others }).month(mes)
      const days = data.dias.map(({ fecha }) => fecha)
      const last = back === 0 ? 16 : new Date(Date.UTC(Number(mes.slice(0, 4)), Number(mes.slice(5)), 0)).getUTCDate()
      assert.deepEqual(
        days,
        Array.from({ length: last }, (_, at) => addDays(`${mes}-01`, at)),
      )
      for (const { fecha, compra, venta, publicado } of data.dias) {
        const expected = published.find((rate) => rate.fecha <= fecha)
        assert.deepEqual([compra, venta, publicado], [expected?.compra, expected?.venta, expected?.fecha], fecha)
        const alone = (await open({ published, ...others }).day(fecha)).data
        assert.deepEqual([alone.compra, alone.venta], [compra, venta], fecha)
      }
    }),
    { numRuns: 60 },
  )
})
