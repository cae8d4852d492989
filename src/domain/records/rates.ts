import { type Static, Type } from 'typebox'
import { choice, day, text } from './schema.ts'

export const ExchangeRate = Type.Object(
  {
    fecha: day('Fecha, AAAA-MM-DD'),
    compra: Type.Number({ description: 'Compra, soles por dólar' }),
    venta: Type.Number({ description: 'Venta, soles por dólar' }),
    moneda: Type.Literal('USD/PEN', { description: 'Par de monedas' }),
  },
  { $id: 'TipoCambio' },
)
export type ExchangeRate = Static<typeof ExchangeRate>

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

export const Frequency = choice(['diaria', 'mensual', 'trimestral', 'anual'], 'Cada cuánto se publica la serie')
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
