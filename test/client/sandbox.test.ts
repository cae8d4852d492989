import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChasquiError, type Fetch } from '../../src/client/index.ts'
import { askUntil } from '../helpers/until.ts'
import { startSandbox } from './sandbox-server.ts'

const sandbox = await startSandbox()
const client = sandbox.client()

/** The platform's own, counted. */
const counted = () => {
  const statuses: number[] = []
  const counting: Fetch = async (url, init) => {
    const reply = await fetch(url, init)
    statuses.push(reply.status)
    return reply
  }
  return { statuses, fetch: counting }
}

test('every method answers with its data and what is known of the answer', async () => {
  const ruc = await client.ruc('20000000125', { requestId: 'prueba-0001' })
  assert.equal(ruc.data.distrito, 'SAN ISIDRO')
  const { cuota, ...meta } = ruc.meta
  assert.deepEqual(meta, {
    proveedor: 'taxauth-scraper',
    fuentes: [{ proveedor: 'taxauth-scraper', canal: 'register', edicion: ruc.meta.fuentes[0]?.edicion }],
    requestId: 'prueba-0001',
  })
  assert.match(meta.fuentes[0]?.edicion ?? '', /^\d{4}-\d\d-\d\d$/)
  assert.ok(cuota && cuota.limite !== undefined && cuota.renuevaEn !== undefined && cuota.restante < cuota.limite)
  assert.ok(!('ok' in ruc) && !('proveedor' in ruc))

  assert.equal((await client.dni({ numero: '00000202' })).meta.proveedor, 'aggregator-a')
  const people = await client.persona({ dni: '00000012', detalle: true })
  assert.equal(people.data.matches[0]?.ficha?.numero, '10000000120')
  assert.equal((await client.persona('huayta vda de zevallos petronila')).data.criterio, 'nombre')
  const companies = await client.nombre({ q: 'SALVATIERRA PUMAYALLI', limite: 1 })
  assert.deepEqual([companies.data.length, companies.total, companies.truncado], [1, 1, true])
  assert.equal((await client.sanciones('20000006786')).data.sancionado, true)
  assert.equal((await client.sanciones({ nombre: 'suministros inventados' })).data.total, 1)
  assert.equal((await client.soat('abc-123')).data.estado, 'VIGENTE')
  assert.match((await client.tipoCambio('2026-11-08')).aviso ?? '', /del 2026-11-07$/)
  assert.equal((await client.tipoCambio()).data.moneda, 'USD/PEN')
  assert.equal((await client.indicadores({ codigo: 'inflacion', desde: '2026-01-01' })).data.codigo, 'PN01273PM')
  const month = await client.tipoCambio({ mes: '2026-10' })
  assert.deepEqual([month.data.mes, month.data.dias.length, month.meta.proveedor], ['2026-10', 31, 'taxauth-tc'])
  const series = await client.indicadores.buscar({ q: 'tipo de cambio', limite: 2, frecuencia: 'diaria' })
  assert.deepEqual([series.data.length, series.data[0]?.frecuencia, series.truncado], [2, 'diaria', true])
  assert.equal(await client.indicadores.buscar('nada se llama así', { nullIfNotFound: true }), null)
  const screened = await client.aml({ nombre: 'Аристарх Волковенко', detalle: true })
  assert.deepEqual(
    screened.meta.fuentes.map(({ proveedor }) => proveedor),
    ['us-list', 'un-list'],
  )
  assert.ok((screened.data.matches[0]?.motivos ?? []).length > 0)
  const health = await client.health()
  assert.deepEqual([health.data.modo, health.providers['insurance-registry'].captchaBlocked], ['sandbox', false])
})

test('what is not found is a failure, or null for a caller who asks for that', async () => {
  await assert.rejects(client.ruc('20000999998'), { name: 'NotFoundError', codigo: 'no_encontrado', status: 404 })
  assert.equal(await client.ruc('20000999998', { nullIfNotFound: true }), null)
  assert.equal(await client.soat('NAD123', { nullIfNotFound: true }), null)
  assert.equal((await client.soat('ABC123', { nullIfNotFound: true }))?.data.placa, 'ABC123')
})

