import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DatasetStatus } from '../datasets/index.ts'
import type { ProviderHealth } from '../domain/records.ts'
import type { LiveSources } from '../sources/source.ts'
import { openMetrics } from './metrics.ts'
import { BUCKETS_SECONDS, type CountedRequests } from './reply/request-counts.ts'

const health = (estado: ProviderHealth['estado'], configurado: boolean, captchaBlocked = false): ProviderHealth => ({
  estado,
  captchaBlocked,
  ultimoExito: null,
  ultimoError: null,
  circuito: 'cerrado',
  configurado,
})

const status = (facts: Partial<DatasetStatus>): DatasetStatus => ({
  id: 'un',
  estado: 'idle',
  desde: '2026-11-15T12:00:07.000Z',
  edicion: '2026-11-13',
  publicado: '2026-11-13',
  filas: 700,
  cargado: '2026-11-15T12:00:00.000Z',
  sha256: null,
  error: null,
  intento: '2026-11-15T12:00:00.000Z',
  revisado: '2026-11-15T12:00:07.000Z',
  ...facts,
})

const activity = {
  failures: 2,
  callMs: 1_500,
  cacheHits: 7,
  staleHits: 0,
  merged: 0,
  rejected: 1,
  waiting: 3,
  calls: 5,
}

const counted = (requests: number): CountedRequests => ({
  requests: [{ endpoint: 'ruc', status: 200, outcome: 'ok', requests }],
  endpoints: [
    { endpoint: 'ruc', units: requests, seconds: requests / 4, buckets: BUCKETS_SECONDS.map(() => 0).concat(requests) },
  ],
})

const metrics = openMetrics({
  threadReports: async () => [
    { counted: counted(3), inFlight: 4, loopDelayMs: 4, loopDelayP99Ms: 7 },
    { counted: counted(2), inFlight: 2, loopDelayMs: 9, loopDelayP99Ms: 8 },
  ],
  countedBefore: () => counted(10),
  sources: {
    health: () => ({
      'central-bank': health('ok', true),
      'aggregator-a': health('sin_configurar', false),
      'insurance-registry': health('sin_configurar', false, true),
    }),
    activity: () => new Map([['central-bank', activity]]),
  } as unknown as LiveSources,
  datasets: () => [
    status({}),
    status({ id: 'us', edicion: null, publicado: null, cargado: null, filas: null, estado: 'running' }),
    status({
      id: 'sanciones',
      edicion: null,
      cargado: null,
      filas: null,
      estado: 'unconfigured',
      error: 'sin dirección',
    }),
  ],
  now: () => Date.parse('2026-11-15T13:00:00Z'),
  version: '1.2.3',
  isStoreUsable: () => true,
  storeErrors: () => 9,
  publication: () => null,
})

const sample = async (name: string): Promise<string[]> =>
  (await metrics.text())
    .split('\n')
    .filter((line) => new RegExp(`^${name}[ {]`).test(line))
    .map((line) => line.slice(name.length))

test('a source nobody configured has no state, so that no alarm rings for it', async () => {
  assert.deepEqual(await sample('chasqui_source_up'), ['{source="central-bank"} 1'])
  assert.deepEqual(await sample('chasqui_source_blocked'), ['{source="central-bank"} 0'])
})

test('the figures of the process have the names that every dashboard knows', async () => {
  const text = await metrics.text()
  assert.match(text, /^process_cpu_seconds_total /m)
  assert.match(text, /^nodejs_heap_size_used_bytes /m)
  assert.doesNotMatch(text, /chasqui_(?:process|nodejs)_/)
})

test('what a source did: calls, time, answers from memory, queue; the same at the next scrape', async () => {
  for (let scrape = 0; scrape < 2; scrape++) {
    assert.deepEqual(await sample('chasqui_source_requests_total'), [
      '{source="central-bank",outcome="ok"} 3',
      '{source="central-bank",outcome="failed"} 2',
    ])
    assert.deepEqual(await sample('chasqui_source_request_seconds_total'), ['{source="central-bank"} 1.5'])
    assert.deepEqual(await sample('chasqui_source_cache_hits_total'), ['{source="central-bank"} 7'])
    assert.deepEqual(await sample('chasqui_source_queue_length'), ['{source="central-bank"} 3'])
  }
})

test('how old a dataset is and how long its refresh took; nothing is said of one that was never loaded', async () => {
  assert.deepEqual(await sample('chasqui_dataset_age_seconds'), ['{dataset="un"} 3600'])
  assert.deepEqual(await sample('chasqui_dataset_edition_timestamp_seconds'), [
    `{dataset="un"} ${Date.parse('2026-11-13') / 1000}`,
  ])
  assert.deepEqual(await sample('chasqui_dataset_overdue'), ['{dataset="un"} 0', '{dataset="us"} 0'])
  assert.deepEqual(await sample('chasqui_dataset_refresh_seconds'), ['{dataset="un"} 7'])
  assert.deepEqual(await sample('chasqui_dataset_rows'), ['{dataset="un"} 700', '{dataset="us"} 0'])
})

test('a list that this installation has no address for is in no metric: it would raise every alarm', async () => {
  assert.deepEqual(await sample('chasqui_dataset_failed'), ['{dataset="un"} 0', '{dataset="us"} 0'])
})

test('the store, what is in flight, and what runs', async () => {
  assert.deepEqual(await sample('chasqui_store_errors_total'), [' 9'])
  assert.deepEqual(await sample('chasqui_store_up'), [' 1'])
  assert.deepEqual(await sample('chasqui_requests_in_flight'), [' 6'])
  assert.deepEqual(await sample('chasqui_build_info'), [`{version="1.2.3",node="${process.versions.node}"} 1`])
})

test('requests, units and times are those of all threads, also of threads that have ended', async () => {
  assert.deepEqual(await sample('chasqui_requests_total'), ['{endpoint="ruc",status="200",outcome="ok"} 15'])
  assert.deepEqual(await sample('chasqui_units_total'), ['{endpoint="ruc"} 15'])
  assert.deepEqual(await sample('chasqui_request_seconds_sum'), ['{endpoint="ruc"} 3.75'])
  assert.deepEqual(await sample('chasqui_request_seconds_count'), ['{endpoint="ruc"} 15'])
  const buckets = await sample('chasqui_request_seconds_bucket')
  assert.deepEqual([buckets[0], buckets.at(-1)], ['{le="0.0005",endpoint="ruc"} 0', '{le="+Inf",endpoint="ruc"} 15'])
})

test('requests are also told by thread', async () => {
  const byThread = await sample('chasqui_thread_requests_total')
  assert.deepEqual(byThread, ['{thread="0"} 3', '{thread="1"} 2'])
})

test('the delay of the event loop is that of the slowest thread', async () => {
  assert.deepEqual(await sample('chasqui_event_loop_delay_seconds'), [' 0.009'])
  assert.deepEqual(await sample('chasqui_http_threads'), [' 2'])
  assert.deepEqual(await sample('chasqui_thread_event_loop_delay_p99_seconds'), [
    '{thread="0"} 0.007',
    '{thread="1"} 0.008',
  ])
})
