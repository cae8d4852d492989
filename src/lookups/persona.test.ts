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
import { rucOfDni } from '../domain/ruc.ts'
import { Failure } from '../kernel/errors.ts'
import { personaLookup } from './persona.ts'

const homonyms = Array.from({ length: 25 }, (_, i) =>
  person(rucOfDni(String(70_000_000 + i)), 'ROJAS HUAMAN CARLOS ALBERTO', { tipo: '' }),
)
const register = registerOf([
  ...homonyms,
  person(rucOfDni('00000012'), 'DE LA ROSA  QUISPE ANA MARIA', { estado: 'BAJA DE OFICIO', condicion: 'NO HALLADO' }),
  person('15000000121', 'SMITH JOHN'),
  person('17000000124', 'ÑUSTA LEE MEI'),
  row('20000000125', 'ROJAS HUAMAN S.A.C.'),
  row('20000003451', 'HUAMAN ROJAS E.I.R.L.'),
  row('20000006786', 'LA ROSA QUISPE ANA S.A.'),
])
const lookup = personaLookup({ register, ...sourcesOf() })

test('a person is found by name with split parts and full texts', async () => {
  const { data, origins } = await lookup({ nombre: ' ána  de la rosa' })
  assert.deepEqual(data, {
    criterio: 'nombre',
    query: 'ANA DE LA ROSA',
    total: 1,
    matches: [
      {
        dni: '00000012',
        ruc: rucOfDni('00000012'),
        nombreCompleto: 'DE LA ROSA QUISPE ANA MARIA',
        apellidoPaterno: 'DE LA ROSA',
        apellidoMaterno: 'QUISPE',
        nombres: 'ANA MARIA',
        estado: 'BAJA DE OFICIO',
        condicion: 'NO HALLADO',
      },
    ],
    truncado: false,
    fuente: 'taxauth-scraper',
  })
  assert.deepEqual(origins, [{ provider: 'taxauth-scraper', channel: 'register', edition: EDITION, sha256: '' }])
})

test('twenty matches at most, and the notice gives the true number of companies left out', async () => {
  const { data } = await lookup({ nombre: 'huaman rojas' })
  assert.deepEqual([data.total, data.matches.length, data.truncado], [20, 20, true])
  assert.match(data.aviso ?? '', /\b2 RUC de empresas.*\/api\/nombre/)
})

test('one company left out is counted in the singular, and Ñ stays in the query', async () => {
  assert.match((await lookup({ nombre: 'rosa quispe ana' })).data.aviso ?? '', /1 RUC de empresa;/)
  assert.equal((await lookup({ nombre: 'ñusta' })).data.query, 'ÑUSTA')
})

test('RUCs of prefix 15 and 17 are persons without a DNI in them', async () => {
  for (const nombre of ['smith', 'mei lee']) assert.equal((await lookup({ nombre })).data.matches[0]?.dni, '')
})

test('the full record comes with the first five matches only when asked for', async () => {
  for (const [detalle, count] of [
    ['1', 5],
    ['true', 5],
    ['0', 0],
    ['false', 0],
    [undefined, 0],
  ] as const) {
    const { data } = await lookup({ nombre: 'carlos rojas', detalle })
    assert.equal(data.matches.filter(({ ficha }) => ficha).length, count)
    assert.ok(data.matches.slice(5).every((match) => !('ficha' in match)))
    if (count) assert.equal(data.matches[0]?.ficha?.numero, data.matches[0]?.ruc)
  }
})

test('bad input is refused', async () => {
  const refused = [
    [{}, 'missing-input'],
    [{ nombre: 'ana', dni: '00000012' }, 'invalid-input'],
    [{ nombre: 'an' }, 'invalid-input'],
    [{ nombre: '---' }, 'invalid-input'],
    [{ dni: '123' }, 'invalid-input'],
    [{ nombre: 'ana', detalle: 'si' }, 'invalid-input'],
    [{ dni: '00000012', detalle: '' }, 'invalid-input'],
  ] as const
  for (const [query, kind] of refused) await assert.rejects(lookup(query), { kind })
})

test('nobody of that name is not found; companies of it are mentioned', async () => {
  await assert.rejects(lookup({ nombre: 'inexistente' }), { kind: 'not-found' })
  await assert.rejects(lookup({ nombre: 'rojas eirl' }), { kind: 'not-found', message: /\/api\/nombre/ })
})

const names = {
  numero: '40000001',
  nombres: 'LUIS',
  apellidoPaterno: 'ÑAHUI',
  apellidoMaterno: '',
  nombreCompleto: 'LUIS ÑAHUI',
}

test('a DNI with a RUC is answered by the register', async () => {
  const { data } = await lookup({ dni: '00000012', detalle: '1' })
  assert.deepEqual([data.criterio, data.query, data.total, data.truncado], ['dni', '00000012', 1, false])
  assert.equal(data.matches[0]?.estado, 'BAJA DE OFICIO')
  assert.equal(data.matches[0]?.ficha?.estado, 'BAJA')
})

