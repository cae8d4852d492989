import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../helpers/app.ts'
import { checkPromises, incomplete, malformed, openEndpoint, quotaIn } from '../helpers/endpoint-table.ts'
import { checkSharedPromises, checkTextParameter } from '../helpers/every-endpoint.ts'
import {
  courtBansOf,
  listed,
  person,
  relatedOf,
  sanction,
  sanctionsOf,
  screeningOf,
  sscoOf,
  taxListsOf,
} from '../helpers/supplier-lists.ts'
import { row, person as taxpayer } from '../helpers/taxpayers.ts'

const CLEAN = '20000000125'
const BAD = '20000003451'
const PERSON = '10000001741'
const DNI = '00000174'
const HELD = { filas: 1, primera: '2026-01-10' }

const lists: NonNullable<World['lists']> = {
  list: await sanctionsOf([sanction({ ruc: BAD }), sanction({ ruc: CLEAN, desde: '2020-01-01', hasta: '2022-01-01' })]),
  courtBans: courtBansOf([
    ...[{ documento: BAD, nombre: 'HUALCAYUNGA S.A.', organo: 'JUZGADO 1', resolucion: '04' }].map((one) => ({
      ...one,
      ...{ desde: '2027-01-01', hasta: '2023-01-01' },
    })),
    {
      ...{ documento: DNI, nombre: 'TARQUILLO, ZENOBIO', organo: 'JUZGADO 2' },
      resolucion: 's/n',
      desde: '2024-05-01',
      hasta: null,
    },
  ]),
  related: relatedOf({
    [CLEAN]: [person('PEREZ EJEMPLO ANA MARIA', '00000013')],
    [BAD]: [
      person('CHUQUIPOMA TARQUILLO ZENOBIO', DNI),
      person('CHUQUIPOMA TARQUILLO ZENOBIO', DNI, { rol: 'organo', cargo: 'PRESIDENTE' }),
      person('PEREZ EJEMPLO ANA MARIA', '00000013', { rol: 'representante' }),
    ],
  }),
  us: screeningOf(
    [
      listed('US', '7', 'CHUQUIPOMA TARQUILLO, Zenobio', {
        documents: [{ kind: 'DNI', number: DNI, country: 'Peru' }] as never,
      }),
      listed('US', '8', 'HUALCAYUNGA SHIPPING', { tipo: 'entity' }),
    ],
    '2026-11-12',
  ),
  un: screeningOf([listed('UN', 'ZZi.8', 'EUFRASIA VYMYSELOVA')], '2026-11-13'),
}
const ssco = await sscoOf([{ ruc: BAD, desde: '2026-07-31' }])
const agentes = await taxListsOf(
  '2026-11-10',
  [{ lista: 'agenteRetencion', ruc: CLEAN, desde: '2003-02-01', resolucion: 'RS 010', salida: null }],
  {
    ...{ agenteRetencion: HELD, agentePercepcion: HELD, agentePercepcionCombustible: HELD, buenContribuyente: HELD },
  },
)
const register = [
  row(CLEAN, 'COMERCIAL EJEMPLO S.A.C.'),
  row(BAD, 'HUALCAYUNGA SHIPPING S.A.', { estado: 'BAJA DE OFICIO', condicion: 'NO HABIDO' }),
  taxpayer(PERSON, 'CHUQUIPOMA TARQUILLO ZENOBIO'),
]

const world = { register, lists, ssco, agentes }
const proveedor = await openEndpoint('proveedor', { world })
const { ask, makeKey } = proveedor
const of = async (query: string, headers: Record<string, string> = {}) => {
  const reply = await ask(query, headers)
  assert.equal(reply.statusCode, 200, reply.body)
  return reply.json().data
}

const checked = (edicion: string, revisado: string, motivo: string) => ({
  ...{ estado: 'sin_hallazgos', edicion, revisado: `${revisado}T08:00:00.000Z`, motivo, hallazgos: [] },
})
const source = [
  'taxauth-scraper; channel=register; edition="2026-11-14"',
  'taxauth-scraper; channel=list; edition="2026-10-31"',
  'taxauth-scraper; channel=list; edition="2026-11-10"',
  'procurement-list; channel=list; edition="2026-10-02"; kind=open-data',
  'procurement-courts; channel=list; edition="2026-09-01"',
  'us-list; channel=list; edition="2026-11-12"',
  'un-list; channel=list; edition="2026-11-13"',
  'procurement-people; channel=list; edition="2026-09-15"',
]
const found = { status: 200, cache: 'private, max-age=3600' } as const

