import type { Voucher } from '../../domain/voucher.ts'
import type { PurchaseDay } from '../../lookups/compras/purchase-day.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import type { BoughtRow } from './purchase-row.ts'
import { type Checked, NOTHING } from './results.ts'

/** A row of purchases. It is clear only where nothing was found and nothing is in doubt. */
export const purchaseResult = ({ data }: Answer<PurchaseDay>, { monto, moneda, notes }: BoughtRow): Checked => {
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
    motivo: [...causas.map(({ texto }) => texto), ...dudas, ...notes].join('. '),
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

/** States of a voucher that are observed. */
const REJECTED: readonly string[] = ['ANULADO', 'NO AUTORIZADO'] satisfies Voucher['estado'][]
const NOT_INFORMED = 'La SUNAT no tiene informado el comprobante con estos datos, lo que no prueba que sea falso'

/** The same with what the tax authority knows of the voucher, or with why it could not be asked. */
export const withVoucher = (judged: Checked, found: Voucher | Checked, { monto, moneda }: BoughtRow): Checked => {
  const { result, observed } = judged
  const told = (more: string): string => [result.motivo, more].filter((text) => text !== '').join('. ')
  if ('result' in found) {
    const motivo = told(`Comprobante no revisado: ${found.result.motivo}`)
    if (observed) return { ...judged, result: { ...result, motivo } }
    return { ...found, result: { ...result, resultado: 'no_revisado', motivo } }
  }
  const { estado } = found
  const questions = judged.questions + 1
  if (!REJECTED.includes(estado)) {
    const motivo = estado === 'NO INFORMADO' ? told(NOT_INFORMED) : result.motivo
    return { ...judged, questions, result: { ...result, comprobante: estado, motivo } }
  }
  return {
    result: { ...result, resultado: 'observado', comprobante: estado, motivo: told(`Comprobante ${estado}`) },
    ...{ questions, sourceFailed: false },
    observed: { monto, moneda, causas: [...(observed?.causas ?? []), 'comprobante'] },
  }
}
