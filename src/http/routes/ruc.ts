import { Taxpayer } from '../../domain/records.ts'
import { Type } from '../../kernel/schema.ts'
import { RUC_PROVIDERS } from '../../lookups/ruc.ts'
import { providerParameter, rucParameter } from '../parameters.ts'
import { answeredBy, endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'ruc',
  summary: 'Contribuyente por RUC',
  query: { numero: rucParameter(), proveedor: Type.Optional(providerParameter(RUC_PROVIDERS)) },
  data: Taxpayer,
  extras: { proveedor: answeredBy(RUC_PROVIDERS) },
})

export const rucRoute: Route = (app, { lookups, answering }) => {
  app.get('/ruc', options, answering(lookups.ruc))
}
