import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificateName } from './file-name.ts'

// Late in the evening in Lima it is the next day elsewhere.
const IAT = Date.parse('2026-11-16T23:30:00-05:00') / 1000

test('the name of a file says whom and when', () => {
  const rows: [endpoint: string, consulta: Record<string, string>, name: string][] = [
    ['aml', { nombre: 'MADURO MOROS', detalle: '1' }, 'maduro-moros'],
    ['aml', { nombre: '  Ñusta, José & Cía. S.A.C. ' }, 'nusta-jose-cia-s-a-c'],
    ['aml', { documento: '07552116' }, 'aml-07552116'],
    ['ruc', { numero: '20100000001' }, 'ruc-20100000001'],
    ['soat', { placa: 'ABC-123' }, 'abc-123'],
    ['lotes', { archivo: 'clientes noviembre.xlsx', tipo: 'aml' }, 'clientes-noviembre'],
    ['aml', { nombre: '習近平' }, '習近平'],
    ['indicadores/buscar', {}, 'indicadores-buscar'],
  ]
  for (const [endpoint, consulta, name] of rows)
    assert.equal(certificateName({ endpoint, consulta, iat: IAT }), `constancia-${name}-2026-11-16`)
  const long = certificateName({ endpoint: 'aml', consulta: { nombre: 'x'.repeat(200) }, iat: IAT })
  assert.ok(long.length < 90)
})
