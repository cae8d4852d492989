import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EDITION, person, registerNotLoaded, registerOf, sourcesOf } from '../../test/helpers/taxpayers.ts'
import { rucOfDni } from '../domain/ruc.ts'
import { dniLookup } from './dni.ts'

const WITH_RUC = '00000012'
const WITHOUT_RUC = '40000001'
const register = registerOf([person(rucOfDni(WITH_RUC), 'DE LA ROSA QUISPE MARIA DEL CARMEN')])

const names = (numero: string) => ({
  numero,
  nombres: 'LUIS',
  apellidoPaterno: 'ÑAHUI',
  apellidoMaterno: 'ROJAS',
  nombreCompleto: 'LUIS ÑAHUI ROJAS',
})

test('a DNI with a RUC is answered by the register, surnames first', async () => {
  const { sources, asked } = sourcesOf({ 'public-dni-directory': { personByDni: names(WITH_RUC) } })
  const { data, proveedor, origins } = await dniLookup({ register, sources })({ numero: WITH_RUC })
  assert.deepEqual(data, {
    numero: WITH_RUC,
    nombres: 'MARIA DEL CARMEN',
    apellidoPaterno: 'DE LA ROSA',
    apellidoMaterno: 'QUISPE',
    nombreCompleto: 'DE LA ROSA QUISPE MARIA DEL CARMEN',
  })
  assert.equal(proveedor, 'taxauth-scraper')
  assert.deepEqual(origins, [{ provider: 'taxauth-scraper', channel: 'register', edition: EDITION, sha256: '' }])
  assert.deepEqual(asked, [])
})

/** Who is configured and says what of a DNI without RUC → provider that answered, or the failure. */
const chains = [
  ['directory', { 'public-dni-directory': { personByDni: names(WITHOUT_RUC) } }, 'public-dni-directory'],
  [
    'live page before the directory',
    {
      'taxauth-scraper': { personByDni: names(WITHOUT_RUC) },
      'public-dni-directory': { personByDni: names(WITHOUT_RUC) },
    },
    'taxauth-scraper',
  ],
  [
    'aggregator when the directory is down',
    {
      'public-dni-directory': { personByDni: 'upstream-unavailable' },
      'aggregator-a': { personByDni: names(WITHOUT_RUC) },
    },
    'aggregator-a',
  ],
  ['nobody has it', { 'public-dni-directory': { personByDni: null } }, 'not-found'],
  [
    'one is down',
    { 'public-dni-directory': { personByDni: 'upstream-changed' }, 'aggregator-a': { personByDni: null } },
    'upstream-changed',
  ],
  [
    'only a captcha stands between',
    { 'public-dni-directory': { personByDni: 'upstream-blocked' } },
    'upstream-blocked',
  ],
] as const

for (const [name, answers, expected] of chains) {
  test(`a DNI without RUC: ${name}`, async () => {
    const asking = dniLookup({ register, ...sourcesOf(answers) })({ numero: WITHOUT_RUC })
    if (expected === 'not-found' || expected.startsWith('upstream')) {
      await assert.rejects(asking, { kind: expected })
    } else {
      const { proveedor, data } = await asking
      assert.equal(proveedor, expected)
      assert.equal(data.nombreCompleto, 'ÑAHUI ROJAS LUIS')
    }
  })
}

test('a chosen provider answers alone, and must be configured', async () => {
  const { sources, asked } = sourcesOf({ 'public-dni-directory': { personByDni: names(WITH_RUC) } })
  const lookup = dniLookup({ register, sources })
  const { proveedor } = await lookup({ numero: WITH_RUC, proveedor: 'public-dni-directory' })
  assert.equal(proveedor, 'public-dni-directory')
  assert.deepEqual(asked, ['public-dni-directory personByDni'])
  await assert.rejects(lookup({ numero: WITH_RUC, proveedor: 'aggregator-a' }), { kind: 'not-configured' })
  await assert.rejects(lookup({ numero: WITHOUT_RUC, proveedor: 'taxauth-scraper' }), { kind: 'not-found' })
  await assert.rejects(lookup({ numero: WITH_RUC, proveedor: 'central-bank' }), { campo: 'proveedor' })
  for (const numero of ['1234567', '123456789', '1234567a', undefined]) {
    await assert.rejects(lookup({ numero }), { campo: 'numero' })
  }
})

test('a register that is not loaded is never a no', async () => {
  const ask = (answers: Parameters<typeof sourcesOf>[0]) =>
    dniLookup({ register: registerNotLoaded, ...sourcesOf(answers) })({ numero: WITHOUT_RUC })
  assert.equal((await ask({ 'aggregator-b': { personByDni: names(WITHOUT_RUC) } })).proveedor, 'aggregator-b')
  await assert.rejects(ask({}), { kind: 'dataset-unavailable' })
  await assert.rejects(ask({ 'public-dni-directory': { personByDni: null } }), { kind: 'dataset-unavailable' })
  const both = { 'taxauth-scraper': { personByDni: null }, 'public-dni-directory': { personByDni: null } }
  await assert.rejects(ask(both), { kind: 'not-found' })
})
