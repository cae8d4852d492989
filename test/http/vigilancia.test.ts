import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, test } from 'node:test'
import { limaClock } from '../../src/domain/lima-time.ts'
import type { Alert, Subject, WatchEvent, WatchReport } from '../../src/domain/records.ts'
import { testApp } from '../helpers/app.ts'
import { until } from '../helpers/until.ts'
import { listedParty, type TestWatch, WatchedLists } from '../helpers/watched-world.ts'

const lists = new WatchedLists()
const clock = limaClock('2026-11-15')
const { aml } = lists.lookups(clock)
const app = await testApp({ watch: { lists }, batches: {}, clock, lookups: { aml: aml as never } })
const watch = app.watch as TestWatch

const ZENOBIO = listedParty('US', '7', ['ZENOBIO TARQUILLO HUANCA'], { births: ['20 Jan 1960'] })
const FACTS = { referencia: 'C-1', tipo: 'persona', nombre: 'Zenobio Tarquillo Huanca' }

let key = ''
let account = ''
beforeEach(async () => {
  ;({ key, account } = await app.makeKey({ persona: 'Rosa Huamán' }))
  lists.publish([])
})

const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, authorization = key) => {
  const reply = await app.inject({
    ...{ method, url: `/api/${path}` },
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: reply.statusCode, ...reply.json() }
}
const put = (facts: object, authorization?: string) => send('POST', 'vigilados', facts, authorization)
const publish = async (): Promise<void> => {
  lists.publish([ZENOBIO])
  await watch.settled()
}
const firstAlert = async (): Promise<Alert> => (await send('GET', 'alertas')).data[0]

test('a subject is put under watch, alerted, decided on and erased', async () => {
  const { status, data } = await put(FACTS)
  assert.equal(status, 200)
  assert.deepEqual([data.referencia, data.revisado, data.alertasAbiertas], ['C-1', null, 0])
  await publish()
  assert.equal((await send('GET', `vigilados/${data.id}`)).data.alertasAbiertas, 1)
  const { resumen, ...checked } = await send('GET', 'vigilados?sinRevisar=1')
  assert.deepEqual(
    [checked.data, resumen],
    [
      [],
      {
        sujetos: 1,
        sinRevisar: 0,
        pendientes: 0,
        alertasAbiertas: 1,
        eventos: (await send('GET', 'eventos')).siguiente,
      },
    ],
  )
  const alert = await firstAlert()
  assert.deepEqual((await send('GET', `alertas/${alert.id}`)).data, alert)
  assert.equal(alert.parte.entradas[0]?.ficha?.nacimientos[0], '20 Jan 1960')
  const decided = await send('POST', `alertas/${alert.id}/decisiones`, {
    decision: 'descartada',
    motivo: 'otro_nacimiento',
  })
  assert.deepEqual(
    [decided.status, decided.data.estado, decided.data.decisiones[0].persona],
    [200, 'descartada', 'Rosa Huamán'],
  )
  assert.deepEqual((await send('GET', 'alertas?estado=abierta')).data, [])
  assert.equal((await send('DELETE', `vigilados/${data.id}`)).data.id, data.id)
  assert.equal((await send('GET', `vigilados/${data.id}`)).status, 404)
  assert.deepEqual((await send('GET', 'alertas')).data, [])
})

test('the same reference replaces the subject and costs nothing more', async () => {
  const first = await put(FACTS)
  const again = await put({ ...FACTS, nombre: 'Evaristo Chuquipoma Yarleque' })
  assert.equal(again.data.id, first.data.id)
  await watch.settled()
  const { data } = await send('GET', 'vigilados?referencia=C-1')
  assert.deepEqual(
    data.map(({ nombre }: { nombre: string }) => nombre),
    ['Evaristo Chuquipoma Yarleque'],
  )
  assert.deepEqual((await send('GET', 'vigilados?referencia=C-2')).data, [])
  await until(async () => (await send('GET', 'uso')).data.consumo.length > 0)
  assert.deepEqual((await send('GET', 'uso')).data.consumo, [{ endpoint: 'vigilados', unidades: 1 }])
})

test('without units a subject stays unchecked and says so', async () => {
  const poor = await app.makeKey({ quota: 0 })
  const { data } = await put(FACTS, poor.key)
  await until(
    async () => (await send('GET', `vigilados/${data.id}`, undefined, poor.key)).data.sinRevisarDesde !== null,
  )
  const subject = (await send('GET', `vigilados/${data.id}`, undefined, poor.key)).data
  assert.deepEqual([subject.revisado, subject.motivoSinRevisar], [null, 'cuota'])
  const unchecked = await send('GET', 'vigilados?sinRevisar=1', undefined, poor.key)
  assert.deepEqual(unchecked.data, [subject])
  assert.deepEqual(unchecked.resumen, { sujetos: 1, sinRevisar: 1, pendientes: 1, alertasAbiertas: 0, eventos: 2 })
})

test('what cannot be asked about is refused, with the field', async () => {
  const refused = async (facts: object | string) => {
    const { status, error } = await put(facts as object)
    return `${status} ${error.codigo} ${error.campo ?? ''}`
  }
  const { referencia, ...anonymous } = FACTS
  assert.equal(await refused(anonymous), '400 parametro_faltante referencia')
  assert.equal(await refused({ ...FACTS, tipo: 'nave' }), '400 parametro_invalido tipo')
  assert.equal(await refused({ ...FACTS, nombre: 'ab' }), '400 parametro_invalido nombre')
  assert.equal(await refused({ ...FACTS, nacimiento: '1800' }), '400 parametro_invalido nacimiento')
  assert.equal(await refused({ ...FACTS, pais: 'Narnia' }), '400 parametro_invalido pais')
  assert.equal(await refused({ ...FACTS, ruc: '123' }), '400 parametro_invalido ruc')
  assert.equal(await refused({ ...FACTS, nombre: 7 }), '400 parametro_invalido nombre')
  assert.equal(await refused({ ...FACTS, listas: ['XX'] }), '400 parametro_invalido listas')
  assert.equal(await refused({ ...FACTS, listas: 'US' }), '400 parametro_invalido listas')
  assert.equal(await refused({ ...FACTS, referencia: 'x'.repeat(101) }), '400 parametro_invalido referencia')
  assert.equal(await refused('[]'), '400 parametro_invalido archivo')
  assert.equal(await refused('{'), '400 parametro_invalido ')
  assert.equal(await refused({ ...FACTS, nombre: 'x'.repeat(20_000) }), '413 peticion_demasiado_grande ')
  const text = await app.inject({
    method: 'POST',
    url: '/api/vigilados',
    headers: { authorization: key, 'content-type': 'text/csv' },
    payload: 'x',
  })
  assert.deepEqual([text.statusCode, text.json().error.campo], [400, 'columnaReferencia'])
  const none = await app.inject({ method: 'POST', url: '/api/vigilados', headers: { authorization: key } })
  assert.equal(none.statusCode, 415)
})

test('a subject of some lists is alerted by those alone', async () => {
  await put({ ...FACTS, listas: ['UN'] })
  await put({ ...FACTS, referencia: 'C-2', listas: ['US', 'UN'] })
  await publish()
  const { data } = await send('GET', 'alertas')
  assert.deepEqual(
    data.map(({ sujeto }: Alert) => sujeto.referencia),
    ['C-2'],
  )
})

test('a name of one word is taken with a warning', async () => {
  const { aviso } = await put({ ...FACTS, nombre: 'Tarquillo' })
  assert.match(aviso, /no descarta a nadie/)
})

test('lists come in pages', async () => {
  for (let i = 0; i < 5; i++) await put({ ...FACTS, referencia: `C-${i}` })
  const seen: string[] = []
  let after = ''
  do {
    const { data, siguiente } = await send('GET', `vigilados?limite=2${after}`)
    seen.push(...data.map(({ referencia }: { referencia: string }) => referencia))
    after = siguiente ? `&despues=${siguiente}` : ''
  } while (after)
  assert.deepEqual(seen.sort(), ['C-0', 'C-1', 'C-2', 'C-3', 'C-4'])
  assert.equal((await send('GET', 'vigilados?despues=x')).error.campo, 'despues')
})

test('nobody sees or decides what is another account’s, and only a person decides', async () => {
  const { data } = await put(FACTS)
  await publish()
  const alert = await firstAlert()
  const body = { decision: 'confirmada', motivo: 'otro', nota: 'es él' }
  const stranger = (await app.makeKey({ persona: 'Otra' })).key
  for (const [method, path, sent] of [
    ['GET', `vigilados/${data.id}`],
    ['DELETE', `vigilados/${data.id}`],
    ['GET', `alertas/${alert.id}`],
    ['POST', `alertas/${alert.id}/decisiones`, body],
  ] as const)
    assert.equal((await send(method, path, sent, stranger)).status, 404)
  assert.deepEqual((await send('GET', 'eventos', undefined, stranger)).data, [])
  const nobody = (await app.makeKey({ account })).key
  assert.equal((await send('POST', `alertas/${alert.id}/decisiones`, body, nobody)).status, 403)
  const other = await send('POST', `alertas/${alert.id}/decisiones`, { ...body, nota: '' })
  assert.deepEqual([other.status, other.error.campo], [400, 'nota'])
  for (const venceEl of ['2026-11-14', '2036-12-01', 'mañana']) {
    const late = { decision: 'descartada', motivo: 'fallecido', venceEl }
    assert.equal((await send('POST', `alertas/${alert.id}/decisiones`, late)).error.campo, 'venceEl')
  }
  const scoped = (await app.makeKey({ account, endpoints: ['alertas'] })).key
  assert.deepEqual(
    [
      (await send('GET', 'alertas', undefined, scoped)).status,
      (await send('GET', 'vigilados', undefined, scoped)).status,
    ],
    [200, 403],
  )
})

/** RFC 8785, written anew. */
const canonicalMembers = (value: object): string =>
  Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, part]) => `"${name}":${typeof part === 'object' ? `{${canonicalMembers(part)}}` : JSON.stringify(part)}`,
    )
    .join()

