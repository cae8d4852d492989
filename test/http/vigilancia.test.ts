import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, test } from 'node:test'
import { limaClock } from '../../src/domain/lima-time.ts'
import type { Alert, WatchEvent } from '../../src/domain/records.ts'
import { testApp } from '../helpers/app.ts'
import { until } from '../helpers/until.ts'
import { listedParty, type TestWatch, WatchedLists } from '../helpers/watched-world.ts'

const lists = new WatchedLists()
const clock = limaClock('2026-11-15')
const { aml } = lists.lookups(clock)
const app = await testApp({ watch: { lists }, clock, lookups: { aml: aml as never } })
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
  assert.deepEqual([checked.data, resumen], [[], { sujetos: 1, sinRevisar: 0, alertasAbiertas: 1, eventos: (await send('GET', 'eventos')).siguiente }])
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
  assert.deepEqual(unchecked.resumen, { sujetos: 1, sinRevisar: 1, alertasAbiertas: 0, eventos: 2 })
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
  assert.equal(await refused('[]'), '400 parametro_invalido ')
  assert.equal(await refused('{'), '400 parametro_invalido ')
  assert.equal(await refused({ ...FACTS, nombre: 'x'.repeat(20_000) }), '413 peticion_demasiado_grande ')
  const text = await app.inject({
    method: 'POST',
    url: '/api/vigilados',
    headers: { authorization: key, 'content-type': 'text/csv' },
    payload: 'x',
  })
  assert.equal(text.statusCode, 415)
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
