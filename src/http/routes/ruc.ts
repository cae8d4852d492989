import { Type } from 'typebox'
import { Taxpayer } from '../../domain/records.ts'
import { endpoint, parameter, type Route } from '../route.ts'

const schema = endpoint({
  summary: 'Contribuyente por RUC',
  query: {
    numero: parameter('RUC de 11 dígitos'),
    proveedor: Type.Optional(parameter('taxauth-scraper, aggregator-a o aggregator-b')),
  },
  data: Taxpayer,
  extras: { proveedor: Type.String({ description: 'Proveedor que respondió' }) },
})

export const rucRoute: Route = (app, { lookups, answering }) => {
  app.get('/ruc', schema, answering(lookups.ruc))
}
