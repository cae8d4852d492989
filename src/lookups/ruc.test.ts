import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  EDITION,
  person,
  registerNotLoaded,
  registerOf,
  row,
  sourcesOf,
  taxpayer,
} from '../../test/helpers/taxpayers.ts'
import { limaClock } from '../domain/lima-time.ts'
import type { Taxpayer } from '../domain/records.ts'
import { hasValidCheckDigit } from '../domain/ruc.ts'
import { Failure } from '../kernel/errors.ts'
import { rucLookup as makeLookup, type RucQuery } from './ruc.ts'

/** What the edge awaits: a refusal thrown at once is a rejection to it. */
const NO_LIST = { current: () => null }
const rucLookup = (deps: Omit<Parameters<typeof makeLookup>[0], 'clock' | 'agentes' | 'ssco'>) => {
  const lookup = makeLookup({ ...deps, agentes: NO_LIST, ssco: NO_LIST, clock: limaClock('2026-11-15') })
  return async (query: RucQuery) => lookup(query)
}

const COMPANY = '20000000125'
const OTHER = '20000003451'
const PERSON = '10000000120'
const WRONG_DIGIT = '20000000124'
const REGISTER = { provider: 'taxauth-scraper', channel: 'register', edition: EDITION, sha256: '' }

const register = registerOf([
  row(COMPANY, 'COMERCIAL EJEMPLO S.A.C.', { estado: 'BAJA DE OFICIO', condicion: 'NO HALLADO' }),
  person(PERSON, 'DE LA ROSA QUISPE ANA MARIA', { tipo: '' }),
])

test('the register answers with short estado, full condicion and the names of the locality', async () => {
  const { sources, asked } = sourcesOf({ 'taxauth-scraper': { taxpayerByRuc: null } })
  const { data, proveedor, origins } = await rucLookup({ register, sources })({ numero: COMPANY })
  assert.deepEqual(data, {
    numero: COMPANY,
    razonSocial: 'COMERCIAL EJEMPLO S.A.C.',
    estado: 'BAJA',
    condicion: 'NO HALLADO',
    direccion: 'AV. LAS FLORES NRO. 123',
    ubigeo: '150131',
    departamento: 'LIMA',
    provincia: 'LIMA',
    distrito: 'SAN ISIDRO',
    tipo: 'SOCIEDAD ANONIMA CERRADA',
  })
  assert.equal(proveedor, 'taxauth-scraper')
  assert.deepEqual(origins, [REGISTER])
  assert.deepEqual(asked, [])
})

test('unknown text fields are empty strings', async () => {
  const { data } = await rucLookup({ register, ...sourcesOf() })({ numero: PERSON })
  assert.deepEqual(
    [data.direccion, data.ubigeo, data.departamento, data.provincia, data.distrito, data.tipo],
    ['', '', '', '', '', ''],
  )
})

test('a malformed number or provider is refused', async () => {
  const lookup = rucLookup({ register, ...sourcesOf() })
  for (const numero of ['', '2000000012', '200000001255', '2000000012A', '２００００００００１２５']) {
    await assert.rejects(lookup({ numero }), { campo: 'numero' })
  }
  await assert.rejects(lookup({}), { kind: 'missing-input', campo: 'numero' })
  for (const proveedor of ['', 'public-dni-directory', 'TAXAUTH-SCRAPER']) {
    await assert.rejects(lookup({ numero: COMPANY, proveedor }), { kind: 'invalid-input', campo: 'proveedor' })
  }
})

test('a wrong check digit is not found at once, and no source is asked', async () => {
  const { sources, asked } = sourcesOf({
    'taxauth-scraper': { taxpayerByRuc: taxpayer(WRONG_DIGIT) },
    'aggregator-a': { taxpayerByRuc: taxpayer(WRONG_DIGIT) },
  })
  for (const proveedor of [undefined, 'taxauth-scraper', 'aggregator-a']) {
    const asking = rucLookup({ register, sources })({ numero: WRONG_DIGIT, proveedor })
    await assert.rejects(asking, { kind: 'not-found', message: /dígito verificador/ })
  }
  assert.deepEqual(asked, [])
})

test('without a register nobody can say that a number with a wrong check digit does not exist', async () => {
  const { sources, asked } = sourcesOf({
    'taxauth-scraper': { taxpayerByRuc: null },
    'aggregator-a': { taxpayerByRuc: null },
  })
  for (const proveedor of [undefined, 'taxauth-scraper', 'aggregator-a']) {
    const asking = rucLookup({ register: registerNotLoaded, sources })({ numero: WRONG_DIGIT, proveedor })
    await assert.rejects(asking, { kind: 'dataset-unavailable' }, proveedor)
  }
  const alone = rucLookup({ register: registerNotLoaded, ...sourcesOf() })({ numero: WRONG_DIGIT })
  await assert.rejects(alone, { kind: 'dataset-unavailable' })
  assert.deepEqual(asked, [])
})

