import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aggregatorA } from '../src/sources/aggregators/a/index.ts'
import { aggregatorB } from '../src/sources/aggregators/b/index.ts'
import { insuranceRegistry } from '../src/sources/insurance-registry/index.ts'
import { askAt, fixture } from './helpers/ask-source.ts'
import type { LoopbackReply, SeenRequest } from './helpers/loopback.ts'

const json = (body: unknown, status = 200): LoopbackReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
})

test('an account without the long form is asked for the short one; a number nobody has is asked for once', async () => {
  const short = ({ path }: SeenRequest): LoopbackReply =>
    path.startsWith('/v1/sunat/ruc?')
      ? json(fixture('aggregators/a', 'taxpayer-full.json'))
      : { status: 404, body: '<html><h1>Not Found</h1></html>' }
  await askAt(aggregatorA, short, async ({ taxpayerByRuc }, seen) => {
    assert.equal((await taxpayerByRuc?.('20000000125'))?.ubigeo, '150131')
    assert.deepEqual(
      seen.map(({ path }) => path),
      ['/v1/sunat/ruc/full?numero=20000000125', '/v1/sunat/ruc?numero=20000000125'],
    )
    assert.ok(seen.every(({ headers }) => headers.authorization === 'Bearer the-operators-own'))
  })
  await askAt(
    aggregatorA,
    () => json({ message: 'not found' }, 404),
    async ({ taxpayerByRuc }, seen) => {
      assert.equal(await taxpayerByRuc?.('20000000125'), null)
      assert.equal(seen.length, 1)
    },
  )
})

/** Pages that ask a person for proof, as they come with status 200 in place of JSON. */
const CHALLENGES = [
  '<html><body><form><p>Confirme que no es un robot</p><div class="g-recaptcha"></div><input type="submit"></form></body></html>',
  '<html><body><h1>Verify you are human</h1><div class="h-captcha"></div></body></html>',
  '<html><body><img src="captcha?accion=image"><label>Ingrese el c&oacute;digo</label><input></body></html>',
]

const AGGREGATOR_STATUSES: [LoopbackReply, string | null][] = [
  [json({ success: false, message: 'No se encontraron registros' }), null],
  [json({ message: 'not found' }, 404), null],
  [json({ message: 'DNI no valido' }, 422), null],
  [json({ message: 'DNI no valido' }, 400), 'upstream-unavailable'],
  [json({ message: 'The given data was invalid.' }, 422), 'upstream-unavailable'],
  [{ status: 404, body: '' }, 'upstream-unavailable'],
  [json({ message: 'Not Found' }, 404), 'upstream-unavailable'],
  [json({ success: false, message: 'Token no encontrado' }), 'upstream-unavailable'],
  [json({ message: 'Unauthenticated.' }, 401), 'upstream-unavailable'],
  [json({ message: 'Forbidden' }, 403), 'upstream-unavailable'],
  [json({ message: 'Too Many Attempts.' }, 429), 'upstream-unavailable'],
  [json({ message: 'Server Error' }, 500), 'upstream-unavailable'],
  [{ body: '<html><body>Bienvenido</body></html>' }, 'upstream-unavailable'],
  ...CHALLENGES.map((body): [LoopbackReply, string] => [{ body }, 'upstream-blocked']),
  [{ status: 403, body: '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>' }, 'upstream-blocked'],
  [json({}), 'upstream-changed'],
]

for (const source of [aggregatorA, aggregatorB]) {
  test(`${source.id}: every status has its outcome, and only the documented one is "no such record"`, async () => {
    for (const [reply, kind] of AGGREGATOR_STATUSES) {
      await askAt(
        source,
        () => reply,
        async ({ personByDni }) => {
          const asked = personByDni?.('00000012') as Promise<unknown>
          if (kind) await assert.rejects(asked, { kind }, JSON.stringify(reply))
          else assert.equal(await asked, null)
        },
      )
    }
  })
}

const INSURANCE_STATUSES: [LoopbackReply, string | null][] = [
  [json([]), null],
  [json({ message: 'Not found' }, 404), null],
  [json({ message: 'No se encontraron certificados para la placa ABC-123' }, 404), null],
  [json({ mensaje: 'La placa consultada no tiene SOAT registrado.' }, 404), null],
  [{ status: 404, body: '' }, null],
  [json({ message: 'Not Found' }, 404), 'upstream-changed'],
  [json({ message: 'Not found', request_id: '1' }, 404), 'upstream-changed'],
  [json({ message: 'No encontrado' }, 404), 'upstream-changed'],
  [json({ message: 'no Route matched with those values' }, 404), 'upstream-changed'],
  [json({ message: 'No se encontraron certificados para la placa XYZ987' }, 404), 'upstream-changed'],
  [json({ message: 'No se encontró el certificado TLS del servidor' }, 404), 'upstream-changed'],
  [json({ message: 'No se encontró el servicio de certificados' }, 404), 'upstream-changed'],
  [{ status: 404, body: '<html><h1>404</h1></html>' }, 'upstream-changed'],
  [json({ message: 'Unauthenticated.' }, 401), 'upstream-unavailable'],
  [json({ message: 'Acceso no autorizado' }, 403), 'upstream-blocked'],
  [json(fixture('insurance-registry', 'captcha.json'), 422), 'upstream-blocked'],
  [json({ message: 'The placa field is invalid.' }, 422), 'upstream-unavailable'],
  [json({ message: 'Too Many Attempts.' }, 429), 'upstream-unavailable'],
  [json({ message: 'Server Error' }, 503), 'upstream-unavailable'],
  [
    { body: '<title>Just a moment...</title><script src="https://challenges.cloudflare.com/x.js"></script>' },
    'upstream-blocked',
  ],
  [{ body: '<html><body>Bienvenido</body></html>' }, 'upstream-unavailable'],
  ...CHALLENGES.map((body): [LoopbackReply, string] => [{ body }, 'upstream-blocked']),
]

test('insurance-registry: every status has its outcome', async () => {
  for (const [reply, kind] of INSURANCE_STATUSES) {
    await askAt(
      insuranceRegistry,
      () => reply,
      async ({ policyByPlate }) => {
        const asked = policyByPlate?.('ABC123') as Promise<unknown>
        if (kind) await assert.rejects(asked, { kind }, JSON.stringify(reply))
        else assert.equal(await asked, null)
      },
    )
  }
})

test('insurance-registry: the partner channel is asked with its headers, and its Retry-After is obeyed', async () => {
  await askAt(
    insuranceRegistry,
    () => json(fixture('insurance-registry', 'certificates.json')),
    async ({ policyByPlate }, seen) => {
      assert.equal((await policyByPlate?.('ABC123'))?.numeroPoliza, '000000000000000000000001')
      const [{ path, headers }] = seen as [SeenRequest]
      assert.equal(path, '/consulta-soat/api/certificados/placa/ABC123')
      assert.equal(headers.authorization, 'Bearer the-operators-own')
      assert.equal(headers['x-source'], 'apeseg')
      assert.ok(headers['x-referrer'])
    },
  )
  const busy = { ...json({ message: 'Too Many Attempts.' }, 429), headers: { 'retry-after': '7' } }
  await askAt(
    insuranceRegistry,
    () => busy,
    async ({ policyByPlate }) => {
      await assert.rejects(policyByPlate?.('ABC123') as Promise<unknown>, { retryAfterMs: 7_000 })
    },
  )
})
