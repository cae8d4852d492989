import { ListedSeries } from '../../domain/records.ts'
import { FREQUENCIES } from '../../domain/series.ts'
import { limitParameter, parameter, wordsParameter } from '../../endpoints/shared/parameters.ts'
import { Type } from '../../kernel/schema.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'indicadores',
  operationId: 'indicadores-buscar',
  summary: 'Series del banco central por su nombre, grupo o código',
  description:
    'Busca series en el catálogo del banco central, para encontrar el código que pide `/api/indicadores`. Todas las palabras deben figurar; primero van las ' +
    'que mejor coinciden, 50 como máximo.',
  query: {
    q: wordsParameter(
      'Palabras del nombre o del grupo, en cualquier orden, o el comienzo de un código',
      'tipo de cambio',
      2,
    ),
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
  failures: [
    'invalid-input',
    'missing-input',
    'not-found',
    'upstream-unavailable',
    'upstream-changed',
    'upstream-blocked',
  ],
})

export const indicadoresBuscarRoute: Route = (app, { lookups, answering }) => {
  app.get('/indicadores/buscar', options, answering(lookups.indicadoresBuscar))
}
