import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HealthRespuesta } from '../src/client/index.ts'
import { editionWords, listAges, listsSummary, listsToAsk, staleLists, stateWords } from './lists.ts'

const LOADED = '2026-11-12T11:20:00.000Z'
const HOUR_MS = 3_600_000

interface Told {
  loaded: number
  checked?: number
  atrasado?: boolean
  copia?: boolean
  publicado?: string | null | undefined
}

/** A report in which each list was loaded so many hours ago, and checked at most that long ago. */
const report = (ages: Record<string, Told | null>): HealthRespuesta => {
  const datasets = Object.entries(ages).map(([id, age]) => [
    id,
    age && {
      edicion: '2026-11-12',
      publicado: age.publicado === undefined ? '2026-11-12' : age.publicado,
      copia: age.copia ?? false,
      cargado: LOADED,
      revisado: new Date(Date.parse(LOADED) + (age.loaded - (age.checked ?? age.loaded)) * HOUR_MS).toISOString(),
      antiguedadHoras: age.loaded,
      configurado: true,
      atrasado: age.atrasado ?? false,
    },
  ])
  return { data: { datasets: Object.fromEntries(datasets) } } as unknown as HealthRespuesta
}

const FRESH = { padron: { loaded: 1 }, us: { loaded: 1 }, un: { loaded: 1 }, sanciones: { loaded: 1000 } }

test('a list is fresh up to its cadence, late past it by when its publisher was last asked, old when the service says so', () => {
  const stateOf = (loaded: number, checked = loaded, atrasado = false) =>
    listAges(report({ ...FRESH, un: { loaded, checked, atrasado } })).find(({ id }) => id === 'un')?.state
  assert.equal(stateOf(24), 'fresh')
  assert.equal(stateOf(500, 20), 'fresh')
  assert.equal(stateOf(30), 'late')
  assert.equal(stateOf(72), 'late')
  assert.equal(stateOf(100, 100, true), 'old')
})

test('an age is told by the times where the browser and the service agree, else by the service', () => {
  const loadedMs = Date.parse(LOADED)
  const ageAt = (nowMs: number, loaded: number, checked = loaded) =>
    listAges(report({ ...FRESH, un: { loaded, checked } }), nowMs).find(({ id }) => id === 'un')?.age
  // Four minutes are told as 0.1 hours.
  assert.equal(ageAt(loadedMs + 4 * 60_000, 0.1), 'hace 4 minutos')
  assert.equal(ageAt(loadedMs + 900 * HOUR_MS, 20), 'hace 20 horas')
})

test('a copy is as old as its own date, however lately it was read; without one it is never called up to date', () => {
  const told = (loaded: number, publicado: string | null | undefined, atrasado = false) => {
    const lists = listAges(report({ ...FRESH, un: { loaded, checked: 0, copia: true, publicado, atrasado } }))
    const un = lists.find(({ id }) => id === 'un')
    return [un?.state, un?.words, un?.edition, listsSummary(lists).words]
  }
  const dated = '12/11/2026'
  assert.deepEqual(told(0, undefined), ['fresh', 'Lista ONU de hoy', dated, 'Listas al día'])
  assert.deepEqual(told(13, undefined), ['fresh', 'Lista ONU de ayer', dated, 'Listas al día'])
  const late = 'Lista ONU de hace 2 días'
  assert.deepEqual(told(30, undefined), ['late', late, dated, late])
  const old = 'Lista ONU de hace 18 meses'
  assert.deepEqual(told(13_812, undefined, true), ['old', old, dated, old])
  const copied = 'sin fecha, copia del 12/11/2026'
  assert.deepEqual(told(0, null), ['undated', 'Lista ONU sin fecha', copied, 'Lista ONU sin fecha'])
  assert.deepEqual(told(30, null), ['late', late, copied, late])
})

test('a list that the operator does without is no trouble, one that failed or is not loaded yet is', () => {
  const health = report(FRESH)
  const told = (configurado: boolean, error: string | null) => {
    const us = { edicion: null, cargado: null, antiguedadHoras: null, configurado, atrasado: false, error }
    Object.assign(health.data.datasets, { us })
    const ages = listAges(health)
    return [listsSummary(ages).state, ...stateWords(ages[0] as never)]
  }
  assert.deepEqual(told(false, 'Indique de dónde'), ['fresh', 'none', 'No configurada'])
  assert.deepEqual(told(true, 'La lista llegó incompleta'), ['missing', 'bad', 'Sin cargar'])
  assert.deepEqual(told(true, null), ['missing', 'warn', 'Todavía sin cargar'])
})

test('the bar says that all is well, or which list is not', () => {
  assert.deepEqual(listsSummary(listAges(report(FRESH))), { state: 'fresh', words: 'Listas al día' })
  const late = listAges(report({ ...FRESH, un: { loaded: 75, atrasado: true } }))
  assert.deepEqual(listsSummary(late), { state: 'old', words: 'Lista ONU de hace 3 días' })
  const missing = listAges(report({ ...FRESH, us: null, un: { loaded: 30 } }))
  assert.deepEqual(listsSummary(missing), { state: 'missing', words: 'Lista OFAC sin cargar y 1 más' })
})

test('a page is told of its own stale lists alone', () => {
  const health = report({ ...FRESH, un: { loaded: 75, atrasado: true }, us: null })
  assert.deepEqual(
    staleLists(health, ['us', 'un']).map(({ id }) => id),
    ['un'],
  )
  assert.deepEqual(staleLists(health, ['padron']), [])
  assert.deepEqual(staleLists(null, ['un']), [])
})

test('editions are told in words', () => {
  const sources = [
    { proveedor: 'us-list', edicion: '2026-11-14' },
    { proveedor: 'un-list', edicion: '2026-11-12' },
  ]
  assert.equal(editionWords(sources), 'OFAC 14/11/2026 y ONU 12/11/2026')
  const undated = sources.map((source) => ({ ...source, sinFecha: source.proveedor === 'us-list' }))
  assert.equal(editionWords(undated), 'OFAC (sin fecha, copia del 14/11/2026) y ONU 12/11/2026')
})

test('a question names its lists only where others than the usual ones are loaded', () => {
  assert.equal(listsToAsk(null), undefined)
  assert.equal(listsToAsk(report(FRESH)), undefined)
  assert.equal(listsToAsk(report({ ...FRESH, uk: { loaded: 1 }, eu: { loaded: 1 }, bid: null })), 'US,UN,UE,UK')
})
