import { dayNumber } from './calendar.ts'
import { closeOf, marketValue } from './exchange-rates.ts'

export interface BankSeries {
  category: string
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
const [EXTERNAL, PRICES, RATES, GDP] = ['Sector externo', 'Inflación', 'Tasas de interés', 'Producto bruto interno']
const GDP_INDEX = 'Producto bruto interno y demanda interna (índice 2007=100)'

/** Names and codes as the real catalogue has them, values invented. */
const REAL_SERIES: Readonly<Record<string, BankSeries>> = {
  PD04639PD: {
    category: EXTERNAL,
    group: EXCHANGE,
    name: 'TC Sistema bancario SBS (S/ por US$) - Compra',
    decimals: 3,
    first: '1997-01-02',
    value: (date, today) => closeOf(date, today)?.compra ?? null,
  },
  PD04640PD: {
    category: EXTERNAL,
    group: EXCHANGE,
    name: 'TC Sistema bancario SBS (S/ por US$) - Venta',
    decimals: 3,
    first: '1997-01-02',
    value: (date, today) => closeOf(date, today)?.venta ?? null,
  },
  PD04638PD: {
    category: EXTERNAL,
    group: EXCHANGE,
    name: 'TC Interbancario (S/ por US$) - Venta',
    decimals: 3,
    first: '1997-01-02',
    // The real series carries fourteen digits beside a `dec` of 3.
    value: (date, today) => (closeOf(date, today) ? marketValue(dayNumber(date), 3.425, 0.26).toFixed(14) : null),
  },
  PD12301MD: {
    category: RATES,
    group: 'Tasas de interés del BCRP',
    name: 'Tasa de Referencia de la Política Monetaria',
    decimals: 2,
    first: '2003-09-12',
    value: (date) => (Math.round(marketValue(dayNumber(`${date.slice(0, 7)}-01`), 4, 1.6) * 4) / 4).toFixed(2),
  },
  PN01273PM: {
    category: PRICES,
    group: 'Índice de precios Lima Metropolitana (var% 12 meses)',
    name: 'IPC',
    decimals: 2,
    first: '1950-01-01',
    value: wave(2.9, 1.2, 12),
  },
  PN01770AM: {
    category: GDP,
    group: GDP_INDEX,
    name: 'PBI',
    decimals: 1,
    first: '2003-01-01',
    value: wave(158, 22, 9),
  },
  PN01773AM: {
    category: GDP,
    group: GDP_INDEX,
    name: 'PBI Desestacionalizado',
    decimals: 1,
    first: '2003-01-01',
    value: wave(157, 20, 9),
  },
  PN00026MM: {
    category: EXTERNAL,
    group: 'Reservas internacionales netas del BCRP (millones S/)',
    name: 'Reservas Internacionales Netas (millones S/)',
    decimals: 0,
    first: '1994-12-01',
    value: wave(268_000, 30_000, 2),
  },
  PD04722MM: {
    category: RATES,
    group: 'Tasas de interés del BCRP',
    name: 'Tasa de Referencia de la Política Monetaria',
    decimals: 2,
    first: '2003-09-01',
    value: (date) => (Math.round(marketValue(dayNumber(date), 4, 1.6) * 4) / 4).toFixed(2),
  },
  PN02507AQ: {
    category: GDP,
    group: 'Producto bruto interno por tipo de gasto (variaciones porcentuales)',
    name: 'PBI',
    decimals: 1,
    first: '1980-01-01',
    value: wave(2.8, 2.2, 6),
  },
  PM04863AA: {
    category: GDP,
    group: 'Producto bruto interno por sectores (variaciones porcentuales)',
    name: 'PBI - Agropecuario',
    decimals: 1,
    first: '1951-01-01',
    value: wave(3.1, 2.4, 6),
  },
}

/** Series as a catalogue of thousands has them: groups of many, names that repeat, units in parentheses. Codes invented. */
const INVENTED: readonly [
  codes: string,
  category: string,
  group: string,
  names: string,
  first: string,
  level: number,
][] = [
  ['PD90101PD', EXTERNAL, EXCHANGE, 'TC Euro (S/ por euro) - Compra|TC Euro (S/ por euro) - Venta', '1999-01-04', 3.9],
  [
    'PD90111PD',
    EXTERNAL,
    EXCHANGE,
    'TC Informal (S/ por US$) - Compra|TC Informal (S/ por US$) - Venta',
    '1995-01-02',
    3.45,
  ],
  [
    'PN90121PM',
    EXTERNAL,
    'Tipo de cambio real bilateral (índice 2009=100)',
    'Estados Unidos|Brasil|China|España|Japón',
    '1991-01-01',
    98,
  ],
  [
    'PN90131PM',
    EXTERNAL,
    'Tipo de cambio nominal promedio del periodo (S/ por US$)',
    'Bancario - Promedio|Informal - Promedio',
    '1992-01-01',
    3.4,
  ],
  [
    'PN90141PM',
    PRICES,
    'Índice de precios Lima Metropolitana (índice 2021=100)',
    'IPC|IPC Sin Alimentos y Energía|IPC Alimentos y Energía|IPC Transables|IPC No Transables',
    '1991-12-01',
    117,
  ],
  [
    'PN90151PM',
    PRICES,
    'Inflación subyacente (var% mensual)',
    'Bienes|Servicios|Educación|Alquileres|Artículos de cuidado de niños',
    '1992-01-01',
    0.3,
  ],
  [
    'PN90161PM',
    PRICES,
    'Expectativas de inflación a 12 meses (%)',
    'Sistema financiero|Analistas económicos|Empresas no financieras',
    '2002-01-01',
    2.6,
  ],
  ['PD90201MD', RATES, 'Tasas de interés interbancarias (%)', 'Moneda nacional|Moneda extranjera', '1995-10-02', 4.2],
  [
    'PN90211NM',
    RATES,
    'Tasas de interés activas promedio (%)',
    'Préstamos hasta 360 días|Tarjetas de crédito|Consumo|Hipotecario|Microempresa|Pequeña empresa',
    '2010-09-01',
    14,
  ],
  [
    'PN90231MM',
    'Sector monetario',
    'Crédito al sector privado (millones S/)',
    'Empresas|Consumo|Hipotecario|Vehicular',
    '2001-01-01',
    390000,
  ],
  [
    'PN90241MM',
    'Sector monetario',
    'Liquidez del sector privado (millones S/)',
    'Circulante|Dinero|Cuasidinero en soles|Liquidez en soles',
    '1991-12-01',
    310000,
  ],
  [
    'PN90301AM',
    GDP,
    'Producto bruto interno por sectores (índice 2007=100)',
    'Agropecuario|Pesca|Minería e hidrocarburos|Manufactura|Construcción|Comercio|Otros servicios',
    '2003-01-01',
    150,
  ],
  [
    'PN90321AQ',
    GDP,
    'Producto bruto interno por tipo de gasto (millones S/ de 2007)',
    'Consumo privado|Consumo público|Inversión bruta fija|Exportaciones|Importaciones',
    '1980-01-01',
    60000,
  ],
  [
    'PM90341AA',
    GDP,
    'Producto bruto interno (valores a precios de 2007)',
    'PBI|PBI por habitante|Población (miles de personas)',
    '1950-01-01',
    33000,
  ],
  [
    'PN90401BM',
    EXTERNAL,
    'Balanza comercial (millones US$)',
    'Exportaciones|Importaciones|Balanza comercial',
    '1985-01-01',
    5200,
  ],
  [
    'PN90411BM',
    EXTERNAL,
    'Exportaciones tradicionales (millones US$)',
    'Cobre|Oro|Zinc|Harina de pescado|Café|Gas natural',
    '1985-01-01',
    900,
  ],
  [
    'PD90421XD',
    'Cotizaciones internacionales',
    'Cotizaciones de productos',
    'Cobre (cUS$ por libra)|Oro (US$ por onza)|Petróleo WTI (US$ por barril)|Trigo (US$ por tonelada)',
    '2000-01-03',
    400,
  ],
  [
    'PN90501FQ',
    'Sector público',
    'Operaciones del sector público no financiero (millones S/)',
    'Ingresos corrientes|Gastos no financieros|Intereses|Resultado económico',
    '1999-01-01',
    42000,
  ],
  [
    'PM90511FA',
    'Sector público',
    'Deuda pública (porcentaje del PBI)',
    'Deuda pública externa|Deuda pública interna',
    '1970-01-01',
    31,
  ],
  [
    'PN90601EM',
    'Empleo',
    'Mercado laboral de Lima Metropolitana',
    'Población ocupada (miles)|Tasa de desempleo (%)|Ingreso promedio mensual (S/)',
    '2001-04-01',
    5100,
  ],
]

/** `PD90101PD` and the codes after it. */
const codeAfter = (code: string, at: number): string =>
  `${code.slice(0, 2)}${Number(code.slice(2, 7)) + at}${code.slice(7)}`

const inventedSeries = INVENTED.flatMap(([code, category, group, names, first, level]) =>
  names.split('|').map((name, at): [string, BankSeries] => {
    const value = wave(level + at, level / 12, 4)
    return [codeAfter(code, at), { category, group, name, decimals: 2, first, value }]
  }),
)

export const BANK_SERIES: Readonly<Record<string, BankSeries>> = {
  ...REAL_SERIES,
  ...Object.fromEntries(inventedSeries),
}
