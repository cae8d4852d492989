import { SanctionSearch } from '../../domain/records.ts'
import { nameParameter, rucParameter } from '../../endpoints/shared/parameters.ts'
import { Type } from '../../kernel/schema.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'sanciones',
  summary: 'Sanciones vigentes de un proveedor del Estado',
  description:
    'Da las inhabilitaciones vigentes hoy en Lima según la lista del tribunal de contrataciones; las multas no son inhabilitaciones. Envíe `ruc` o ' +
    '`nombre`; con ambos se usa `ruc`. Sin sanciones responde 200 con `sancionado` false y `total` 0: no es un 404.',
  query: {
    ruc: Type.Optional(rucParameter('RUC de 11 dígitos; prevalece sobre nombre')),
    nombre: Type.Optional(nameParameter('Razón social, 3 caracteres como mínimo', 'COMERCIAL EJEMPLO')),
  },
  data: SanctionSearch,
  rules: { alMenosUno: ['ruc', 'nombre'] },
  failures: ['invalid-input', 'missing-input', 'dataset-unavailable'],
  ignoredWhen: { nombre: 'ruc' },
})

export const sancionesRoute: Route = (app, { lookups, answering }) => {
  app.get('/sanciones', options, answering(lookups.sanciones))
}