test('a stray number of the register is asked of the chosen provider like any other', async () => {
  const stray = registerOf([row(WRONG_DIGIT, 'FILA SUELTA')])
  const { sources } = sourcesOf({ 'aggregator-a': { taxpayerByRuc: taxpayer(WRONG_DIGIT) } })
  const { proveedor } = await rucLookup({ register: stray, sources })({
    numero: WRONG_DIGIT,
    proveedor: 'aggregator-a',
  })
  assert.equal(proveedor, 'aggregator-a')
})

test('a stray number of the register is answered in spite of its check digit', async () => {
  const stray = registerOf([row(WRONG_DIGIT, 'FILA SUELTA')])
  const { data } = await rucLookup({ register: stray, ...sourcesOf() })({ numero: WRONG_DIGIT })
  assert.equal(data.razonSocial, 'FILA SUELTA')
})

/** Who is configured and says what after the register had no answer → provider that answered, or the failure. */
const chains = [
  ['nobody else', {}, 'not-found'],
  ['live page', { 'taxauth-scraper': { taxpayerByRuc: taxpayer(OTHER) } }, 'taxauth-scraper'],
  [
    'aggregator after the live page',
    { 'taxauth-scraper': { taxpayerByRuc: null }, 'aggregator-a': { taxpayerByRuc: taxpayer(OTHER) } },
    'aggregator-a',
  ],
  [
    'second aggregator after two failures',
    {
      'taxauth-scraper': { taxpayerByRuc: 'upstream-changed' },
      'aggregator-a': { taxpayerByRuc: 'upstream-unavailable' },
      'aggregator-b': { taxpayerByRuc: taxpayer(OTHER) },
    },
    'aggregator-b',
  ],
  ['all say no', { 'taxauth-scraper': { taxpayerByRuc: null }, 'aggregator-a': { taxpayerByRuc: null } }, 'not-found'],
  [
    'one is down',
    { 'taxauth-scraper': { taxpayerByRuc: 'upstream-unavailable' }, 'aggregator-a': { taxpayerByRuc: null } },
    'upstream-unavailable',
  ],
  [
    'one is blocked',
    { 'taxauth-scraper': { taxpayerByRuc: null }, 'aggregator-a': { taxpayerByRuc: 'upstream-blocked' } },
    'upstream-blocked',
  ],
] as const

for (const [name, answers, expected] of chains) {
  test(`after the register: ${name}`, async () => {
    const asking = rucLookup({ register, ...sourcesOf(answers) })({ numero: OTHER })
    if (expected === 'not-found' || expected.startsWith('upstream')) {
      await assert.rejects(asking, { kind: expected })
    } else {
      const { proveedor, data, origins } = await asking
      assert.equal(proveedor, expected)
      assert.deepEqual(data, taxpayer(OTHER))
      assert.deepEqual(origins, [{ provider: expected, channel: 'live' }])
    }
  })
}

test('a chosen provider answers alone', async () => {
  const { sources, asked } = sourcesOf({
    'taxauth-scraper': { taxpayerByRuc: taxpayer(COMPANY) },
    'aggregator-b': { taxpayerByRuc: taxpayer(COMPANY) },
  })
  const lookup = rucLookup({ register, sources })
  assert.equal((await lookup({ numero: COMPANY, proveedor: 'aggregator-b' })).proveedor, 'aggregator-b')
  assert.deepEqual(asked, ['aggregator-b taxpayerByRuc'])
  await assert.rejects(lookup({ numero: COMPANY, proveedor: 'aggregator-a' }), { kind: 'not-configured' })
  const { origins } = await lookup({ numero: COMPANY, proveedor: 'taxauth-scraper' })
  assert.deepEqual(origins, [REGISTER])
})

test('the tax authority without a token is its register alone, whose no is definitive', async () => {
  const { sources } = sourcesOf({ 'aggregator-a': { taxpayerByRuc: taxpayer(OTHER) } })
  const asking = rucLookup({ register, sources })({ numero: OTHER, proveedor: 'taxauth-scraper' })
  await assert.rejects(asking, { kind: 'not-found' })
})