test('a batch is looked at, started, waited for, read and erased', async () => {
  const file = new TextEncoder().encode('Full name;Teléfono\nZenobio Tarquillo;1\nJuan Quispe Mamani;2\n;3\n')
  const { data: preview } = await client.lotes.vista(file, { tipo: 'aml' })
  assert.deepEqual([preview.filas, preview.unidades, preview.problemas.length], [3, 2, 1])
  assert.deepEqual(
    preview.columnas.map(({ papel }) => papel),
    ['nombre', null],
  )
  const { data: created } = await client.lotes.crear(file, { tipo: 'aml' })
  const seen: number[] = []
  const done = await client.lotes.esperar(created.id, {
    cadaMs: 20,
    onProgress: ({ procesadas }) => void seen.push(procesadas),
  })
  assert.deepEqual([done.data.estado, done.data.procesadas, done.data.conCoincidencia], ['terminado', 3, 1])
  assert.equal(seen.at(-1), 3)
  assert.deepEqual((await client.lotes.ver(created.id)).data, done.data)
  assert.ok((await client.lotes.listar()).data.some(({ id }) => id === created.id))
  const rows = JSON.parse(new TextDecoder().decode(await client.lotes.resultado(created.id, { formato: 'json' })))
  assert.deepEqual(
    rows.map((row: Record<string, string>) => [row.Teléfono, row.resultado]),
    [
      ['1', 'exacto'],
      ['2', 'sin_coincidencias'],
      ['3', 'no_revisado'],
    ],
  )
  await client.lotes.borrar(created.id)
  await assert.rejects(client.lotes.ver(created.id), { name: 'NotFoundError', status: 404 })
  await assert.rejects(client.lotes.crear('apodo\nANA\n', { tipo: 'aml' }), { kind: 'invalid', campo: 'columnaNombre' })
})

test('a batch of purchases asks the tax authority about each voucher when it is told to', async () => {
  const numbers = ['1', '2', '404']
  const rows = numbers.map((numero) => `20000000125;12/11/2026;01;F001;${numero};118.00`)
  const file = `RUC;Fecha;Tipo;Serie;Número;Importe\n${rows.join('\n')}\n`
  const { data: preview } = await client.lotes.vista(file, { tipo: 'compras', comprobantes: true })
  assert.equal(preview.unidades, 6)
  const { data: created } = await client.lotes.crear(file, { tipo: 'compras', comprobantes: true })
  const { data: done } = await client.lotes.esperar(created.id, { cadaMs: 50 })
  assert.deepEqual(done.compras?.porCausa, [{ causa: 'comprobante', filas: 1 }])
  const result = JSON.parse(new TextDecoder().decode(await client.lotes.resultado(created.id, { formato: 'json' })))
  assert.deepEqual(
    result.map((row: Record<string, string>) => [row.resultado, row.comprobante]),
    [
      ['sin_observaciones', 'ACEPTADO'],
      ['observado', 'ANULADO'],
      ['sin_observaciones', 'NO INFORMADO'],
    ],
  )
  const { data: plain } = await client.lotes.crear(file, { tipo: 'compras' })
  assert.equal((await client.lotes.esperar(plain.id, { cadaMs: 50 })).data.conCoincidencia, 0)
})

test('subjects are watched from a file, their alerts decided, reported and erased', async () => {
  const { vigilancia, lotes } = sandbox.client({ key: await sandbox.makeKey('--persona', 'Rosa') })
  const file = 'referencia,nombre\nC-1,Zenobio Tarquillo\nC-2,Juan Quispe Mamani\n'
  const { data: batch } = await vigilancia.ponerArchivo(file, { tipoSujeto: 'persona' })
  const { data: done } = await lotes.esperar(batch.id, { cadaMs: 20 })
  assert.deepEqual([done.tipo, done.procesadas, done.noRevisadas], ['vigilados', 2, 0])
  const { data: one } = await vigilancia.poner({ referencia: 'C-3', tipo: 'persona', nombre: 'Otro Inventado Quispe' })
  const [alert] = await askUntil(
    async () => (await vigilancia.alertas({ estado: 'abierta' })).data,
    (all) => all.length > 0,
  )
  assert.equal(alert?.sujeto.referencia, 'C-1')
  const decided = await vigilancia.decidir(alert?.id ?? '', { decision: 'escalada', motivo: 'otro', nota: 'para ver' })
  assert.deepEqual((await vigilancia.alerta(decided.data.id)).data, decided.data)
  await askUntil(
    async () => (await vigilancia.listar()).data,
    (all) => all.length === 3 && all.every(({ revisado }) => revisado !== null),
  )
  const { data: report, constancia } = await vigilancia.informe({ constancia: true })
  assert.deepEqual([report.vigilados.altas, report.decisiones[0]?.persona, typeof constancia], [3, 'Rosa', 'string'])
  const csv = new TextDecoder().decode(await vigilancia.informeCsv({ parte: 'vigilados' }))
  assert.equal(csv.trimEnd().split('\r\n').length, 4)
  assert.ok((await vigilancia.eventos({ limite: 2 })).siguiente === 2)
  assert.equal((await vigilancia.borrar(one.id)).data.referencia, 'C-3')
  await assert.rejects(vigilancia.ver(one.id), { name: 'NotFoundError' })
  await assert.rejects(vigilancia.avisos.poner('https://169.254.169.254/'), { kind: 'invalid' })
  assert.deepEqual((await vigilancia.avisos.listar()).data, [])
})

