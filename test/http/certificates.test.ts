import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { renderCertificate } from '../../src/cli/render/certificate.ts'
import { testApp } from '../helpers/app.ts'
import { openDescribedSandbox, type Reply, TODAY } from '../openapi/described-sandbox.ts'
import { QUESTIONS } from '../openapi/questions.ts'

const sandbox = await openDescribedSandbox()
after(() => sandbox.close())

const asked = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}constancia=1`

interface Body {
  ok: boolean
  data?: unknown
  error?: unknown
  aviso?: string
  truncado?: true
  constancia?: string
}

const jwks = async (): Promise<JSONWebKeySet> =>
  (await sandbox.ask('/.well-known/jwks.json', {}, null)).body as JSONWebKeySet

/** The payload as another library verifies it, and its text. */
const verified = async (reply: Reply) => {
  const { constancia = '' } = reply.body as Body
  const { payload, protectedHeader } = await compactVerify(constancia, createLocalJWKSet(await jwks()))
  const text = new TextDecoder().decode(payload)
  return { text, header: protectedHeader, ...JSON.parse(text) }
}

// Only lookups are certified as they are sent.
const lookups = Object.entries(QUESTIONS).filter(
  ([name]) => !/^(?:health|uso|eventos|vigilancia-informe|(?:lotes|vigilados|alertas|avisos).*)$/.test(name),
)

for (const [name, { answered, notFound }] of lookups) {
  test(`${name}: a 200 is certified as it is sent`, async () => {
    for (const [, path] of Object.values(answered)) {
      const plain = await sandbox.ask(path)
      const reply = await sandbox.ask(asked(path))
      assert.equal(reply.status, 200)
      assert.equal(reply.headers['cache-control'], 'no-store')
      const { constancia, ...body } = reply.body as Body
      assert.deepEqual(body, plain.body)
      const { text, header, endpoint, consulta, estado, fuentes, politica, version, ...rest } = await verified(reply)
      assert.deepEqual([rest.aviso, rest.truncado], [body.aviso, body.truncado])
      assert.equal(header.typ, 'chasqui-constancia')
      assert.ok(text.includes(`"respuesta":${JSON.stringify(body.data)},"fuentes"`), 'the same value, byte by byte')
      assert.deepEqual([`/api/${endpoint}`, estado], [path.split('?')[0], 200])
      assert.equal(consulta.constancia, undefined)
      assert.equal(politica !== undefined, ['aml', 'proveedor'].includes(name))
      assert.ok(version)
      assert.ok(fuentes.length > 0)
      for (const { canal, edicion, sha256 } of fuentes)
        if (['register', 'list'].includes(canal)) assert.match(`${edicion} ${sha256}`, /^\d{4}-\d\d-\d\d [0-9a-f]{64}$/)
      assert.deepEqual((await sandbox.ask(path)).body, plain.body, 'what is remembered has no certificate')
    }
  })

  if (notFound === undefined) continue
  test(`${name}: a definitive 404 is certified, in both forms of an error`, async () => {
    const reply = await sandbox.ask(asked(notFound))
    assert.equal(reply.status, 404)
    const { text, estado, fuentes } = await verified(reply)
    assert.equal(estado, 404)
    assert.ok(text.includes(`"respuesta":${JSON.stringify((reply.body as Body).error)},"fuentes"`))
    assert.ok(fuentes.length > 0)
    const problem = await sandbox.ask(asked(notFound), { accept: 'application/problem+json' })
    assert.equal(problem.headers['content-type'], 'application/problem+json; charset=utf-8')
    assert.deepEqual((await verified(problem)).respuesta, (reply.body as Body).error)
  })
}

test('the sources of a "no" are the register with its edition, and every live source that was asked', async () => {
  const sources = async (path: string) =>
    (await verified(await sandbox.ask(asked(path)))).fuentes.map(
      ({ proveedor, canal, sha256 }: Record<string, string>) => [proveedor, canal, Boolean(sha256)],
    )
  const [register, ...live] = await sources('/api/ruc?numero=20000999998')
  assert.deepEqual(register, ['taxauth-scraper', 'register', true])
  assert.ok(live.length > 0)
  assert.deepEqual((await sources('/api/ruc?numero=20000999998&proveedor=aggregator-a'))[0]?.[0], 'aggregator-a')
  assert.deepEqual(await sources('/api/nombre?q=NINGUNA%20SE%20LLAMA%20ASI'), [register])
})

test('the notice and the cut of an answer are certified with it', async () => {
  const carried = await sandbox.ask(asked('/api/tipo-cambio?fecha=2026-11-08'))
  assert.match((await verified(carried)).aviso, /2026-11-0\d/)
  const cut = await sandbox.ask(asked('/api/nombre?q=comercial&limite=1'))
  assert.equal((await verified(cut)).truncado, true)
  assert.equal((cut.body as Body).truncado, true)
})

test('a series that does not exist, and a day before all rates, name whose numbering and dates say so', async () => {
  for (const [path, proveedor] of [
    ['/api/indicadores?codigo=dolar', 'central-bank'],
    ['/api/indicadores?codigo=PD99999PD', 'central-bank'],
    ['/api/indicadores?codigo=pbi&hasta=1899-12-31', 'central-bank'],
    ['/api/tipo-cambio?fecha=1950-01-01', 'taxauth-tc'],
  ] as const) {
    const { estado, fuentes } = await verified(await sandbox.ask(asked(path)))
    assert.deepEqual([estado, fuentes[0]?.proveedor], [404, proveedor], path)
  }
})

test('a certificate says why its answer clears nobody', async () => {
  for (const path of ['/api/aml?nombre=Mollepaza', '/api/aml?nombre=Ebaristo%20Chukipoma%20Tarquiyo&nacimiento=1999']) {
    const reply = await sandbox.ask(asked(path))
    const { aviso, respuesta, text, header, ...rest } = await verified(reply)
    assert.deepEqual([respuesta.total, aviso], [0, (reply.body as { aviso: string }).aviso])
    const printed = renderCertificate({ ...rest, aviso, respuesta }, 'clave')
    assert.match(printed, /nadie queda descartado/)
    assert.match(printed.replace(/\s+/g, ' '), /Aviso: (?:Una sola palabra|Los datos del cliente descartaron)/)
  }
  const { aviso } = await verified(await sandbox.ask(asked('/api/aml?nombre=Juan%20Quispe%20Mamani')))
  assert.equal(aviso, undefined)
})

test('a certificate names the person of the key, where the key names one', async () => {
  const { inject, makeKey } = await testApp({ register: [] })
  const certified = async (persona?: string) => {
    const { key } = await makeKey({ persona })
    const reply = await inject({ url: '/api/ruc?numero=20000000125&constancia=1', headers: { authorization: key } })
    const [, payload = ''] = (reply.json() as Body).constancia?.split('.') ?? []
    return JSON.parse(Buffer.from(payload, 'base64url').toString()).persona
  }
  assert.equal(await certified('Rosa Huamán'), 'Rosa Huamán')
  assert.equal(await certified(), undefined)
})

test('the question is stated as it was used', async () => {
  const rows: [string, Record<string, string>][] = [
    ['/api/tipo-cambio', { fecha: TODAY }],
    ['/api/tipo-cambio?mes=2026-11', { mes: '2026-11' }],
    ['/api/indicadores?codigo=inflacion&otro=1', { codigo: 'inflacion', hasta: TODAY }],
    ['/api/soat?numero=%20abc-123%20', { placa: 'abc-123' }],
    ['/api/sanciones?nombre=x&ruc=20000000125', { ruc: '20000000125' }],
    ['/api/sanciones?ruc=&nombre=SUMINISTROS', { nombre: 'SUMINISTROS' }],
    ['/api/aml?detalle=1&nombre=Jose%CC%81%20Quispe', { nombre: 'José Quispe', detalle: '1' }],
  ]
  for (const [path, consulta] of rows)
    assert.deepEqual((await verified(await sandbox.ask(asked(path)))).consulta, consulta, path)
})

test('a certificate is never a 304 and never the same twice', async () => {
  const path = asked('/api/ruc?numero=20000000125')
  const first = await sandbox.ask(path)
  const again = await sandbox.ask(path, { 'if-none-match': String(first.headers.etag) })
  assert.equal(again.status, 200)
  assert.notEqual((await verified(again)).jti, (await verified(first)).jti)
  const plain = await sandbox.ask('/api/ruc?numero=20000000125')
  const known = { 'if-none-match': String(plain.headers.etag) }
  assert.equal((await sandbox.ask('/api/ruc?numero=20000000125', known)).status, 304)
  assert.equal((await sandbox.ask(path, known)).status, 200)
})

test('0 asks for none, and any other value is refused', async () => {
  const path = '/api/ruc?numero=20000000125&constancia='
  const none = await sandbox.ask(`${path}0`)
  assert.equal((none.body as Body).constancia, undefined)
  assert.match(String(none.headers['cache-control']), /^private/)
  for (const value of ['', '2', 'true', 'si', '1&constancia=1', '%00']) {
    const reply = await sandbox.ask(path + value)
    assert.equal(reply.status, 400, value)
    assert.equal((reply.body as { error: { campo: string } }).error.campo, 'constancia')
    assert.equal((reply.body as Body).constancia, undefined)
  }
})

test('failures and other paths get no certificate', async () => {
  const rows: [string, number, string | null | undefined][] = [
    ['/api/ruc?numero=1', 400, undefined],
    ['/api/ruc?numero=20000000125', 401, null],
    ['/api/nada?x=1', 404, undefined],
    ['/api/health', 200, undefined],
  ]
  for (const [path, status, authorization] of rows) {
    const reply = await sandbox.ask(asked(path), {}, authorization)
    assert.equal(reply.status, status, path)
    assert.equal((reply.body as Body).constancia, undefined, path)
  }
  sandbox.setWorld('without lists')
  const unloaded = await sandbox.ask(asked('/api/aml?nombre=TARQUILLO%20ZENOBIO'))
  sandbox.setWorld('complete')
  assert.deepEqual([unloaded.status, (unloaded.body as Body).constancia], [502, undefined])
})

test('the public keys need no credential and can be kept', async () => {
  const reply = await sandbox.ask('/.well-known/jwks.json', {}, null)
  assert.equal(reply.status, 200)
  assert.match(String(reply.headers['cache-control']), /^public, max-age=\d+$/)
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
  const { keys } = reply.body as JSONWebKeySet
  for (const key of keys) assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  const again = await sandbox.ask('/.well-known/jwks.json', { 'if-none-match': String(reply.headers.etag) }, null)
  assert.deepEqual([again.status, again.body], [304, ''])
})

test('HEAD has no body, and a certificate costs what its lookup costs', async () => {
  const { inject, makeKey } = await testApp({ register: [] })
  const { key } = await makeKey({ quota: 10 })
  const left = (headers: Record<string, unknown>): number =>
    Number(/"quota";r=(\d+)/.exec(String(headers.ratelimit))?.[1])
  const ask = (method: 'GET' | 'HEAD', query: string) =>
    inject({ method, url: `/api/ruc?${query}`, headers: { authorization: key } })
  const got = await ask('GET', 'numero=20000000125&constancia=1')
  assert.deepEqual([got.statusCode, left(got.headers)], [404, 9])
  const head = await ask('HEAD', 'numero=20000000125&constancia=1')
  assert.deepEqual([head.statusCode, head.body, left(head.headers)], [404, '', 8])
  assert.equal(head.headers['cache-control'], 'no-store')
  const refused = await ask('GET', 'numero=20000000125&constancia=x')
  assert.deepEqual([refused.statusCode, left(refused.headers)], [400, 8])
})
