import { PersonNames } from '../../domain/records.ts'
import { Type } from '../../kernel/schema.ts'
import { DNI_PROVIDERS } from '../../lookups/dni.ts'
import { dniParameter, providerParameter } from '../parameters.ts'
import { answeredBy, endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'dni',
  summary: 'Nombres vinculados a un DNI',
  query: { numero: dniParameter(), proveedor: Type.Optional(providerParameter(DNI_PROVIDERS)) },
  data: PersonNames,
  extras: { proveedor: answeredBy(DNI_PROVIDERS) },
})

export const dniRoute: Route = (app, { lookups, answering }) => {
  app.get('/dni', options, answering(lookups.dni))
}
