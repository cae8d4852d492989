import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { askedRows, fieldLabel, readCertificate, statedAnswer } from './certificate.ts'

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
    statedAnswer(answer).rows.map(({ label, value, depth }) => `${' '.repeat(depth)}${label}: ${value}`),
    ['RUC: 20', 'Tiene sanciones: no', 'Vacio: –', 'Lista: –', 'Sanciones 1: ', ' Número resolución: 1'],
  )
  assert.equal(fieldLabel('razonSocial'), 'Razón social')
})

test('lists of plain values are tables, lists at the top are read too, and nothing is left out', () => {
  const dias = [
    { fecha: '2026-10-01', compra: 3.4 },
    { fecha: '2026-10-02', compra: null, nota: 'x' },
  ]
  assert.deepEqual(statedAnswer({ mes: '2026-10', dias }), {
    rows: [{ label: 'Mes', value: '2026-10', depth: 0 }],
    tables: [
      {
        label: 'Días',
        heads: ['Fecha', 'Compra', 'Nota'],
        rows: [
          ['2026-10-01', '3.4', '–'],
          ['2026-10-02', '–', 'x'],
        ],
      },
    ],
  })
  assert.deepEqual(
    statedAnswer([{ numero: '20' }]).rows.map(({ label, value }) => [label, value]),
    [
      ['Resultado 1', ''],
      ['Número', '20'],
    ],
  )
  const many = Array.from({ length: 500 }, (_, at) => ({ nombre: `N${at}`, ficha: { ruc: `${at}` } }))
  assert.equal(statedAnswer({ matches: many }).rows.filter(({ label }) => label === 'RUC').length, 500)
})

test('a yes is told as such', () => {
  assert.deepEqual(askedRows({ dni: '1', nacimiento: '1957-07-08', detalle: '1' }), [
    { label: 'DNI', value: '1' },
    { label: 'Fecha de nacimiento', value: '08/07/1957' },
  ])
})
