import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fakeHistory, fakeSources, rateOf, type RateWorld as World } from '../../test/helpers/rate-sources.ts'
import { addDays, type LimaClock, limaClock } from '../domain/lima-time.ts'
import type { ExchangeRate, PublishedRate } from '../domain/records.ts'
import { Failure, type FailureKind } from '../kernel/errors.ts'
import type { LiveSources, Questions } from '../sources/source.ts'
import type { Answer } from './shared/answer.ts'
import { tipoCambioLookup as makeLookup, type TipoCambioQuery } from './tipo-cambio.ts'

/** What the edge awaits, whether it was known at once or had to be asked. */
const tipoCambioLookup = (deps: Parameters<typeof makeLookup>[0]) => {
  const lookup = makeLookup(deps)
  return async ({ fecha }: TipoCambioQuery) => (await lookup({ fecha })) as Answer<ExchangeRate>
}

const TODAY = '2026-11-16'

const open = (world: World, known: readonly PublishedRate[] = [], clock: LimaClock = limaClock(TODAY)) => {
  const { sources, calls } = fakeSources(world)
  const { history, rates } = fakeHistory(known)
  return { lookup: tipoCambioLookup({ sources, history, clock }), calls, rates }
}

test("today's publication is answered as it is, without a notice", async () => {
  const { lookup, rates } = open({ published: [rateOf(TODAY, 4)], months: null })
  const answer = await lookup({})
  assert.deepEqual(answer, {
    data: { fecha: TODAY, compra: 3.304, venta: 3.314, moneda: 'USD/PEN' },
    origins: [{ provider: 'taxauth-tc', channel: 'live', edition: TODAY }],
    proveedor: 'taxauth-tc',
    maxAgeSeconds: 600,
    dependsOnToday: true,
  })
  assert.deepEqual([...rates.keys()], [TODAY])
})

test('a day without publication carries the last one before it, and the notice names its date', async () => {
  const { lookup } = open({ published: [rateOf('2026-11-14', 1)], months: null })
  const { data, aviso, origins } = await lookup({ fecha: '2026-11-15' })
  assert.deepEqual([data.fecha, data.compra], ['2026-11-15', 3.301])
  assert.match(aviso ?? '', /2026-11-14/)
  assert.equal(origins[0]?.edition, '2026-11-14')
})

test('a future day has the values and the date of today, and a notice that says why', async () => {
  const exact = await open({ published: [rateOf(TODAY, 2)] }).lookup({ fecha: '2026-12-24' })
  assert.deepEqual([exact.data.fecha, exact.data.compra], [TODAY, 3.302])
  assert.match(exact.aviso ?? '', /2026-12-24 aún no está disponible/)
  const carried = await open({ published: [rateOf('2026-11-14', 2)] }).lookup({ fecha: '2026-11-17' })
  assert.equal(carried.data.fecha, TODAY)
  assert.match(carried.aviso ?? '', /2026-11-17 aún no está disponible.*2026-11-14/)
})

test('a publication ahead of its day does not count before it', async () => {
  const published = [rateOf('2026-11-14', 1), rateOf('2026-11-17', 9)]
  const { lookup, rates } = open({ published })
  assert.equal((await lookup({})).data.compra, 3.301)
  assert.ok(!rates.has('2026-11-17'))
})

test('what was seen once needs no asking', async () => {
  const known = [rateOf('2019-05-05', 7)]
  const { lookup, calls } = open({ published: [] }, known)
  const { data, aviso, origins, maxAgeSeconds, dependsOnToday } = await lookup({ fecha: '2019-05-05' })
  assert.deepEqual([data.compra, aviso, origins[0]?.channel], [3.307, undefined, 'cache'])
  assert.ok(maxAgeSeconds > 86_400 && !dependsOnToday)
  assert.deepEqual(calls, [])
})

test('a publication we saw beats an older one that a source still shows', async () => {
  const { lookup } = open({ published: [rateOf('2026-11-12', 1)], months: null }, [rateOf('2026-11-14', 5)])
  const { data, origins } = await lookup({ fecha: '2026-11-15' })
  assert.equal(data.compra, 3.305)
  assert.equal(origins[0]?.edition, '2026-11-14')
})

