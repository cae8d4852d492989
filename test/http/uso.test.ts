import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises } from '../helpers/every-endpoint.ts'
import { row } from '../helpers/taxpayers.ts'

const RUC = '20000000125'
const uso = await openEndpoint('uso', { world: { register: [row(RUC, 'COMERCIAL EJEMPLO S.A.C.')] } })
checkSharedPromises(uso, { good: '', bad: '?mes=2026-13', cost: 0, isForEveryKey: true })

const usage = async (key: string, query = '') => {
  const reply = await uso.ask(query, { authorization: `Bearer ${key}` })
  assert.equal(reply.statusCode, 200, reply.body)
  return reply.json().data
}
const askRuc = async (key: string) => {
  const reply = await uso.get(`/api/ruc?numero=${RUC}`, { authorization: `Bearer ${key}` })
  assert.equal(reply.statusCode, 200)
}

test('the units of all keys of the account, by endpoint, and of no other account', async () => {
  uso.setNow(NOON)
  const first = await uso.makeKey({ quota: 10 })
  const second = await uso.makeKey({ account: first.account, endpoints: ['ruc'] })
  const stranger = await uso.makeKey({})
  await askRuc(first.key)
  await askRuc(second.key)
  await askRuc(stranger.key)
  const expected = {
    cuenta: { id: first.account, nombre: 'pruebas' },
    mes: '2026-11',
    cuota: { limite: 10, usadas: 2, disponibles: 8, renueva: '2026-12-01' },
    consumo: [{ endpoint: 'ruc', unidades: 2 }],
  }
  assert.deepEqual(await usage(first.key), expected)
  // A key of one endpoint may ask about its own account.
  assert.deepEqual(await usage(second.key), expected)
  const person = await uso.makeKey({ account: first.account, persona: 'Rosa Huamán' })
  assert.deepEqual(await usage(person.key), { ...expected, persona: 'Rosa Huamán' })
})

test('a month before has what was used in it, and the next year begins after December', async () => {
  uso.setNow('2026-12-31T23:00:00-05:00')
  const { key } = await uso.makeKey({ quota: 5 })
  await askRuc(key)
  uso.setNow('2027-01-01T12:00:00-05:00')
  const { cuota, consumo } = await usage(key, '?mes=2026-12')
  assert.deepEqual(
    { cuota, consumo },
    {
      cuota: { limite: 5, usadas: 1, disponibles: 4, renueva: '2027-01-01' },
      consumo: [{ endpoint: 'ruc', unidades: 1 }],
    },
  )
  assert.deepEqual((await usage(key)).consumo, [])
  uso.setNow(NOON)
})

test('a month to come is refused', async () => {
  uso.setNow(NOON)
  const reply = await uso.ask('?mes=2026-12')
  assert.equal(reply.statusCode, 400)
  assert.deepEqual(reply.json().error, {
    codigo: 'parametro_invalido',
    mensaje: 'mes debe ser el actual o uno anterior',
    campo: 'mes',
  })
})
