import type { Static } from 'typebox'
import { Type } from '../kernel/schema.ts'
import { choice, knownText, text } from './records/schema.ts'

/** Kinds of vouchers that the tax authority is asked about. */
export const VOUCHER_KINDS = ['01', '03', '04', '07', '08', 'R1', 'R7'] as const
const VOUCHER_STATES = ['ACEPTADO', 'ANULADO', 'AUTORIZADO', 'NO AUTORIZADO', 'NO INFORMADO'] as const

/** One voucher, as it is asked for: series in capitals, number without zeros in front, amount with two decimals. */
export interface VoucherQuestion {
  ruc: string
  tipo: (typeof VOUCHER_KINDS)[number]
  serie: string
  numero: string
  /** YYYY-MM-DD. */
  fecha: string
  monto?: string
}

/** What the tax authority knows of a voucher. */
export const Voucher = Type.Object(
  {
    estado: choice(
      VOUCHER_STATES,
      'ACEPTADO o ANULADO: electrónico. AUTORIZADO o NO AUTORIZADO: impreso. NO INFORMADO: la SUNAT no lo tiene con estos datos, lo que no prueba que sea falso',
    ),
    estadoRuc: knownText(['ACTIVO', 'BAJA DE OFICIO'], 'Estado del emisor según la fuente; vacío si no lo dice'),
    condicionRuc: knownText(['HABIDO', 'NO HABIDO'], 'Condición del emisor según la fuente; vacía si no la dice'),
    observaciones: Type.Array(Type.String(), { description: 'Observaciones de la fuente, como las escribe' }),
  },
  { $id: 'Comprobante' },
)
export type Voucher = Static<typeof Voucher>

/** Series of four characters, those of paper with their zeros; null when it is none. */
export const voucherSeries = (text: string): string | null => {
  if (/^[0-9]{1,4}$/.test(text)) return text.padStart(4, '0')
  return /^[A-Z][A-Z0-9]{3}$/i.test(text) ? text.toUpperCase() : null
}

/** A number of up to eight digits without zeros in front; null when it is none. */
export const voucherNumber = (text: string): string | null => /^0{0,8}([1-9][0-9]{0,7})$/.exec(text)?.[1] ?? null

/** An amount with two decimals; null when it is none. */
export const voucherAmount = (text: string): string | null => {
  const [, whole, cents = ''] = /^([0-9]{1,12})(?:\.([0-9]{1,2}))?$/.exec(text) ?? []
  return whole === undefined ? null : `${Number(whole)}.${cents.padEnd(2, '0')}`
}

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** Why the tax authority may reject a purchase. */
export const PURCHASE_CAUSES = ['no_figura', 'no_activo', 'no_habido', 'ssco', 'ssco_posterior', 'comprobante'] as const
export type PurchaseCause = (typeof PURCHASE_CAUSES)[number]

/** Observed purchases of a batch. */
export const ObservedPurchases = Type.Object(
  {
    observadas: count('Filas observadas'),
    porCausa: Type.Array(
      Type.Object({
        causa: choice(
          PURCHASE_CAUSES,
          'El RUC no figuraba; no era ACTIVO; era NO HABIDO o NO HALLADO; estaba en la lista SSCO; entró en ella después; el comprobante está anulado o no autorizado',
        ),
        filas: count('Filas con esta causa; una fila puede tener varias'),
      }),
    ),
    montos: Type.Array(
      Type.Object({
        moneda: text('Moneda, como está en el archivo; vacía si no la dice'),
        total: Type.Number({ description: 'Suma de los importes de las filas observadas, sin convertir' }),
      }),
    ),
    sinMonto: count('Filas observadas sin un importe legible'),
  },
  { $id: 'ComprasObservadas', description: 'Solo con tipo=compras' },
)
export type ObservedPurchases = Static<typeof ObservedPurchases>
