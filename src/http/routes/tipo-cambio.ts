import { Type } from 'typebox'
import { ExchangeRate } from '../../domain/records.ts'
import { dateParameter } from '../parameters.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'tipo-cambio',
  summary: 'Tipo de cambio oficial USD/PEN de una fecha',
  description:
    'Da el tipo de cambio oficial de una fecha: el último publicado en ella o antes. Cuando es de una publicación anterior, `aviso` dice de cuál. De una ' +
    'fecha futura responde con el de hoy, y `aviso` lo dice.',
  query: { fecha: Type.Optional(dateParameter('Fecha AAAA-MM-DD; hoy en Lima si se omite')) },
  data: ExchangeRate,
  extras: {
    proveedor: Type.Literal('taxauth-tc'),
    aviso: Type.Optional(
      Type.String({ description: 'De qué publicación proviene el valor cuando no es de la fecha pedida' }),
    ),
  },
  failures: ['invalid-input', 'not-found', 'upstream-unavailable', 'upstream-changed', 'upstream-blocked'],
})

export const tipoCambioRoute: Route = (app, { lookups, answering }) => {
  app.get('/tipo-cambio', options, answering(lookups.tipoCambio))
}
