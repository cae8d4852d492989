import { Type } from 'typebox'
import { PersonNames } from '../../domain/records.ts'
import { endpoint, parameter, type Route } from '../route.ts'

const schema = endpoint({
  summary: 'Nombres vinculados a un DNI',
  query: {
    numero: parameter('DNI de 8 dígitos'),
    proveedor: Type.Optional(parameter('taxauth-scraper, public-dni-directory, aggregator-a o aggregator-b')),
  },
  data: PersonNames,
  extras: { proveedor: Type.String({ description: 'Proveedor que respondió' }) },
})

export const dniRoute: Route = (app, { lookups, answering }) => {
  app.get('/dni', schema, answering(lookups.dni))
}
