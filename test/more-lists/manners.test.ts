import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Sandbox, startSandbox } from '../../sandbox/main.ts'
import { bidList as pretendBid } from '../../sandbox/upstreams/more-lists/bid-list.ts'
import { euList as pretendEu } from '../../sandbox/upstreams/more-lists/eu-list.ts'
import { ukList as pretendUk } from '../../sandbox/upstreams/more-lists/uk-list.ts'
import { type RefreshOutcome, refreshDataset } from '../../src/datasets/editions/refresh.ts'
import { bidList } from '../../src/datasets/screening-lists/bid/index.ts'
import { euList } from '../../src/datasets/screening-lists/eu/index.ts'
import { ukList } from '../../src/datasets/screening-lists/uk/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'

const work = temporaryFolder()
const clock = limaClock('2026-11-14')
const log = { info: () => {}, warn: () => {}, error: () => {} }
const to = (name: string) => ({ dataDir: join(work, name), clock, log, floor: 50, swapDelayMs: 0 })
const filas = (outcome: RefreshOutcome): number | string =>
  'facts' in outcome
    ? outcome.facts.filas
    : outcome.outcome === 'failed'
      ? String(outcome.failure.detail)
      : outcome.outcome

let sandbox: Sandbox
before(async () => {
  sandbox = await startSandbox({ upstreams: [pretendEu, pretendUk, pretendBid] })
})
after(() => sandbox.close())

test('the EU list is fetched after a burst of errors, and never without its token', async () => {
  const address = sandbox.settings.CHASQUI_EU_LIST_URL as string
  let failures = 3
  const burst = createServer(async ({ url = '' }, response) => {
    if (failures-- > 0) return void response.writeHead(500).end('Error')
    const reply = await fetch(new URL(url, address))
    response.writeHead(reply.status, { 'content-type': 'application/xml' }).end(await reply.text())
  })
  await new Promise<void>((done) => burst.listen(0, '127.0.0.1', done))
  after(() => burst.close())
  const { port } = burst.address() as AddressInfo
  const from = address.replace(/^http:\/\/[^/]+/, `http://127.0.0.1:${port}`)
  const outcome = await refreshDataset(euList({ from, clock, backoffMs: 1 }), to('burst'))
  assert.ok(Number(filas(outcome)) > 300, String(filas(outcome)))
  for (const [wrong, detail] of [
    [address.replace(/\?.*/, ''), 'status 403'],
    [address.replace(/token=.*/, 'token=other'), 'status 500'],
  ])
    assert.equal(
      filas(await refreshDataset(euList({ from: wrong as string, clock, backoffMs: 1 }), to('token'))),
      detail,
    )
})

test('the UK list is not fetched again while nothing is new, and its CSV gives the same entries', async () => {
  const from = sandbox.settings.CHASQUI_UK_LIST_URL as string
  const first = await refreshDataset(ukList({ from, clock }), to('uk'))
  assert.equal(first.outcome, 'switched')
  assert.equal((await refreshDataset(ukList({ from, clock }), to('uk'))).outcome, 'unchanged')
  const csv = await refreshDataset(ukList({ from: from.replace('.xml', '.csv'), clock }), to('csv'))
  assert.equal(filas(csv), filas(first))
})

test('the IDB store is read page by page; without it the wall before its file is no empty list', async () => {
  const from = sandbox.settings.CHASQUI_BID_LIST_URL as string
  assert.equal(filas(await refreshDataset(bidList({ from, clock }), to('bid'))), 264)
  const gone = from.replace('resource_id=', 'resource_id=gone-')
  assert.equal(filas(await refreshDataset(bidList({ from: gone, clock, backoffMs: 1 }), to('bid'))), 'status 404')
})
