import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { calculateJwkThumbprint, compactVerify, createLocalJWKSet, importJWK } from 'jose'
import {
  newSigningKey,
  privateKeyOf,
  readJwks,
  readPrivateKey,
  thumbprintOf,
  toJwk,
} from '../kernel/signing/signing-key.ts'
import { version } from '../kernel/version.ts'
import { openCertifier, type Statement } from './certifier.ts'
import { verifyCertificate } from './verify.ts'

const NOW = Date.parse('2026-11-13T12:00:00-05:00')
const key = newSigningKey(NOW)
const certifier = openCertifier({ mode: 'live', signing: key, known: [key] }, { now: () => NOW })
const statement: Statement = {
  endpoint: 'aml',
  consulta: { nombre: 'ÑUSTA ZENOBIO' },
  estado: 200,
  respuesta: { query: 'ÑUSTA ZENOBIO', total: 0, matches: [] },
  origins: [
    { provider: 'us-list', channel: 'list', edition: '2026-11-12', sha256: 'ab'.repeat(32) },
    { provider: 'central-bank', channel: 'live' },
  ],
}
const certificate = certifier.certify(statement)
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const isValid = (text: string): boolean => verifyCertificate(text, [key]).valid

test('a certificate holds the question, the answer, the sources and the rules, and nothing else', async () => {
  const { payload, protectedHeader } = await compactVerify(certificate, await importJWK({ ...toJwk(key) }, 'EdDSA'))
  const { jti, politica, ...rest } = JSON.parse(new TextDecoder().decode(payload))
  assert.deepEqual(protectedHeader, { alg: 'EdDSA', typ: 'chasqui-constancia', kid: key.kid })
  assert.match(jti, /^[0-9a-f-]{36}$/)
  assert.match(politica, /^[0-9a-f]{16}$/)
  const { origins, ...said } = statement
  assert.deepEqual(rest, {
    iss: `urn:chasqui:${key.kid}`,
    iat: NOW / 1000,
    ...said,
    fuentes: [
      { proveedor: 'us-list', canal: 'list', edicion: '2026-11-12', sha256: 'ab'.repeat(32) },
      { proveedor: 'central-bank', canal: 'live', edicion: null, sha256: null },
    ],
    version,
  })
  assert.ok(isValid(certificate))
})

test('what stands beside the answer, and the institution, are certified where there are any', () => {
  const named = openCertifier({ mode: 'live', signing: key, known: [key], institution: 'Caja Ñ' }, { now: () => NOW })
  const verdict = verifyCertificate(named.certify({ ...statement, aviso: 'Del 2026-11-12', truncado: true }), [key])
  const { aviso, truncado, institucion } = verdict.valid ? verdict.certificate : {}
  assert.deepEqual([aviso, truncado, institucion], ['Del 2026-11-12', true, 'Caja Ñ'])
})

