import { ExchangeRate, MonthOfRates } from '../../domain/records.ts'
import { dateParameter, monthParameter } from '../../endpoints/shared/parameters.ts'
import { Type } from '../../kernel/schema.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'tipo-cambio',
  summary: 'Tipo de cambio oficial USD/PEN de una fecha, o de cada día de un mes',
  description:
    'Da el tipo de cambio oficial de una fecha: el último publicado en ella o antes. Cuando es de una publicación anterior, `aviso` dice de cuál. De una ' +
    'fecha futura responde con el de hoy, y `aviso` lo dice. Con `mes`, que excluye a `fecha`, da cada día del mes hasta hoy; `publicado` es la fecha de la ' +
    'publicación que rige ese día.',
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
  dated: ({ fecha, mes }, today): Record<string, string> => (fecha || mes ? {} : { fecha: today }),
  rules: { comoMaximoUno: ['fecha', 'mes'], enOrden: ['mes', 'hoy'] },
  failures: ['invalid-input', 'not-found', 'upstream-unavailable', 'upstream-changed', 'upstream-blocked'],
})

export const tipoCambioRoute: Route = (app, { lookups, answering }) => {
  app.get('/tipo-cambio', options, answering(lookups.tipoCambio))
}
