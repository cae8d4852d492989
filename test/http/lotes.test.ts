import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { allRows, tableOf, workbookOf } from '../../src/batches/fixtures/files.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { Failure } from '../../src/kernel/errors.ts'
import { testApp } from '../helpers/app.ts'
import type { TestBatches } from '../helpers/batches.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { askUntil } from '../helpers/until.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
let edition = '2026-11-12'
let now = Date.parse('2026-11-13T12:00:00-05:00')

const world = await testApp({
  clock: limaClock('2026-11-13', { now: () => now }),
  batches: { rows: 2_000, hours: 2, bytes: 200_000 },
  lookups: {
    aml: ({ nombre = '' }) => {
      if (nombre.length < 3) throw new Failure('invalid-input', 'nombre debe tener al menos 3 caracteres')
      const matches = /LISTADO/.test(nombre)
        ? [{ nombre: 'LISTADO, Juan', fuente: 'US', coincidencia: 'exacto', programa: 'SDN', puntaje: 99, motivos: [] }]
        : []
      const isLeftOut = nombre.includes('Parecida')
      const descartadas = [{ nombre: 'PARECIDA', fuente: 'US', referencia: '1', motivo: 'nacimiento distinto' }]
      return {
        data: {
          ...{ query: nombre, total: matches.length, matches, listasActualizadas: '' },
          ...(isLeftOut && { descartadas }),
        },
        origins: [{ provider: 'us-list', channel: 'list', edition }],
        maxAgeSeconds: 0,
        dependsOnToday: false,
      } as never
    },
  },
})
const { app, inject, makeKey, key, dataDir } = world

interface Lote {
  id: string
  estado: string
  filas: number
  procesadas: number
  conCoincidencia: number
  noRevisadas: number
  columnas: object[]
  hojasLeidas: string[]
  hojasSinLeer: object[]
}

const post = async (path: string, body: string | Buffer, type: string | null = 'text/csv', as = key) =>
  inject({
    method: 'POST',
    url: path,
    headers: { authorization: as, ...(type && { 'content-type': type }) },
    payload: body,
  })
const get = (path: string, as = key) => inject({ url: path, headers: { authorization: as } })
const codigo = (reply: { json(): { error: { codigo: string; campo?: string } } }): string => reply.json().error.codigo
const done = async (id: string, as = key): Promise<Lote> =>
  askUntil(
    async () => (await get(`/api/lotes/${id}`, as)).json().data as Lote,
    ({ estado }) => estado === 'terminado',
  )
const start = async (body: string | Buffer, type = 'text/csv', as = key): Promise<Lote> => {
  const reply = await post('/api/lotes?tipo=aml', body, type, as)
  assert.equal(reply.statusCode, 202, reply.body)
  return reply.json().data
}
/** Everything that batches keep on the disk. */
const kept = (): string[] => {
  const root = join(dataDir, 'batches')
  return readdirSync(root, { recursive: true })
    .map(String)
    .filter((one) => !/^work-[^/]+(?:\/lock.*)?$/.test(one))
}
const remove = (id: string, as = key) =>
  inject({ method: 'DELETE', url: `/api/lotes/${id}`, headers: { authorization: as } })

