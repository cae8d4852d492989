import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Policy } from './records.ts'
import { policyOn } from './soat.ts'

const policy = { finVigencia: '16/03/2027', estado: 'VIGENTE' } as Policy

test('only a policy in force expires, and only after its last day', () => {
  assert.equal(policyOn(policy, '2027-03-16').estado, 'VIGENTE')
  assert.equal(policyOn(policy, '2027-03-17').estado, 'VENCIDO')
  assert.equal(policyOn({ ...policy, estado: 'ANULADO' }, '2027-03-17').estado, 'ANULADO')
  assert.equal(policyOn({ ...policy, estado: 'VENCIDO' }, '2026-03-17').estado, 'VENCIDO')
})
