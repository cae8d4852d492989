import { Type } from 'typebox'
import { ExchangeRate } from '../../domain/records.ts'
import { endpoint, parameter, type Route } from '../route.ts'

const schema = endpoint({
  summary: 'Tipo de cambio oficial USD/PEN de una fecha',
  query: { fecha: Type.Optional(parameter('Fecha AAAA-MM-DD; hoy en Lima si se omite')) },
  data: ExchangeRate,
  extras: {
    proveedor: Type.Literal('taxauth-tc'),
    aviso: Type.Optional(
      Type.String({ description: 'De qué publicación proviene el valor cuando no es de la fecha pedida' }),
    ),
  },
})

export const tipoCambioRoute: Route = (app, { lookups, answering }) => {
  app.get('/tipo-cambio', schema, answering(lookups.tipoCambio))
}
