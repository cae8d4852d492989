import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { calculateJwkThumbprint, compactVerify, createLocalJWKSet, importJWK } from 'jose'
import { newSigningKey, readJwks, readPrivateKey, thumbprintOf, toJwk } from '../kernel/signing/signing-key.ts'
import { version } from '../kernel/version.ts'
import { openCertifier, type Statement } from './certifier.ts'

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
const partOf = (text: string, at: number): string => Buffer.from(text.split('.')[at] ?? '', 'base64url').toString()

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
})

test('what stands beside the answer, and the institution, are certified where there are any', () => {
  const named = openCertifier({ mode: 'live', signing: key, known: [key], institution: 'Caja Ñ' }, { now: () => NOW })
  const jws = named.certify({ ...statement, aviso: 'Del 2026-11-12', truncado: true })
  const { aviso, truncado, institucion } = JSON.parse(partOf(jws, 1))
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
  }
})

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
