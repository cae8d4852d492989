import { Series } from '../domain/records.ts'
import { SERIES_ALIASES } from '../domain/series.ts'
import { Type } from '../kernel/schema.ts'
import { AWAY, BAD_INPUT, COST, endpoint, NOT_FOUND, SOURCE_AWAY } from './shared/endpoint.ts'
import { DATE, dateParameter, parameter } from './shared/parameters.ts'

const ALIASES = [...SERIES_ALIASES.keys()]
// Aliases and codes in either case; the lookup decides what exists.
const CODE_PATTERN = '^([A-Za-z]{2}[0-9]{5}[A-Za-z][DMQAdmqa]|[A-Za-z]+(-[A-Za-z]+)*)$'

export const indicadores = endpoint({
  path: 'indicadores',
  title: 'Serie estadística del banco central',
  summary: 'Serie estadística del banco central',
  description:
    'Da los valores de una serie del banco central entre dos fechas. Sin `desde`: los últimos 90 días de una serie diaria, 24 meses de una mensual, 5 años ' +
    'de una trimestral y 15 de una anual. `desde` no puede ser posterior a `hasta`. Los valores que el banco da como no disponibles se omiten.',
  parameters: {
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
  failures: [...BAD_INPUT, 'not-found', ...SOURCE_AWAY],
  datasets: [],
  lookup: async () => (await import('../lookups/indicadores.ts')).indicadoresLookup,
  command: {
    description: 'serie estadística del banco central',
    argument: {
      label: 'código',
      field: 'codigo',
      subject: 'El código',
      description: `código de la serie, o ${ALIASES.join(', ')}`,
      values: ALIASES,
    },
    options: [
      ['--desde <fecha>', `fecha inicial, ${DATE}`],
      ['--hasta <fecha>', `fecha final, ${DATE}`],
    ],
    examples: [
      ['indicadores inflacion', 'una serie por su nombre corto'],
      ['indicadores PD04640PD --desde 2026-10-01 --hasta 2026-10-31', 'una serie por su código, entre dos fechas'],
    ],
  },
  tool: [
    'Valores de una serie del Banco Central de Reserva del Perú, por su código (PN01273PM) o un alias: tipo-cambio-venta, tipo-cambio-compra, inflacion, pbi, reservas, tasa-referencia.',
    'Si no conoce el código búsquelo con indicadores_buscar; no lo invente. desde y hasta (AAAA-MM-DD) acotan el periodo; sin ellos se entrega una ventana reciente. Cite el nombre y el código de la serie.',
    NOT_FOUND,
    AWAY,
    COST,
  ],
})
