import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { limaClock } from '../../src/domain/lima-time.ts'
import { type TestApp, type TestAppOptions, testApp, type World } from './app.ts'

/** When every row is asked unless it says otherwise: a Sunday, at noon in Lima. */
export const NOON = '2026-11-15T12:00:00-05:00'

interface Asked {
  /** The case, as a sentence. */
  when: string
  /** The query as a person reads it; what an address cannot hold is encoded when it is sent. */
  ask: string
  /** What the sources and datasets say, in place of the endpoint's own. */
  world?: World
  /** The moment of the question. */
  at?: string
  /** Units of quota that the answer costs. */
  cost: number
}

export interface Answered extends Asked {
  status: 200
  data: unknown
  /** What stands beside `data` at the top level. */
  also?: Record<string, unknown>
  source: string
  cache: string
}

export interface Refused extends Asked {
  status: 400 | 404 | 502 | 503
  codigo: string
  campo?: string
  mensaje?: string | RegExp
}

/** One promise of the contract: a question, what the world says, and the whole answer. */
export type Row = Answered | Refused

export interface Endpoint extends TestApp {
  path: string
  /** The world of rows that bring none. */
  world: World
  /** Sets the time of the service. */
  setNow(moment: string): void
  setOverloaded(overloaded: boolean): void
  /** Units left of the month's quota of a key. */
  quotaLeft(key?: string): Promise<number>
  /** Asks the endpoint itself, with the query as a person reads it. */
  ask(query: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

/** The real edge, asked about one endpoint; `world` is what the sources say unless a row says otherwise. */
export const openEndpoint = async (
  name: string,
  { world = {}, ...options }: TestAppOptions & { world?: World } = {},
): Promise<Endpoint> => {
  let now = Date.parse(NOON)
  let overloaded = false
  const clock = limaClock(undefined, { now: () => now })
  // No row is about the rate of this key: its burst is larger than any table, and lasts when a row sets the clock back.
  const key = { burst: 1_000_000, ratePerSecond: 1 }
  const app = await testApp({ ...options, ...world, key, clock, isOverloaded: () => overloaded })
  const path = `/api/${name}`
  return {
    ...app,
    path,
    world,
    setNow: (moment) => {
      now = Date.parse(moment)
    },
    setOverloaded: (value) => {
      overloaded = value
    },
    quotaLeft: async (key = app.key) => quotaIn(await app.get('/api/nada', { authorization: key })),
    ask: (query, headers) => app.get(`${path}${encoded(query)}`, headers),
  }
}

const encoded = (query: string): string => query.replace(/[^\u0021-\u007e]/gu, encodeURIComponent)

/** What the `RateLimit` header says is left of the month. */
export const quotaIn = ({ headers }: LightMyRequestResponse): number =>
  Number(/"quota";r=(\d+)/.exec(String(headers.ratelimit))?.[1])

/** One test per row, named after the endpoint and the case. */
export const checkPromises = (endpoint: Endpoint, rows: readonly Row[]): void => {
  for (const row of rows) {
    test(`${endpoint.path}${row.ask.slice(0, 60)} is ${row.status}: ${row.when}`, async () => {
      endpoint.setNow(row.at ?? NOON)
      endpoint.setWorld(row.world ?? endpoint.world)
      const before = await endpoint.quotaLeft()
      const reply = await endpoint.ask(row.ask)
      assert.equal(reply.statusCode, row.status, reply.body)
      if (row.status === 200) assertAnswer(reply, row)
      else assertRefusal(reply, row)
      assert.equal(before - quotaIn(reply), row.cost, 'cost')
      assert.equal(before - (await endpoint.quotaLeft()), row.cost, 'cost, asked afterwards')
    })
  }
}

const assertAnswer = (reply: LightMyRequestResponse, { data, also, source, cache }: Answered): void => {
  assert.deepEqual(reply.json(), { ok: true, data, ...also })
  assert.equal(reply.headers['chasqui-source'], source)
  assert.equal(reply.headers['cache-control'], cache)
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
}

const assertRefusal = (reply: LightMyRequestResponse, { codigo, campo, mensaje = /\S/ }: Refused): void => {
  const { ok, error, ...rest } = reply.json()
  const { mensaje: said, ...facts } = error
  assert.deepEqual([ok, facts, rest], [false, { codigo, ...(campo && { campo }) }, {}])
  if (typeof mensaje === 'string') assert.equal(said, mensaje)
  else assert.match(said, mensaje)
  assert.equal(reply.headers['chasqui-source'], undefined)
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
}

/** Rows of malformed questions, which no source is asked about: `[case, query, campo]`. */
export const malformed = (rows: readonly (readonly [when: string, ask: string, campo: string])[]): Row[] =>
  rows.map(([when, ask, campo]) => ({ when, ask, status: 400, codigo: 'parametro_invalido', campo, cost: 0 }))

/** Rows of questions without a parameter they need: `[case, query, campo]`. */
export const incomplete = (rows: readonly (readonly [when: string, ask: string, campo: string])[]): Row[] =>
  rows.map(([when, ask, campo]) => ({ when, ask, status: 400, codigo: 'parametro_faltante', campo, cost: 0 }))
