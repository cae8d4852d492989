import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import type { KeyRequest } from '../../src/accounts/index.ts'
import type { Lookups } from '../../src/services.ts'
import { type Endpoint, NOON, quotaIn } from './endpoint-table.ts'
import { checkEveryEdge } from './every-edge.ts'

interface Question {
  /** A query that is answered with 200 in the endpoint's own world. */
  good: string
  /** A query that is answered with 400; health has no parameters, so none is bad. */
  bad?: string
  /** Its lookup, where a bug is put to see how it is answered; health has none. */
  lookup?: keyof Lookups
  /** Units that a 200 costs. */
  cost: 0 | 1
  /** Keys of every scope may ask it. */
  isForEveryKey?: boolean
}

/** Seconds from the fixed noon to the first of December in Lima. */
const UNTIL_NEXT_MONTH = String((Date.parse('2026-12-01T00:00:00-05:00') - Date.parse(NOON)) / 1000)

/** What the contract promises of every endpoint: keys, limits, methods, conditional requests, error bodies. */
export const checkSharedPromises = (endpoint: Endpoint, question: Question): void => {
  checkKeys(endpoint, question)
  checkLimits(endpoint, question)
  checkMethods(endpoint, question)
  checkConditionalRequests(endpoint, question)
  checkErrors(endpoint, question)
  if (question.lookup) checkEveryEdge(endpoint, question.good)
}

/** A test in the endpoint's own world, at the fixed time; it must leave the quota of the main key as it says. */
const checkOne = (endpoint: Endpoint, name: string, cost: 0 | 1 | 2, check: () => Promise<void>): void => {
  test(`${endpoint.path}: ${name}`, async () => {
    endpoint.setNow(NOON)
    endpoint.setWorld(endpoint.world)
    const before = await endpoint.quotaLeft()
    await check()
    assert.equal(before - (await endpoint.quotaLeft()), cost, 'cost')
  })
}

const assertError = (reply: LightMyRequestResponse, status: number, codigo: string, headers = {}): void => {
  assert.equal(reply.statusCode, status, reply.body)
  assert.equal(reply.json().error.codigo, codigo)
  assert.equal(reply.headers['cache-control'], 'no-store')
  for (const [name, value] of Object.entries(headers)) assert.equal(reply.headers[name], value, name)
}

const checkKeys = (endpoint: Endpoint, { good, isForEveryKey }: Question): void => {
  const { path, inject, makeKey, ask } = endpoint
  const unusable: [string, () => Promise<Record<string, string>>][] = [
    ['no key', async () => ({})],
    ['an expired key', async () => ({ authorization: (await makeKey({ expires: '2026-11-14' })).key })],
    ['a sandbox key', async () => ({ authorization: (await makeKey({ mode: 'sandbox' })).key })],
    ['an unknown key', async () => ({ authorization: 'Bearer chq_live_nada' })],
  ]
  for (const [name, headers] of unusable) {
    checkOne(endpoint, `${name} is 401`, 0, async () => {
      const reply = await inject({ url: `${path}${encodeURI(good)}`, headers: await headers() })
      assertError(reply, 401, 'no_autenticado', { 'www-authenticate': 'Bearer', ratelimit: undefined })
    })
  }
  if (isForEveryKey) return
  // What a key is limited to: the first part of the path.
  const own = path.split('/')[2] as string
  checkOne(endpoint, 'a key for another endpoint is 403 and costs nothing', 0, async () => {
    const { key } = await makeKey({ endpoints: [own === 'ruc' ? 'dni' : 'ruc'], quota: 5 })
    const reply = await ask(good, { authorization: key })
    assertError(reply, 403, 'sin_permiso')
    assert.equal(quotaIn(reply), 5)
  })
  checkOne(endpoint, 'a key for this endpoint alone is answered', 0, async () => {
    const { key } = await makeKey({ endpoints: [own] })
    assert.equal((await ask(good, { authorization: key })).statusCode, 200)
  })
}

const checkLimits = (endpoint: Endpoint, { good, cost }: Question): void => {
  const { makeKey, ask } = endpoint
  const twice = async (request: Partial<KeyRequest>): Promise<LightMyRequestResponse> => {
    const { key } = await makeKey(request)
    assert.equal((await ask(good, { authorization: key })).statusCode, 200)
    return ask(good, { authorization: key })
  }
  checkOne(endpoint, 'a key that asks too fast is 429 until the next second', 0, async () => {
    const reply = await twice({ ratePerSecond: 1, burst: 1, quota: 5 })
    assertError(reply, 429, 'limite_excedido', { 'retry-after': '1' })
    assert.equal(quotaIn(reply), 5 - cost)
  })
  checkOne(
    endpoint,
    cost ? 'a spent quota is 429 until the month ends' : 'a spent quota does not matter',
    0,
    async () => {
      const reply = await twice({ quota: cost })
      if (cost) assertError(reply, 429, 'cuota_agotada', { 'retry-after': UNTIL_NEXT_MONTH })
      else assert.equal(reply.statusCode, 200)
    },
  )
  checkOne(endpoint, 'an overloaded service is 503 and asks to come back', 0, async () => {
    endpoint.setOverloaded(true)
    const reply = await ask(good)
    endpoint.setOverloaded(false)
    assertError(reply, 503, 'sobrecarga', { 'retry-after': '2' })
  })
}

