import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { UNGUARDED } from '../../../test/helpers/ask-source.ts'
import { limaClock } from '../../domain/lima-time.ts'
import type { Upstream, UpstreamRequest } from '../../kernel/http/client.ts'
import { taxauthTc, taxauthTcMonths } from './index.ts'

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
const SETTINGS = { origin: 'http://tc.test', textUrl: 'http://txt.test/a/txt/tipoCambio.txt' }
const clock = limaClock('2026-09-20')

const recording = (reply: string) => {
  const calls: { visit: number; path: string; request: UpstreamRequest }[] = []
  let visits = 0
  const visit = (number: number) => ({
    async request(path: string, request: UpstreamRequest = {}) {
      calls.push({ visit: number, path, request })
      return { status: 200, headers: {}, contentType: '', text: reply }
    },
  })
  const upstream: Upstream = { ...visit(0), visit: () => visit(++visits) }
  return { upstream, calls }
}

test('the text file is fetched from its full address', async () => {
  const { upstream, calls } = recording(fixture('current.txt'))
  const rate = await taxauthTc.open(upstream, SETTINGS, clock).currentRate?.(UNGUARDED)
  assert.deepEqual(rate, { fecha: '2026-09-20', compra: 3.354, venta: 3.362 })
  assert.deepEqual(
    calls.map(({ path }) => path),
    [SETTINGS.textUrl],
  )
})

test('without a token there is no question for a month', () => {
  const { upstream } = recording('')
  assert.equal(taxauthTcMonths.open(upstream, SETTINGS, clock).ratesOfMonth, undefined)
  assert.equal(taxauthTcMonths.open(upstream, { ...SETTINGS, token: '' }, clock).ratesOfMonth, undefined)
})

test('a month is asked for in one visit, after its page, counted from zero', async () => {
  for (const [month, mes] of [
    ['2026-01', 0],
    ['2026-09', 8],
    ['2025-12', 11],
  ] as const) {
    const [year, number] = month.split('-')
    const { upstream, calls } = recording(fixture('month.json').replaceAll('/09/2026', `/${number}/${year}`))
    const questions = taxauthTcMonths.open(upstream, { ...SETTINGS, token: 'held' }, clock)
    assert.equal((await questions.ratesOfMonth?.(month, UNGUARDED))?.length, 3)
    const [page, service] = calls
    assert.equal(page?.path, '/cl-at-ittipcam/tcS01Alias')
    assert.equal(service?.path, '/cl-at-ittipcam/tcS01Alias/listarTipoCambio')
    assert.equal(page?.visit, service?.visit)
    assert.deepEqual(service?.request.json, { anio: Number(month.slice(0, 4)), mes, token: 'held' })
    assert.equal(service?.request.headers?.['X-Requested-With'], 'XMLHttpRequest')
    assert.equal(service?.request.headers?.Referer, 'http://tc.test/cl-at-ittipcam/tcS01Alias')
  }
})
