import { SanctionSearch } from '../../domain/records.ts'
import { Type } from '../../kernel/schema.ts'
import { nameParameter, rucParameter } from '../parameters.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'sanciones',
  summary: 'Sanciones vigentes de un proveedor del Estado',
  query: {
    ruc: Type.Optional(rucParameter('RUC de 11 dígitos; prevalece sobre nombre')),
    nombre: Type.Optional(nameParameter('Razón social, 3 caracteres como mínimo', 'COMERCIAL EJEMPLO')),
  },
  data: SanctionSearch,
  ignoredWhen: { nombre: 'ruc' },
})

export const sancionesRoute: Route = (app, { lookups, answering }) => {
  app.get('/sanciones', options, answering(lookups.sanciones))
}
