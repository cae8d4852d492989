import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HealthRespuesta } from '../src/client/index.ts'
import { MISSING_ADDRESS } from '../src/config.ts'
import { editionWords, listAges, listsSummary, staleLists, stateWords } from './lists.ts'

const LOADED = '2026-11-12T11:20:00.000Z'
const HOUR_MS = 3_600_000

/** A report in which each list was loaded so many hours ago, and checked at most that long ago. */
const report = (ages: Record<string, { loaded: number; checked?: number } | null>): HealthRespuesta => {
  const datasets = Object.entries(ages).map(([id, age]) => [
    id,
    age && {
      edicion: '2026-11-12',
      cargado: LOADED,
      revisado: new Date(Date.parse(LOADED) + (age.loaded - (age.checked ?? age.loaded)) * HOUR_MS).toISOString(),
      antiguedadHoras: age.loaded,
    },
  ])
  return { data: { datasets: Object.fromEntries(datasets) } } as unknown as HealthRespuesta
}

const FRESH = { padron: { loaded: 1 }, us: { loaded: 1 }, un: { loaded: 1 }, sanciones: { loaded: 1000 } }

test('a list is fresh up to its cadence, late past it, old past three, by when its publisher was last asked', () => {
  const stateOf = (loaded: number, checked = loaded) =>
    listAges(report({ ...FRESH, un: { loaded, checked } })).find(({ id }) => id === 'un')?.state
  assert.equal(stateOf(24), 'fresh')
  assert.equal(stateOf(500, 20), 'fresh')
  assert.equal(stateOf(30), 'late')
  assert.equal(stateOf(72), 'late')
  assert.equal(stateOf(100), 'old')
})

test('an age is told by the times where the browser and the service agree, else by the service', () => {
  const loadedMs = Date.parse(LOADED)
  const ageAt = (nowMs: number, loaded: number, checked = loaded) =>
    listAges(report({ ...FRESH, un: { loaded, checked } }), nowMs).find(({ id }) => id === 'un')?.ageHours
  // Four minutes are told as 0.1 hours.
  assert.equal(ageAt(loadedMs + 4 * 60_000, 0.1), 4 / 60)
  assert.equal(ageAt(loadedMs + 900 * HOUR_MS, 20), 20)
})

test('a list that the operator does without is no trouble', () => {
  const health = report({ ...FRESH, sanciones: null })
  assert.equal(listsSummary(listAges(health)).state, 'missing')
  Object.assign(health.data, { modo: 'live', estado: 'ok' })
  assert.equal(listsSummary(listAges(health)).state, 'fresh')
  Object.assign(health.data, { estado: 'degradado' })
  assert.equal(listsSummary(listAges(health)).state, 'missing')
})

test('a list without an address is told as not configured, also while something else is wrong', () => {
  const health = report({ ...FRESH, us: null })
  Object.assign(health.data, { modo: 'live', estado: 'degradado' })
  const told = (error: string | null) => {
    Object.assign(health.data.datasets, { us: { edicion: null, cargado: null, antiguedadHoras: null, error } })
    const [us] = listAges(health)
    return us && stateWords(us)
  }
  for (const error of Object.values(MISSING_ADDRESS)) assert.deepEqual(told(error), ['none', 'No configurada'])
  assert.deepEqual(told('La lista llegó incompleta'), ['bad', 'Sin cargar'])
  assert.deepEqual(told(null), ['warn', 'Todavía sin cargar'])
})

test('the bar says that all is well, or which list is not', () => {
  assert.deepEqual(listsSummary(listAges(report(FRESH))), { state: 'fresh', words: 'Listas al día' })
  const late = listAges(report({ ...FRESH, un: { loaded: 75 } }))
  assert.deepEqual(listsSummary(late), { state: 'old', words: 'Lista ONU de hace 3 días' })
  const missing = listAges(report({ ...FRESH, us: null, un: { loaded: 30 } }))
  assert.deepEqual(listsSummary(missing), { state: 'missing', words: 'Lista OFAC sin cargar y 1 más' })
})

test('a page is told of its own stale lists alone', () => {
  const health = report({ ...FRESH, un: { loaded: 75 }, us: null })
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
})
