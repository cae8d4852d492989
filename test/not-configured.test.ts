import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limaClock } from '../src/domain/lima-time.ts'
import { PROVIDER_IDS } from '../src/domain/records.ts'
import { testApp } from './helpers/app.ts'
import { temporaryFolder } from './helpers/cleanup.ts'
import { DEAD_SOURCES, runInProcess } from './helpers/command-line.ts'
import { healthOf, installedAnswers } from './helpers/installation.ts'

// An installation as it is made, without any credential, whose sources would not answer either.
const { CHASQUI_INSURANCE_TOKEN: _, ...sources } = DEAD_SOURCES
const settings = { ...sources, CHASQUI_DATA_DIR: temporaryFolder() }
const answers = await installedAnswers({ ...sources, CHASQUI_REFRESH: 'off' }, [], limaClock())
const health = () => healthOf(answers, new Date())
const app = await testApp({ lookups: answers.lookups, health })
await app.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.app.server.address() as { port: number }
const server = { CHASQUI_URL: `http://127.0.0.1:${port}`, CHASQUI_KEY: app.key }

const NEEDS_CREDENTIAL = [
  'taxauth-scraper',
  'aggregator-a',
  'aggregator-b',
  'insurance-registry',
  'taxauth-cpe',
] as const
/** Every question that such a source would have to answer alone. */
const QUESTIONS: readonly (readonly [endpoint: string, query: Record<string, string>])[] = [
  ['soat', { placa: 'ABC123' }],
  ['comprobante', { ruc: '20000000125', tipo: '01', serie: 'F001', numero: '1', fecha: '2026-11-10' }],
  ...(['aggregator-a', 'aggregator-b'] as const).flatMap((proveedor) => [
    ['ruc', { numero: '20000000125', proveedor }] as const,
    ['dni', { numero: '00000012', proveedor }] as const,
  ]),
]
const MISLEADING = /verificaci|más tarde|no responde|repita|espere/i
const RIGHT = /no tiene cuenta en la fuente|no está configurado/

const callTool = async (name: string, args: object): Promise<string> => {
  const reply = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: app.key,
    },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  })
  const [, message = ''] = /^data: (.*)$/m.exec(reply.body) ?? []
  return JSON.parse(message).result.content[0].text
}

for (const [endpoint, query] of QUESTIONS) {
  const told = (edge: string, text: string): void => {
    assert.match(text, RIGHT, edge)
    assert.doesNotMatch(text, MISLEADING, edge)
  }
  test(`${endpoint} ${query.proveedor ?? ''}: a source without credential is not configured, at every edge`, async () => {
    const { statusCode, headers, body } = await app.get(`/api/${endpoint}?${new URLSearchParams(query)}`)
    assert.equal(statusCode, 503)
    assert.equal(headers['retry-after'], undefined)
    told('HTTP', JSON.parse(body).error.mensaje)
    const words = Object.entries(query).flatMap(([name, value]) =>
      name === 'proveedor' || (query.ruc !== undefined && name !== 'ruc') ? [`--${name}`, value] : [value],
    )
    for (const where of [settings, server]) {
      const { code, err } = await runInProcess(where, endpoint, ...words)
      assert.equal(code, 3)
      told('command', err)
    }
    told('tool', await callTool(endpoint, query))
  })
}

test('health says of each source whether it is configured, and of none that it answers before it was asked', async () => {
  const { providers } = health()
  for (const id of PROVIDER_IDS) {
    const { estado, configurado, ultimoExito } = providers[id]
    const isOff = NEEDS_CREDENTIAL.includes(id as never)
    assert.deepEqual([estado, configurado, ultimoExito], [isOff ? 'sin_configurar' : 'ok', !isOff, null], id)
  }
  // The specification's flag: the public page asks for a captcha, and this installation has no other way.
  assert.equal(providers['insurance-registry'].captchaBlocked, true)
  for (const where of [settings, server]) {
    const { out } = await runInProcess(where, 'health')
    const rows = out.split('\n').filter((line) => /SUNAT|Directorio|agregador|BCRP|APESEG/.test(line))
    assert.equal(rows.length, PROVIDER_IDS.length)
    for (const row of rows)
      assert.match(
        row,
        /consulta RUC|agregador|APESEG|comprobantes/.test(row) ? /no configurada/ : /sin consultar|│ configurada/,
      )
    assert.doesNotMatch(out, /captcha|verificaci/)
  }
})
