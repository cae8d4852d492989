import { CompanyMatch } from '../../domain/records.ts'
import { limitParameter, nameParameter } from '../../endpoints/shared/parameters.ts'
import { Type } from '../../kernel/schema.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'nombre',
  summary: 'Empresas por razón social',
  description:
    'Busca empresas en el padrón. Todas las palabras deben figurar, en cualquier orden; la última puede estar incompleta. No importan tildes, ' +
    'mayúsculas ni la forma jurídica. Primero van los nombres iguales y las empresas activas y habidas. Las personas se buscan en `/api/persona`.',
  query: {
    q: nameParameter('Razón social a buscar, 3 caracteres como mínimo', 'COMERCIAL EJEMPLO'),
    limite: Type.Optional(limitParameter(100)),
  },
  data: Type.Array(CompanyMatch),
  extras: {
    total: Type.Integer({ description: 'Número de elementos en data' }),
    truncado: Type.Optional(Type.Boolean({ description: 'true cuando hubo más coincidencias que las devueltas' })),
  },
  failures: [
    'invalid-input',
    'missing-input',
    'not-found',
    'upstream-unavailable',
    'upstream-changed',
    'dataset-unavailable',
    'upstream-blocked',
  ],
})

export const nombreRoute: Route = (app, { lookups, answering }) => {
  app.get('/nombre', options, answering(lookups.nombre))
}