const once = { retries: 0 }
const limited = sandbox.client({ key: await sandbox.makeKey('--rate', '1', '--burst', '1') })
const spent = sandbox.client({ key: await sandbox.makeKey('--quota', '1') })
const scoped = sandbox.client({ key: await sandbox.makeKey('--endpoints', 'ruc') })

const FAILURES: [string, () => Promise<unknown>, Record<string, unknown>][] = [
  ['a bad question', () => client.aml({ nombre: 'Zenobio', pais: 'Atlántida' }), { kind: 'invalid', campo: 'pais' }],
  ['an unknown key', () => sandbox.client({ key: 'chq_test_nada' }).ruc('20000000125'), { kind: 'key', status: 401 }],
  ['a key for other endpoints', () => scoped.dni('00000012'), { kind: 'key', status: 403, codigo: 'sin_permiso' }],
  ['a source that is away', () => client.soat('ERR123'), { kind: 'source', status: 502 }],
  ['a captcha', () => client.soat('CAP123', once), { kind: 'captcha', name: 'CaptchaError', status: 503 }],
]

for (const [name, ask, expected] of FAILURES) {
  test(`${name} is told as what it is`, async () => {
    await assert.rejects(ask(), (error: ChasquiError) => {
      assert.ok(error instanceof ChasquiError, String(error))
      for (const [field, value] of Object.entries(expected)) assert.equal(error[field as keyof ChasquiError], value)
      assert.match(error.message, /[a-záéíóúñ]{3,} /)
      assert.ok(error.requestId)
      return true
    })
  })
}

test('quota that is spent is told with the time until it is renewed', async () => {
  await spent.ruc('20000000125')
  await assert.rejects(spent.ruc('20000003451'), (error: ChasquiError) => {
    assert.deepEqual([error.name, error.codigo, error.status], ['QuotaError', 'cuota_agotada', 429])
    assert.ok((error.reintentarEn ?? 0) > 60)
    return true
  })
})

test('a key that asks too fast waits as the service says, and is answered', async () => {
  await assert.rejects(Promise.all([limited.health(once), limited.health(once), limited.health(once)]), {
    name: 'RateLimitError',
    reintentarEn: 1,
  })
  const { statuses, fetch } = counted()
  const patient = sandbox.client({ key: await sandbox.makeKey('--rate', '1', '--burst', '1'), fetch })
  await patient.health()
  assert.equal((await patient.health()).data.modo, 'sandbox')
  assert.deepEqual(statuses, [200, 429, 200])
})

test('remembered answers that did not change cost nothing and are whole', async () => {
  const { statuses, fetch } = counted()
  const remembering = sandbox.client({ fetch, etags: 2 })
  const first = await remembering.ruc('20000003451')
  first.data.razonSocial = 'changed by the caller'
  const second = await remembering.ruc('20000003451')
  assert.deepEqual(statuses, [200, 304])
  assert.equal(second.data.estado, 'BAJA')
  assert.notEqual(second.data.razonSocial, first.data.razonSocial)
  assert.deepEqual(second.meta.fuentes, first.meta.fuentes)
  assert.equal(second.meta.cuota?.restante, first.meta.cuota?.restante)
  assert.notEqual(second.meta.requestId, first.meta.requestId)
  // Two are kept: a third and a fourth answer put the first one out.
  await remembering.ruc('20000006786')
  await remembering.ruc('20000009017')
  await remembering.ruc('20000003451')
  await remembering.ruc('20000009017')
  // Failures are not remembered, nor is what must not be stored.
  await remembering.ruc('20000999998', { nullIfNotFound: true })
  await remembering.ruc('20000999998', { nullIfNotFound: true })
  await remembering.health()
  await remembering.health()
  assert.deepEqual(statuses.slice(2), [200, 200, 200, 304, 404, 404, 200, 200])
})

test('a service below a path, and an address with a slash at its end', async () => {
  assert.equal((await sandbox.client({ url: `${sandbox.url}/` }).health()).data.modo, 'sandbox')
  const seen: string[] = []
  const noting: Fetch = async (url) => {
    seen.push(url)
    return new Response('{"ok":true,"data":[]}', { headers: { 'content-type': 'application/json' } })
  }
  await sandbox.client({ url: 'https://erp.test/chasqui//', fetch: noting }).nombre('Ñandú & Cía')
  assert.deepEqual(seen, ['https://erp.test/chasqui/api/nombre?q=%C3%91and%C3%BA+%26+C%C3%ADa'])
})

test('a client that could not work is refused when it is made', () => {
  for (const options of [
    { url: 'chasqui.test' },
    { url: 'ftp://chasqui.test' },
    { url: 'http://user:secret@chasqui.test' },
    { url: undefined },
    { key: '' },
    { key: 'a b' },
    { key: 'a\nb' },
  ])
    assert.throws(() => sandbox.client(options), { kind: 'invalid' }, JSON.stringify(options))
})
