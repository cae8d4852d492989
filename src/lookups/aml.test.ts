import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limaClock } from '../domain/lima-time.ts'
import { matcherOf } from '../domain/screening/match/matcher.ts'
import type { ListedParty, ListId } from '../domain/screening/party.ts'
import { Failure } from '../kernel/errors.ts'
import { amlLookup } from './aml.ts'

const clock = limaClock('2026-11-15')

const party = (fuente: ListId, referencia: string, text: string): ListedParty => ({
  ...{ fuente, referencia, tipo: 'individual', programa: 'SDGT', documents: [] },
  names: [{ text, kind: 'principal', surnamesEnd: Math.max(0, text.indexOf(',')) }],
})

const mirror = (parties: ListedParty[] | null, cargado: string, edicion: string) => {
  const reader = parties && {
    facts: { edicion, filas: parties.length, sha256: '', cargado },
    matcher: matcherOf(parties),
    close: async () => {},
  }
  type Reader = NonNullable<typeof reader>
  return {
    read<T>(use: (reader: Reader) => T): T {
      if (!reader) throw new Failure('dataset-unavailable', 'La lista todavía no está cargada')
      return use(reader)
    },
    current: () => reader,
    status: () => ({
      id: 'us' as const,
      estado: 'idle' as const,
      desde: null,
      edicion,
      filas: 0,
      cargado,
      sha256: null,
      error: null,
    }),
  }
}

const us = mirror([party('US', '7', 'CHUQUIPOMA, Zenobio')], '2026-11-14T10:00:00.000Z', '2026-11-12')
const un = mirror([party('UN', 'ZZi.7', 'ZENOBIO CHUQUIPOMA')], '2026-11-13T10:00:00.000Z', '2026-11-13')
const look = amlLookup({ us, un, clock })

test('only the fields of the interface unless detail is asked for', () => {
  const { data, origins } = look({ nombre: 'zenobio chuquipoma', documento: '45-454545' })
  assert.deepEqual(data, {
    ...{
      query: 'ZENOBIO CHUQUIPOMA',
      documento: '45-454545',
      total: 2,
      listasActualizadas: '2026-11-13T10:00:00.000Z',
    },
    matches: [
      { nombre: 'CHUQUIPOMA, Zenobio', fuente: 'US', programa: 'SDGT', tipo: 'individual', coincidencia: 'exacto' },
      { nombre: 'ZENOBIO CHUQUIPOMA', fuente: 'UN', programa: 'SDGT', tipo: 'individual', coincidencia: 'exacto' },
    ],
  })
  assert.deepEqual(origins, [
    { provider: 'us-list', channel: 'list', edition: '2026-11-12', sha256: '' },
    { provider: 'un-list', channel: 'list', edition: '2026-11-13', sha256: '' },
  ])
})

test('a thin question names parties that have its word, with detail alone', () => {
  const { data, aviso } = look({ nombre: 'Zenobio', detalle: '1' })
  assert.deepEqual(data.unaPalabra, {
    palabra: 'ZENOBIO',
    partes: 2,
    llevan: [
      { nombre: 'CHUQUIPOMA, Zenobio', fuente: 'US', referencia: '7' },
      { nombre: 'ZENOBIO CHUQUIPOMA', fuente: 'UN', referencia: 'ZZi.7' },
    ],
  })
  assert.match(aviso ?? '', /2 partes/)
  assert.equal(look({ nombre: 'Zenobio' }).data.unaPalabra, undefined)
})

test('detail adds score, matched name, its kind, reasons and reference', () => {
  const [match] = look({ nombre: 'Senobio Chuquipoma', detalle: '1' }).data.matches
  assert.deepEqual(match, {
    ...{ nombre: 'CHUQUIPOMA, Zenobio', fuente: 'US', programa: 'SDGT', tipo: 'individual', coincidencia: 'parcial' },
    ...{ puntaje: 98, nombreCoincidente: 'CHUQUIPOMA, Zenobio', tipoNombre: 'principal', referencia: '7' },
    motivos: [
      { tipo: 'igual', consulta: 'CHUQUIPOMA', lista: 'CHUQUIPOMA', peso: 15 },
      { tipo: 'sonido', consulta: 'SENOBIO', lista: 'ZENOBIO', peso: 14.2 },
    ],
  })
})

