import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fixture } from '../../../test/helpers/ask-source.ts'
import { Failure } from '../../kernel/errors.ts'
import { parseVoucher } from './parse.ts'

const read = (text: string, status = 200) => parseVoucher({ status, text })
const of = (data: object) => read(JSON.stringify({ success: true, message: 'x', data }))
const at = (name: string) => read(fixture('taxauth-cpe', name).toString())

test('a voucher with all that the service says', () => {
  assert.deepEqual(at('accepted.json'), {
    estado: 'ACEPTADO',
    estadoRuc: 'ACTIVO',
    condicionRuc: 'HABIDO',
    observaciones: ['- Observada por el emisor'],
  })
  assert.deepEqual(at('not-informed.json'), {
    estado: 'NO INFORMADO',
    estadoRuc: 'BAJA DEFINITIVA',
    condicionRuc: 'NO HABIDO',
    observaciones: [],
  })
})

test('every documented code has its meaning, written short or long, as text or number', () => {
  const forms = (code: number) => [String(code), String(code).padStart(2, '0'), String(code).padStart(4, '0'), code]
  const states = ['NO INFORMADO', 'ACEPTADO', 'ANULADO', 'AUTORIZADO', 'NO AUTORIZADO']
  for (const [code, estado] of states.entries())
    for (const estadoCp of forms(code)) assert.equal(of({ estadoCp })?.estado, estado)
  const issuers = [
    [
      'estadoRuc',
      'estadoRuc',
      { 0: 'ACTIVO', 1: 'BAJA PROVISIONAL', 2: 'BAJA PROV. POR OFICIO', 3: 'SUSPENSION TEMPORAL' },
    ],
    ['estadoRuc', 'estadoRuc', { 10: 'BAJA DEFINITIVA', 11: 'BAJA DE OFICIO', 22: 'INHABILITADO-VENT.UNICA' }],
    [
      'condDomiRuc',
      'condicionRuc',
      { 0: 'HABIDO', 9: 'PENDIENTE', 11: 'POR VERIFICAR', 12: 'NO HABIDO', 20: 'NO HALLADO' },
    ],
  ] as const
  for (const [field, own, codes] of issuers)
    for (const [code, meaning] of Object.entries(codes))
      for (const form of forms(Number(code))) assert.equal(of({ estadoCp: '1', [field]: form })?.[own], meaning)
})

test('a refusal is told apart from an answer', () => {
  assert.equal(at('refused.json'), null)
  for (const status of [400, 422]) assert.equal(read('{"cod":"422","msg":"Unprocessable Entity"}', status), null)
})

test('whatever else comes is a change of the service', () => {
  const codes = fc.oneof(
    fc.integer({ min: 5, max: 9999 }),
    fc.constantFrom('', ' ', 'A', '-1', '1.0', '00001', null, true, {}),
  )
  fc.assert(fc.property(codes, (estadoCp) => assert.throws(() => of({ estadoCp }), { kind: 'upstream-changed' })))
  for (const text of [
    '',
    '[]',
    'null',
    '<html></html>',
    '{}',
    '{"success":"true"}',
    '{"success":true}',
    '{"success":true,"data":[]}',
  ])
    assert.throws(() => read(text), { kind: 'upstream-changed' }, text)
  for (const more of [{ estadoRuc: '7' }, { condDomiRuc: '1' }, { observaciones: 'x' }, { observaciones: [1, {}] }])
    assert.throws(() => of({ estadoCp: '1', ...more }), { kind: 'upstream-changed' })
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(200, 400, 422), (text, status) => {
      try {
        assert.equal(read(text, status), null)
      } catch (error) {
        assert.ok(error instanceof Failure)
      }
    }),
  )
})
