import type { TestContext } from 'node:test'
import { Chasqui, type ClientOptions, type FetchInit } from '../../src/client/index.ts'

export const RUC = '20000000125'

export interface Scripted {
  client: Chasqui
  /** Every request so far: address, headers, and the moment of the pretend clock. */
  sent: { url: string; init: FetchInit; at: number }[]
  /** Lets the pretend clock run until a call has ended; its outcome. */
  ended<Value>(call: Promise<Value>): Promise<Value>
  /** Lets the pretend clock run for a while. */
  advance(ms: number): Promise<void>
}

export const reply = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })

export const found = (headers: Record<string, string> = {}): Response =>
  reply(200, { ok: true, data: { numero: RUC }, proveedor: 'taxauth-scraper' }, headers)

export const failure = (status: number, codigo: string, headers: Record<string, string> = {}): Response =>
  reply(status, { ok: false, error: { codigo, mensaje: `Fallo ${codigo}` } }, headers)

type Step = Response | Error | 'hang' | ((init: FetchInit) => Response)

const STEP_MS = 50
const LIMIT_MS = 120_000

/** A client whose service answers with these steps in turn, the last one for ever, under a pretend clock. */
export const scripted = (context: TestContext, steps: Step[], options: Partial<ClientOptions> = {}): Scripted => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-11-16T12:00:00Z') })
  const sent: Scripted['sent'] = []
  const start = Date.now()
  const fetch = (url: string, init: FetchInit): Promise<Response> => {
    const step = steps[Math.min(sent.length, steps.length - 1)] as Step
    sent.push({ url, init, at: Date.now() - start })
    if (step === 'hang') return new Promise(() => {})
    if (step instanceof Error) return Promise.reject(step)
    return Promise.resolve(typeof step === 'function' ? step(init) : step.clone())
  }
  const client = new Chasqui({ url: 'http://chasqui.test', key: 'chq_test_x', fetch, ...options })
  // Promises settle between two steps of the clock; setImmediate is the real one.
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
  }
  const advance = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await settle()
      context.mock.timers.tick(STEP_MS)
    }
    await settle()
  }
  const ended = async <Value>(call: Promise<Value>): Promise<Value> => {
    let isOver = false
    const over = (): void => {
      isOver = true
    }
    call.then(over, over)
    for (let passed = 0; passed < LIMIT_MS && !isOver; passed += STEP_MS) await advance(STEP_MS)
    return call
  }
  return { client, sent, ended, advance }
}