test('a file is received, checked and given back as every format, and erased on request', async () => {
  const created = await post('/api/lotes?tipo=aml', 'Cliente;Ref\nJuan Listado;A\nAna;B\nJo;C\n'.toUpperCase())
  assert.equal(created.statusCode, 202)
  const { id } = created.json().data as Lote
  assert.equal(created.headers.location, `/api/lotes/${id}`)
  assert.equal(created.headers['cache-control'], 'no-store')
  assert.match(id, /^[0-9a-f]{32}$/)
  const lote = await done(id)
  assert.deepEqual([lote.filas, lote.procesadas, lote.conCoincidencia, lote.noRevisadas], [3, 3, 1, 1])
  const columnas = [
    { nombre: 'CLIENTE', papel: 'nombre' },
    { nombre: 'REF', papel: null },
  ]
  assert.deepEqual([created.json().data.columnas, lote.columnas], [columnas, columnas])
  const csv = await get(`/api/lotes/${id}/resultado`)
  assert.equal(csv.headers['content-disposition'], `attachment; filename="lote-${id}.csv"`)
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8')
  const folder = temporaryFolder()
  for (const formato of ['csv', 'xlsx', 'json']) {
    const reply = await get(`/api/lotes/${id}/resultado?formato=${formato}`)
    const table = await tableOf(folder, reply.rawPayload)
    assert.equal(table.format, formato)
    assert.deepEqual(table.columns.slice(0, 3), ['CLIENTE', 'REF', 'resultado'])
    assert.deepEqual(
      (await allRows(table)).map((row) => row.slice(0, 3)),
      [
        ['JUAN LISTADO', 'A', 'exacto'],
        ['ANA', 'B', 'sin_coincidencias'],
        ['JO', 'C', 'no_revisado'],
      ],
    )
  }
  assert.equal(codigo(await get(`/api/lotes/${id}/resultado?formato=pdf`)), 'parametro_invalido')
  const { columnas: _, hojasLeidas: __, hojasSinLeer: ___, ...summary } = lote
  assert.deepEqual((await get('/api/lotes')).json().data, [summary])
  assert.equal((await remove(id)).json().data.estado, 'terminado')
  assert.equal((await get(`/api/lotes/${id}`)).statusCode, 404)
  assert.equal((await remove(id)).statusCode, 404)
  assert.deepEqual(kept(), [])
})

test('a batch is called as its file, without the folders it came from', async () => {
  const asked = ['clientes.csv', 'C:\\Documentos\\Clientes de Perú.xlsx', '../../clientes.csv', ''].map(
    encodeURIComponent,
  )
  const named = await Promise.all(
    asked.map(async (name) => {
      const reply = await post(`/api/lotes?tipo=aml&archivo=${name}`, 'nombre\nAna Díaz\n')
      assert.equal(reply.statusCode, 202, reply.body)
      return reply.json().data as Lote & { archivo: string | null }
    }),
  )
  assert.deepEqual(
    named.map(({ archivo }) => archivo),
    ['clientes.csv', 'Clientes de Perú.xlsx', 'clientes.csv', null],
  )
  assert.equal(
    (await post(`/api/lotes?tipo=aml&archivo=${'a'.repeat(201)}`, 'nombre\nAna\n')).json().error.campo,
    'archivo',
  )
  assert.ok(
    (await get('/api/lotes')).json().data.some(({ archivo }: { archivo: string }) => archivo === 'clientes.csv'),
  )
  for (const { id } of named) await remove(id)
})

test('a row is told as it was asked about, compared for nothing, and not screened against later lists for nothing', async () => {
  const { key: own } = await makeKey({ quota: 10 })
  const file =
    'Apellidos;Nombres;DNI;Fecha de nacimiento;Nacionalidad\n' +
    "LISTADO;JUAN;'7552116;8 de julio de 1957;PERUANA\nDíaz;Ana;;;\nRíos;;#N/A;;\nParecida;Ana;;;\nTotal;;;;\n"
  const { id } = await start(file, 'text/csv', own)
  await done(id, own)
  const rows = (await get(`/api/lotes/${id}/filas`, own)).json().data
  const asked = { documento: '07552116', nacimiento: '1957-07-08', pais: 'PE' }
  assert.deepEqual(rows[0], { nombres: ['JUAN LISTADO'], ...asked, reserva: null })
  assert.deepEqual(rows[1], { nombres: ['Ana Díaz'], documento: '', nacimiento: '', pais: '', reserva: null })
  assert.deepEqual(
    rows.map(({ reserva }: { reserva: string | null }) => reserva),
    [null, null, null, 'descartadas', 'pie'],
  )
  const ask = async (fila: number) => (await get(`/api/lotes/${id}/filas/${fila}`, own)).json()
  const hit = await ask(1)
  assert.deepEqual([hit.data.resultado, hit.data.consultado, hit.aviso], ['exacto', rows[0], undefined])
  const [{ consulta, respuesta }] = hit.data.comparaciones
  assert.deepEqual(consulta, { nombre: 'JUAN LISTADO', documento: '07552116', nacimiento: '1957-07-08', pais: 'PE' })
  assert.equal(respuesta.matches[0].puntaje, 99)
  assert.equal((await ask(2)).data.comparaciones.length, 1)
  assert.deepEqual((await ask(3)).data.comparaciones, [], 'what was not paid for')
  edition = '2026-11-13'
  const later = await ask(1)
  assert.match(later.aviso, /han cambiado/)
  assert.equal(later.data.comparaciones.length, 1)
  const clear = await ask(2)
  assert.match(clear.aviso, /han cambiado/)
  assert.deepEqual(clear.data.comparaciones, [])
  edition = '2026-11-12'
  const { data } = (await get('/api/uso', own)).json()
  assert.equal(data.cuota.usadas, 3, 'the three rows that were checked')
  for (const [path, status] of [
    ['filas/6', 404],
    ['filas/0', 400],
    ['filas/uno', 400],
  ] as const)
    assert.equal((await get(`/api/lotes/${id}/${path}`, own)).statusCode, status, path)
  for (const path of ['filas', 'filas/1']) assert.equal((await get(`/api/lotes/${id}/${path}`)).statusCode, 404)
  await remove(id, own)
})

