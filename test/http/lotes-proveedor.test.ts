import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limaClock } from '../../src/domain/lima-time.ts'
import { testApp } from '../helpers/app.ts'
import { courtBansOf, listed, person, relatedOf, sanctionsOf, screeningOf, sscoOf } from '../helpers/supplier-lists.ts'
import { row } from '../helpers/taxpayers.ts'
import { askUntil } from '../helpers/until.ts'

// The parts of suppliers in a batch: columns, cost, and no document number of a person in anything that it leaves.

const [CLEAN, BANNED, LINKED, ALONE] = ['20000000125', '20000003451', '20000006786', '20000009017']
const DNI = '00000174'
const { inject, makeKey } = await testApp({
  clock: limaClock('2026-11-13', { now: () => Date.parse('2026-11-13T12:00:00-05:00') }),
  batches: { rows: 100, hours: 2, bytes: 200_000 },
  register: [CLEAN, BANNED, LINKED, ALONE].map((ruc) => row(ruc, 'COMERCIAL EJEMPLO S.A.C.')),
  ssco: await sscoOf([{ ruc: LINKED, desde: '2026-07-31' }]),
  lists: {
    list: await sanctionsOf([]),
    courtBans: courtBansOf([
      { ...{ documento: BANNED, nombre: 'X', organo: 'JUZGADO', resolucion: '04' }, desde: '2024-01-01', hasta: null },
    ]),
    related: relatedOf({
      [CLEAN]: [person('PEREZ EJEMPLO ANA MARIA', '00000013')],
      [BANNED]: [person('PEREZ EJEMPLO ANA MARIA', '00000013')],
      [LINKED]: [person('CHUQUIPOMA TARQUILLO ZENOBIO', DNI)],
    }),
    us: screeningOf([listed('US', '7', 'CHUQUIPOMA TARQUILLO, Zenobio')], '2026-11-12'),
    un: screeningOf([listed('UN', 'ZZi.8', 'EUFRASIA VYMYSELOVA')], '2026-11-13'),
    bid: screeningOf([listed('BID', '9', 'PEREZ EJEMPLO, Ana Maria')], '2026-11-01'),
  },
})

const FILE = `ruc\n${[CLEAN, BANNED, LINKED, ALONE].join('\n')}\n`

const run = async (query: string, documentos = false) => {
  const { key } = await makeKey({ documentos, quota: 1_000 })
  const headers = { authorization: key, 'content-type': 'text/csv' }
  const preview = await inject({
    method: 'POST',
    url: `/api/lotes/vista?tipo=proveedor${query}`,
    headers,
    payload: FILE,
  })
  const sent = await inject({ method: 'POST', url: `/api/lotes?tipo=proveedor${query}`, headers, payload: FILE })
  assert.equal(sent.statusCode, 202, sent.body)
  const url = `/api/lotes/${sent.json().data.id}`
  const get = (path: string) => inject({ url: path, headers: { authorization: key } })
  await askUntil(
    async () => (await get(url)).json().data.estado as string,
    (estado) => estado === 'terminado',
  )
  const result = await get(`${url}/resultado?formato=json`)
  const used = 1_000 - Number(/"quota";r=(\d+)/.exec(String(result.headers.ratelimit))?.[1])
  return {
    rows: JSON.parse(result.body) as Record<string, string>[],
    text: result.body,
    used,
    preview: preview.json().data,
  }
}

test('each part has a column, court orders count as sanctions, and each checked part costs one unit', async () => {
  const { rows, used, preview } = await run('')
  assert.deepEqual(
    rows.map(({ resultado, registro, padrones, sanciones, judicial, listas, vinculados }) => [
      ...[resultado, registro, padrones, sanciones, judicial, listas, vinculados],
    ]),
    ['sin_coincidencias', 'sancionado', 'sin_coincidencias', 'sin_coincidencias'].map((resultado, at) => [
      ...[resultado, 'sin_hallazgos', at === 2 ? 'hallazgo' : 'sin_hallazgos', 'sin_hallazgos'],
      ...[resultado === 'sancionado' ? 'hallazgo' : 'sin_hallazgos', 'sin_hallazgos', ''],
    ]),
  )
  assert.match(rows[1]?.motivo ?? '', /Órdenes judiciales: inhabilitado \(resolución 04, desde 2024-01-01\)/)
  const listed = /Padrones tributarios: encontrado \(Sujetos sin capacidad operativa \(SSCO\), RI 024, desde/
  assert.match(rows[2]?.motivo ?? '', listed)
  assert.doesNotMatch(rows[0]?.motivo ?? '', /Padrones tributarios/)
  assert.match(rows[0]?.ediciones ?? '', /; ssco 2026-10-31; judiciales 2026-09-01$/)
  assert.deepEqual([preview.unidades, used], [20, 20])
})

test('with the people: who is listed is found, who declared nobody was not checked, and no number is in any result', async () => {
  for (const documentos of [false, true]) {
    const { rows, text, used, preview } = await run('&vinculados=1', documentos)
    assert.deepEqual(
      rows.map(({ resultado, vinculados }) => [resultado, vinculados]),
      [
        ['sin_coincidencias', 'sin_hallazgos'],
        ['sancionado', 'sin_hallazgos'],
        ['exacto', 'hallazgo'],
        ['no_revisado', 'sin_revisar'],
      ],
    )
    assert.match(rows[2]?.motivo ?? '', /CHUQUIPOMA TARQUILLO ZENOBIO, socio/)
    assert.doesNotMatch(text, /(?<!\d)0000001[37]/)
    assert.deepEqual([preview.unidades, used], [24, 23])
  }
})

test('the lists that a batch names are asked about the people too', async () => {
  const { rows } = await run('&vinculados=1&listas=BID')
  assert.deepEqual(
    rows.map(({ resultado, lista, vinculados }) => [resultado, lista, vinculados]),
    [
      ['exacto', 'BID', 'hallazgo'],
      ['exacto', 'BID', 'hallazgo'],
      ['sin_coincidencias', '', 'sin_hallazgos'],
      ['no_revisado', '', 'sin_revisar'],
    ],
  )
})
