import { ListedSeries } from '../../domain/records.ts'
import { FREQUENCIES } from '../../domain/series.ts'
import { Type } from '../../kernel/schema.ts'
import { limitParameter, parameter } from '../parameters.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'indicadores',
  operationId: 'indicadores-buscar',
  summary: 'Series del banco central por su nombre, grupo o código',
  query: {
    q: parameter('Palabras del nombre o del grupo, en cualquier orden, o el comienzo de un código', {
      minLength: 2,
      maxLength: 200,
      example: 'tipo de cambio',
    }),
    frecuencia: Type.Optional(
      parameter('Solo series de esta frecuencia', { enum: [...FREQUENCIES], example: 'mensual' }),
    ),
    limite: Type.Optional(limitParameter(50)),
  },
  data: Type.Array(ListedSeries, { minItems: 1, maxItems: 50 }),
  extras: {
    total: Type.Integer({ description: 'Número de series que coinciden, también las que no caben en data' }),
    truncado: Type.Optional(Type.Boolean({ description: 'true cuando hubo más coincidencias que las devueltas' })),
  },
})

export const indicadoresBuscarRoute: Route = (app, { lookups, answering }) => {
  app.get('/indicadores/buscar', options, answering(lookups.indicadoresBuscar))
}