test('without a month service an old day is derived from the closes of the central bank', async () => {
  const published = [rateOf('2020-02-27', 1), rateOf('2020-02-29', 2), rateOf('2020-03-03', 3)]
  const { lookup, calls, rates } = open({ published, months: null })
  const { data, aviso, origins, proveedor } = await lookup({ fecha: '2020-03-02' })
  assert.deepEqual([data.compra, data.venta], [3.302, 3.312])
  assert.match(aviso ?? '', /2020-02-29/)
  assert.deepEqual(origins, [{ provider: 'central-bank', channel: 'live', edition: '2020-02-29' }])
  assert.equal(proveedor, 'taxauth-tc')
  assert.deepEqual(calls, ['PD04639PD', 'PD04640PD'])
  assert.equal(rates.size, 0)
})

test('the month before is asked only when the day has nothing earlier in its own', async () => {
  const published = [rateOf('2024-12-28', 1), rateOf('2025-01-03', 2)]
  const { lookup, calls, rates } = open({ published })
  assert.equal((await lookup({ fecha: '2025-01-02' })).data.compra, 3.301)
  assert.deepEqual(calls, ['month 2025-01', 'month 2024-12'])
  assert.deepEqual([...rates.keys()].sort(), ['2024-12-28', '2025-01-03'])
  calls.length = 0
  assert.equal((await lookup({ fecha: '2025-01-04' })).data.compra, 3.302)
  assert.deepEqual(calls, ['month 2025-01'])
})

test('a text file long out of date is used only when nobody failed who may know later', async () => {
  const stale = rateOf('2026-09-20', 1)
  const alone = await open({ published: [stale], months: null, bank: null }).lookup({})
  assert.equal(alone.data.compra, 3.301)
  assert.match(alone.aviso ?? '', /2026-09-20/)
  for (const kind of ['upstream-unavailable', 'upstream-changed', 'upstream-blocked'] as const) {
    await assert.rejects(open({ published: [stale], months: null, bank: kind }).lookup({}), { kind })
    await assert.rejects(open({ published: [stale], months: kind, bank: null }).lookup({}), { kind })
  }
})

test('a day that no configured source can know is not said to have no rate', async () => {
  const onlyText = open({ published: [rateOf(TODAY)], months: null, bank: null })
  await assert.rejects(onlyText.lookup({ fecha: '2020-05-05' }), { kind: 'not-configured' })
  await assert.rejects(onlyText.lookup({ fecha: addDays(TODAY, -2) }), { kind: 'not-configured' })
  const nobody = open({ published: [], text: null, months: null, bank: null })
  await assert.rejects(nobody.lookup({}), { kind: 'not-configured' })
})

test('closes of one side alone are no rate, and no reason to carry an older one over', async () => {
  const { sources } = fakeSources({ published: [rateOf('2026-11-12', 1)], text: null, months: null })
  const oneSided = {
    answering: (question: keyof Questions) =>
      sources.answering(question).map((provider) => ({
        ...provider,
        ask: async (window: { codigo: string }) =>
          window.codigo === 'PD04640PD'
            ? { value: null, channel: 'live' }
            : (provider.ask as (window: unknown) => Promise<unknown>)(window),
      })),
  } as unknown as LiveSources
  const { history } = fakeHistory()
  const lookup = tipoCambioLookup({ sources: oneSided, history, clock: limaClock(TODAY) })
  await assert.rejects(lookup({}), { kind: 'upstream-changed' })
})

test('before the first close on record nobody is asked', async () => {
  const { lookup, calls } = open({ published: [rateOf('1996-12-31')] })
  await assert.rejects(lookup({ fecha: '1997-01-02' }), { kind: 'not-found' })
  await assert.rejects(lookup({ fecha: '0000-01-01' }), { kind: 'not-found' })
  assert.deepEqual(calls, [])
})