test('events come in order, each with the hash of the one before, as JSON or a line each', async () => {
  await put(FACTS)
  await publish()
  const { data, siguiente } = await send('GET', 'eventos')
  assert.deepEqual(
    data.map(({ numero }: WatchEvent) => numero),
    Array.from(data, (_, at) => at + 1),
  )
  assert.equal(siguiente, data.length)
  let previous = ''
  for (const { previo, hash, ...event } of data as WatchEvent[]) {
    assert.equal(previo, previous)
    const text = `{${canonicalMembers(event)}}`
    previous = createHash('sha256').update(`${previo}\n${text}`).digest('hex')
    assert.equal(hash, previous)
  }
  assert.deepEqual((await send('GET', `eventos?desde=1&limite=1`)).data, data.slice(1, 2))
  assert.deepEqual(await send('GET', `eventos?desde=${siguiente}`), { status: 200, ok: true, data: [], siguiente })
  const lines = await app.get('/api/eventos', { authorization: key, accept: 'application/x-ndjson' })
  assert.deepEqual(
    lines.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    data,
  )
})

test('nothing of a subject can be read in the folder or the log, and after erasure its bytes are gone', async () => {
  const nombre = 'Zenobio Tarquillo Huanca'
  const { data } = await put({ ...FACTS, documento: '45871236', nacimiento: '1960-01-20', referencia: 'REF-SECRETA' })
  await publish()
  const files = () => readdirSync(app.dataDir).filter((name) => name.startsWith('watch'))
  const written = () =>
    files()
      .map((name) => readFileSync(join(app.dataDir, name)).toString('latin1'))
      .join()
  for (const secret of [nombre, nombre.toUpperCase(), '45871236', '1960-01-20', 'REF-SECRETA'])
    assert.equal((written() + app.logged()).includes(secret), false, secret)
  const database = new DatabaseSync(join(app.dataDir, 'watch.sqlite'), { readOnly: true })
  const sealed = database
    .prepare(
      'SELECT sealed FROM watch_subjects WHERE id = ? UNION SELECT sealed FROM watch_alerts WHERE subject_id = ?',
    )
    .all(data.id, data.id)
    .map((row) => Buffer.from((row.sealed as Uint8Array).slice(0, 64)).toString('latin1'))
  database.close()
  assert.deepEqual(
    sealed.map((bytes) => written().includes(bytes)),
    [true, true],
  )
  await send('DELETE', `vigilados/${data.id}`)
  assert.deepEqual(
    sealed.map((bytes) => written().includes(bytes)),
    [false, false],
  )
})