const checkMethods = (endpoint: Endpoint, { good, cost }: Question): void => {
  const { path, inject, key, ask } = endpoint
  const url = `${path}${encodeURI(good)}`
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    checkOne(endpoint, `${method} is 405 whatever its body, and names the methods there are`, 0, async () => {
      const headers = { authorization: key, 'content-type': 'x/y' }
      const reply = await inject({ method, url, headers, payload: '{' })
      assertError(reply, 405, 'metodo_no_permitido', { allow: 'GET, HEAD' })
      assert.ok(reply.headers.ratelimit, 'a good key sees its limits')
    })
  }
  checkOne(endpoint, 'HEAD has the headers of GET and no body', cost ? 2 : 0, async () => {
    const got = await ask(good)
    // Forgets what was cached, so that both are answered from the same channel.
    endpoint.setWorld(endpoint.world)
    const reply = await inject({ method: 'HEAD', url, headers: { authorization: key } })
    assert.deepEqual([reply.statusCode, reply.body], [200, ''])
    for (const name of ['etag', 'content-length', 'content-type', 'chasqui-source', 'cache-control'])
      assert.equal(reply.headers[name], got.headers[name], name)
  })
  checkOne(endpoint, 'a path behind it is 404 ruta_desconocida', 0, async () => {
    assertError(await inject({ url: `${path}/`, headers: { authorization: key } }), 404, 'ruta_desconocida')
  })
}

const checkConditionalRequests = (endpoint: Endpoint, { good, cost }: Question): void => {
  const { path, inject, key, ask } = endpoint
  checkOne(endpoint, 'a body that the caller has is 304 and free', cost, async () => {
    const first = await ask(good)
    const etag = String(first.headers.etag)
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = { authorization: key, 'if-none-match': etag }
      const again = await inject({ method, url: `${path}${encodeURI(good)}`, headers })
      assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', etag], method)
      assert.equal(again.headers['cache-control'], first.headers['cache-control'])
      assert.equal(again.headers['content-type'], undefined)
    }
  })
  checkOne(endpoint, 'another body than the caller has is sent whole', cost ? 2 : 0, async () => {
    assert.equal((await ask(good, { 'if-none-match': '"otro"' })).body, (await ask(good)).body)
  })
  checkOne(endpoint, 'unknown parameters are ignored', cost ? 2 : 0, async () => {
    const more = `${good}${good.includes('?') ? '&' : '?'}otro=1&Otro=2&__proto__=3&utm_source=x&%zz=1${'&zz=1&'.repeat(60)}`
    assert.equal((await ask(more)).body, (await ask(good)).body)
  })
}

const checkErrors = (endpoint: Endpoint, { good, bad, lookup }: Question): void => {
  const { ask, logged } = endpoint
  if (bad === undefined) return
  checkOne(endpoint, 'an error is written as RFC 9457 when the caller prefers that', 0, async () => {
    const { error } = (await ask(bad)).json()
    const reply = await ask(bad, { accept: 'application/problem+json' })
    assert.equal(reply.headers['content-type'], 'application/problem+json; charset=utf-8')
    const { title, ...facts } = reply.json()
    assert.match(title, /\S/)
    const { mensaje, ...rest } = error
    assert.deepEqual(facts, { type: `urn:chasqui:error:${error.codigo}`, status: 400, detail: mensaje, ...rest })
  })
  if (!lookup) return
  checkOne(endpoint, 'a bug is 500, one fixed sentence, and quotes nobody', 0, async () => {
    const bug = () => {
      throw new TypeError('no debe verse 44556677')
    }
    endpoint.setWorld({ ...endpoint.world, lookups: { [lookup]: bug } })
    const reply = await ask(good)
    assertError(reply, 500, 'error_interno')
    assert.equal(reply.json().error.mensaje, 'Ocurrió un error interno. El incidente quedó registrado.')
    assert.match(logged(), /internal error/)
    assert.doesNotMatch(reply.body + logged(), /44556677/)
  })
}

/** What is promised of every text parameter: given once, trimmed, at most 200 characters, no control characters. */
export const checkTextParameter = (endpoint: Endpoint, query: string, campo: string): void => {
  const value = query.slice(query.indexOf(`${campo}=`) + campo.length + 1).split('&')[0] as string
  const withValue = (text: string): string => query.replace(`${campo}=${value}`, `${campo}=${text}`)
  const refused: [string, string][] = [
    ['given twice', `${query}&${campo}=${value}`],
    ['over 200 characters', withValue('x'.repeat(201))],
    ['over 200 letters of more than one unit', withValue('𝒳'.repeat(201))],
    ['with a NUL', withValue(`${value}%00`)],
    ['with a line break', withValue(`${value}%0A`)],
    ['with a C1 control character', withValue(`${value}%C2%85`)],
    ['with a mark that turns the text around', withValue(`%E2%80%AE${value}`)],
    ['with broken percent-encoding', withValue(`${value}%zz`)],
    ['that is not UTF-8', withValue(`${value}%ff`)],
  ]
  for (const [name, ask] of refused) {
    checkOne(endpoint, `${campo} ${name} is 400`, 0, async () => {
      const reply = await endpoint.ask(ask)
      assertError(reply, 400, 'parametro_invalido')
      assert.equal(reply.json().error.campo, campo)
    })
  }
  checkOne(endpoint, `${campo} is trimmed`, 2, async () => {
    assert.equal((await endpoint.ask(withValue(`%20+${value} `))).body, (await endpoint.ask(query)).body)
  })
}