test('a batch whose quota ended goes on when there are units again, and says so until then', async () => {
  const poor = await makeKey({ quota: 2 })
  const { id } = await start('nombre\nAna Díaz\nJuan LISTADO\nLuz Paz\nSol Paz\nTotal\n', 'text/csv', poor.key)
  const stopped = (await done(id, poor.key)) as Lote & Record<string, unknown>
  assert.deepEqual(
    [stopped.pendientes, stopped.detenidoPor, stopped.clave, stopped.persona],
    [2, 'cuota', 'pruebas', null],
  )
  const goOn = (as: string) => post(`/api/lotes/${id}/continuar`, '', null, as)
  const refused = await goOn(poor.key)
  assert.equal(codigo(refused), 'cuota_agotada')
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal((await goOn(key)).statusCode, 404, 'nobody else')
  const more = await makeKey({ quota: 3, account: poor.account })
  const scoped = await makeKey({ account: poor.account, endpoints: ['lotes'] })
  assert.equal(codigo(await goOn(scoped.key)), 'sin_permiso')
  const reply = await goOn(more.key)
  assert.equal(reply.statusCode, 202, reply.body)
  assert.equal(reply.json().data.estado, 'en_cola')
  const second = (await done(id, poor.key)) as Lote & Record<string, unknown>
  assert.deepEqual([second.noRevisadas, second.pendientes, second.detenidoPor], [2, 1, 'cuota'], 'a total never can be')
  const rows = (await get(`/api/lotes/${id}/resultado?formato=json`, poor.key)).json() as { resultado: string }[]
  assert.deepEqual(
    rows.map(({ resultado }) => resultado),
    ['sin_coincidencias', 'exacto', 'sin_coincidencias', 'no_revisado', 'no_revisado'],
  )
  assert.equal((await get('/api/uso', more.key)).json().data.cuota.usadas, 3)
  await remove(id, poor.key)
})

test('a result is compared with an earlier batch, and with the file of one in every format', async () => {
  const { key: own } = await makeKey({ quota: 100 })
  const named = async (names: string): Promise<string> => {
    const { id } = await start(`referencia;nombre\n${names}`, 'text/csv', own)
    return (await done(id, own)).id
  }
  const before = await named('1;Juan LISTADO\n2;Eva Díaz\n3;Luz LISTADO\n5;Sol Paz\n')
  const id = await named('3;Luz Paz\n2;Eva LISTADO\n1;Juan LISTADO\n4;Rosa LISTADO\n')
  const check = ({ statusCode, body, json }: Awaited<ReturnType<typeof get>>) => {
    assert.equal(statusCode, 200, body)
    const { data } = json()
    assert.deepEqual(data.filas, { ahora: 4, antes: 4, emparejadas: 3 })
    assert.deepEqual(data.emparejadasPor, { referencia: 3, documento: 0, nombre: 0 })
    const refs = (list: { referencia: string }[]) => list.map(({ referencia }) => referencia)
    assert.deepEqual([data.nuevas, data.cambiadas, data.retiradas, data.sinComparar].map(refs), [
      ['2', '4'],
      [],
      ['3'],
      ['5'],
    ])
    assert.deepEqual(data.retiradas[0].antes, { nivel: 'exacto', puntaje: 99 })
  }
  check(await get(`/api/lotes/${id}/cambios?con=${before}`, own))
  for (const formato of ['csv', 'xlsx', 'json']) {
    const { rawPayload } = await get(`/api/lotes/${before}/resultado?formato=${formato}`, own)
    check(await post(`/api/lotes/${id}/cambios`, rawPayload, 'application/octet-stream', own))
  }
  const refused = await post(`/api/lotes/${id}/cambios`, 'nombre\nAna\n', 'text/csv', own)
  assert.deepEqual([refused.statusCode, refused.json().error.campo], [400, 'archivo'])
  const { id: others } = await start('nombre\nAna Díaz\n')
  await done(others)
  for (const con of [others, 'f'.repeat(32)]) {
    const reply = await get(`/api/lotes/${id}/cambios?con=${con}`, own)
    assert.deepEqual([reply.statusCode, reply.json().error.campo], [404, 'con'])
  }
  assert.equal((await get(`/api/lotes/${id}/cambios?con=${others}`)).statusCode, 404)
  assert.equal((await post(`/api/lotes/${id}/cambios`, 'nombre\nAna\n')).statusCode, 404)
  assert.equal((await get('/api/uso', own)).json().data.cuota.usadas, 8)
  for (const one of [before, id]) await remove(one, own)
  await remove(others)
  assert.deepEqual(kept(), [])
})

