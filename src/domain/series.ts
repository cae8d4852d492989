/** How often a series is published. */
export const FREQUENCIES = ['diaria', 'mensual', 'trimestral', 'anual'] as const

/** The banking system's exchange rate at the day's close, soles per dollar. */
export const BUY_RATE_SERIES = 'PD04639PD'
export const SELL_RATE_SERIES = 'PD04640PD'

/** Names that callers may use in place of a series code of the central bank. */
export const SERIES_ALIASES: ReadonlyMap<string, string> = new Map([
  ['tipo-cambio-venta', SELL_RATE_SERIES],
  ['tipo-cambio-compra', BUY_RATE_SERIES],
  ['inflacion', 'PN01273PM'],
  ['pbi', 'PN01770AM'],
  ['reservas', 'PN00026MM'],
  ['tasa-referencia', 'PD04722MM'],
])