test('what is no date is refused, also right after good answers', async () => {
  const { lookup } = open({ published: [rateOf(TODAY)] })
  await lookup({})
  for (const fecha of ['', 'hoy', 'undefined', '2026-02-30', '2026-1-5', '٢٠٢٦-٠١-٠١']) {
    await assert.rejects(lookup({ fecha }), { kind: 'invalid-input', campo: 'fecha' }, fecha)
  }
})

/** What each source says of a day that nobody has a rate for. */
const SAYINGS: readonly (FailureKind | 'no')[] = ['no', 'upstream-unavailable', 'upstream-changed', 'upstream-blocked']
for (const text of SAYINGS) {
  for (const months of SAYINGS) {
    for (const bank of SAYINGS) {
      const failed = Object.entries({ text, months, bank }).filter(([, says]) => says !== 'no')
      // A bank without closes where there must be some is in trouble.
      const kinds = [...failed.map(([, kind]) => kind), ...(bank === 'no' ? ['upstream-changed'] : [])]
      const graver = kinds.filter((kind) => kind !== 'upstream-blocked')
      const expected = graver.length === 0 ? ['upstream-blocked'] : graver
      test(`text ${text}, months ${months}, bank ${bank}: ${expected.join(' or ')}`, async () => {
        const { lookup } = open({ published: [], ...Object.fromEntries(failed) })
        await assert.rejects(
          lookup({ fecha: addDays(TODAY, -3) }),
          (error) => error instanceof Failure && expected.includes(error.kind),
        )
      })
    }
  }
}

test('only the first days on record may have no rate', async () => {
  const worlds: Partial<World>[] = [{}, { months: null }, { bank: null }]
  for (const world of worlds) {
    for (const fecha of ['1997-01-03', '1997-01-10']) {
      await assert.rejects(open({ published: [], ...world }).lookup({ fecha }), { kind: 'not-found' })
    }
    for (const fecha of ['1997-01-20', '2015-06-10', addDays(TODAY, -1)]) {
      await assert.rejects(open({ published: [], ...world }).lookup({ fecha }), { kind: 'upstream-changed' })
    }
  }
  const tooOld = open({ published: [rateOf('2015-06-01')], text: null, months: null })
  await assert.rejects(tooOld.lookup({ fecha: '2015-06-20' }), { kind: 'upstream-changed' })
})

test('a month that is empty past its first days is not believed: the central bank is asked too', async () => {
  const published = [rateOf('2024-12-31', 1), rateOf('2025-01-07', 2)]
  const withoutJanuary = () => {
    const { sources, calls } = fakeSources({ published })
    const lacking = {
      answering: (question: keyof Questions) =>
        question === 'ratesOfMonth'
          ? [
              {
                id: 'taxauth-tc',
                ask: async (month: string) => ({
                  value: month === '2024-12' ? published.slice(0, 1) : [],
                  channel: 'live',
                }),
              },
            ]
          : sources.answering(question),
    } as unknown as LiveSources
    const { history } = fakeHistory()
    return { lookup: tipoCambioLookup({ sources: lacking, history, clock: limaClock(TODAY) }), calls }
  }
  const late = withoutJanuary()
  assert.equal((await late.lookup({ fecha: '2025-01-08' })).data.compra, 3.302)
  assert.deepEqual(late.calls, ['PD04639PD', 'PD04640PD'])
  const early = withoutJanuary()
  assert.equal((await early.lookup({ fecha: '2025-01-03' })).data.compra, 3.301)
  assert.deepEqual(early.calls, [])
})

test('any one source that knows is enough, whatever happens to the others', async () => {
  const published = [rateOf('2026-11-14', 1)]
  for (const others of ['upstream-unavailable', 'upstream-changed', 'upstream-blocked'] as const) {
    for (const alive of ['text', 'months', 'bank']) {
      const world: World = { published, text: others, months: others, bank: others }
      delete world[alive as 'text' | 'months' | 'bank']
      assert.equal((await open(world).lookup({})).data.compra, 3.301, `${alive} beside ${others}`)
    }
  }
})

