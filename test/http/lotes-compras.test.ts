import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { compactVerify, createLocalJWKSet } from 'jose'
import { pleText, purchaseBook, purchaseCsv, rceText } from '../../src/batches/fixtures/purchase-files.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { testApp } from '../helpers/app.ts'
import { purchasesOf, purchaseWorld, TODAY, verdictOn } from '../helpers/purchase-world.ts'
import { sampled } from '../helpers/repeated.ts'
import { askUntil } from '../helpers/until.ts'

// Purchases in every layout: each row says what the single questions about its day say, and nothing is clear without evidence.

const ROWS = 300
const world = await purchaseWorld(40)
const purchases = purchasesOf(world, ROWS)
const clock = limaClock(TODAY, { now: () => Date.parse(`${TODAY}T12:00:00-05:00`) })
const { inject, makeKey, setWorld } = await testApp({
  ...{ clock, batches: { rows: 2_000, hours: 2, bytes: 4_000_000 } },
  ...{ past: world.past, agentes: world.agentes, ssco: world.ssco },
})

const FILES: Record<string, string | Buffer> = {
  PLE: pleText(purchases),
  RCE: rceText(purchases),
  CSV: purchaseCsv(purchases),
  XLSX: await purchaseBook(purchases),
}

type ResultRow = Record<string, string>

const run = async (payload: string | Buffer, query = '') => {
  const quota = 10_000
  const { key } = await makeKey({ quota, burst: 1_000_000, ratePerSecond: 1_000 })
  const headers = { authorization: key, 'content-type': 'application/octet-stream' }
  const post = (url: string) => inject({ method: 'POST', url, headers, payload })
  const preview = (await post(`/api/lotes/vista?tipo=compras${query}`)).json().data
  const sent = await post(`/api/lotes?tipo=compras${query}`)
  assert.equal(sent.statusCode, 202, sent.body)
  const url = `/api/lotes/${sent.json().data.id}`
  const get = (path: string) => inject({ url: path, headers: { authorization: key } })
  const record = await askUntil(
    async () => (await get(url)).json().data,
    ({ estado }) => estado === 'terminado',
  )
  const reply = await get(`${url}/resultado?formato=json`)
  const used = quota - Number(/"quota";r=(\d+)/.exec(String(reply.headers.ratelimit))?.[1])
  return { rows: JSON.parse(reply.body) as ResultRow[], record, used, preview, get, post, url }
}

const verdicts = purchases.map(({ documento, fecha }) => verdictOn(world, documento, fecha))
const amountOf = (moneda: string): number =>
  purchases.reduce(
    (cents, one, i) =>
      verdicts[i] === 'observado' && one.moneda === moneda ? cents + Math.round(Number(one.total) * 100) : cents,
    0,
  ) / 100

const runs = Object.fromEntries(
  await Promise.all(Object.entries(FILES).map(async ([layout, file]) => [layout, await run(file)] as const)),
) as Record<string, Awaited<ReturnType<typeof run>>>
const runOf = (layout: string) => runs[layout] as Awaited<ReturnType<typeof run>>

for (const layout of Object.keys(FILES))
  test(`${layout}: every row has the verdict of its day, and costs a unit when it was checked`, async () => {
    const { rows, record, used, preview } = runOf(layout)
    assert.deepEqual(
      rows.map(({ resultado }) => resultado),
      verdicts,
    )
    const checked = verdicts.filter((one) => one !== 'no_revisado').length
    const observed = verdicts.filter((one) => one === 'observado').length
    assert.deepEqual([used, preview.unidades], [checked, ROWS])
    assert.deepEqual([record.conCoincidencia, record.noRevisadas], [observed, ROWS - checked])
    assert.equal(record.compras.observadas, observed)
    assert.deepEqual(
      Object.fromEntries(
        record.compras.montos.map(({ moneda, total }: { moneda: string; total: number }) => [moneda, total]),
      ),
      { PEN: amountOf('PEN'), USD: amountOf('USD') },
    )
    assert.ok(rows.every(({ resultado, motivo }) => resultado === 'sin_observaciones' || motivo !== ''))
  })

test('each row has what the single question about its day answers', async () => {
  const { rows } = runOf('CSV')
  const { key } = await makeKey({ quota: 10_000, burst: 1_000_000, ratePerSecond: 1_000 })
  for (const at of sampled([...purchases.keys()], 3)) {
    const { documento, fecha } = purchases[at] as (typeof purchases)[number]
    const url = `/api/ruc?numero=${documento}&fecha=${fecha}&detalle=1`
    const { statusCode, body } = await inject({ url, headers: { authorization: key } })
    const { data, vigencia, error } = JSON.parse(body)
    const row = rows[at] as ResultRow
    const told = [row.estadoEnFecha, row.condicionEnFecha]
    if (statusCode !== 200) {
      assert.ok(['no_encontrado', 'sin_historia'].includes(error.codigo))
      assert.deepEqual(told, ['', ''])
      continue
    }
    assert.deepEqual(told, [data.estado, data.condicion])
    assert.equal(row.vigencia, `${vigencia.certeza}, edición ${vigencia.edicion}`)
    for (const lista of ['sinCapacidadOperativa', 'agenteRetencion', 'buenContribuyente'])
      assert.equal(row[lista], data.padrones[lista].estado, lista)
    assert.match(row.ediciones ?? '', /^padron \S+; agentes 2026-11-10; ssco 2026-11-12$/)
  }
})

