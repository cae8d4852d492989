import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { compactVerify, createLocalJWKSet } from 'jose'
import { POLITICA } from '../../src/domain/screening/politica.ts'
import { NotFound } from '../../src/lookups/shared/not-found.ts'
import { testApp } from '../helpers/app.ts'
import { askUntil } from '../helpers/until.ts'

const US = { provider: 'us-list', channel: 'list', edition: '2026-11-12', sha256: 'ab'.repeat(32) } as const
const REGISTER = {
  provider: 'taxauth-scraper',
  channel: 'register',
  edition: '2026-11-13',
  sha256: 'cd'.repeat(32),
} as const

const { inject, key, makeKey, logged } = await testApp({
  batches: { rows: 2_000, hours: 2, bytes: 2_000_000 },
  lookups: {
    aml: ({ nombre = '' }) =>
      ({
        data: { query: nombre, total: 0, matches: [], listasActualizadas: '' },
        ...{ origins: [US], maxAgeSeconds: 0, dependsOnToday: false },
      }) as never,
    ruc: () => {
      throw new NotFound('No figura', [REGISTER])
    },
  },
})
const sumOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const get = (url: string, authorization = key) => inject({ url, headers: { authorization } })

const finished = async (query: string, payload: string): Promise<string> => {
  const headers = { authorization: key, 'content-type': 'text/csv' }
  const reply = await inject({ method: 'POST', url: `/api/lotes?${query}`, headers, payload })
  const { id } = reply.json().data as { id: string }
  await askUntil(
    async () => (await get(`/api/lotes/${id}`)).json().data.estado as string,
    (estado) => estado === 'terminado',
  )
  return id
}

const certified = async (id: string, authorization = key) => {
  const reply = await get(`/api/lotes/${id}/constancia`, authorization)
  assert.equal(reply.statusCode, 200, reply.body)
  assert.equal(reply.headers['cache-control'], 'no-store')
  const keys = createLocalJWKSet((await inject({ url: '/.well-known/jwks.json' })).json())
  const { payload } = await compactVerify(reply.json().constancia, keys)
  return { data: reply.json().data, stated: JSON.parse(new TextDecoder().decode(payload)) }
}

test('the certificate of a batch names its files by their sums, which downloaded files have', async () => {
  const file = 'Cliente;Ref\nJUAN NADIE;A\nANA NADIE;B\n'
  const id = await finished('tipo=aml&archivo=clientes.csv', file)
  const { data, stated } = await certified(id)
  assert.deepEqual(stated.respuesta, data)
  assert.deepEqual([stated.endpoint, stated.estado], ['lotes', 200])
  assert.deepEqual(stated.consulta, { tipo: 'aml', id, archivo: 'clientes.csv' })
  assert.deepEqual([data.filas, data.conCoincidencia, data.noRevisadas], [2, 0, 0])
  assert.equal(data.entrada.sha256, sumOf(file))
  for (const formato of ['csv', 'xlsx', 'json'])
    assert.equal(
      data.resultado[formato].sha256,
      sumOf((await get(`/api/lotes/${id}/resultado?formato=${formato}`)).rawPayload),
    )
  assert.deepEqual(stated.fuentes, [
    { proveedor: 'us-list', canal: 'list', edicion: '2026-11-12', sha256: 'ab'.repeat(32) },
  ])
  assert.equal(stated.politica, POLITICA)
  assert.ok(!logged().includes('NADIE') && !logged().includes('clientes.csv'))
})

test('it names whose key asks for it, and rests on what was asked, also where that said no', async () => {
  const id = await finished('tipo=ruc', 'RUC\n20000000125\n')
  const account = (await get('/api/uso')).json().data.cuenta.id as string
  const { key: own } = await makeKey({ account, persona: 'Rosa Huamán' })
  const { stated } = await certified(id, own)
  assert.equal(stated.persona, 'Rosa Huamán')
  assert.deepEqual(
    stated.fuentes.map(({ proveedor }: { proveedor: string }) => proveedor),
    ['taxauth-scraper'],
  )
  assert.equal(stated.politica, undefined)
})

test('nobody else has it', async () => {
  const id = await finished('tipo=aml', 'nombre\nJUAN NADIE\n')
  const { key: other } = await makeKey()
  assert.equal((await get(`/api/lotes/${id}/constancia`, other)).statusCode, 404)
})
