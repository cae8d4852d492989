import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EditionFacts, Mirror } from '../datasets/index.ts'
import type { SanctionList } from '../datasets/procurement-sanctions/index.ts'
import { indexSanctions } from '../datasets/procurement-sanctions/search.ts'
import { type IndexedSanction, newestFirst } from '../datasets/procurement-sanctions/snapshot.ts'
import { limaClock } from '../domain/lima-time.ts'
import type { Sanction } from '../domain/records.ts'
import { Failure } from '../kernel/errors.ts'
import { type SancionesQuery, sancionesLookup } from './sanciones.ts'

const facts: EditionFacts = { edicion: '2026-08-20', filas: 0, sha256: 'x', cargado: '2026-11-01T12:00:00.000Z' }

type Row = Sanction & { listedInForce: boolean; datesReadable: boolean }

const sanction = (one: Partial<Row>): IndexedSanction => {
  const { listedInForce, datesReadable, ...whole }: Row = {
    ruc: '20000006786',
    razonSocial: 'EJEMPLOS Y OBRAS S.A.C.',
    tipo: 'Temporal',
    resolucion: '0001-2026-TCP-S1',
    periodo: '36 MESES',
    desde: '2026-01-10',
    hasta: '2029-01-10',
    infraccion: '',
    listedInForce: true,
    datesReadable: true,
    ...one,
  }
  return { sanction: whole, listedInForce, datesReadable }
}

const mirrorOf = async (rows: IndexedSanction[] | null): Promise<Mirror<SanctionList>> => {
  const reader =
    rows &&
    (await indexSanctions(
      rows.toSorted((a, b) => newestFirst(a.sanction, b.sanction)),
      facts,
    ))
  return {
    read(use) {
      if (!reader) throw new Failure('dataset-unavailable', 'La lista todavía no está cargada')
      return use(reader)
    },
    current: () => reader,
  }
}
const lookup =
  (rows: IndexedSanction[] | null, today = '2026-11-14') =>
  async (query: SancionesQuery) =>
    sancionesLookup({ list: await mirrorOf(rows), clock: limaClock(today) })(query)
const found = async (rows: IndexedSanction[], query: { ruc?: string; nombre?: string }, today?: string) =>
  (await lookup(rows, today)(query)).data.sanciones.map(({ resolucion }) => resolucion)

test('an answer has the fields of the contract and nothing else', async () => {
  const answer = await lookup([sanction({})])({ ruc: '20000006786' })
  assert.deepEqual(answer.data, {
    ruc: '20000006786',
    sancionado: true,
    total: 1,
    listaActualizada: facts.cargado,
    sanciones: [
      {
        ruc: '20000006786',
        razonSocial: 'EJEMPLOS Y OBRAS S.A.C.',
        tipo: 'Temporal',
        resolucion: '0001-2026-TCP-S1',
        periodo: '36 MESES',
        desde: '2026-01-10',
        hasta: '2029-01-10',
        infraccion: '',
      },
    ],
  })
  assert.deepEqual(answer.origins, [
    { provider: 'procurement-list', channel: 'list', edition: '2026-08-20', sha256: 'x' },
  ])
  assert.equal(answer.dependsOnToday, true)
})

test('nothing found is an answer, not a failure', async () => {
  const { data } = await lookup([sanction({})])({ nombre: 'inexistente' })
  assert.deepEqual(data, {
    nombre: 'inexistente',
    sancionado: false,
    total: 0,
    listaActualizada: facts.cargado,
    sanciones: [],
  })
})

test('ruc wins, also when nombre is bad; bad and missing input are different failures', async () => {
  assert.equal((await lookup([sanction({})])({ ruc: '20000006786', nombre: 'x' })).data.total, 1)
  await assert.rejects(lookup([])({}), { kind: 'missing-input' })
  await assert.rejects(lookup([])({ ruc: '', nombre: '' }), { kind: 'missing-input' })
  assert.equal((await lookup([sanction({})])({ ruc: '', nombre: 'obras' })).data.total, 1)
  await assert.rejects(lookup([])({ ruc: '2000' }), { kind: 'invalid-input', campo: 'ruc' })
  await assert.rejects(lookup([])({ ruc: '2000', nombre: 'EJEMPLOS' }), { kind: 'invalid-input', campo: 'ruc' })
  await assert.rejects(lookup([])({ nombre: 'ab' }), { kind: 'invalid-input', campo: 'nombre' })
  await assert.rejects(lookup([])({ nombre: '...' }), { kind: 'invalid-input', campo: 'nombre' })
})

test('a list that was never loaded fails', async () => {
  await assert.rejects(lookup(null)({ ruc: '20000006786' }), { kind: 'dataset-unavailable' })
})

test('in force counts both ends of the period, by the date of the question', async () => {
  const rows = [sanction({ desde: '2026-01-10', hasta: '2026-11-14' })]
  const query = { ruc: '20000006786' }
  assert.equal((await found(rows, query, '2026-01-09')).length, 0)
  assert.equal((await found(rows, query, '2026-01-10')).length, 1)
  assert.equal((await found(rows, query, '2026-11-14')).length, 1)
  assert.equal((await found(rows, query, '2026-11-15')).length, 0)
  assert.equal((await found([sanction({ hasta: '', listedInForce: false })], query, '2099-01-01')).length, 1)
})

test('where a date cannot be read the list is believed', async () => {
  const query = { ruc: '20000006786' }
  assert.equal((await found([sanction({ desde: '', datesReadable: false, listedInForce: true })], query)).length, 1)
  assert.equal((await found([sanction({ desde: '', datesReadable: false, listedInForce: false })], query)).length, 0)
})

test('newest first, ties always in one order', async () => {
  const rows = [
    sanction({ resolucion: 'A', desde: '2025-01-01' }),
    sanction({ resolucion: 'C', desde: '2026-02-01' }),
    sanction({ resolucion: 'B', desde: '2026-02-01' }),
    sanction({ resolucion: 'D', desde: '', datesReadable: false }),
  ]
  const query = { ruc: '20000006786' }
  assert.deepEqual(await found(rows, query), ['C', 'B', 'A', 'D'])
  assert.deepEqual(await found(rows.reverse(), query), ['C', 'B', 'A', 'D'])
})

test('names are found by any part of them: accents, dots, Ñ typed as N, names without a number', async () => {
  const rows = [
    sanction({ resolucion: '1', razonSocial: 'CONSTRUCTORA ÑAUPARI & HIJOS S.R.L.', ruc: '' }),
    sanction({ resolucion: '2', razonSocial: 'Comercial Peña Núñez E.I.R.L.' }),
    sanction({ resolucion: '3', razonSocial: 'PENA HERMANOS SA' }),
  ]
  const names: [string, string[]][] = [
    ['naupari', ['1']],
    ['ÑAUPARI & HIJOS SRL', ['1']],
    ['naupari hijos s.r.l.', ['1']],
    ['hijos', ['1']],
    ['peña', ['2']],
    ['pena', ['3', '2']],
    ['COMERCIAL PENA NUNEZ EIRL', ['2']],
    ['ermano', ['3']],
    ['SA CONSTRUCTORA', []],
    ['EIRL PENA', []],
  ]
  for (const [nombre, expected] of names) assert.deepEqual(await found(rows, { nombre }), expected, nombre)
})