/** Whether a text stands in any file below a folder. */
const isReadable = (folder: string, text: string): boolean =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(text),
  )

describe('a file of subjects', () => {
  const upload = async (payload: string | Buffer, type = 'text/csv', query = '') => {
    const headers = { authorization: key, 'content-type': type }
    const reply = await app.inject({ method: 'POST', url: `/api/vigilados${query}`, headers, payload })
    return { status: reply.statusCode, location: reply.headers.location, ...reply.json() }
  }
  const finished = async (id: string) => {
    await until(async () => (await send('GET', `lotes/${id}`)).data.estado === 'terminado')
    const reply = await app.inject({ url: `/api/lotes/${id}/resultado?formato=json`, headers: { authorization: key } })
    return reply.json() as { resultado: string; motivo: string }[]
  }

  test('is a batch: every row is put, replaced or told why not, and nothing of the file is kept', async () => {
    const { status, location, data } = await upload(
      [
        'referencia;tipo;nombre;dni;ruc;nacimiento;país',
        'C-1;persona natural;Zenobio Tarquillo Huanca;;;20/01/1960;Perú',
        'C-2;;Inventada Andina S.A.C.;;20000000125;;',
        'C-3;;Brunilda Yarleque Inventada;1234567;;;',
        'C-4;;Sin Tipo Inventado;;;;',
        ';persona;Sin Referencia Inventada;;;;',
        'C-6;persona;ab;;;;',
        'C-7;persona;Evaristo Chuquipoma;;;1800;',
      ].join('\n'),
    )
    assert.deepEqual([status, location, data.tipo, data.filas], [202, `/api/lotes/${data.id}`, 'vigilados', 7])
    const rows = await finished(data.id)
    assert.deepEqual(
      rows.map(({ resultado }) => resultado),
      ['vigilado', 'vigilado', 'vigilado', ...Array.from({ length: 4 }, () => 'no_revisado')],
    )
    assert.match(rows[3]?.motivo ?? '', /persona o una empresa/)
    assert.ok(rows.slice(3).every(({ motivo }) => motivo !== ''))
    assert.doesNotMatch(JSON.stringify(rows), /Inventad|Zenobio|C-1|1234567/)
    const subjects = (await send('GET', 'vigilados')).data as Subject[]
    assert.deepEqual(
      subjects
        .map(({ referencia, tipo, documento, ruc, nacimiento }) => ({ referencia, tipo, documento, ruc, nacimiento }))
        .sort((a, b) => (a.referencia < b.referencia ? -1 : 1)),
      [
        { referencia: 'C-1', tipo: 'persona', documento: undefined, ruc: undefined, nacimiento: '1960-01-20' },
        { referencia: 'C-2', tipo: 'empresa', documento: undefined, ruc: '20000000125', nacimiento: undefined },
        { referencia: 'C-3', tipo: 'persona', documento: '01234567', ruc: undefined, nacimiento: undefined },
      ],
    )
    await publish()
    assert.equal((await send('GET', 'alertas')).data.length, 1)
    await until(async () => !isReadable(app.dataDir, 'Zenobio'))
  })

  test('may be JSON or a workbook, of persons or companies, for named lists; the same one again changes nothing', async () => {
    const rows = [
      { codigo: 'J-1', cliente: 'Zenobio Tarquillo Huanca' },
      { codigo: 'J-2', cliente: 'Otro Inventado Quispe' },
    ]
    const query = '?tipoSujeto=persona&columnaReferencia=codigo&listas=US'
    const first = await upload(JSON.stringify(rows), 'application/json', query)
    assert.equal(first.status, 202, JSON.stringify(first))
    await finished(first.data.id)
    const put = (await send('GET', 'vigilados')).data as Subject[]
    assert.deepEqual(
      put.map(({ listas }) => listas),
      [['US'], ['US']],
    )
    const events = (await send('GET', 'eventos')).data.length
    await watch.settled()
    const before = (await send('GET', 'eventos')).data.length
    assert.ok(before >= events)
    await finished((await upload(JSON.stringify(rows), 'application/json', query)).data.id)
    assert.equal((await send('GET', 'eventos')).data.length, before)
    const preview = await app.inject({
      method: 'POST',
      url: '/api/lotes/vista?tipo=vigilados&tipoSujeto=persona',
      headers: { authorization: key, 'content-type': 'text/csv' },
      payload: 'referencia,nombre\nC-1,Uno Inventado Quispe\n,Dos Inventado Quispe\n',
    })
    assert.deepEqual([preview.json().data.unidades, preview.json().data.problemas.length], [1, 1])
  })

  test('is refused where a column is missing, or the key may not watch', async () => {
    assert.equal((await upload('referencia,monto\nC-1,1\n')).error.campo, 'columnaNombre')
    assert.equal((await upload('nombre\nZenobio Tarquillo\n')).error.campo, 'columnaReferencia')
    assert.equal((await upload('nombre,referencia\nZ T,1\n', 'image/png')).status, 415)
    const { key: other } = await app.makeKey({ endpoints: ['lotes', 'aml'] })
    const headers = { authorization: other, 'content-type': 'text/csv' }
    const reply = await app.inject({
      method: 'POST',
      url: '/api/lotes?tipo=vigilados',
      headers,
      payload: 'nombre,referencia\nA B,1\n',
    })
    assert.equal(reply.statusCode, 403)
  })
})