test('what is known of the customer is told back as it was sent, and part of what is remembered', () => {
  const lookup = amlLookup({ us, un, clock })
  for (let time = 0; time < 3; time++) {
    for (const customer of [
      { tipo: 'persona' },
      { nacimiento: '1960' },
      { nacimiento: '1960-02-29' },
      { nacimiento: '2026-11-15' },
      { pais: 'Perú' },
      { pais: 'pe' },
      { tipo: 'empresa', nacimiento: '1960-02', pais: 'EE. UU.' },
    ] as const) {
      const { query, total, listasActualizadas, matches, ...echoed } = lookup({ nombre: 'Zenobio', ...customer }).data
      assert.deepEqual(echoed, customer)
    }
    const { data } = lookup({ nombre: 'Senobio Chuquipoma' })
    assert.deepEqual([data.total, 'tipo' in data], [2, false])
    assert.equal(lookup({ nombre: 'Senobio Chuquipoma', tipo: 'empresa' }).data.total, 0)
  }
})

test('a name that is on no list has an empty answer', () => {
  const { data } = look({ nombre: 'Juan Quispe Mamani' })
  assert.deepEqual([data.total, data.matches], [0, []])
})

const BAD = [
  [{}, 'missing-input', 'nombre'],
  [{ nombre: 'ab' }, 'invalid-input', 'nombre'],
  [{ nombre: '...' }, 'invalid-input', 'nombre'],
  [{ nombre: 'Zenobio', documento: '1234' }, 'invalid-input', 'documento'],
  [{ nombre: 'Zenobio', documento: '12345/6' }, 'invalid-input', 'documento'],
  [{ nombre: 'Zenobio', documento: '1'.repeat(21) }, 'invalid-input', 'documento'],
  [{ nombre: 'Zenobio', detalle: 'si' }, 'invalid-input', 'detalle'],
  [{ nombre: 'Zenobio', tipo: 'individual' }, 'invalid-input', 'tipo'],
  [{ nombre: 'Zenobio', nacimiento: '2026-11-16' }, 'invalid-input', 'nacimiento'],
  [{ nombre: 'Zenobio', nacimiento: '2026-12' }, 'invalid-input', 'nacimiento'],
  [{ nombre: 'Zenobio', nacimiento: '1849-12-31' }, 'invalid-input', 'nacimiento'],
  [{ nombre: 'Zenobio', pais: 'Atlántida' }, 'invalid-input', 'pais'],
] as const

test('what is malformed names its parameter', () => {
  for (const [query, kind, campo] of BAD) assert.throws(() => look(query), { kind, campo }, JSON.stringify(query))
})

test('what is malformed is refused also when the same name was answered often', () => {
  const lookup = amlLookup({ us, un, clock })
  for (let time = 0; time < 4; time++) lookup({ nombre: 'Zenobio' })
  for (const bad of [{ documento: '' }, { detalle: '' }, { tipo: '' }, { nacimiento: '' }, { pais: '' }])
    assert.throws(() => lookup({ nombre: 'Zenobio', ...bad }), { kind: 'invalid-input' })
})

test('while one of the two lists is not loaded there is no answer', () => {
  const none = mirror(null, '', '')
  assert.throws(() => amlLookup({ us, un: none, clock })({ nombre: 'Zenobio' }), { kind: 'dataset-unavailable' })
  assert.throws(() => amlLookup({ us: none, un, clock })({ nombre: 'Zenobio' }), { kind: 'dataset-unavailable' })
})
