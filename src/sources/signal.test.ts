import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { limaClock } from '../domain/lima-time.ts'
import type { Upstream, UpstreamRequest } from '../kernel/http/client.ts'
import { sources } from './index.ts'
import type { CallContext, Questions } from './source.ts'

const fixture = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const INPUTS: { [Question in keyof Questions]: unknown[] } = {
  taxpayerByRuc: ['20000000125'],
  taxpayersByName: ['EJEMPLO'],
  taxpayersByDni: ['00000012'],
  personByDni: ['00000012'],
  policyByPlate: ['ABC123'],
  voucher: [{ ruc: '20000000125', tipo: '01', serie: 'F001', numero: '1', fecha: '2026-11-10' }],
  currentRate: [],
  ratesOfMonth: ['2026-09'],
  series: [{ codigo: 'PD04640PD', desde: '2026-08-01', hasta: '2026-09-30' }],
  seriesCatalogue: [],
}

/** Replies that lead a question of several requests to its last one; any other is asked once, and may fail. */
const REPLIES: Record<string, string[]> = {
  'taxauth-scraper personByDni': ['', fixture('taxauth/fixtures/list-by-dni.html')],
  'taxauth-cpe voucher': ['{"access_token":"given","expires_in":3600}'],
  'public-dni-directory personByDni': [fixture('public-dni-directory/fixtures/form.html')],
}

const origin = 'http://source.test'
const account = { ruc: '20000000125', clientId: 'own', clientSecret: 'held', tokenOrigin: origin, refused: '' }
const SETTINGS = { origin, token: 'held', textUrl: `${origin}/tc.txt`, account }

for (const source of sources) {
  const seen: UpstreamRequest[] = []
  let replies: string[] = []
  const request: Upstream['request'] = async (_path, sent = {}) => {
    seen.push(sent)
    return { status: 200, headers: {}, contentType: '', text: replies[seen.length - 1] ?? '' }
  }
  const upstream: Upstream = { request, visit: () => ({ request }) }
  const questions = source.open(upstream, SETTINGS, limaClock('2026-11-15'))
  for (const [name, question] of Object.entries(questions)) {
    test(`${source.id} passes the signal of the call to every request of ${name}`, async () => {
      seen.length = 0
      replies = REPLIES[`${source.id} ${name}`] ?? []
      const call: CallContext = { signal: new AbortController().signal, pause: async () => {} }
      const ask = question as (...args: unknown[]) => Promise<unknown>
      await ask(...INPUTS[name as keyof Questions], call).catch(() => null)
      assert.ok(seen.length > replies.length, `${seen.length} requests`)
      assert.ok(seen.every(({ signal }) => signal === call.signal))
    })
  }
}
