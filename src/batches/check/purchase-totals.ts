import type { ObservedPurchases, PurchaseCause } from '../../domain/voucher.ts'

/** What an observed purchase adds to the totals. */
export interface ObservedPurchase {
  causas: readonly PurchaseCause[]
  /** In cents; null where the file has no amount that can be read. */
  monto: number | null
  moneda: string
}

/** How causes are told to people, in the order in which they are. */
export const CAUSE_WORDS: Record<PurchaseCause, string> = {
  no_figura: 'El RUC no figura en el padrón',
  no_activo: 'Estado distinto de ACTIVO',
  no_habido: 'NO HABIDO o NO HALLADO',
  ssco: 'Sujeto sin capacidad operativa',
  ssco_posterior: 'Sujeto sin capacidad operativa, publicado después',
  comprobante: 'Comprobante anulado o no autorizado',
}

/** Observed purchases, by cause and with what they amount to. */
export interface PurchaseTotals {
  observadas: number
  /** A row with several causes counts in each. */
  porCausa: Partial<Record<PurchaseCause, number>>
  /** Cents by the currency that the file names; an empty name where it names none. */
  montos: Record<string, number>
  /** Observed rows without an amount that can be read. */
  sinMonto: number
}

export const noPurchases = (): PurchaseTotals => ({ observadas: 0, porCausa: {}, montos: {}, sinMonto: 0 })

/** Totals as callers see them. */
export const shownTotals = (totals: PurchaseTotals = noPurchases()): ObservedPurchases => ({
  observadas: totals.observadas,
  porCausa: Object.entries(totals.porCausa).map(([causa, filas]) => ({ causa: causa as PurchaseCause, filas })),
  montos: Object.entries(totals.montos).map(([moneda, cents]) => ({ moneda, total: cents / 100 })),
  sinMonto: totals.sinMonto,
})

/** Adds to totals. */
export const addObserved = (totals: PurchaseTotals, { causas, monto, moneda }: ObservedPurchase): void => {
  totals.observadas++
  for (const causa of causas) totals.porCausa[causa] = (totals.porCausa[causa] ?? 0) + 1
  if (monto === null) totals.sinMonto++
  else totals.montos[moneda] = (totals.montos[moneda] ?? 0) + monto
}