test('failures are not remembered; answers are, until their time or midnight in Lima is over', async () => {
  let now = Date.parse('2026-11-16T12:00:00Z')
  const clock = limaClock(undefined, { now: () => now })
  const world: World = { published: [], months: null, bank: null, text: 'upstream-unavailable' }
  const failing = open(world, [], clock)
  await assert.rejects(failing.lookup({}))
  await assert.rejects(failing.lookup({}))
  assert.equal(failing.calls.length, 2)

  const { lookup, calls } = open({ published: [rateOf('2026-11-14', 1)], months: null, bank: null }, [], clock)
  const first = await lookup({})
  const second = await lookup({})
  assert.equal(calls.length, 1)
  assert.deepEqual([first.origins[0]?.channel, second.origins[0]?.channel], ['live', 'cache'])
  assert.deepEqual(second.data, first.data)
  await assert.rejects(async () => lookup({ fecha: '' }), { kind: 'invalid-input' })
  now += 601_000
  await lookup({})
  assert.equal(calls.length, 2)
  now = Date.parse('2026-11-17T04:59:00Z')
  assert.equal((await lookup({})).data.fecha, '2026-11-16')
  now = Date.parse('2026-11-17T05:00:00Z')
  assert.equal((await lookup({})).data.fecha, '2026-11-17')
})

test('every day has the last rate published on or before it, whoever is asked', async () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 8, maxLength: 30 })
  const outages = fc.constantFrom<Omit<World, 'published'>>(
    {},
    { months: null },
    { text: 'upstream-unavailable', months: 'upstream-changed' },
    { bank: 'upstream-unavailable' },
    { text: 'upstream-blocked', bank: null },
  )
  await fc.assert(
    fc.asyncProperty(gaps, outages, fc.nat(60), fc.integer({ min: 0, max: 2 }), async (steps, others, back, ahead) => {
      let date = addDays(TODAY, ahead)
      const published = steps.map((step, n) => {
        const rate = rateOf(date, n)
        date = addDays(date, -step)
        return rate
      })
      const day = addDays(TODAY, -back)
      const expected = published.find(({ fecha }) => fecha <= day)
      // Beyond the oldest publication there is nothing to compare with.
      fc.pre(expected !== undefined)
      const { data, aviso } = await open({ published, ...others }).lookup({ fecha: day })
      assert.deepEqual([data.fecha, data.compra, data.venta], [day, expected?.compra, expected?.venta])
      assert.equal(aviso?.includes(expected?.fecha ?? '') ?? false, expected?.fecha !== day)
    }),
    { numRuns: 300 },
  )
})

test('a text file that lags behind the month service does not hide the publication of the day', async () => {
  const yesterday = rateOf(addDays(TODAY, -1), 1)
  const { sources, calls } = fakeSources({ published: [rateOf(TODAY, 2)], bank: null })
  const lagging = {
    answering: (question: keyof Questions) =>
      question === 'currentRate'
        ? [{ id: 'taxauth-tc', ask: async () => ({ value: yesterday, channel: 'live' }) }]
        : sources.answering(question),
  } as unknown as LiveSources
  const { history } = fakeHistory()
  const answer = await tipoCambioLookup({ sources: lagging, history, clock: limaClock(TODAY) })({})
  assert.equal(answer.data.compra, rateOf(TODAY, 2).compra)
  assert.equal(answer.aviso, undefined)
  assert.deepEqual(calls, [`month ${TODAY.slice(0, 7)}`])
})

test('a lagging text file still answers while the month service is down', async () => {
  const { lookup } = open({ published: [rateOf(addDays(TODAY, -1), 1)], months: 'upstream-unavailable', bank: null })
  const answer = await lookup({})
  assert.equal(answer.data.compra, rateOf(TODAY, 1).compra)
  assert.match(answer.aviso ?? '', new RegExp(addDays(TODAY, -1)))
})

test('a publication that we saw outweighs what is derived for the same day', async () => {
  const seen = rateOf(addDays(TODAY, -2), 7)
  const world: World = { published: [rateOf(seen.fecha, 1)], text: 'upstream-unavailable', months: null }
  const { lookup } = open(world, [seen])
  const answer = await lookup({})
  assert.equal(answer.data.compra, seen.compra)
  assert.deepEqual(answer.origins, [{ provider: 'taxauth-tc', channel: 'cache', edition: seen.fecha }])
})