test('a batch is kept for as many days as were asked for', async () => {
  const kept = await Promise.all(
    ['', '&conservar=1', '&conservar=400'].map(async (asked) => {
      const reply = await post(`/api/lotes?tipo=aml${asked}`, 'nombre\nAna Díaz\n')
      const { id, creado, venceEl } = reply.json().data
      await remove(id)
      return (Date.parse(venceEl) - Date.parse(creado)) / 3_600_000
    }),
  )
  assert.deepEqual(kept, [2, 24, 9_600])
  for (const days of ['0', '401', '-1', '1.5', 'un%20mes'])
    assert.equal(
      (await post(`/api/lotes?tipo=aml&conservar=${days}`, 'nombre\nAna\n')).json().error.campo,
      'conservar',
      days,
    )
})

test('a file without header is read when the caller says so', async () => {
  const text = 'Juan LISTADO;A\nAna Díaz;B\n'
  const lacking = (await post('/api/lotes/vista?tipo=aml', text)).json().data
  assert.equal(lacking.falta.campo, 'columnaNombre')
  const asked = 'tipo=aml&sinCabecera=1'
  const unnamed = (await post(`/api/lotes/vista?${asked}`, text)).json().data
  assert.deepEqual([unnamed.filas, unnamed.falta.campo], [2, 'columnaNombre'])
  assert.deepEqual(unnamed.columnas, [
    { nombre: 'Columna 1', papel: null },
    { nombre: 'Columna 2', papel: null },
  ])
  const view = (await post(`/api/lotes/vista?${asked}&columnaNombre=Columna%201`, text)).json().data
  assert.deepEqual([view.filas, view.unidades, view.falta], [2, 2, null])
  const created = await post(`/api/lotes?${asked}&columnaNombre=Columna%201`, text)
  assert.equal(created.statusCode, 202, created.body)
  const lote = await done(created.json().data.id)
  assert.deepEqual([lote.filas, lote.conCoincidencia, lote.noRevisadas], [2, 1, 0])
  await remove(lote.id)
  assert.equal((await post('/api/lotes?tipo=aml&sinCabecera=quizá', text)).json().error.campo, 'sinCabecera')
})

test('units that do not suffice for the next row are told as such', async () => {
  const { key: poor } = await makeKey({ quota: 3 })
  const { id } = await start('nombre;cliente\nAna Díaz;Eva Ríos\nLuz Paz;Sol Paz\nJuan Ruiz;\n', 'text/csv', poor)
  assert.equal((await done(id, poor)).noRevisadas, 2)
  const rows = (await get(`/api/lotes/${id}/resultado?formato=json`, poor)).json() as { motivo: string }[]
  assert.match(String(rows[1]?.motivo), /queda 1 unidad .* necesita 2$/)
})