test('a DNI without RUC has the directory’s name and no status', async () => {
  const { sources, asked } = sourcesOf({
    'taxauth-scraper': { personByDni: names },
    'public-dni-directory': { personByDni: names },
  })
  const { data, origins } = await personaLookup({ register, sources })({ dni: '40000001', detalle: '1' })
  const match = {
    dni: '40000001',
    ruc: '',
    nombreCompleto: 'ÑAHUI LUIS',
    apellidoPaterno: 'ÑAHUI',
    apellidoMaterno: '',
    nombres: 'LUIS',
    estado: '',
    condicion: '',
  }
  assert.deepEqual(data.matches, [match])
  assert.equal(data.fuente, 'taxauth-scraper')
  assert.deepEqual(origins, [{ provider: 'public-dni-directory', channel: 'live' }])
  assert.deepEqual(asked, ['public-dni-directory personByDni'])
})

test('the live page knows RUCs that cannot be computed from the DNI', async () => {
  const listed = [
    { numero: '17000000124', razonSocial: 'ÑUSTA LEE MEI', estado: 'ACTIVO' },
    { numero: '15000000130', razonSocial: 'LEE MEI', estado: 'SUSPENSION TEMPORAL' },
  ]
  const answers = { 'taxauth-scraper': { taxpayersByDni: listed, taxpayerByRuc: taxpayer('15000000130') } }
  const { sources } = sourcesOf(answers)
  const { data } = await personaLookup({ register, sources })({ dni: '40000001', detalle: '1' })
  assert.deepEqual(
    data.matches.map(({ ruc, dni, estado, condicion }) => [ruc, dni, estado, condicion]),
    [
      ['17000000124', '', 'ACTIVO', 'HABIDO'],
      ['15000000130', '', 'SUSPENSION TEMPORAL', ''],
    ],
  )
  assert.equal(data.matches[1]?.ficha?.condicion, 'HABIDO')
})

test('by DNI, 404 only when every provider said no; an unloaded register did not', async () => {
  const ask = (loaded: boolean, answers: Parameters<typeof sourcesOf>[0]) =>
    personaLookup({ register: loaded ? register : registerNotLoaded, ...sourcesOf(answers) })({ dni: '40000001' })
  const directory = { 'public-dni-directory': { personByDni: names } }
  const outcomes = [
    [true, {}, 'not-found'],
    [true, { 'public-dni-directory': { personByDni: null } }, 'not-found'],
    [true, { 'public-dni-directory': { personByDni: 'upstream-blocked' } }, 'upstream-blocked'],
    [
      true,
      { 'taxauth-scraper': { taxpayersByDni: 'upstream-changed' }, 'public-dni-directory': { personByDni: null } },
      'upstream-changed',
    ],
    [false, {}, 'dataset-unavailable'],
    [false, directory, 'dataset-unavailable'],
    [false, { 'taxauth-scraper': { taxpayersByDni: 'upstream-unavailable' }, ...directory }, 'upstream-unavailable'],
  ] as const
  for (const [loaded, answers, kind] of outcomes) await assert.rejects(ask(loaded, answers), { kind })
  const down = { 'taxauth-scraper': { taxpayersByDni: 'upstream-unavailable' }, ...directory } as const
  assert.equal((await ask(true, down)).data.total, 1)
  const none = { 'taxauth-scraper': { taxpayersByDni: null }, ...directory } as const
  assert.equal((await ask(false, none)).data.matches[0]?.ruc, '')
})

test('by name on the live page while no register is loaded', async () => {
  const rows = [
    { numero: '10000000120', razonSocial: 'QUISPE MAMANI ANA', estado: 'ACTIVO' },
    { numero: '20000000125', razonSocial: 'ANA QUISPE S.A.C.', estado: 'ACTIVO' },
  ]
  const { sources } = sourcesOf({ 'taxauth-scraper': { taxpayersByName: { rows, truncated: true } } })
  const { data, origins } = await personaLookup({ register: registerNotLoaded, sources })({ nombre: 'ana quispe' })
  assert.deepEqual([data.total, data.truncado, data.matches[0]?.condicion], [1, true, ''])
  assert.match(data.aviso ?? '', /al menos 1 RUC de empresas/)
  assert.deepEqual(origins, [{ provider: 'taxauth-scraper', channel: 'live' }])
  await assert.rejects(personaLookup({ register: registerNotLoaded, ...sourcesOf() })({ nombre: 'ana' }), {
    kind: 'dataset-unavailable',
  })
})

test('asking with the query as it was used gives the same answer', async () => {
  const words = fc.constantFrom('rojas', 'HUAMÁN', 'ñusta', ' carlos ', 'de la', 'S.A.C.', 'ana', '  ', '&')
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 4 }), async (parts) => {
      const answer = await lookup({ nombre: parts.join(' ').trim() }).catch((error: unknown) => error)
      if (answer instanceof Failure) return assert.match(answer.kind, /^(?:invalid-input|missing-input|not-found)$/)
      const { data } = answer as Awaited<ReturnType<typeof lookup>>
      assert.equal(data.total, data.matches.length)
      assert.deepEqual((await lookup({ nombre: data.query })).data, data)
    }),
  )
})
