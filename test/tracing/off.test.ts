import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { createKey, type Settings, startServer } from '../helpers/server.ts'
import { until } from '../helpers/until.ts'
import { openCollector } from './collector.ts'

const PRELOAD = new URL('./loaded-modules.ts', import.meta.url).href
const folder = temporaryFolder()
const own = { CHASQUI_DATA_DIR: folder, CHASQUI_WORKERS: '2' }
const { key } = await createKey(own)
const collector = await openCollector()

/** The modules of OpenTelemetry that a server with two threads loads until it ends, and all that it loads. */
const loadedBy = async (settings: Settings): Promise<{ otel: string[]; all: string[]; output: string }> => {
  const list = join(temporaryFolder(), 'loaded')
  const server = await startServer({
    ...own,
    ...settings,
    LOADED_MODULES: list,
    NODE_OPTIONS: `--import=${PRELOAD}`,
  })
  for (let at = 0; at < 6; at++) {
    const headers = {
      authorization: key,
      connection: 'close',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    }
    // A crowded machine may be told to come back.
    await until(async () => (await fetch(`${server.url}/api/health`, { headers })).status === 200)
  }
  assert.equal(await server.end(), 0)
  const all = readFileSync(list, 'utf8').trim().split('\n')
  return { otel: all.filter((line) => line.includes('/@opentelemetry/')), all, output: server.output() }
}

const OFF: readonly (readonly [string, Settings])[] = [
  ['without variables', {}],
  ['with the SDK disabled', { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }],
]

for (const [name, settings] of OFF) {
  test(`${name} no thread loads a module of OpenTelemetry, and nothing is sent`, async () => {
    const { otel, all, output } = await loadedBy(settings)
    assert.deepEqual(otel, [])
    for (const thread of ['main', 'thread'])
      assert.ok(
        all.some((line) => line.startsWith(`${thread} `) && line.endsWith('/http/app.ts')),
        thread,
      )
    assert.doesNotMatch(output, /"trace":/)
    assert.equal(collector.bodies().length, 0)
  })
}

test('with an admin listener only the library of the metrics loads the interface of OpenTelemetry', async () => {
  const { otel } = await loadedBy({ CHASQUI_ADMIN_PORT: '0' })
  assert.deepEqual(
    otel.filter((line) => !/^main .*\/@opentelemetry\/api\//.test(line)),
    [],
  )
})

test('a variable that cannot be used is told, and the service serves without tracing', async () => {
  for (const [settings, line] of [
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      /OTEL_EXPORTER_OTLP_PROTOCOL/,
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'colector:4318/secreto' }, /OTEL_EXPORTER_OTLP_ENDPOINT/],
  ] as const) {
    const { otel, output } = await loadedBy(settings)
    assert.deepEqual(otel, [])
    assert.match(output, line)
    assert.doesNotMatch(output, /secreto/)
  }
})

test('with an endpoint every thread loads it', async () => {
  const { otel } = await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  for (const thread of ['main', 'thread'])
    assert.ok(
      otel.some((line) => line.startsWith(`${thread} `) && line.includes('/sdk-trace/')),
      thread,
    )
  assert.ok(collector.spans().length >= 6)
})