test('an Excel book and JSON are read by what they are, whatever type they are sent as', async () => {
  const book = await workbookOf({
    sheets: {
      Portada: '<row><c t="inlineStr"><is><t>Nada</t></is></c></row>',
      Datos:
        '<row><c t="inlineStr"><is><t>Nombre</t></is></c></row><row><c t="inlineStr"><is><t>Ana Listado</t></is></c></row>',
    },
  })
  const json = '[{"nombre":"Ana Pérez","x":null},{"nombre":"Luis"}]'
  for (const [body, types, filas] of [
    [book, [XLSX, 'application/octet-stream', 'text/csv'], 1],
    [json, ['application/json', 'application/octet-stream'], 2],
  ] as const) {
    for (const type of types) {
      const { id } = await start(body as string, type)
      assert.equal((await done(id)).filas, filas)
      await remove(id)
    }
  }
  const view = await post('/api/lotes/vista?tipo=aml', book, XLSX)
  assert.deepEqual([view.json().data.hoja, view.json().data.hojas], ['Datos', ['Portada', 'Datos']])
  assert.equal((await post('/api/lotes?tipo=aml', json, null)).statusCode, 202)
})

test('a view tells columns, sample, problems and cost, and starts, keeps and charges nothing', async () => {
  const before = (await get('/api/lotes')).json().data.length
  const reply = await post(
    '/api/lotes/vista?tipo=aml&columnaNombre=Deudor',
    'Deudor,Nacimiento,Otro\nAna Ruiz,1970,x\nLuis Paz,ayer,y\n',
  )
  assert.equal(reply.statusCode, 200)
  const { unidadesDisponibles, ...data } = reply.json().data
  assert.deepEqual(data, {
    formato: 'csv',
    hoja: null,
    hojas: [],
    hojasLeidas: [],
    hojasSinLeer: [],
    filas: 2,
    columnas: [
      { nombre: 'Deudor', papel: 'nombre' },
      { nombre: 'Nacimiento', papel: 'nacimiento' },
      { nombre: 'Otro', papel: null },
    ],
    muestra: [
      ['Ana Ruiz', '1970', 'x'],
      ['Luis Paz', 'ayer', 'y'],
    ],
    filasDeMuestra: [2, 3],
    problemas: [{ fila: 3, motivo: data.problemas[0]?.motivo }],
    filasDePie: 0,
    unidades: 1,
    falta: null,
  })
  assert.match(data.problemas[0]?.motivo, /nacimiento/)
  assert.ok(unidadesDisponibles > 0)
  const lacking = await post('/api/lotes/vista?tipo=proveedor', 'codigo,monto\nA,1\n')
  assert.equal(lacking.statusCode, 200)
  assert.equal(lacking.json().data.falta.campo, 'columnaDocumento')
  assert.deepEqual(lacking.json().data.columnas[0], { nombre: 'codigo', papel: null })
  assert.equal((await get('/api/lotes')).json().data.length, before)
})

