import { ExchangeRate } from '../../domain/records.ts'
import { Type } from '../../kernel/schema.ts'
import { dateParameter } from '../parameters.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'tipo-cambio',
  summary: 'Tipo de cambio oficial USD/PEN de una fecha',
  query: { fecha: Type.Optional(dateParameter('Fecha AAAA-MM-DD; hoy en Lima si se omite')) },
  data: ExchangeRate,
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
