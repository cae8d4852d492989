import assert from 'node:assert/strict'
import { sign } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { compactVerify, createLocalJWKSet } from 'jose'
import { openCertifier, type Statement } from '../../certificates/certifier.ts'
import { newSigningKey, privateKeyOf, toJwk } from '../../kernel/signing/signing-key.ts'
import { certificateFragment, readCertificateLink } from './link.ts'
import { readCertificateKeys, verifyCertificate } from './verify.ts'

const NOW = Date.parse('2026-11-13T12:00:00-05:00')
const key = newSigningKey(NOW)
const next = newSigningKey(NOW + 1)
const certifier = openCertifier({ mode: 'sandbox', signing: key, known: [key] }, { now: () => NOW })
const statement: Statement = {
  endpoint: 'aml',
  consulta: { nombre: 'ÑUSTA ZENOBIO' },
  estado: 200,
  respuesta: { query: 'ÑUSTA ZENOBIO', total: 0, matches: [] },
  origins: [{ provider: 'us-list', channel: 'list', edition: '2026-11-12', sha256: 'ab'.repeat(32) }],
}
const certificate = certifier.certify(statement)
const JWKS = JSON.stringify({ keys: [key, next].map(toJwk) })
const keys = (await readCertificateKeys(JWKS)) ?? []
const foreign = createLocalJWKSet(JSON.parse(JWKS))
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const isValid = async (text: string): Promise<boolean> => (await verifyCertificate(text, keys)).valida

/** A certificate of any header and payload, signed by the key. */
const make = (header: string, payload: string): string => {
  const signed = [header, payload].map((part) => Buffer.from(part).toString('base64url')).join('.')
  return `${signed}.${sign(null, Buffer.from(signed), privateKeyOf(key)).toString('base64url')}`
}
const HEADER = `{"alg":"EdDSA","typ":"chasqui-constancia","kid":"${key.kid}"}`
const PAYLOAD = Buffer.from(certificate.split('.')[1] ?? '', 'base64url').toString()

test('a certificate of the service is valid, with what another library reads from it', async () => {
  assert.equal(keys.length, 2)
  certifier.update({ mode: 'sandbox', signing: next, known: [key, next] })
  for (const [one, kid] of [
    [certificate, key.kid],
    [certifier.certify({ ...statement, estado: 404, respuesta: { codigo: 'no_encontrado' } }), next.kid],
  ] as const) {
    const verdict = await verifyCertificate(one, keys)
    const { payload } = await compactVerify(one, foreign, { algorithms: ['EdDSA'] })
    assert.deepEqual(verdict, { valida: true, kid, constancia: JSON.parse(new TextDecoder().decode(payload)) })
  }
})

test('every other character anywhere makes it invalid', async () => {
  for (let at = 0; at < certificate.length; at++) {
    const before = certificate[at] as string
    // Neighbours differ in the last bits, which the end of a part may not use.
    const index = BASE64URL.indexOf(before)
    const others = index < 0 ? ['A'] : [1, 2, 4, 32].map((bit) => BASE64URL[index ^ bit] as string)
    for (const other of [...others, '.', '=', ' ', '+', '\n'].filter((one) => one !== before))
      assert.ok(!(await isValid(certificate.slice(0, at) + other + certificate.slice(at + 1))), `${at} ${other}`)
  }
})

test('anything added, removed or put elsewhere makes it invalid, and what is valid is so for another library too', async () => {
  const change = fc.tuple(
    fc.nat(certificate.length),
    fc.nat(4),
    fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom(...BASE64URL, '.', '=', ' ', '\n')),
  )
  await fc.assert(
    fc.asyncProperty(change, async ([at, removed, added]) => {
      const changed = certificate.slice(0, at) + added + certificate.slice(at + removed)
      assert.equal(await isValid(changed), changed === certificate)
      const isForeign = await compactVerify(changed, foreign).then(
        () => true,
        () => false,
      )
      // Only ever stricter than the other library.
      assert.ok(isForeign || changed !== certificate)
    }),
  )
})

test('no text at all makes the verifier throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.base64String(), fc.string()), { maxLength: 5 }), async (parts) => {
      assert.equal(await isValid(parts.join('.')), false)
    }),
  )
  assert.equal(await isValid('A'.repeat(5 * 2 ** 20)), false)
})

test('only the one form of header and payload is taken, whoever signed it', async () => {
  assert.ok(await isValid(make(HEADER, PAYLOAD)))
  const headers = [
    HEADER.replace('EdDSA', 'none'),
    HEADER.replace('EdDSA', 'Ed25519'),
    HEADER.replace('EdDSA', 'HS256'),
    HEADER.replace('chasqui-constancia', 'JWT'),
    HEADER.replace('}', ',"crit":["exp"],"exp":1}'),
    HEADER.replace('}', `,"jwk":${JSON.stringify(toJwk(key))}}`),
    HEADER.replace('{', '{"alg":"none",'),
    HEADER.replace('{', '{ '),
    ...['[]', 'null', '{'],
  ]
  for (const header of headers) assert.ok(!(await isValid(make(header, PAYLOAD))), header)
  const payloads = [
    PAYLOAD.replace('{', '{"estado":404,'),
    PAYLOAD.replace('"estado":200', '"estado":500'),
    PAYLOAD.replace('"iat"', '"nbf"'),
    PAYLOAD.replace(/"fuentes":\[.*?\]/, '"fuentes":[{}]'),
    PAYLOAD.replace(/"consulta":\{.*?\}/, '"consulta":["a"]'),
    ...[`${PAYLOAD} `, '[]', 'null', '{}'],
  ]
  for (const one of payloads) assert.ok(!(await isValid(make(HEADER, one))), one)
})

test('an unknown key, and a browser that cannot verify, are told apart from a wrong signature', async () => {
  const causeOf = async (...args: Parameters<typeof verifyCertificate>) => {
    const verdict = await verifyCertificate(...args)
    return verdict.valida ? null : verdict.causa
  }
  assert.equal(await causeOf(certificate, [keys[1] as never]), 'clave')
  assert.equal(await causeOf(certificate, []), 'clave')
  assert.equal(await causeOf(make(HEADER, PAYLOAD).replace(/.{9}$/, 'AAAAAAAAA'), keys), 'firma')
  const without = { importKey: () => Promise.reject(new Error('not supported')) } as never
  assert.equal(await causeOf(certificate, keys, without), 'sin-verificador')
})

test('another key under the name of a known one is not taken from a set', async () => {
  const others = [{ ...toJwk(next), kid: key.kid }, { kty: 'RSA', kid: 'x', n: 'A', e: 'AQAB' }, null, 'x']
  assert.deepEqual(await readCertificateKeys(JSON.stringify({ keys: [...others, toJwk(key)] })), [
    { kid: key.kid, x: key.x },
  ])
  for (const text of ['', '[]', '{}', '{"keys":{}}', 'null', 'x'])
    assert.equal(await readCertificateKeys(text), null, text)
})

test('no character of a link can be another', async () => {
  const fragment = await certificateFragment(certificate)
  const link = `https://chasqui.example/constancia${fragment}`
  assert.equal(await readCertificateLink(link), certificate)
  for (let at = link.length - fragment.length + '#c='.length; at < link.length; at++)
    for (const letter of ['A', 'B', '_']) {
      const other = link.slice(0, at) + letter + link.slice(at + 1)
      if (other !== link) assert.notEqual(await readCertificateLink(other), certificate, `character ${at}`)
    }
})
