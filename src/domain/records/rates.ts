import type { Static } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { FREQUENCIES } from '../series.ts'
import { choice, text } from './schema.ts'

const DATE_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
const compra = Type.Number({ description: 'Compra, soles por dólar' })
const venta = Type.Number({ description: 'Venta, soles por dólar' })
const moneda = Type.Literal('USD/PEN', { description: 'Par de monedas' })

export const ExchangeRate = Type.Object(
  {
    fecha: text('Fecha, AAAA-MM-DD'),
    ...{ compra, venta, moneda },
  },
  { $id: 'TipoCambio' },
)
export type ExchangeRate = Static<typeof ExchangeRate>

const DayRate = Type.Object({
  fecha: Type.String({ description: 'Día, AAAA-MM-DD', pattern: DATE_PATTERN }),
  ...{ compra, venta },
  publicado: Type.String({
    description: 'Fecha de la publicación que rige ese día, AAAA-MM-DD; anterior a fecha cuando ese día no la hubo',
    pattern: DATE_PATTERN,
  }),
})

/** The rates of one month, a day each. */
export const MonthOfRates = Type.Object(
  {
    mes: Type.String({ description: 'Mes, AAAA-MM', pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
    moneda,
    dias: Type.Array(DayRate, {
      description: 'Un elemento por día del mes, hasta hoy en Lima',
      minItems: 1,
      maxItems: 31,
    }),
  },
  { $id: 'TipoCambioMes' },
)
export type MonthOfRates = Static<typeof MonthOfRates>

/** One day's official rate as its publisher dated it. */
export interface PublishedRate {
  /** Publication date, YYYY-MM-DD. */
  fecha: string
  compra: number
  venta: number
}

const SeriesValue = Type.Object({
  periodo: text('Periodo tal como lo imprime el banco central'),
  valor: Type.Number({ description: 'Valor' }),
})

export const Frequency = choice(FREQUENCIES, 'Cada cuánto se publica la serie')
export type Frequency = Static<typeof Frequency>

export const Series = Type.Object(
  {
    codigo: text('Código de la serie consultada'),
    nombre: text('Nombre oficial de la serie'),
    frecuencia: Type.Optional(Frequency),
    valores: Type.Array(SeriesValue),
    fuente: Type.Literal('central-bank'),
  },
  { $id: 'Serie' },
)
export type Series = Static<typeof Series>

const periodDate = (description: string) =>
  Type.String({ description, pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$', maxLength: 10 })

/** A series as the central bank's catalogue lists it. */
export const ListedSeries = Type.Object(
  {
    codigo: Type.String({ description: 'Código de la serie', pattern: '^[A-Z]{2}[0-9]{5}[A-Z][DMQA]$' }),
    nombre: text('Nombre de la serie en el catálogo'),
    grupo: text('Grupo al que pertenece; con el nombre, dice qué mide la serie'),
    frecuencia: Frequency,
    desde: periodDate('Primer día del primer periodo, AAAA-MM-DD; vacío si el catálogo no lo dice'),
    hasta: periodDate('Primer día del último periodo, AAAA-MM-DD; vacío si el catálogo no lo dice'),
  },
  { $id: 'SerieDeCatalogo' },
)
export type ListedSeries = Static<typeof ListedSeries>