test('a key is known by its thumbprint, as others compute it', async () => {
  assert.equal(key.kid, await calculateJwkThumbprint({ ...toJwk(key) }))
  assert.equal(
    thumbprintOf('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
    'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  )
})

test('the published set verifies old and new certificates with another library', async () => {
  const next = newSigningKey(NOW + 1)
  const rotated = openCertifier({ mode: 'live', signing: key, known: [key] }, { now: () => NOW })
  rotated.update({ mode: 'sandbox', signing: next, known: [key, next] })
  const set = JSON.parse(rotated.jwks().body)
  assert.doesNotMatch(rotated.jwks().body, /"d"/)
  for (const [one, kid] of [
    [certificate, key.kid],
    [rotated.certify(statement), next.kid],
  ] as const) {
    assert.equal((await compactVerify(one, createLocalJWKSet(set))).protectedHeader.kid, kid)
    assert.ok(verifyCertificate(one, readJwks(rotated.jwks().body) ?? []).valid)
  }
})

test('every other character anywhere makes it invalid', () => {
  for (let at = 0; at < certificate.length; at++) {
    const before = certificate[at] as string
    // Neighbours differ in the last bits, which the end of a part may not use.
    const index = BASE64URL.indexOf(before)
    const others = index < 0 ? ['A'] : [1, 2, 4, 32].map((bit) => BASE64URL[index ^ bit] as string)
    for (const other of [...others, '.', '=', ' ', '+', '\n']) {
      if (other === before) continue
      assert.ok(!isValid(certificate.slice(0, at) + other + certificate.slice(at + 1)), `${at} ${other}`)
    }
  }
})

test('anything added, removed or put elsewhere makes it invalid', () => {
  fc.assert(
    fc.property(
      fc.nat(certificate.length),
      fc.nat(4),
      fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom(...BASE64URL)),
      (at, removed, added) => {
        const changed = certificate.slice(0, at) + added + certificate.slice(at + removed)
        assert.equal(isValid(changed), changed === certificate)
      },
    ),
  )
})

test('no text at all makes the verifier throw', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.base64String(), fc.string()), { maxLength: 5 }), (parts) => {
      assert.equal(isValid(parts.join('.')), false)
    }),
  )
  assert.equal(isValid('A'.repeat(5 * 2 ** 20)), false)
})

test('only the one form of header and payload is taken, whoever signed it', () => {
  const make = (header: string, payload = JSON.stringify(JSON.parse(partOf(certificate, 1)))): string => {
    const signed = [header, payload].map((part) => Buffer.from(part).toString('base64url')).join('.')
    return `${signed}.${sign(null, Buffer.from(signed), privateKeyOf(key)).toString('base64url')}`
  }
  const good = `{"alg":"EdDSA","typ":"chasqui-constancia","kid":"${key.kid}"}`
  assert.ok(isValid(make(good)))
  const others = [
    good.replace('EdDSA', 'none'),
    good.replace('EdDSA', 'Ed25519'),
    good.replace('EdDSA', 'HS256'),
    good.replace('chasqui-constancia', 'JWT'),
    good.replace('}', ',"crit":["exp"],"exp":1}'),
    good.replace('}', `,"jwk":${JSON.stringify(toJwk(key))}}`),
    good.replace('{', '{"alg":"none",'),
    good.replace('{', '{ '),
    good.replace(key.kid, newSigningKey(NOW).kid),
    '[]',
    'null',
    '{',
  ]
  for (const header of others) assert.ok(!isValid(make(header)), header)
  const payload = partOf(certificate, 1)
  const payloads = [
    payload.replace('{', '{"estado":404,'),
    payload.replace('"estado":200', '"estado":500'),
    payload.replace('"iat"', '"nbf"'),
    `${payload} `,
    '[]',
    'null',
    '{}',
  ]
  for (const one of payloads) assert.ok(!isValid(make(good, one)), one)
})

const partOf = (text: string, at: number): string => Buffer.from(text.split('.')[at] ?? '', 'base64url').toString()

test('another key under the name of a known one is not taken from a set', () => {
  const other = newSigningKey(NOW)
  const keys = [{ ...toJwk(other), kid: key.kid }, toJwk(key), { kty: 'RSA', kid: 'x', n: 'A', e: 'AQAB' }, null, 'x']
  assert.deepEqual(readJwks(JSON.stringify({ keys })), [{ kid: key.kid, x: key.x }])
  for (const text of ['', '[]', '{}', '{"keys":{}}', 'null']) assert.equal(readJwks(text), null, text)
})

test('a private key is read as PEM or as JWK, and only of this kind', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const jwk = privateKey.export({ format: 'jwk' })
  assert.equal(readPrivateKey(pem, NOW)?.x, jwk.x)
  assert.deepEqual(readPrivateKey(JSON.stringify(jwk), NOW), readPrivateKey(pem, NOW))
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  for (const text of ['', 'no key', '{}', '{', rsa as string, JSON.stringify(toJwk(key))])
    assert.equal(readPrivateKey(text, NOW), null)
})