test('what is wrong with a file or a question is said, and leaves nothing behind', async () => {
  const before = kept()
  const bomb = await workbookOf({ sheets: { Datos: '<row/>' } })
  // The size that a part of it states in the directory: half a gigabyte.
  bomb.writeUInt32LE(2 ** 29, bomb.indexOf('PK\u0001\u0002', 0, 'latin1') + 24)
  const cases: [string, string | Buffer, string, number, string, string?][] = [
    ['?tipo=aml', bomb, XLSX, 413, 'archivo_demasiado_grande', 'archivo'],
    ['?tipo=aml', 'monto\n1\n', 'text/csv', 400, 'parametro_invalido', 'columnaNombre'],
    ['?tipo=aml&columnaNombre=Nadie', 'nombre\nAna\n', 'text/csv', 400, 'parametro_invalido', 'columnaNombre'],
    ['?tipo=aml', '', 'text/csv', 400, 'parametro_invalido', 'archivo'],
    ['?tipo=aml', 'nombre\n"Ana\n', 'text/csv', 400, 'parametro_invalido', 'archivo'],
    ['?tipo=aml', '[{"nombre":"Ana"},', 'application/json', 400, 'parametro_invalido', 'archivo'],
    ['?tipo=aml&sinCabecera=1', '[[null]]', 'application/json', 400, 'parametro_invalido', 'archivo'],
    ['?tipo=aml', 'nombre\nAna\n', 'application/json', 400, 'parametro_invalido', 'archivo'],
    ['?tipo=aml', 'id,nombre,x\n1,"A,a\n2,B,b\n3,C",c\n', 'text/csv', 400, 'parametro_invalido', 'archivo'],
    ['?tipo=todo', 'nombre\nAna\n', 'text/csv', 400, 'parametro_invalido', 'tipo'],
    ['', 'nombre\nAna\n', 'text/csv', 400, 'parametro_faltante', 'tipo'],
    ['?tipo=aml', `nombre\n${'Ana Paz\n'.repeat(2_001)}`, 'text/csv', 413, 'archivo_demasiado_grande', 'archivo'],
    ['?tipo=aml', `nombre\n${'x'.repeat(200_000)}`, 'text/csv', 413, 'archivo_demasiado_grande', 'archivo'],
    ['?tipo=aml', '%PDF-1.7 ...', 'application/octet-stream', 415, 'formato_no_admitido', 'archivo'],
    ['?tipo=aml', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), XLSX, 415, 'formato_no_admitido', 'archivo'],
    ['?tipo=aml', 'nombre\nAna\n', 'multipart/form-data; boundary=x', 415, 'formato_no_admitido', 'archivo'],
    ['?tipo=aml', 'nombre\nAna\n', 'image/png', 415, 'formato_no_admitido', 'archivo'],
  ]
  for (const [query, body, type, status, code, campo] of cases) {
    for (const path of [`/api/lotes${query}`, `/api/lotes/vista${query}`]) {
      const reply = await post(path, body, type)
      // A view of a file without the needed column is no failure.
      if (path.includes('vista') && campo?.startsWith('columna')) assert.equal(reply.statusCode, 200)
      else {
        assert.equal(reply.statusCode, status, `${path} ${type}: ${reply.body}`)
        assert.deepEqual([codigo(reply), reply.json().error.campo], [code, campo], path)
      }
    }
  }
  assert.deepEqual(kept(), before)
})

test('no row between quotes too many is clear, and a cell without end costs its own row alone', async () => {
  const { id } = await start('id,nombre\n1,"Ana Paz\n2,Juan LISTADO\n3,"Eva Ríos"\n4,Luz Paz\n')
  await done(id)
  const rows: Record<string, string>[] = (await get(`/api/lotes/${id}/resultado?formato=json`)).json()
  assert.deepEqual(
    rows.map((row) => [row.id, row.resultado]),
    [
      ['1', 'no_revisado'],
      ['2', 'no_revisado'],
      ['3', 'no_revisado'],
      ['4', 'sin_coincidencias'],
    ],
  )
  assert.match(rows[1]?.motivo as string, /comillas/)
  const long = await start(`nombre;x\n${'ñ'.repeat(90_000)};1\nJuan LISTADO;2\n`)
  const lote = await done(long.id)
  assert.deepEqual([lote.procesadas, lote.noRevisadas, lote.conCoincidencia], [2, 1, 1])
  for (const one of [id, long.id]) await remove(one)
})

test('other accounts see nothing of a batch; other keys of the account do', async () => {
  const mine = await makeKey()
  const sister = await makeKey({ account: mine.account })
  const other = await makeKey()
  const { id } = await start('nombre\nAna Paz\n', 'text/csv', mine.key)
  await done(id, mine.key)
  for (const path of [`/api/lotes/${id}`, `/api/lotes/${id}/resultado`])
    assert.deepEqual(
      [(await get(path, other.key)).statusCode, codigo(await get(path, other.key))],
      [404, 'no_encontrado'],
    )
  assert.equal((await remove(id, other.key)).statusCode, 404)
  assert.deepEqual((await get('/api/lotes', other.key)).json().data, [])
  assert.equal((await get(`/api/lotes/${id}`, sister.key)).statusCode, 200)
  const scoped = await makeKey({ account: mine.account, endpoints: ['aml'] })
  assert.equal((await get('/api/lotes', scoped.key)).statusCode, 403)
  assert.equal((await inject({ url: '/api/lotes' })).statusCode, 401)
})

