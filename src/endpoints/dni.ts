import { DNI_PROVIDERS, PersonNames } from '../domain/records.ts'
import { Type } from '../kernel/schema.ts'
import { AWAY, answeredBy, BAD_INPUT, COST, endpoint, NOT_FOUND, PERSONAL, SOURCE_AWAY } from './shared/endpoint.ts'
import { dniParameter, providerParameter } from './shared/parameters.ts'

export const dni = endpoint({
  path: 'dni',
  title: 'Nombres de un DNI',
  summary: 'Nombres vinculados a un DNI',
  description:
    'Da los nombres de quien tiene ese DNI: de la autoridad tributaria cuando el DNI tiene un RUC vinculado; si no, del directorio público de DNI y ' +
    'de los agregadores configurados. No consulta el registro de identidad: solo figura quien está en esas fuentes públicas.',
  parameters: { numero: dniParameter(), proveedor: Type.Optional(providerParameter(DNI_PROVIDERS)) },
  data: PersonNames,
  extras: { proveedor: answeredBy(DNI_PROVIDERS) },
  failures: [...BAD_INPUT, 'not-found', ...SOURCE_AWAY, 'dataset-unavailable', 'not-configured'],
  datasets: ['padron'],
  lookup: async () => (await import('../lookups/dni.ts')).dniLookup,
  command: {
    description: 'nombres que corresponden a un DNI',
    argument: { label: 'dni', field: 'numero', subject: 'El DNI', description: 'DNI de 8 dígitos' },
    options: [
      ['--proveedor <id>', 'pregunta solo a taxauth-scraper, public-dni-directory, aggregator-a o aggregator-b'],
    ],
    examples: [
      ['dni 00000012', 'los nombres de una persona'],
      ['dni 00000012 --proveedor public-dni-directory', 'según un proveedor determinado'],
    ],
  },
  tool: [
    'Nombres y apellidos que corresponden a un DNI peruano de 8 dígitos, según el registro de contribuyentes y un directorio público. No consulta el registro de identidad.',
    'Escriba el número como texto, con sus ceros iniciales. Para saber además si la persona tiene RUC use persona con dni.',
    NOT_FOUND,
    'No figurar en estas fuentes no prueba que el DNI no exista.',
    AWAY,
    PERSONAL,
    COST,
  ],
})