checkPromises(proveedor, [
  {
    ...{ when: 'nothing is found', ask: `?ruc=${CLEAN}`, ...found, cost: 6, source: source.join(', ') },
    data: {
      ...{ ruc: CLEAN, fecha: '2026-11-15', razonSocial: 'COMERCIAL EJEMPLO S.A.C.' },
      partes: {
        registro: checked('2026-11-14', '2026-11-14', 'ACTIVO, HABIDO'),
        padrones: checked('2026-10-31', '2026-10-31', 'Agente de retención desde el 01/02/2003'),
        sanciones: checked('2026-10-02', '2026-10-02', 'Según los datos abiertos, que no incluyen multas'),
        judicial: checked('2026-09-01', '2026-09-01', ''),
        listas: checked('US 2026-11-12; UN 2026-11-13', '2026-11-12', ''),
        vinculados: checked(
          ...(['2026-09-15', '2026-09-15'] as const),
          'Se comparó 1 persona o empresa declarada con las listas US 2026-11-12; UN 2026-11-13',
        ),
      },
      resumen: { hallazgos: 0, sinRevisar: [] },
    },
  },
  {
    ...{
      when: 'two parts are asked for, in any order',
      ask: `?ruc=${CLEAN}&partes=sanciones,registro,registro`,
      ...found,
    },
    ...{ cost: 2, source: [source[0], source[3]].join(', ') },
    data: {
      ...{ ruc: CLEAN, fecha: '2026-11-15', razonSocial: 'COMERCIAL EJEMPLO S.A.C.' },
      partes: {
        registro: checked('2026-11-14', '2026-11-14', 'ACTIVO, HABIDO'),
        sanciones: checked('2026-10-02', '2026-10-02', 'Según los datos abiertos, que no incluyen multas'),
      },
      resumen: { hallazgos: 0, sinRevisar: [] },
    },
  },
  { when: 'there is no such RUC', ask: '?ruc=20000999998', status: 404, codigo: 'no_encontrado', cost: 1 },
  ...malformed([
    ['no RUC', '?ruc=1', 'ruc'],
    ['a day after today', `?ruc=${CLEAN}&fecha=2026-11-16`, 'fecha'],
    ['no day', `?ruc=${CLEAN}&fecha=2026-02-30`, 'fecha'],
    ['an unknown part', `?ruc=${CLEAN}&partes=registro,multas`, 'partes'],
    ['an unknown list', `?ruc=${CLEAN}&listas=US,XX`, 'listas'],
    ['no part', `?ruc=${CLEAN}&partes=`, 'partes'],
    ['an unknown flag', `?ruc=${CLEAN}&detalle=2`, 'detalle'],
  ]),
  ...incomplete([['nothing', '', 'ruc']]),
])
checkSharedPromises(proveedor, { good: `?ruc=${CLEAN}&partes=registro`, bad: '?ruc=1', lookup: 'proveedor', cost: 1 })
checkTextParameter(proveedor, `?ruc=${CLEAN}&partes=registro`, 'partes')

test('every finding is told in its part, and one person once', async () => {
  const { partes, resumen } = await of(`?ruc=${BAD}`)
  const parts = Object.entries(partes as Record<string, { hallazgos: object[] }>)
  const findings = Object.fromEntries(parts.map(([part, { hallazgos }]) => [part, hallazgos]))
  assert.deepEqual(findings.registro, [
    { campo: 'estado', valor: 'BAJA' },
    { campo: 'condicion', valor: 'NO HABIDO' },
  ])
  const padron = 'Sujetos sin capacidad operativa (SSCO)'
  assert.deepEqual(findings.padrones, [{ padron, desde: '2026-07-31', hasta: '', resolucion: 'RI 024' }])
  assert.equal(findings.sanciones?.length, 1)
  assert.partialDeepStrictEqual(findings.judicial, [
    { documento: BAD, fechasContradictorias: true, desde: '2027-01-01' },
  ])
  assert.partialDeepStrictEqual(findings.listas, [{ nombre: 'HUALCAYUNGA SHIPPING', coincidencia: 'exacto' }])
  assert.partialDeepStrictEqual(findings.vinculados, [
    {
      documento: '***00174',
      roles: ['socio', 'organo'],
      cargo: 'PRESIDENTE',
      coincidencias: [{ coincidencia: 'exacto' }],
    },
  ])
  assert.deepEqual(resumen, { hallazgos: 7, sinRevisar: [] })
})

