import { ListedSeries } from '../domain/records.ts'
import { FREQUENCIES } from '../domain/series.ts'
import { Type } from '../kernel/schema.ts'
import { AWAY, BAD_INPUT, COST, endpoint, NOT_FOUND, SOURCE_AWAY } from './shared/endpoint.ts'
import { limitParameter, parameter, wordsParameter } from './shared/parameters.ts'

export const indicadoresBuscar = endpoint({
  path: 'indicadores/buscar',
  title: 'Buscar series del banco central',
  summary: 'Series del banco central por su nombre, grupo o código',
  description:
    'Busca series en el catálogo del banco central, para encontrar el código que pide `/api/indicadores`. Todas las palabras deben figurar; primero van las ' +
    'que mejor coinciden, 50 como máximo.',
  parameters: {
    q: wordsParameter(
      'Palabras del nombre o del grupo, en cualquier orden, o el comienzo de un código',
      'tipo de cambio',
      2,
    ),
    frecuencia: Type.Optional(
      parameter('Solo series de esta frecuencia', { enum: [...FREQUENCIES], example: 'mensual' }),
    ),
    limite: Type.Optional(limitParameter(50)),
  },
  data: Type.Array(ListedSeries, { minItems: 1, maxItems: 50 }),
  extras: {
    total: Type.Integer({ description: 'Número de series que coinciden, también las que no caben en data' }),
    truncado: Type.Optional(Type.Boolean({ description: 'true cuando hubo más coincidencias que las devueltas' })),
  },
  failures: [...BAD_INPUT, 'not-found', ...SOURCE_AWAY],
  datasets: [],
  lookup: async () => (await import('../lookups/indicadores-buscar.ts')).indicadoresBuscarLookup,
  command: {
    description: 'busca series del banco central por su nombre, grupo o código',
    argument: {
      label: 'texto',
      field: 'q',
      subject: 'El texto',
      description: 'palabras del nombre o del grupo, o el comienzo de un código',
      words: true,
    },
    options: [
      ['--frecuencia <frecuencia>', 'diaria, mensual, trimestral o anual'],
      ['--limite <n>', 'cuántas como máximo, de 1 a 50'],
    ],
    examples: [['indicadores buscar tipo de cambio --frecuencia diaria', 'series diarias del tipo de cambio']],
  },
  tool: [
    'Busca series en el catálogo del Banco Central de Reserva del Perú por palabras del nombre o del grupo, en cualquier orden, o por el comienzo del código. Devuelve código, nombre, grupo, frecuencia y rango de fechas; con el código use indicadores.',
    'Varias series se parecen: el grupo y la frecuencia dicen qué mide cada una.',
    NOT_FOUND,
    AWAY,
    COST,
  ],
})
