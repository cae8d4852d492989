import { Type } from 'typebox'
import { SanctionSearch } from '../../domain/records.ts'
import { endpoint, parameter, type Route } from '../route.ts'

const schema = endpoint({
  summary: 'Sanciones vigentes de un proveedor del Estado',
  query: {
    ruc: Type.Optional(parameter('RUC de 11 dígitos; prevalece sobre nombre')),
    nombre: Type.Optional(parameter('Razón social, 3 caracteres como mínimo')),
  },
  data: SanctionSearch,
})

export const sancionesRoute: Route = (app, { lookups, answering }) => {
  app.get('/sanciones', schema, answering(lookups.sanciones))
}