test('the certificate of the batch has its sums, totals and editions', async () => {
  const { get, url, record } = runOf('PLE')
  const { data, constancia } = (await get(`${url}/constancia`)).json()
  const keys = createLocalJWKSet((await inject({ url: '/.well-known/jwks.json' })).json())
  const { payload } = await compactVerify(constancia, keys)
  const stated = JSON.parse(new TextDecoder().decode(payload))
  assert.deepEqual(stated.respuesta, data)
  assert.deepEqual(data.compras, record.compras)
  const sum = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
  assert.equal(data.entrada.sha256, sum(FILES.PLE as string))
  for (const formato of ['csv', 'xlsx', 'json'])
    assert.equal(data.resultado[formato].sha256, sum((await get(`${url}/resultado?formato=${formato}`)).rawPayload))
  assert.deepEqual(
    stated.fuentes.map(({ canal, edicion }: { canal: string; edicion: string }) => [canal, edicion]),
    [
      ['register', '2026-11-14'],
      ['list', '2026-11-10'],
      ['list', '2026-11-12'],
    ],
  )
})

const LOADED = { past: world.past, agentes: world.agentes, ssco: world.ssco }

test('without the list of subjects without capacity nothing is clear; another try checks the rest, and totals are those of all', async () => {
  setWorld({ past: world.past, agentes: world.agentes })
  const { rows, record, url, get, post } = await run(FILES.CSV as string)
  assert.ok(rows.every(({ resultado }) => resultado !== 'sin_observaciones'))
  assert.ok(rows.some(({ resultado }) => resultado === 'observado'))
  assert.ok(rows.some(({ motivo = '' }) => /SSCO\) no está cargada/.test(motivo)))
  assert.ok(record.pendientes > 0)
  setWorld(LOADED)
  assert.equal((await post(`${url}/continuar`)).statusCode, 202)
  const after = await askUntil(
    async () => (await get(url)).json().data,
    ({ estado }) => estado === 'terminado',
  )
  // What was observed without the list stays as it was paid for; a later listing is found in the rows asked about again.
  assert.equal(after.compras.observadas, verdicts.filter((one) => one === 'observado').length)
  assert.equal(after.noRevisadas, verdicts.filter((one) => one === 'no_revisado').length)
})

test('a register that is not loaded checks nothing and costs nothing', async () => {
  setWorld({ register: 'not loaded', ssco: world.ssco })
  const { rows, used } = await run(purchaseCsv(purchases.slice(0, 20)))
  setWorld(LOADED)
  assert.ok(rows.every(({ resultado }) => resultado === 'no_revisado'))
  assert.equal(used, 0)
})

test('vouchers: voided ones are observed, a source that is away leaves the row unchecked and free, other kinds are not asked about', async () => {
  const isClear = ({ documento, fecha }: (typeof purchases)[number]) =>
    verdictOn(world, documento, fecha) === 'sin_observaciones'
  const clear = purchases.filter(isClear).slice(0, 3)
  const lost = purchases
    .filter(({ documento, fecha }) => verdictOn(world, documento, fecha) === 'observado')
    .slice(0, 1)
  const file = purchaseCsv([...clear.slice(0, 2), { ...(clear[2] as (typeof purchases)[number]), tipo: '14' }, ...lost])
  const voucher = (estado: 'ANULADO' | 'ACEPTADO') => ({ estado, estadoRuc: '', condicionRuc: '', observaciones: [] })
  const outcome = async (answer: ReturnType<typeof voucher> | 'upstream-unavailable' | null) => {
    setWorld({ ...LOADED, sources: answer === null ? {} : { 'taxauth-cpe': { voucher: answer } } })
    const { rows, used } = await run(file, '&comprobantes=1')
    return [...rows.map(({ resultado, comprobante }) => `${resultado} ${comprobante}`.trim()), used]
  }
  const [good, bad, unknown] = ['sin_observaciones', 'observado', 'no_revisado']
  const accepted = [`${good} ACEPTADO`, `${good} ACEPTADO`, good, `${bad} ACEPTADO`, 7]
  assert.deepEqual(await outcome(voucher('ACEPTADO')), accepted)
  assert.deepEqual(await outcome(voucher('ANULADO')), [`${bad} ANULADO`, `${bad} ANULADO`, good, `${bad} ANULADO`, 7])
  assert.deepEqual(await outcome('upstream-unavailable'), [unknown, unknown, good, bad, 2])
  assert.deepEqual(await outcome(null), [unknown, unknown, good, bad, 2])
  setWorld(LOADED)
})

test('a key that may not ask about a RUC may not ask about purchases', async () => {
  const { key } = await makeKey({ endpoints: ['lotes', 'aml'] })
  const headers = { authorization: key, 'content-type': 'text/csv' }
  const reply = await inject({ method: 'POST', url: '/api/lotes?tipo=compras', headers, payload: 'ruc,fecha' })
  assert.equal(reply.statusCode, 403)
})
