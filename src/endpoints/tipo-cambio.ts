import { ExchangeRate, MonthOfRates } from '../domain/records.ts'
import { Type } from '../kernel/schema.ts'
import { AWAY, COST, endpoint, NOT_FOUND, SOURCE_AWAY } from './shared/endpoint.ts'
import { DATE, dateParameter, monthParameter } from './shared/parameters.ts'

export const tipoCambio = endpoint({
  path: 'tipo-cambio',
  title: 'Tipo de cambio oficial USD/PEN',
  summary: 'Tipo de cambio oficial USD/PEN de una fecha, o de cada día de un mes',
  description:
    'Da el tipo de cambio oficial de una fecha: el último publicado en ella o antes. Cuando es de una publicación anterior, `aviso` dice de cuál. De una ' +
    'fecha futura responde con el de hoy, y `aviso` lo dice. Con `mes`, que excluye a `fecha`, da cada día del mes hasta hoy; `publicado` es la fecha de la ' +
    'publicación que rige ese día.',
  parameters: {
    fecha: Type.Optional(dateParameter('Fecha AAAA-MM-DD; hoy en Lima si se omite')),
    mes: Type.Optional(
      monthParameter('Mes AAAA-MM, el actual o uno anterior: responde con cada uno de sus días. No admite fecha'),
    ),
  },
  data: Type.Union([ExchangeRate, MonthOfRates], { description: 'El de una fecha; los de un mes cuando se pidió mes' }),
  extras: {
    proveedor: Type.Literal('taxauth-tc'),
    aviso: Type.Optional(
      Type.String({ description: 'De qué publicación proviene el valor cuando no es de la fecha pedida' }),
    ),
  },
  dated: ({ fecha, mes }, today): Record<string, string> => (fecha || mes ? {} : { fecha: today }),
  rules: { comoMaximoUno: ['fecha', 'mes'], enOrden: ['mes', 'hoy'] },
  failures: ['invalid-input', 'not-found', ...SOURCE_AWAY],
  datasets: [],
  lookup: async () => (await import('../lookups/tipo-cambio.ts')).tipoCambioLookup,
  command: {
    description: 'tipo de cambio oficial de una fecha o de un mes',
    argument: { field: 'fecha', subject: 'La fecha', description: `${DATE}; hoy si no se indica` },
    options: [['--mes <mes>', 'cada día de un mes, AAAA-MM o MM/AAAA, en lugar de una fecha']],
    examples: [
      ['tipo-cambio', 'el de hoy'],
      ['tipo-cambio 01/10/2026', 'el de una fecha'],
      ['tipo-cambio --mes 2026-10', 'el de cada día de un mes'],
    ],
  },
  tool: [
    'Tipo de cambio oficial de la autoridad tributaria del Perú, compra y venta en soles por dólar, de una fecha (fecha, AAAA-MM-DD; hoy en Lima si se omite) o de cada día de un mes (mes, AAAA-MM). Dé fecha o mes, no ambos; para varios días de un mes pida el mes, que cuesta lo mismo.',
    'Si un día no hubo publicación rige la última anterior: aviso, y publicado en cada día de un mes, dicen de qué fecha es; dígalo al citarlo. Para la serie del banco central use indicadores.',
    NOT_FOUND,
    AWAY,
    COST,
  ],
})