test('a past day has its own disqualifications, and what is not known of it says so', async () => {
  const { fecha, partes } = await of(`?ruc=${CLEAN}&fecha=2021-06-30`)
  assert.equal(fecha, '2021-06-30')
  assert.deepEqual([partes.registro.estado, partes.sanciones.estado], ['sin_revisar', 'hallazgo'])
  assert.match(partes.registro.motivo, /historia del padrón/)
  assert.match(partes.listas.motivo, /listas en uso hoy/)
  const before = await of(`?ruc=${CLEAN}&fecha=2022-10-01&partes=sanciones`)
  assert.equal(before.partes.sanciones.estado, 'sin_revisar', 'four years before the cut')
  assert.match(before.partes.sanciones.motivo, /2022-10-02/)
  assert.equal((await of(`?ruc=${CLEAN}&fecha=2022-10-02&partes=sanciones`)).partes.sanciones.estado, 'sin_hallazgos')
  assert.equal((await of(`?ruc=${PERSON}&fecha=2024-04-30&partes=judicial`)).partes.judicial.estado, 'sin_hallazgos')
  assert.equal((await of(`?ruc=${PERSON}&fecha=2024-05-01&partes=judicial`)).partes.judicial.estado, 'hallazgo')
})

test('a past day has its own register, and between editions that differ nobody knows', async () => {
  const [YOUNG, GONE] = ['20000006786', '20000009017']
  const { numero: _, tipo: __, ...now } = row(CLEAN, 'COMERCIAL EJEMPLO S.A.C.')
  const past = {
    [CLEAN]: [
      { desde: '2026-10-01', row: { ...now, razonSocial: 'OTRO NOMBRE S.A.', direccion: 'JR. OTRO 9' } },
      { desde: '2026-10-05', row: now },
    ],
    [BAD]: [
      { desde: '2026-10-01', row: now },
      { desde: '2026-11-10', row: { ...now, condicion: 'NO HABIDO' } },
    ],
    [YOUNG]: [
      { desde: '2026-10-01', row: null },
      { desde: '2026-11-10', row: now },
    ],
    [GONE]: [
      { desde: '2026-10-01', row: now },
      { desde: '2026-10-05', row: null },
    ],
  }
  proveedor.setWorld({ ...world, register: [...register, row(YOUNG, 'NUEVA S.A.C.')], past })
  for (const [ruc, fecha, estado, hallazgos, motivo] of [
    [CLEAN, '2026-10-02', 'sin_hallazgos', [], /^ACTIVO, HABIDO\. Según la edición del padrón del 01\/10\/2026$/],
    [BAD, '2026-11-09', 'sin_hallazgos', [], /del 05\/10\/2026/],
    [BAD, '2026-10-20', 'sin_revisar', [], /del 05\/10\/2026 y del 10\/11\/2026 dicen cosas distintas/],
    [BAD, '2026-11-10', 'hallazgo', [{ campo: 'condicion', valor: 'NO HABIDO' }], /NO HABIDO/],
    [BAD, '2026-09-30', 'sin_revisar', [], /empieza el 01\/10\/2026/],
    [YOUNG, '2026-10-20', 'sin_revisar', [], /dicen cosas distintas/],
    [
      YOUNG,
      '2026-10-05',
      'hallazgo',
      [{ campo: 'padron', valor: /aún no figuraba .* figura desde la del 10\/11\/2026/ }],
      /^Según/,
    ],
    [GONE, '2026-10-05', 'hallazgo', [{ campo: 'padron', valor: /ya no figuraba/ }], /^Según/],
    [GONE, '2026-10-01', 'sin_hallazgos', [], /^ACTIVO/],
    [GONE, '2026-11-12', 'hallazgo', [{ campo: 'padron', valor: /ya no figuraba/ }], /del 10\/11\/2026/],
  ] as const) {
    const told = `${ruc} ${fecha}`
    const { razonSocial, partes } = await of(`?ruc=${ruc}&fecha=${fecha}&partes=registro`)
    const { registro } = partes
    assert.equal(registro.estado, estado, `${told}: ${registro.motivo}`)
    assert.match(registro.motivo, motivo, told)
    assert.equal(registro.edicion === null, estado === 'sin_revisar', told)
    assert.equal(registro.hallazgos.length, hallazgos.length, told)
    for (const [at, { campo, valor }] of hallazgos.entries()) {
      assert.equal(registro.hallazgos[at].campo, campo, told)
      assert.match(registro.hallazgos[at].valor, new RegExp(valor), told)
    }
    assert.match(razonSocial, /S\.A/, 'whoever the register has known has a name')
  }
  const { partes } = await of(`?ruc=${CLEAN}&fecha=2026-10-01&partes=registro&detalle=1`)
  assert.equal(partes.registro.ficha.razonSocial, 'OTRO NOMBRE S.A.')
  assert.equal((await ask('?ruc=20000999998&fecha=2026-10-05')).statusCode, 404, 'nobody ever had it')
  proveedor.setWorld(world)
})

