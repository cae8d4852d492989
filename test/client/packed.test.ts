import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openBrowser } from '../engines/chromium.ts'
import { node20 } from '../engines/node-20.ts'
import { serveLoopback } from '../helpers/loopback.ts'
import { installClient } from './packed-client.ts'
import { startSandbox } from './sandbox-server.ts'

const installed = installClient()
const read = (path: string): string => readFileSync(join(installed.folder, path), 'utf8')

/** Serves the project's own files: a page of another origin than the service's. */
const pages = await serveLoopback(({ path }) => {
  if (path.endsWith('.js')) return { headers: { 'content-type': 'text/javascript; charset=utf-8' }, body: read(path) }
  return path === '/page.html' ? { body: '<!DOCTYPE html><title>Página</title>' } : { status: 404, body: '' }
})
test.after(() => pages[Symbol.asyncDispose]())

const sandbox = await startSandbox({ CHASQUI_ADMIN_PORT: '0', CHASQUI_CORS_ORIGINS: pages.origin })
await sandbox.breakSource('public-dni-directory', 'down')
const spentKey = await sandbox.makeKey('--quota', '1')
await sandbox.client({ key: spentKey }).ruc('20000000125')
// What was fetched once is kept, also while the source asks for a captcha.
await sandbox.client().soat('ABC-123')

const settings = async () => ({
  ...{ url: sandbox.url, key: sandbox.key, spentKey },
  slowKey: await sandbox.makeKey('--rate', '1', '--burst', '1'),
})

const EXPECTED = {
  methods: {
    ruc: 'COMERCIAL EJEMPLO - LIMA S.A.C.',
    dni: 'DE LA ROSA QUISPE ANA MARIA',
    persona: 1,
    nombre: 1,
    sanciones: true,
    soat: 'ABC123',
    tipoCambio: '2026-11-08',
    tipoCambioMes: 31,
    indicadores: 'PN01273PM',
    buscar: true,
    aml: 'exacto',
    health: 'sandbox',
    nothing: null,
  },
  failures: {
    notFound: ['NotFoundError', 'not-found', 'no_encontrado', 404, null],
    badQuestion: ['InvalidRequestError', 'invalid', 'parametro_invalido', 400, 'pais'],
    key: ['KeyError', 'key', 'no_autenticado', 401, null],
    quota: ['QuotaError', 'quota', 'cuota_agotada', 429, null],
    source: ['SourceError', 'source', 'fuente_no_disponible', 502, null],
    captcha: ['CaptchaError', 'captcha', 'fuente_captcha', 503, null],
    network: ['NetworkError', 'network', 'sin_conexion', null, null],
    notChasqui: ['InvalidRequestError', 'invalid', 'ruta_desconocida', 404, null],
    timeout: ['TimeoutError', 'timeout', 'tiempo_agotado', null, null],
    abortedBefore: ['AbortError', 'abort', 'cancelado', null, null],
    abortedLater: ['AbortError', 'abort', 'cancelado', null, null],
    abortedWhileWaiting: ['AbortError', 'abort', 'cancelado', null, null],
  },
  refusals: {
    sent: 0,
    fields: ['numero', 'numero', 'numero', 'placa', 'fecha', 'mes'].map((campo) => `InvalidRequestError ${campo}`),
  },
  retries: { refused: true, early: 0, answered: 3 },
  remembered: { statuses: [200, 304], total: 1, source: 'procurement-list', quota: 'number' },
}

for (const [name, findNode] of [
  ['Node 20', node20],
  ['this Node', async () => process.execPath],
] as const) {
  test(`${name}: every method, every failure, Retry-After, aborts and refusals of the packed client`, async () => {
    const script = `import * as sdk from 'chasqui/client'
      import { exercise } from './exercise.js'
      console.log(JSON.stringify(await exercise(sdk, ${JSON.stringify(await settings())})))`
    const args = ['--input-type=module', '--eval', script]
    const { stdout } = await promisify(execFile)(await findNode(), args, { cwd: installed.folder, timeout: 60_000 })
    assert.deepEqual(JSON.parse(stdout), EXPECTED)
  })
}