test('a batch needs the scopes of what it asks, whatever file it is', async () => {
  const { account } = await makeKey()
  const kinds = { aml: ['aml'], sanciones: ['sanciones'], ruc: ['ruc'], proveedor: ['ruc', 'sanciones', 'aml'] }
  const file = 'nombre,ruc\nAna Paz,20100070970\n'
  for (const [tipo, needed] of Object.entries(kinds)) {
    const paths = [`/api/lotes?tipo=${tipo}`, `/api/lotes/vista?tipo=${tipo}`]
    const statuses = async (endpoints: string[]): Promise<number[]> => {
      const { key: scoped } = await makeKey({ account, endpoints })
      return Promise.all(paths.map(async (path) => (await post(path, file, 'text/csv', scoped)).statusCode))
    }
    assert.deepEqual(await statuses(['lotes', ...needed]), [202, 200], tipo)
    for (const one of needed) {
      const others = ['lotes', 'health', ...Object.keys(kinds)].filter((name) => name !== one && name !== 'proveedor')
      assert.deepEqual(await statuses(others), [403, 403], `${tipo} without ${one}`)
    }
    assert.deepEqual(await statuses(['lotes']), [403, 403], tipo)
  }
  const { key: reader } = await makeKey({ account, endpoints: ['lotes'] })
  const refused = await post('/api/lotes?tipo=proveedor', file, 'text/csv', reader)
  assert.deepEqual(refused.json().error, { codigo: 'sin_permiso', mensaje: 'Esta clave no puede usar /api/ruc' })
  for (const { id } of (await get('/api/lotes', reader)).json().data as Lote[]) await remove(id, reader)
})

test('each checked row costs a unit of the account, exactly, and nothing else does', async () => {
  const { key: poor, id: keyId } = await makeKey({ quota: 7 })
  const left = async (): Promise<number> =>
    Number(/"quota";r=(\d+)/.exec(String((await get('/api/lotes', poor)).headers.ratelimit))?.[1])
  await askUntil(left, (units) => units === 7)
  // A unit that the process has leased ahead for single questions counts too.
  assert.equal((await get('/api/aml?nombre=ANA', poor)).statusCode, 200)
  const { id } = await start(`nombre\n${'Ana Paz\n'.repeat(4)}Jo\n`, 'text/csv', poor)
  assert.equal((await done(id, poor)).noRevisadas, 1)
  assert.equal(await askUntil(left, (units) => units === 2), 2)
  const second = await start(`nombre\n${'Ana Paz\n'.repeat(5)}`, 'text/csv', poor)
  const spent = await done(second.id, poor)
  assert.deepEqual([spent.procesadas, spent.noRevisadas], [5, 3])
  const rows = (await get(`/api/lotes/${second.id}/resultado?formato=json`, poor)).json() as Record<string, string>[]
  assert.match(rows[2]?.motivo as string, /cuota/)
  assert.equal(await left(), 0)
  assert.equal((await get('/api/aml?nombre=ANA', poor)).statusCode, 429)
  const third = await start('nombre\nAna Paz\n', 'text/csv', poor)
  assert.equal((await done(third.id, poor)).noRevisadas, 1)
  assert.ok(keyId)
})

test('a result that is not there yet is 409, and methods that there are not are 405', async () => {
  const { id } = await start(`nombre\n${'Ana Paz\n'.repeat(2_000)}`)
  const early = await get(`/api/lotes/${id}/resultado`)
  if (early.statusCode !== 200) assert.deepEqual([early.statusCode, codigo(early)], [409, 'lote_en_proceso'])
  await done(id)
  await remove(id)
  const put = await inject({ method: 'PUT', url: `/api/lotes/${id}`, headers: { authorization: key } })
  assert.deepEqual([put.statusCode, put.headers.allow], [405, 'DELETE, GET, HEAD'])
  const patch = await inject({ method: 'PATCH', url: '/api/lotes', headers: { authorization: key } })
  assert.deepEqual([patch.statusCode, patch.headers.allow], [405, 'GET, HEAD, POST'])
  for (const method of ['GET', 'DELETE'] as const) {
    const preview = await inject({ method, url: '/api/lotes/vista', headers: { authorization: key } })
    assert.deepEqual([preview.statusCode, preview.headers.allow], [405, 'POST'])
  }
})

