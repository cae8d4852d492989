import { CompanyMatch } from '../domain/records.ts'
import { Type } from '../kernel/schema.ts'
import { AWAY, BAD_INPUT, COST, endpoint, NOT_FOUND, SOURCE_AWAY } from './shared/endpoint.ts'
import { limitParameter, nameParameter } from './shared/parameters.ts'

export const nombre = endpoint({
  path: 'nombre',
  title: 'Empresas por razón social',
  summary: 'Empresas por razón social',
  description:
    'Busca empresas en el padrón. Todas las palabras deben figurar, en cualquier orden; la última puede estar incompleta. No importan tildes, ' +
    'mayúsculas ni la forma jurídica. Primero van los nombres iguales y las empresas activas y habidas. Las personas se buscan en `/api/persona`.',
  parameters: {
    q: nameParameter('Razón social a buscar, 3 caracteres como mínimo', 'COMERCIAL EJEMPLO'),
    limite: Type.Optional(limitParameter(100)),
  },
  data: Type.Array(CompanyMatch),
  extras: {
    total: Type.Integer({ description: 'Número de elementos en data' }),
    truncado: Type.Optional(Type.Boolean({ description: 'true cuando hubo más coincidencias que las devueltas' })),
  },
  failures: [...BAD_INPUT, 'not-found', ...SOURCE_AWAY, 'dataset-unavailable'],
  datasets: ['padron'],
  lookup: async () => (await import('../lookups/nombre.ts')).nombreLookup,
  command: {
    description: 'empresas por su razón social',
    argument: {
      label: 'texto',
      field: 'q',
      subject: 'La razón social',
      description: 'palabras de la razón social',
      words: true,
    },
    options: [['--limite <n>', 'cuántas como máximo, de 1 a 100']],
    examples: [['nombre comercial ejemplo --limite 5', 'las cinco primeras empresas con esas palabras']],
  },
  tool: [
    'Busca empresas del Perú por su razón social, completa o en parte, y devuelve su RUC, estado y condición; sirve para hallar el RUC antes de usar ruc o sanciones.',
    'Todas las palabras deben figurar, en cualquier orden; la forma jurídica (S.A.C., E.I.R.L.) no hace falta. Si hay varias, muestre las opciones en lugar de suponer cuál es.',
    NOT_FOUND,
    AWAY,
    COST,
  ],
})
