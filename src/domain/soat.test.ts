import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Policy } from './records.ts'
import { normalisePlate, policyOn } from './soat.ts'

const policy = { finVigencia: '16/03/2027', estado: 'VIGENTE' } as Policy

test('only a policy in force expires, and only after its last day', () => {
  assert.equal(policyOn(policy, '2027-03-16').estado, 'VIGENTE')
  assert.equal(policyOn(policy, '2027-03-17').estado, 'VENCIDO')
  assert.equal(policyOn({ ...policy, estado: 'ANULADO' }, '2027-03-17').estado, 'ANULADO')
  assert.equal(policyOn({ ...policy, estado: 'VENCIDO' }, '2026-03-17').estado, 'VENCIDO')
})

test('a plate has ASCII letters and digits only, none that a change of case would make', () => {
  assert.equal(normalisePlate('abc-123'), 'ABC123')
  assert.equal(normalisePlate(' f5k 910 '), 'F5K910')
  for (const text of [
    'abß12',
    'ßß123',
    'aſc123',
    'ıbc123',
    'ﬁc123',
    'ABC12３',
    'ñbc123',
    'ABC12',
    'ABC12345',
    '------',
  ]) {
    assert.equal(normalisePlate(text), null, text)
  }
})