test('other lists are asked where they are named, of the supplier and of its people, and stand in answer and certificate', async () => {
  const bid = screeningOf(
    [listed('BID', '9', 'COMERCIAL EJEMPLO', { tipo: 'entity' }), listed('BID', '10', 'PEREZ EJEMPLO, Ana Maria')],
    '2026-11-01',
  )
  proveedor.setWorld({ ...world, lists: { ...lists, bid } })
  for (const query of ['', '&detalle=1']) {
    const reply = await ask(`?ruc=${CLEAN}&listas=BID,UN,BID&constancia=1${query}`)
    const { data, constancia } = reply.json()
    assert.deepEqual(data.listas, ['UN', 'BID'])
    assert.equal(data.partes.listas.edicion, 'UN 2026-11-13; BID 2026-11-01')
    assert.equal(data.partes.listas.hallazgos[0].fuente, 'BID')
    assert.equal(data.partes.vinculados.hallazgos[0].coincidencias[0].fuente, 'BID')
    assert.equal(String(reply.headers['chasqui-source']).match(/bid-list/g)?.length, 1)
    const signed = JSON.parse(Buffer.from(constancia.split('.')[1], 'base64url').toString())
    const named = signed.fuentes.map(({ proveedor }: { proveedor: string }) => proveedor)
    assert.deepEqual(
      named.filter((one: string) => /^(?:us|un|bid)-list$/.test(one)),
      ['un-list', 'bid-list'],
    )
    assert.equal(signed.consulta.listas, 'BID,UN,BID')
  }
  const usual = await of(`?ruc=${CLEAN}`)
  assert.equal('listas' in usual, false)
  assert.deepEqual(usual.partes.listas.hallazgos, [])
  proveedor.setWorld(world)
  const refused = await ask(`?ruc=${CLEAN}&listas=UN,BID`)
  assert.deepEqual([refused.statusCode, refused.json().error.codigo], [502, 'lista_no_cargada'])
})

test('the tax lists: whoever is listed, also later, is a finding; a day that they say nothing of is not checked', async () => {
  const [LEFT, NEVER] = [CLEAN, PERSON]
  const left = { desde: '2025-03-31', salida: { ultima: '2026-04-30', ausente: '2026-05-31' } }
  proveedor.setWorld({
    ...world,
    ssco: await sscoOf([
      { ruc: BAD, desde: '2026-07-31' },
      { ruc: LEFT, ...left },
    ]),
  })
  const partOn = async (ruc: string, fecha: string) =>
    (await of(`?ruc=${ruc}&fecha=${fecha}&partes=padrones`)).partes.padrones
  for (const [ruc, fecha, estado, motivo] of [
    [BAD, '2026-07-31', 'hallazgo', /^No figura como agente ni como buen contribuyente$/],
    [BAD, '2026-07-30', 'hallazgo', /^Se publicó después del día consultado/],
    [BAD, '2019-01-01', 'hallazgo', /^Se publicó después.*Sin datos de: Agente de retención,/],
    [LEFT, '2024-01-01', 'hallazgo', /^Se publicó después/],
    [LEFT, '2026-04-30', 'hallazgo', /^Agente de retención/],
    [LEFT, '2026-05-01', 'sin_revisar', /entre las ediciones del 30\/04\/2026 y del 31\/05\/2026/],
    [LEFT, '2026-05-31', 'sin_hallazgos', /^Figuró .* hasta después del 30\/04\/2026/],
    [NEVER, '2026-01-31', 'sin_hallazgos', /^No figura/],
    [NEVER, '2026-01-30', 'sin_revisar', /empieza después del 30\/01\/2026/],
  ] as const) {
    const part = await partOn(ruc, fecha)
    assert.equal(part.estado, estado, `${ruc} ${fecha}: ${part.motivo}`)
    assert.match(part.motivo, motivo)
  }
  proveedor.setWorld({ register, lists, ssco })
  assert.match((await of(`?ruc=${CLEAN}&partes=padrones`)).partes.padrones.motivo, /agentes .* no están cargados/)
  proveedor.setWorld({ register, lists, agentes })
  assert.equal((await of(`?ruc=${CLEAN}&partes=padrones`)).partes.padrones.estado, 'no_configurado')
  proveedor.setWorld(world)
})

