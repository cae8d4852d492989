import type { PurchaseDay } from '../../lookups/compras/purchase-day.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import type { BoughtRow } from './purchase-row.ts'
import { type Checked, NOTHING } from './results.ts'

/** A row of purchases. It is clear only where nothing was found and nothing is in doubt. */
export const purchaseResult = ({ data }: Answer<PurchaseDay>, { monto, moneda }: BoughtRow): Checked => {
  const { estado, condicion, vigencia, padrones, causas, dudas } = data
  const { sinCapacidadOperativa, agenteRetencion, buenContribuyente } = padrones
  const resultado = causas.length > 0 ? 'observado' : dudas.length > 0 ? 'no_revisado' : 'sin_observaciones'
  const result = {
    ...NOTHING,
    resultado,
    estadoEnFecha: estado,
    condicionEnFecha: condicion,
    vigencia: vigencia ? `${vigencia.certeza}, edición ${vigencia.edicion}` : '',
    sinCapacidadOperativa: sinCapacidadOperativa.estado,
    agenteRetencion: agenteRetencion.estado,
    buenContribuyente: buenContribuyente.estado,
    motivo: [...causas.map(({ texto }) => texto), ...dudas].join('. '),
    ediciones: [
      vigencia && `padron ${vigencia.edicion}`,
      agenteRetencion.edicion && `agentes ${agenteRetencion.edicion}`,
      sinCapacidadOperativa.edicion && `ssco ${sinCapacidadOperativa.edicion}`,
    ]
      .filter(Boolean)
      .join('; '),
  } as const
  return {
    result,
    questions: resultado === 'no_revisado' ? 0 : 1,
    // A list that is not there may be there at another try.
    sourceFailed: resultado === 'no_revisado' && sinCapacidadOperativa.edicion === null,
    ...(resultado === 'observado' && { observed: { causas: causas.map(({ causa }) => causa), monto, moneda } }),
  }
}
