import { TaxpayerHistory } from '../domain/records.ts'
import { AWAY, BAD_INPUT, COST, endpoint, PERSONAL } from './shared/endpoint.ts'
import { rucParameter } from './shared/parameters.ts'

export const rucHistoria = endpoint({
  path: 'ruc/historia',
  title: 'Historia de un contribuyente',
  summary: 'Qué dijo el padrón de un contribuyente, periodo por periodo',
  description:
    'Da los periodos en que la ficha de un contribuyente fue la misma, del más reciente al más antiguo, desde la primera edición del padrón que se conoce. Las ' +
    'fechas son las de las ediciones: un cambio ocurrió entre la anterior y la que lo muestra. Los periodos de `grano` mes vienen de copias mensuales de datos ' +
    'abiertos, que tienen solo una parte de los RUC: que falten no dice nada.',
  parameters: { numero: rucParameter() },
  data: TaxpayerHistory,
  failures: [...BAD_INPUT, 'not-found', 'dataset-unavailable'],
  datasets: ['padron'],
  lookup: async () => (await import('../lookups/ruc-historia.ts')).rucHistoriaLookup,
  command: {
    name: 'historia',
    description: 'qué dijo el padrón de un contribuyente, periodo por periodo',
    argument: { label: 'ruc', field: 'numero', subject: 'El RUC', description: 'RUC de 11 dígitos' },
    options: [],
    examples: [['historia 20000000125', 'los cambios de un contribuyente']],
  },
  tool: [
    'Historia de un contribuyente del Perú en el padrón, por su RUC de 11 dígitos: los periodos en que nombre, estado, condición y dirección fueron los mismos, con qué cambió. Para un solo día use ruc con fecha.',
    'desde y hasta son ediciones del padrón: un cambio ocurrió entre la edición anterior y la que lo muestra, no necesariamente ese día. De antes de data.desde solo hablan los periodos de grano mes, de copias mensuales que no dicen de qué día son ni tienen a todos.',
    'estado "no_encontrado" significa que no figura en ninguna de las ediciones conocidas.',
    AWAY,
    PERSONAL,
    COST,
  ],
})