test('over a real connection: continue, a cut upload, a file without end, and no name in the log', async () => {
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const port = Number(address.port)
  const before = kept()
  const head = (rest: string): string =>
    `POST /api/lotes?tipo=aml HTTP/1.1\r\nhost: x\r\nauthorization: ${key}\r\ncontent-type: text/csv\r\n${rest}\r\n`
  const talk = (use: (socket: ReturnType<typeof connect>, said: () => string) => void): Promise<string> =>
    new Promise((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1')
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', () => {}).on('close', () => resolve(text))
      use(socket, () => text)
    })
  const body = 'nombre\nPersonaSecreta Unica\n'
  const continued = await talk((socket, said) => {
    socket.write(head(`content-length: ${body.length}\r\nexpect: 100-continue\r\nconnection: close\r\n`))
    socket.once('data', () => {
      assert.match(said(), /^HTTP\/1\.1 100 /)
      socket.write(body)
    })
  })
  assert.match(continued, /HTTP\/1\.1 202 /)
  await talk((socket) => {
    socket.write(`${head('content-length: 5000\r\n')}${body}`, () => setImmediate(() => socket.destroy()))
  })
  const sendWithoutEnd = () =>
    talk((socket, said) => {
      socket.write(head('transfer-encoding: chunked\r\nconnection: close\r\n'))
      const piece = 'x'.repeat(50_000)
      const more = (): void => {
        if (said() !== '' || socket.destroyed) return void socket.end('0\r\n\r\n')
        socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`, () => setImmediate(more))
      }
      more()
    })
  // What is still sent when the connection closes may reset it, and take the answer along before it is read.
  const endless = await askUntil(sendWithoutEnd, (said) => said !== '')
  assert.match(endless, /^HTTP\/1\.1 413 [\s\S]*archivo_demasiado_grande/)
  const [, id = ''] = /"id":"([0-9a-f]+)"/.exec(continued) ?? []
  await done(id)
  await remove(id)
  const left = await askUntil(
    async () => kept().filter((one) => !before.includes(one)),
    (found) => found.length === 0,
  )
  assert.deepEqual(left, [])
  assert.doesNotMatch(world.logged(), /PersonaSecreta|LISTADO|Ana Paz|internal error/)
})

test('a caller who hangs up ends the reading of the file', async () => {
  const { port } = app.server.address() as AddressInfo
  const begun = Promise.withResolvers<string>()
  const cancelled = Promise.withResolvers<string>()
  const { requests } = world.batches as TestBatches
  const preview = mock.method(requests, 'previewBatch', async ({ upload }: { upload: { path: string } }) => {
    begun.resolve(upload.path)
    await cancelled.promise
    throw new Failure('request-timeout', 'interrumpido')
  })
  const cancel = mock.method(requests, 'cancelUpload', async (path: string) => cancelled.resolve(path))
  const socket = connect(port, '127.0.0.1')
  const head = `POST /api/lotes/vista?tipo=aml HTTP/1.1\r\nhost: x\r\nauthorization: ${key}\r\ncontent-length: 11\r\n\r\n`
  socket.write(`${head}nombre\nAna\n`)
  const path = await begun.promise
  socket.destroy()
  assert.equal(await cancelled.promise, path)
  for (const one of [preview, cancel]) one.mock.restore()
})

test('uploads over one connection leave nothing behind on it', async (t) => {
  const own = await testApp({ batches: { rows: 10, hours: 1, bytes: 10_000 } })
  const address = await own.app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const sockets: Socket[] = []
  own.app.server.on('connection', (socket) => sockets.push(socket))
  const upload = (): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(`${address}/api/lotes/vista?tipo=aml`, {
        ...{ method: 'POST', agent, headers: { authorization: own.key } },
      })
      sent
        .once('error', reject)
        .once('response', (reply) => reply.resume().once('end', () => resolve(reply.statusCode)))
      sent.end('nombre\nAna Paz\n')
    })
  assert.equal(await upload(), 200)
  const listeners = (): number | undefined => sockets[0]?.listenerCount('end')
  const before = listeners()
  for (let more = 0; more < 3; more++) assert.equal(await upload(), 200)
  assert.deepEqual([sockets.length, listeners()], [1, before])
})

test('batches expire with their files', async () => {
  const { id } = await start('nombre\nAna Paz\n')
  await done(id)
  now += 2 * 3_600_000
  assert.equal((await get(`/api/lotes/${id}`)).statusCode, 404)
  assert.deepEqual((await get('/api/lotes')).json().data, [])
})
