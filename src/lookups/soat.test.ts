import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limaClock } from '../domain/lima-time.ts'
import type { Policy } from '../domain/records.ts'
import { Failure } from '../kernel/errors.ts'
import type { LiveSources, Provider } from '../sources/source.ts'
import { soatLookup } from './soat.ts'

const POLICY: Policy = {
  placa: 'ABC123',
  aseguradora: 'Seguros Ejemplo',
  numeroPoliza: '0001',
  inicioVigencia: '16/11/2025',
  finVigencia: '16/11/2026',
  estado: 'VIGENTE',
  tipoUso: '',
  clase: '',
  tipoCertificado: '',
  fuente: 'insurance-registry',
}

/** A registry that answers one thing and remembers what it was asked. */
const lookup = (answer: Policy | null | Failure, today = '2026-11-15') => {
  const asked: string[] = []
  const provider: Provider<'policyByPlate'> = {
    id: 'insurance-registry',
    async ask(plate) {
      asked.push(plate)
      if (answer instanceof Failure) throw answer
      return { value: answer, channel: 'cache' }
    },
  }
  const sources = { answering: () => [provider] } as unknown as LiveSources
  return { soat: soatLookup({ sources, clock: limaClock(today) }), asked }
}

test('a plate is asked for in upper case without hyphens, under either name', async () => {
  const { soat, asked } = lookup(POLICY)
  for (const query of [{ placa: 'abc-123' }, { numero: 'ABC 123' }, { placa: 'ABC123', numero: 'no' }]) {
    assert.deepEqual((await soat(query)).data, POLICY)
  }
  assert.deepEqual(asked, ['ABC123', 'ABC123', 'ABC123'])
})

test('a bad plate is refused by the name it came under, and nobody is asked', async () => {
  const { soat, asked } = lookup(POLICY)
  await assert.rejects(soat({ placa: 'abc' }), { kind: 'invalid-input', campo: 'placa' })
  await assert.rejects(soat({ placa: 'ÑBC123' }), { kind: 'invalid-input', campo: 'placa' })
  await assert.rejects(soat({ numero: '12345678' }), { kind: 'invalid-input', campo: 'numero' })
  await assert.rejects(soat({ placa: '??', numero: 'ABC123' }), { kind: 'invalid-input', campo: 'placa' })
  await assert.rejects(soat({}), { kind: 'missing-input', campo: 'placa' })
  assert.deepEqual(asked, [])
})

test('a cached policy is shown as it stands today', async () => {
  assert.equal((await lookup(POLICY, '2026-11-16').soat({ placa: 'ABC123' })).data.estado, 'VIGENTE')
  assert.equal((await lookup(POLICY, '2026-11-17').soat({ placa: 'ABC123' })).data.estado, 'VENCIDO')
})

test('the answer says where it came from and that tomorrow may differ', async () => {
  const answer = await lookup(POLICY).soat({ placa: 'ABC123' })
  assert.deepEqual(answer.origins, [{ provider: 'insurance-registry', channel: 'cache' }])
  assert.equal(answer.dependsOnToday, true)
})

test('no policy is not found; a source that did not answer is not', async () => {
  await assert.rejects(lookup(null).soat({ placa: 'ABC123' }), { kind: 'not-found' })
  for (const kind of ['upstream-unavailable', 'upstream-changed', 'upstream-blocked'] as const) {
    await assert.rejects(lookup(new Failure(kind, 'x')).soat({ placa: 'ABC123' }), { kind })
  }
})
