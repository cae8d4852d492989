import { Type } from 'typebox'
import { CompanyMatch } from '../../domain/records.ts'
import { endpoint, parameter, type Route } from '../route.ts'

const schema = endpoint({
  summary: 'Empresas por razón social',
  query: {
    q: parameter('Razón social a buscar, 3 caracteres como mínimo'),
    limite: Type.Optional(parameter('Máximo de resultados, de 1 a 100; 50 si se omite')),
  },
  data: Type.Array(CompanyMatch),
  extras: {
    total: Type.Integer({ description: 'Número de elementos en data' }),
    truncado: Type.Optional(Type.Boolean({ description: 'true cuando hubo más coincidencias que las devueltas' })),
  },
})

export const nombreRoute: Route = (app, { lookups, answering }) => {
  app.get('/nombre', schema, answering(lookups.nombre))
}
