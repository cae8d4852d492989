import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testApp } from '../helpers/app.ts'
import { row } from '../helpers/taxpayers.ts'

const { inject, key, logged } = await testApp({ register: [row('20000000125', 'COMERCIAL EJEMPLO S.A.C.')] })

const METHODS = [
  ...['initialize', 'ping', 'tools/list', 'tools/call', 'resources/list', 'resources/read', 'resources/templates/list'],
  ...[
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'server/discover',
    'subscriptions/listen',
    'logging/setLevel',
  ],
  ...['notifications/initialized', 'notifications/cancelled', 'tasks/get', '__proto__', 'constructor'],
]
const NAMES = ['ruc', 'nombre', 'estado', 'debida_diligencia_proveedor', 'toString', '__proto__']
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const params = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      name: fc.oneof(fc.constantFrom(...NAMES), fc.jsonValue()),
      uri: fc.oneof(fc.constantFrom('chasqui://ediciones', 'file:///etc/passwd', 'x'), fc.jsonValue()),
      protocolVersion: fc.oneof(fc.constantFrom('2025-06-18', '2026-07-28', '1'), fc.jsonValue()),
      arguments: fc.oneof(
        fc.jsonValue(),
        fc.dictionary(fc.oneof(fc.constantFrom('numero', 'q', 'ruc', '__proto__'), fc.string()), fc.jsonValue()),
      ),
      _meta: fc.oneof(fc.constant(META), fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
)
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: fc.jsonValue() }),
    id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
    method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...METHODS) }, { weight: 1, arbitrary: fc.jsonValue() }),
    params,
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  { weight: 6, arbitrary: message.map((one) => JSON.stringify(one)) },
  { weight: 2, arbitrary: fc.array(message, { maxLength: 5 }).map((many) => JSON.stringify(many)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)
const headers = fc.record(
  {
    'content-type': fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain'),
    accept: fc.constantFrom('application/json, text/event-stream', '*/*', 'application/json'),
    'mcp-protocol-version': fc.constantFrom('2025-06-18', '2026-07-28', '1999-01-01'),
    'mcp-method': fc.constantFrom('tools/call', 'tools/list'),
    'mcp-name': fc.constantFrom('ruc', 'nada'),
    'mcp-session-id': fc.constant('una'),
  },
  { requiredKeys: ['content-type', 'accept'] },
)

test('no body and no header makes the service fail: an answer is 2xx or 4xx, and nothing of it is logged', async () => {
  await fc.assert(
    fc.asyncProperty(body, headers, async (payload, more) => {
      const sent = { authorization: `Bearer ${key}`, ...more }
      const reply = await inject({ method: 'POST', url: '/mcp', headers: sent, payload })
      assert.ok(reply.statusCode < 500, `${reply.statusCode} ${reply.body}`)
    }),
    { numRuns: 400 },
  )
  assert.doesNotMatch(logged(), /"level":[56]0/)
})
