import { PersonNames } from '../../domain/records.ts'
import { dniParameter, providerParameter } from '../../endpoints/shared/parameters.ts'
import { Type } from '../../kernel/schema.ts'
import { DNI_PROVIDERS } from '../../lookups/dni.ts'
import { answeredBy, endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'dni',
  summary: 'Nombres vinculados a un DNI',
  description:
    'Da los nombres de quien tiene ese DNI: de la autoridad tributaria cuando el DNI tiene un RUC vinculado; si no, del directorio público de DNI y ' +
    'de los agregadores configurados. No consulta el registro de identidad: solo figura quien está en esas fuentes públicas.',
  query: { numero: dniParameter(), proveedor: Type.Optional(providerParameter(DNI_PROVIDERS)) },
  data: PersonNames,
  extras: { proveedor: answeredBy(DNI_PROVIDERS) },
  failures: [
    'invalid-input',
    'missing-input',
    'not-found',
    'upstream-unavailable',
    'upstream-changed',
    'dataset-unavailable',
    'upstream-blocked',
    'not-configured',
  ],
})

export const dniRoute: Route = (app, { lookups, answering }) => {
  app.get('/dni', options, answering(lookups.dni))
}