test('the same in a browser, from another origin and from the same one', async (context) => {
  const browser = await openBrowser()
  context.after(() => browser.close())
  const client = '/node_modules/chasqui/dist/src/client/index.js'
  const run = async (origin: string, url: string | undefined): Promise<unknown> => {
    const page = await browser.newPage()
    // The service has no such pages: they are put in front of it.
    if (origin !== pages.origin)
      await page.route(/\/(?:page\.html|exercise\.js|node_modules\/.*)$/, async (route) => {
        const reply = await fetch(`${pages.origin}${new URL(route.request().url()).pathname}`)
        await route.fulfill({ body: await reply.text(), contentType: reply.headers.get('content-type') ?? '' })
      })
    await page.goto(`${origin}/page.html`)
    const given = { ...(await settings()), url }
    return page.evaluate(
      `Promise.all([import('${client}'), import('/exercise.js')]).then(([sdk, { exercise }]) => exercise(sdk, ${JSON.stringify(given)}))`,
    )
  }
  assert.deepEqual(await run(pages.origin, sandbox.url), EXPECTED)
  assert.deepEqual(await run(sandbox.url, sandbox.url), EXPECTED)
})

const CONSUMER = `
import { Chasqui, ChasquiError, NotFoundError, type Contribuyente, type RucRespuesta } from 'chasqui/client'

const client: Chasqui = new Chasqui({ url: 'http://127.0.0.1:8080', key: 'chq_test_x' })
declare const proveedor: 'aggregator-a' | undefined

export const check = async (): Promise<void> => {
  const found: RucRespuesta = await client.ruc({ numero: '20000000125', proveedor })
  const record: Contribuyente = found.data
  const who: 'taxauth-scraper' | 'aggregator-a' | 'aggregator-b' | undefined = found.meta.proveedor
  const perhaps = await client.ruc('20000000125', { nullIfNotFound: true })
  // @ts-expect-error it may be null
  perhaps.data
  // @ts-expect-error no such provider
  await client.ruc({ numero: '1', proveedor: 'otro' })
  // @ts-expect-error a number would lose its zeros
  await client.dni(12)
  const screened = await client.aml({ nombre: 'Zenobio', tipo: 'persona', detalle: true })
  const level: 'exacto' | 'parcial' | undefined = screened.data.matches[0]?.coincidencia
  const rate: number = (await client.tipoCambio()).data.venta
  const month: number = (await client.tipoCambio({ mes: '2026-10' })).data.dias.length
  const none = await client.tipoCambio({ mes: '2026-10' }, { nullIfNotFound: true })
  const days: number | undefined = none?.data.dias.length
  // @ts-expect-error one or the other
  await client.tipoCambio({ mes: '2026-10', fecha: '2026-10-01' })
  const series = await client.indicadores.buscar({ q: 'pbi', frecuencia: 'mensual', limite: 5 })
  const codes: string[] = series.data.map(({ codigo }) => codigo)
  const { providers } = await client.health()
  const blocked: boolean = providers['insurance-registry'].captchaBlocked
  const { estado }: { estado: 'VIGENTE' | 'VENCIDO' | 'ANULADO' } = (await client.soat('ABC123')).data
  try {
    await client.persona('ana', { timeoutMs: 1_000, retries: 0 })
  } catch (error) {
    if (error instanceof NotFoundError) return
    if (error instanceof ChasquiError && error.kind === 'quota') error.reintentarEn?.toFixed()
    // @ts-expect-error no such kind
    if (error instanceof ChasquiError && error.kind === 'nada') return
  }
  void [record, who, level, rate, month, days, codes, blocked, estado]
}
`

const ASSIGNED = `
import { Chasqui, type Fetch } from 'chasqui/client'
const own: Fetch = fetch
const client = new Chasqui({ key: 'k', fetch, url: new URL('http://127.0.0.1').href })
export const ask = () => client.ruc('20000000125', { signal: new AbortController().signal })
void own
`

for (const options of [
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
]) {
  test(`a strict caller with moduleResolution ${options.moduleResolution} compiles and needs no other types`, () => {
    installed.put('consumer.ts', CONSUMER)
    installed.put('assigned.ts', ASSIGNED)
    assert.equal(installed.compile(options, ['consumer.ts']), '')
    assert.equal(installed.compile({ ...options, lib: ['es2022', 'dom'] }, ['consumer.ts', 'assigned.ts']), '')
  })
}

test('the package shows its client alone, and no declaration names a package or a source file', () => {
  const manifest = JSON.parse(read('node_modules/chasqui/package.json'))
  assert.deepEqual(Object.keys(manifest.exports['./client']), ['types', 'default'])
  assert.equal(manifest.sideEffects, false)
  for (const name of ['index', 'chasqui', 'closed-sets', 'errors', 'meta', 'options', 'types']) {
    const text = read(`node_modules/chasqui/dist/src/client/${name}.d.ts`)
    assert.doesNotMatch(text, /from '(?!\.\/(?:certificates\/)?[\w-]+\.js')|import\(|<reference/, name)
  }
})
