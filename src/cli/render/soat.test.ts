import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderSoat } from './soat.ts'

test('a certificate is a table with a dash for unknown values', () => {
  const text = renderSoat({
    data: {
      placa: 'ABC123',
      aseguradora: 'Seguros Ejemplo',
      numeroPoliza: '000000000000000000000001',
      inicioVigencia: '16/03/2026',
      finVigencia: '16/03/2027',
      estado: 'VIGENTE',
      tipoUso: 'PARTICULAR',
      clase: '',
      tipoCertificado: 'DIGITAL',
      fuente: 'insurance-registry',
    },
    origins: [{ provider: 'insurance-registry', channel: 'live' }],
  })
  assert.match(text, /Placa +│ ABC123/)
  assert.match(text, /Vigencia +│ 16\/03\/2026 al 16\/03\/2027/)
  assert.match(text, /Póliza +│ 000000000000000000000001/)
  assert.match(text, /Clase +│ –/)
  assert.match(text, /Fuente: APESEG, registro de SOAT, en línea$/)
  assert.doesNotMatch(text, /\u001b/)
})
