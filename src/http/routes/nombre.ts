import { CompanyMatch } from '../../domain/records.ts'
import { Type } from '../../kernel/schema.ts'
import { limitParameter, nameParameter } from '../parameters.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'nombre',
  summary: 'Empresas por razón social',
  query: {
    q: nameParameter('Razón social a buscar, 3 caracteres como mínimo', 'COMERCIAL EJEMPLO'),
    limite: Type.Optional(limitParameter(100)),
  },
  data: Type.Array(CompanyMatch),
  extras: {
    total: Type.Integer({ description: 'Número de elementos en data' }),
    truncado: Type.Optional(Type.Boolean({ description: 'true cuando hubo más coincidencias que las devueltas' })),
  },
})

export const nombreRoute: Route = (app, { lookups, answering }) => {
  app.get('/nombre', options, answering(lookups.nombre))
}
