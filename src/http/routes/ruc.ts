import { Taxpayer } from '../../domain/records.ts'
import { providerParameter, rucParameter } from '../../endpoints/shared/parameters.ts'
import { Type } from '../../kernel/schema.ts'
import { RUC_PROVIDERS } from '../../lookups/ruc.ts'
import { answeredBy, endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'ruc',
  summary: 'Contribuyente por RUC',
  description:
    'Busca el número en la copia local del padrón de la autoridad tributaria y, si no figura, en las fuentes en vivo configuradas. Un RUC con un dígito ' +
    'verificador que no corresponde y que el padrón no tiene es 404 de inmediato. Las personas naturales no tienen dirección publicada.',
  query: { numero: rucParameter(), proveedor: Type.Optional(providerParameter(RUC_PROVIDERS)) },
  data: Taxpayer,
  extras: { proveedor: answeredBy(RUC_PROVIDERS) },
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

export const rucRoute: Route = (app, { lookups, answering }) => {
  app.get('/ruc', options, answering(lookups.ruc))
}
