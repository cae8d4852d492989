import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { tracingSettings } from './settings.ts'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

const exporters = (env: Record<string, string>): string[] => tracingSettings(env).settings?.exporters ?? []

test('tracing is on when an endpoint or an exporter is named, and off otherwise', () => {
  for (const [env, expected] of [
    [{}, []],
    [{ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' }, []],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ', OTEL_TRACES_EXPORTER: '' }, []],
    [ENDPOINT, ['otlp']],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://colector/v1/traces' }, ['otlp']],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, ['otlp']],
    [{ OTEL_TRACES_EXPORTER: 'console, otlp' }, ['otlp', 'console']],
    [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, []],
    [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }, []],
    [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'no' }, ['otlp']],
  ] as [Record<string, string>, string[]][])
    assert.deepEqual(exporters(env), expected, JSON.stringify(env))
})

test('the sampler is taken apart as the specification names it', () => {
  for (const [name, arg, expected] of [
    ['', '', { root: 'always_on', ratio: 1, parentBased: true }],
    ['always_off', '', { root: 'always_off', ratio: 1, parentBased: false }],
    ['traceidratio', '0', { root: 'traceidratio', ratio: 0, parentBased: false }],
    ['parentbased_traceidratio', '0.25', { root: 'traceidratio', ratio: 0.25, parentBased: true }],
  ] as const) {
    const env = { ...ENDPOINT, OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: arg }
    const { settings, warnings } = tracingSettings(env)
    assert.deepEqual([settings?.sampler, warnings], [expected, []])
  }
})

test('a value that cannot be used is told by its name, never quoted, and stops nothing', () => {
  const NAMES = [
    'OTEL_TRACES_EXPORTER',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'OTEL_TRACES_SAMPLER',
    'OTEL_BSP_SCHEDULE_DELAY',
  ]
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), fc.stringMatching(/^secreto[a-z0-9:/,.@]{0,20}$/), (name, value) => {
      const { warnings } = tracingSettings({ ...ENDPOINT, [name]: value })
      assert.ok(warnings.length > 0, value)
      assert.ok(warnings.every((warning) => warning.includes(name) && !warning.includes('secreto')))
    }),
  )
})
