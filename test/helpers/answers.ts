import type { ExchangeRate } from '../../src/domain/records.ts'
import type { Answer } from '../../src/lookups/shared/answer.ts'

/** An exchange rate as its lookup answers it. */
export const rateAnswer = (fecha = '2026-11-15'): Answer<ExchangeRate> => ({
  data: { fecha, compra: 3.354, venta: 3.362, moneda: 'USD/PEN' },
  origins: [{ provider: 'taxauth-tc', channel: 'live', edition: fecha }],
  proveedor: 'taxauth-tc',
  maxAgeSeconds: 600,
  dependsOnToday: true,
})