describe('the report of a period', () => {
  const report = async (query = '') =>
    (await send('GET', `vigilancia/informe${query}`)) as {
      status: number
      data: WatchReport
      constancia?: string
      error: { campo: string }
    }

  test('tells who was watched with which editions, what came up and who decided what', async () => {
    const { data } = await put(FACTS)
    await put({ ...FACTS, referencia: 'C-2', nombre: 'Otro Inventado Quispe' })
    await watch.settled()
    await publish()
    const alert = await firstAlert()
    await send('POST', `alertas/${alert.id}/decisiones`, { decision: 'descartada', motivo: 'otro_nacimiento' })
    await send('DELETE', `vigilados/${(await send('GET', 'vigilados?referencia=C-2')).data[0].id}`)
    const { desde, hasta, completo, vigilados, rondas, alertas, decisiones, eventos, movimientos } = (await report())
      .data
    assert.deepEqual([desde, hasta, completo], ['2026-11-01', '2026-11-15', true])
    assert.deepEqual(vigilados, { alInicio: 0, altas: 2, cambiados: 0, borrados: 1, alFinal: 1, sinRevisar: 0 })
    assert.deepEqual(
      rondas.at(-1)?.ediciones,
      Object.fromEntries(lists.editions().map(({ id, edicion }) => [id, edicion])),
    )
    assert.equal(rondas.at(-1)?.vigilados, 2)
    assert.deepEqual(alertas, { nuevas: 1, cambiadas: 0, reabiertas: 0, vencidas: 0, retiradas: 0 })
    assert.deepEqual(decisiones, [{ persona: 'Rosa Huamán', decision: 'descartada', total: 1, propuestas: 0 }])
    const events = (await send('GET', 'eventos')).data as WatchEvent[]
    assert.deepEqual(eventos, { primero: 1, ultimo: events.length, hash: events.at(-1)?.hash })
    assert.deepEqual(
      movimientos.map(({ tipo, referencia, parte, persona, decision }) => [tipo, referencia, parte, persona, decision]),
      [
        ['alerta.nueva', 'C-1', 'ZENOBIO TARQUILLO HUANCA', null, null],
        ['alerta.decidida', 'C-1', 'ZENOBIO TARQUILLO HUANCA', 'Rosa Huamán', 'descartada'],
      ],
    )
    await send('DELETE', `vigilados/${data.id}`)
    assert.deepEqual(
      (await report()).data.movimientos.map(({ nombre }) => nombre),
      [null, null],
    )
  })

  test('is a file, and a certificate without the names of subjects', async () => {
    await put({ ...FACTS, referencia: '=C-1' })
    await publish()
    const csv = async (parte: string) =>
      (await app.inject({ url: `/api/vigilancia/informe?formato=csv&parte=${parte}`, headers: { authorization: key } }))
        .body
    assert.match(await csv('movimientos'), /^\ufeffnumero,fecha,tipo,.*\r\n.*alerta\.nueva,[0-9a-f]{32},'=C-1,Zenobio/)
    assert.match(await csv('vigilados'), /\r\n'=C-1,persona,Zenobio Tarquillo Huanca,.*us \d{4}; un \d{4}/)
    const { constancia = '', data } = await report('?constancia=1')
    const payload = JSON.parse(Buffer.from(constancia.split('.')[1] ?? '', 'base64url').toString())
    assert.deepEqual([payload.endpoint, payload.persona], ['vigilancia/informe', 'Rosa Huamán'])
    assert.deepEqual(payload.respuesta.eventos, data.eventos)
    assert.doesNotMatch(JSON.stringify(payload), /Zenobio|ZENOBIO|=C-1/)
  })

  test('has a period that is refused when it is none, and is of its days alone', async () => {
    await put(FACTS)
    assert.equal((await report('?desde=2026-11-10&hasta=2026-11-01')).error.campo, 'desde')
    assert.equal((await report('?desde=2027-01-01')).error.campo, 'desde')
    assert.equal((await report('?desde=ayer')).error.campo, 'desde')
    const { vigilados, eventos } = (await report('?desde=2026-01-01&hasta=2026-01-31')).data
    assert.deepEqual([vigilados.altas, eventos], [0, null])
  })
})
