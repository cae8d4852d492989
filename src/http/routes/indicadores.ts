import { Series } from '../../domain/records.ts'
import { SERIES_ALIASES } from '../../domain/series.ts'
import { dateParameter, parameter } from '../../endpoints/shared/parameters.ts'
import { Type } from '../../kernel/schema.ts'
import { endpoint, type Route } from '../route.ts'

const ALIASES = [...SERIES_ALIASES.keys()]

// Aliases and codes in either case; the lookup decides what exists.
const CODE_PATTERN = '^([A-Za-z]{2}[0-9]{5}[A-Za-z][DMQAdmqa]|[A-Za-z]+(-[A-Za-z]+)*)$'

const options = endpoint({
  name: 'indicadores',
  summary: 'Serie estadística del banco central',
  description:
    'Da los valores de una serie del banco central entre dos fechas. Sin `desde`: los últimos 90 días de una serie diaria, 24 meses de una mensual, 5 años ' +
    'de una trimestral y 15 de una anual. `desde` no puede ser posterior a `hasta`. Los valores que el banco da como no disponibles se omiten.',
  query: {
    codigo: parameter(`Código de serie o alias: ${ALIASES.join(', ')}`, {
      minLength: 1,
      maxLength: 200,
      pattern: CODE_PATTERN,
      example: 'pbi',
    }),
    desde: Type.Optional(dateParameter('Fecha inicial AAAA-MM-DD', '2026-01-01')),
    hasta: Type.Optional(dateParameter('Fecha final AAAA-MM-DD; hoy en Lima si se omite')),
  },
  data: Series,
  dated: ({ hasta }, today): Record<string, string> => (hasta ? {} : { hasta: today }),
  rules: { enOrden: ['desde', 'hasta', 'hoy'] },
  failures: [
    'invalid-input',
    'missing-input',
    'not-found',
    'upstream-unavailable',
    'upstream-changed',
    'upstream-blocked',
  ],
})

export const indicadoresRoute: Route = (app, { lookups, answering }) => {
  app.get('/indicadores', options, answering(lookups.indicadores))
}