test('nobody declared is nobody checked, and costs nothing', async () => {
  const before = await proveedor.quotaLeft()
  const { partes, resumen } = await of(`?ruc=${PERSON}&partes=vinculados`)
  assert.equal(partes.vinculados.estado, 'sin_revisar')
  assert.deepEqual(resumen, { hallazgos: 0, sinRevisar: ['vinculados'] })
  assert.equal(before - (await proveedor.quotaLeft()), 0)
})

test('without the register the rest stands, and nobody is screened without a name', async () => {
  proveedor.setWorld({ register: 'not loaded', lists })
  const reply = await ask(`?ruc=${BAD}`)
  assert.equal(reply.headers['cache-control'], 'private, max-age=0')
  const { razonSocial, partes, resumen } = reply.json().data
  assert.equal(razonSocial, '')
  assert.deepEqual(
    Object.values(partes as Record<string, { estado: string }>).map(({ estado }) => estado),
    ['sin_revisar', 'no_configurado', 'hallazgo', 'hallazgo', 'sin_revisar', 'hallazgo'],
  )
  assert.deepEqual(resumen.sinRevisar, ['registro', 'padrones', 'listas'])
  proveedor.setWorld(proveedor.world)
})

test('a quota that does not hold all parts is 429 before anything is asked, and fewer parts are answered', async () => {
  const { key } = await makeKey({ quota: 5 })
  const refused = await ask(`?ruc=${CLEAN}`, { authorization: key })
  assert.deepEqual([refused.statusCode, refused.json().error.codigo, quotaIn(refused)], [429, 'cuota_agotada', 5])
  const fewer = await ask(`?ruc=${CLEAN}&partes=registro,listas,padrones`, { authorization: key })
  assert.deepEqual([fewer.statusCode, quotaIn(fewer)], [200, 2])
})

test('units are exact when many ask at the same time', async () => {
  const { key } = await makeKey({ quota: 103, ratePerSecond: 1_000 })
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, i) => ask(`?ruc=${i % 3 === 0 ? PERSON : CLEAN}`, { authorization: key })),
  )
  const units = replies.reduce((sum, reply) => {
    if (reply.statusCode !== 200) return sum
    return sum + 6 - reply.json().data.resumen.sinRevisar.length
  }, 0)
  assert.ok(units > 103 - 6 && units <= 103, `${units} units`)
  assert.equal(103 - quotaIn(await proveedor.get('/api/nada', { authorization: key })), units)
})

test('document numbers are masked in every answer, certificate and log, unless the key may see them', async () => {
  const NUMBER = /(?<![0-9])(?:10)?00000174[0-9]?(?![0-9])/
  const masked = await ask(`?ruc=${BAD}&detalle=1&constancia=1`)
  const [, payload = ''] = String(masked.json().constancia).split('.')
  for (const text of [masked.body, Buffer.from(payload, 'base64url').toString()]) {
    assert.match(text, /\*\*\*00174/)
    assert.doesNotMatch(text, NUMBER)
  }
  const own = await ask(`?ruc=${PERSON}&partes=judicial`)
  assert.equal(own.json().data.partes.judicial.hallazgos[0].documento, '***00174')

  const { key } = await makeKey({ documentos: true })
  const whole = await ask(`?ruc=${BAD}&detalle=1`, { authorization: key })
  assert.equal(whole.json().data.partes.vinculados.hallazgos[0].documento, DNI)
  // The tag of a whole body names no masked one.
  const crossed = await ask(`?ruc=${BAD}&detalle=1`, { 'if-none-match': String(whole.headers.etag) })
  assert.equal(crossed.statusCode, 200)
  assert.doesNotMatch(crossed.body, NUMBER)
  // An answer that is remembered does not cross either, whoever asks first.
  for (const authorization of [key, proveedor.key, key, proveedor.key, key]) {
    const reply = await ask(`?ruc=${BAD}`, { authorization })
    const { documento } = reply.json().data.partes.vinculados.hallazgos[0]
    assert.equal(documento, authorization === key ? DNI : '***00174')
  }
  assert.doesNotMatch(proveedor.logged(), /00000174|20000003451/)
})
