import { ExchangeRate, MonthOfRates } from '../../domain/records.ts'
import { Type } from '../../kernel/schema.ts'
import { dateParameter, monthParameter } from '../parameters.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'tipo-cambio',
  summary: 'Tipo de cambio oficial USD/PEN de una fecha, o de cada día de un mes',
  query: {
    fecha: Type.Optional(dateParameter('Fecha AAAA-MM-DD; hoy en Lima si se omite')),
    mes: Type.Optional(
      monthParameter('Mes AAAA-MM, el actual o uno anterior: responde con cada uno de sus días. No admite fecha'),
    ),
  },
  data: Type.Union([ExchangeRate, MonthOfRates], { description: 'El de una fecha; los de un mes cuando se pidió mes' }),
  extras: {
    proveedor: Type.Literal('taxauth-tc'),
    aviso: Type.Optional(
      Type.String({ description: 'De qué publicación proviene el valor cuando no es de la fecha pedida' }),
    ),
  },
})

export const tipoCambioRoute: Route = (app, { lookups, answering }) => {
  app.get('/tipo-cambio', options, answering(lookups.tipoCambio))
}
