import { dayNumber } from './calendar.ts'
import { closeOf, marketValue } from './exchange-rates.ts'

export interface BankSeries {
  group: string
  name: string
  decimals: number
  first: string
  /** The value of the period that begins on `date`; null for `n.d.`. */
  value(date: string, today: string): string | null
}

const wave =
  (level: number, swing: number, decimals: number) =>
  (date: string): string =>
    // Each level starts at another point of the waves, so that no two series look alike.
    marketValue(dayNumber(date) + Math.round(level * 101), level, swing).toFixed(decimals)

const EXCHANGE = 'Tipo de cambio'
const GDP_INDEX = 'Producto bruto interno y demanda interna (índice 2007=100)'

/** Names and codes as the real catalogue has them, values invented. */
export const BANK_SERIES: Readonly<Record<string, BankSeries>> = {
  PD04639PD: {
    group: EXCHANGE,
    name: 'TC Sistema bancario SBS (S/ por US$) - Compra',
    decimals: 3,
    first: '1997-01-02',
    value: (date, today) => closeOf(date, today)?.compra ?? null,
  },
  PD04640PD: {
    group: EXCHANGE,
    name: 'TC Sistema bancario SBS (S/ por US$) - Venta',
    decimals: 3,
    first: '1997-01-02',
    value: (date, today) => closeOf(date, today)?.venta ?? null,
  },
  PD04638PD: {
    group: EXCHANGE,
    name: 'TC Interbancario (S/ por US$) - Venta',
    decimals: 3,
    first: '1997-01-02',
    // The real series carries fourteen digits beside a `dec` of 3.
    value: (date, today) => (closeOf(date, today) ? marketValue(dayNumber(date), 3.425, 0.26).toFixed(14) : null),
  },
  PD12301MD: {
    group: 'Tasas de interés del BCRP',
    name: 'Tasa de Referencia de la Política Monetaria',
    decimals: 2,
    first: '2003-09-12',
    value: (date) => (Math.round(marketValue(dayNumber(`${date.slice(0, 7)}-01`), 4, 1.6) * 4) / 4).toFixed(2),
  },
  PN01273PM: {
    group: 'Índice de precios Lima Metropolitana (var% 12 meses)',
    name: 'IPC',
    decimals: 2,
    first: '1950-01-01',
    value: wave(2.9, 1.2, 12),
  },
  PN01770AM: { group: GDP_INDEX, name: 'PBI', decimals: 1, first: '2003-01-01', value: wave(158, 22, 9) },
  PN01773AM: {
    group: GDP_INDEX,
    name: 'PBI Desestacionalizado',
    decimals: 1,
    first: '2003-01-01',
    value: wave(157, 20, 9),
  },
  PN00026MM: {
    group: 'Reservas internacionales netas del BCRP (millones S/)',
    name: 'Reservas Internacionales Netas (millones S/)',
    decimals: 0,
    first: '1994-12-01',
    value: wave(268_000, 30_000, 2),
  },
  PD04722MM: {
    group: 'Tasas de interés del BCRP',
    name: 'Tasa de Referencia de la Política Monetaria',
    decimals: 2,
    first: '2003-09-01',
    value: (date) => (Math.round(marketValue(dayNumber(date), 4, 1.6) * 4) / 4).toFixed(2),
  },
  PN02507AQ: {
    group: 'Producto bruto interno por tipo de gasto (variaciones porcentuales)',
    name: 'PBI',
    decimals: 1,
    first: '1980-01-01',
    value: wave(2.8, 2.2, 6),
  },
  PM04863AA: {
    group: 'Producto bruto interno por sectores (variaciones porcentuales)',
    name: 'PBI - Agropecuario',
    decimals: 1,
    first: '1951-01-01',
    value: wave(3.1, 2.4, 6),
  },
}
