import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Soat } from '../../client.ts'
import { policyState } from './policy.ts'

const policy = (own: Partial<Soat>): Soat => ({
  placa: 'ABC123',
  aseguradora: 'Seguros Ejemplo',
  numeroPoliza: '1',
  inicioVigencia: '14/11/2025',
  finVigencia: '14/11/2026',
  estado: 'VIGENTE',
  tipoUso: '',
  clase: '',
  tipoCertificado: '',
  fuente: 'insurance-registry',
  ...own,
})

const state = (own: Partial<Soat>, today = '2026-06-01') => {
  const { tone, words, note } = policyState(policy(own), today)
  return [tone, words, note]
}

test('a policy is told with its end, and its last days are counted', () => {
  assert.deepEqual(state({}), ['good', 'SOAT vigente hasta el 14/11/2026', null])
  assert.equal(state({}, '2026-10-14')[2], null)
  assert.equal(state({}, '2026-10-15')[2], 'Vence en 30 días.')
  assert.equal(state({}, '2026-11-13')[2], 'Vence en 1 día.')
  assert.equal(state({}, '2026-11-14')[2], 'Vence hoy.')
})

test('a policy that begins later never looks like one that covers today', () => {
  assert.deepEqual(state({}, '2025-11-13').slice(0, 2), ['warn', 'SOAT desde el 14/11/2025'])
  assert.equal(state({}, '2025-11-14')[0], 'good')
})

test('one that ended or was annulled is bad, and dates that cannot be read are not made up', () => {
  assert.deepEqual(state({ estado: 'VENCIDO' }), ['bad', 'SOAT vencido el 14/11/2026', null])
  assert.equal(state({ estado: 'ANULADO' })[0], 'bad')
  assert.deepEqual(state({ inicioVigencia: '', finVigencia: '' }), ['good', 'SOAT vigente', null])
})
