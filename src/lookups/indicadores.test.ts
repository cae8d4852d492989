import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limaClock } from '../domain/lima-time.ts'
import { SERIES_ALIASES } from '../domain/series.ts'
import { Failure, type FailureKind } from '../kernel/errors.ts'
import { CERTAIN_SERIES } from '../sources/central-bank/catalogue.ts'
import type { LiveSources, SeriesWindow } from '../sources/source.ts'
import { indicadoresLookup } from './indicadores.ts'

const open = (reply: 'series' | null | FailureKind = 'series') => {
  const asked: SeriesWindow[] = []
  const ask = async (window: SeriesWindow) => {
    asked.push(window)
    if (reply !== null && reply !== 'series') throw new Failure(reply, 'La fuente no responde en este momento')
    const { codigo } = window
    const series = { codigo, nombre: 'Serie', valores: [{ periodo: '2024', valor: 1 }], fuente: 'central-bank' }
    return { value: reply && series, channel: 'live' }
  }
  const sources = { answering: () => [{ id: 'central-bank', ask }] } as unknown as LiveSources
  return { lookup: indicadoresLookup({ sources, clock: limaClock('2026-11-15') }), asked }
}

test('each alias resolves to its code, in any case, and codes are upper-cased', async () => {
  const { lookup, asked } = open()
  for (const [alias, codigo] of SERIES_ALIASES) {
    assert.equal((await lookup({ codigo: alias })).data.codigo, codigo)
    assert.equal((await lookup({ codigo: alias.toUpperCase() })).data.codigo, codigo)
    assert.ok(CERTAIN_SERIES.has(codigo))
  }
  assert.equal((await lookup({ codigo: 'pd04640pd' })).data.codigo, 'PD04640PD')
  assert.equal(asked.length, 13)
})

test('the default window depends on the frequency and ends today, or at hasta', async () => {
  const { lookup, asked } = open()
  const windows: [string, string | undefined, string, string][] = [
    ['PD04640PD', undefined, '2026-08-18', '2026-11-15'],
    ['PN01273PM', undefined, '2024-12-01', '2026-11-15'],
    ['PN02507AQ', undefined, '2022-01-01', '2026-11-15'],
    ['PM04863AA', undefined, '2012-01-01', '2026-11-15'],
    ['PD04640PD', '2020-03-31', '2020-01-02', '2020-03-31'],
    ['PN01273PM', '2020-01-31', '2018-02-01', '2020-01-31'],
    ['PN02507AQ', '2020-09-30', '2015-10-01', '2020-09-30'],
  ]
  for (const [codigo, hasta, desde, end] of windows) {
    asked.length = 0
    await lookup({ codigo, ...(hasta && { hasta }) })
    assert.deepEqual(asked, [{ codigo, desde, hasta: end }])
  }
  asked.length = 0
  await lookup({ codigo: 'PD04640PD', desde: '0001-01-01', hasta: '2030-01-01' })
  assert.deepEqual(asked, [{ codigo: 'PD04640PD', desde: '1900-01-01', hasta: '2030-01-01' }])
})

test('what cannot exist is not found without asking anybody', async () => {
  const { lookup, asked } = open()
  for (const codigo of ['dolar', 'constructor', '__proto__', 'PD04640PX', 'PD04640P', 'PD٠٤٦٤٠PD', 'PD04640PD/..']) {
    await assert.rejects(lookup({ codigo }), { kind: 'not-found' }, codigo)
  }
  await assert.rejects(lookup({ codigo: 'pbi', hasta: '1899-12-31' }), { kind: 'not-found' })
  assert.deepEqual(asked, [])
})

test('bad parameters are named', async () => {
  const { lookup } = open()
  const bad: [Record<string, string>, string, string][] = [
    [{}, 'codigo', 'missing-input'],
    [{ codigo: '' }, 'codigo', 'missing-input'],
    [{ codigo: 'pbi', desde: '2026-02-30' }, 'desde', 'invalid-input'],
    [{ codigo: 'pbi', hasta: 'ayer' }, 'hasta', 'invalid-input'],
    [{ codigo: 'pbi', desde: '2026-03-02', hasta: '2026-03-01' }, 'desde', 'invalid-input'],
    [{ codigo: 'pbi', desde: '2026-11-16' }, 'desde', 'invalid-input'],
    [{ codigo: 'nada', desde: '2026-11-16' }, 'desde', 'invalid-input'],
  ]
  for (const [query, campo, kind] of bad) {
    await assert.rejects(lookup(query), { kind, campo }, JSON.stringify(query))
  }
})

test('no data is not found, and a failing bank stays a failure', async () => {
  await assert.rejects(open(null).lookup({ codigo: 'pbi' }), { kind: 'not-found' })
  for (const kind of ['upstream-unavailable', 'upstream-changed', 'upstream-blocked'] as const) {
    await assert.rejects(open(kind).lookup({ codigo: 'pbi' }), { kind })
  }
})

test('how long an answer may be kept follows the frequency and the window', async () => {
  const { lookup } = open()
  const daily = await lookup({ codigo: 'tipo-cambio-venta' })
  assert.deepEqual([daily.maxAgeSeconds, daily.dependsOnToday], [3_600, true])
  const past = await lookup({ codigo: 'pbi', hasta: '2020-01-01' })
  assert.deepEqual([past.maxAgeSeconds, past.dependsOnToday], [43_200, false])
  assert.deepEqual(past.origins, [{ provider: 'central-bank', channel: 'live' }])
})