test('a register that is not loaded is never a no', async () => {
  const ask = (answers: Parameters<typeof sourcesOf>[0]) =>
    rucLookup({ register: registerNotLoaded, ...sourcesOf(answers) })({ numero: OTHER })
  await assert.rejects(ask({}), { kind: 'dataset-unavailable' })
  await assert.rejects(ask({ 'aggregator-a': { taxpayerByRuc: null } }), { kind: 'dataset-unavailable' })
  await assert.rejects(ask({ 'taxauth-scraper': { taxpayerByRuc: null } }), { kind: 'not-found' })
  const found = await ask({ 'aggregator-a': { taxpayerByRuc: taxpayer(OTHER) } })
  assert.equal(found.proveedor, 'aggregator-a')
})

test('the live page completes what the register lacks, and only that', async () => {
  const bare = registerOf([row(COMPANY, 'COMERCIAL EJEMPLO S.A.C.', { tipo: '', direccion: '', ubigeo: '' })])
  const { sources } = sourcesOf({ 'taxauth-scraper': { taxpayerByRuc: taxpayer(COMPANY, { condicion: 'NO HABIDO' }) } })
  const { data, origins } = await rucLookup({ register: bare, sources })({ numero: COMPANY })
  const live = taxpayer(COMPANY)
  assert.deepEqual(data, { ...live, razonSocial: 'COMERCIAL EJEMPLO S.A.C.', condicion: 'HABIDO' })
  assert.deepEqual(origins, [REGISTER, { provider: 'taxauth-scraper', channel: 'live' }])
})

test('a live page that fails or has nothing leaves the register’s answer as it is', async () => {
  for (const outcome of ['upstream-unavailable', 'upstream-blocked', null] as const) {
    const { sources } = sourcesOf({ 'taxauth-scraper': { taxpayerByRuc: outcome } })
    const { data, origins } = await rucLookup({ register, sources })({ numero: PERSON })
    assert.equal(data.razonSocial, 'DE LA ROSA QUISPE ANA MARIA')
    assert.deepEqual(origins, [REGISTER])
  }
})

test('a live page that hangs makes the first caller wait a little and the next ones not at all', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let calls = 0
  const hung = Promise.withResolvers<never>()
  const ask = () => {
    calls++
    return hung.promise
  }
  const sources = { answering: () => [{ id: 'taxauth-scraper' as const, ask }] }
  const lookup = rucLookup({ register, sources })
  const first = lookup({ numero: PERSON })
  context.mock.timers.tick(10_000)
  assert.equal((await first).data.tipo, '')
  await lookup({ numero: PERSON })
  assert.equal(calls, 1)
  hung.reject(new Failure('upstream-unavailable', 'La fuente no respondió'))
  await new Promise(setImmediate)
  const again = lookup({ numero: PERSON })
  context.mock.timers.tick(10_000)
  await again
  assert.equal(calls, 2)
})

test('a crowd does not wait for the live page: a few do, the others have the register’s answer at once', async () => {
  const page = Promise.withResolvers<{ value: Taxpayer; channel: 'live' }>()
  const sources = { answering: () => [{ id: 'taxauth-scraper' as const, ask: () => page.promise as Promise<never> }] }
  const lookup = rucLookup({ register, sources })
  let answered = 0
  const crowd = Array.from({ length: 40 }, () => lookup({ numero: PERSON }).finally(() => answered++))
  await new Promise(setImmediate)
  assert.equal(answered, 35)
  page.resolve({ value: taxpayer(PERSON, { tipo: 'PERSONA NATURAL SIN NEGOCIO' }), channel: 'live' })
  const completed = (await Promise.all(crowd)).filter(({ data }) => data.tipo === 'PERSONA NATURAL SIN NEGOCIO')
  assert.equal(completed.length, 5)
})

test('whatever is asked, the answer is a record of that number or a failure of a known kind', async () => {
  const { sources, asked } = sourcesOf({ 'taxauth-scraper': { taxpayerByRuc: null } })
  const lookup = rucLookup({ register, sources })
  const numero = fc.oneof(fc.string(), fc.stringMatching(/^(?:10|20)[0-9]{9}$/), fc.constantFrom(COMPANY, PERSON))
  await fc.assert(
    fc.asyncProperty(numero, async (text) => {
      asked.length = 0
      try {
        assert.equal((await lookup({ numero: text })).data.numero, text)
      } catch (error) {
        assert.ok(error instanceof Failure)
        assert.match(error.kind, /^(?:invalid-input|missing-input|not-found)$/)
        assert.equal(asked.length > 0, error.kind === 'not-found' && hasValidCheckDigit(text))
        assert.ok(text.length < 8 || !error.message.includes(text))
      }
    }),
  )
})
