import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { patience } from '../helpers/crowded.ts'
import { createKey, type RunningServer, type Settings, startServer } from '../helpers/server.ts'
import { until } from '../helpers/until.ts'
import { type CollectorMode, openCollector } from './collector.ts'

const TROUBLE = 'spans could not be exported'
/** Draining takes a second and each flush two; the rest is for a busy machine. */
const END_MS = 15_000

const settings = { CHASQUI_DATA_DIR: temporaryFolder(), CHASQUI_WORKERS: '2' }
const { key } = await createKey(settings)

const start = (url: string, extra: Settings = {}): Promise<RunningServer> =>
  startServer({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '20', ...extra })

const ask = async ({ url }: RunningServer): Promise<number> => {
  const reply = await fetch(`${url}/api/health`, { headers: { authorization: key, connection: 'close' } })
  await reply.arrayBuffer()
  return reply.status
}

const troubles = (server: RunningServer): number => server.output().split(TROUBLE).length - 1

const endsInTime = async (server: RunningServer): Promise<void> => {
  const since = performance.now()
  assert.equal(await server.end(), 0)
  const tookMs = performance.now() - since
  assert.ok(tookMs < patience(END_MS), `${Math.round(tookMs)} ms`)
}

for (const mode of ['status 500', 'hanging'] as const satisfies CollectorMode[]) {
  test(`a collector that is ${mode} changes no answer, is told once, and does not hold up the end`, async () => {
    const collector = await openCollector()
    collector.set(mode)
    const server = await start(collector.url, { OTEL_EXPORTER_OTLP_TIMEOUT: '300' })
    const statuses = new Set<number>()
    await until(async () => {
      for (let at = 0; at < 10; at++) statuses.add(await ask(server))
      return collector.bodies().length >= 6 && troubles(server) > 0
    })
    assert.deepEqual([...statuses], [200])
    await endsInTime(server)
    assert.equal(troubles(server), 1)
    assert.doesNotMatch(server.output(), new RegExp(`${TROUBLE}.*${collector.url}`))
  })
}

/** Whatever the number of threads. */
const ONE_THREAD = { CHASQUI_WORKERS: '1' }

test('a collector that never answers holds up the end for a bounded time alone', async () => {
  const collector = await openCollector()
  collector.set('hanging')
  // The exporter would wait for ten minutes.
  const server = await start(collector.url, { ...ONE_THREAD, OTEL_EXPORTER_OTLP_TIMEOUT: '600000' })
  for (let at = 0; at < 20; at++) assert.equal(await ask(server), 200)
  await until(async () => collector.bodies().length > 0)
  await endsInTime(server)
})

test('a collector that refuses connections changes no answer and is told once', async () => {
  const collector = await openCollector()
  await collector.close()
  const server = await start(collector.url, ONE_THREAD)
  await until(async () => {
    assert.equal(await ask(server), 200)
    return troubles(server) > 0
  })
  await endsInTime(server)
  assert.equal(troubles(server), 1)
})

test('what a sampler leaves out is not sent, and what is in the batch at the end is', async () => {
  const collector = await openCollector()
  const late = { ...ONE_THREAD, OTEL_BSP_SCHEDULE_DELAY: '600000' }
  const none = await start(collector.url, {
    ...late,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  assert.equal(await ask(none), 200)
  await endsInTime(none)
  assert.equal(collector.bodies().length, 0)
  const all = await start(collector.url, late)
  for (let at = 0; at < 12; at++) assert.equal(await ask(all), 200)
  await endsInTime(all)
  assert.equal(collector.spans().filter(({ name }) => name === 'GET /api/health').length, 12)
})
