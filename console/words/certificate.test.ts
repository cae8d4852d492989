import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fieldLabel, readCertificate, statedRows } from './certificate.ts'

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a certificate is read with its key, whatever letters it holds', () => {
  const payload = { jti: 'x', endpoint: 'ruc', fuentes: [], respuesta: { razonSocial: 'Ñandú «S.A.»' } }
  assert.deepEqual(readCertificate(`${part({ kid: 'k' })}.${part(payload)}.sig`), { ...payload, kid: 'k' })
})

test('what is no certificate is null, and never an error', () => {
  for (const text of ['', '..', 'a.b.c', `${part({ kid: 'k' })}.${part([1])}.x`, `${part({})}.${part({ jti: 'x' })}.x`])
    assert.equal(readCertificate(text), null, text)
  fc.assert(fc.property(fc.string(), (text) => assert.equal(readCertificate(text), null)))
})

test('an answer becomes lines to read', () => {
  const answer = { ruc: '20', tieneSanciones: false, vacio: '', lista: [], sanciones: [{ numeroResolucion: '1' }] }
  assert.deepEqual(
    statedRows(answer).map(({ label, value, depth }) => `${' '.repeat(depth)}${label}: ${value}`),
    ['RUC: 20', 'Tiene sanciones: no', 'Vacio: –', 'Lista: –', 'Sanciones 1: ', ' Número resolución: 1'],
  )
  assert.equal(fieldLabel('razonSocial'), 'Razón social')
})
