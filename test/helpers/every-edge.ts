import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Chasqui } from '../../src/client/index.ts'
import { ENDPOINTS } from '../../src/endpoints/index.ts'
import { runInProcess } from './command-line.ts'
import { type Endpoint, NOON } from './endpoint-table.ts'

const PROTOCOL = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** Route, command, tool and client's method of an endpoint give the same data, and the OpenAPI document describes it. */
export const checkEveryEdge = (endpoint: Endpoint, good: string): void => {
  const path = endpoint.path.replace('/api/', '')
  test(`${endpoint.path}: every edge gives the same answer`, async () => {
    endpoint.setNow(NOON)
    endpoint.setWorld(endpoint.world)
    const { key } = await endpoint.makeKey()
    const reply = await endpoint.ask(good, { authorization: key })
    assert.equal(reply.statusCode, 200, reply.body)
    const { data } = reply.json()
    const query = Object.fromEntries(new URLSearchParams(good))
    const [main = ''] = Object.keys(ENDPOINTS.find((one) => one.path === path)?.parameters ?? {})

    const { paths } = (await endpoint.inject({ url: '/openapi.json' })).json()
    assert.equal(paths[endpoint.path].get.operationId, path.replaceAll('/', '-'))
    assert.deepEqual(await askTool(endpoint, key, path.replace(/[-/]/g, '_'), query), data, 'tool')

    const { app } = endpoint
    await app.listen({ port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const words = Object.entries(query).flatMap(([name, value]) => (name === main ? [value] : [`--${name}`, value]))
    const settings = { CHASQUI_URL: url, CHASQUI_KEY: key }
    const { code, out, err } = await runInProcess(settings, ...path.split('/'), ...words, '--json')
    assert.equal(code, 0, err)
    assert.deepEqual(JSON.parse(out).data, data, 'command')
    const given = Object.keys(query).length === 1 ? (query[main] ?? query) : query
    assert.deepEqual((await methodOf(new Chasqui({ url, key }), path)(given)).data, data, 'client')
  })
}

const askTool = async ({ inject }: Endpoint, key: string, name: string, args: object): Promise<unknown> => {
  const reply = await inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...PROTOCOL, authorization: key },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  })
  const [, message = ''] = /^data: (.*)$/m.exec(reply.body) ?? []
  return JSON.parse(message).result.structuredContent.data
}

type Method = ((given: string | object) => Promise<{ data: unknown }>) & Record<string, unknown>

/** `indicadores/buscar` is `indicadores.buscar`. */
const methodOf = (client: Chasqui, path: string): Method => {
  const names = path.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()).split('/')
  return names.reduce((from, name) => from[name] as Method, client as unknown as Method)
}
