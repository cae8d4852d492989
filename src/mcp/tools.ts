import { Health } from '../domain/records.ts'
import { endpointsFrom } from '../endpoints/index.ts'
import type { Endpoint } from '../endpoints/shared/endpoint.ts'
import type { AnswerBody } from '../endpoints/shared/outcome.ts'
import { WATCH_QUESTIONS } from '../endpoints/shared/watch-questions.ts'
import { inputSchemaOf, type JsonSchema, outputSchemaOf, queryOf } from './endpoint-schemas.ts'
import { summaryOf } from './summaries.ts'

/** A tool with its schemas, which are made once. */
export interface Tool {
  name: string
  /** Of the endpoint that answers it, below `/api/`. */
  path: string
  title: string
  description: string
  /** True when a live source outside this installation may be asked. */
  openWorld: boolean
  input: JsonSchema
  output: JsonSchema
  queryOf(args: unknown): Record<string, string>
  summarise(body: AnswerBody): string
}

/** Those that are asked most. */
const FRONT = ['ruc', 'dni', 'persona', 'nombre', 'sanciones', 'aml', 'proveedor']

/** `/api/health` has no lookup, and so no record of its own. */
const HEALTH = {
  path: 'health',
  title: 'Estado del servicio y ediciones en uso',
  parameters: {},
  data: Health.properties.data,
  extras: { providers: Health.properties.providers },
  failures: [],
  tool: [
    'Estado del servicio, de sus listas (edición, filas, cuándo se cargaron) y de sus fuentes (si responden, si exigen captcha). No lleva parámetros y no cuesta nada.',
    'Úsela para citar con qué ediciones se respondió, o para explicar por qué una fuente no respondió.',
  ],
}

type Described = Pick<
  Endpoint,
  'path' | 'title' | 'parameters' | 'data' | 'extras' | 'failures' | 'ignoredWhen' | 'tool'
>

/** A tool for every question, those about the watch where there is a service that has one, and one for the state of the service. Spanish, as everything callers read: the people who are asked to allow a call see these texts too. */
export const openTools = ({ hasWatch }: { hasWatch: boolean }): readonly Tool[] => [
  ...endpointsFrom(FRONT).map(toolOf),
  ...(hasWatch ? Object.values(WATCH_QUESTIONS).map(toolOf) : []),
  { ...toolOf(HEALTH), name: 'estado' },
]

const toolOf = (endpoint: Described): Tool => {
  const { path, title, failures, ignoredWhen } = endpoint
  const input = inputSchemaOf(endpoint)
  return {
    name: path.replace(/[-/]/g, '_'),
    path,
    title,
    description: endpoint.tool.join(' '),
    openWorld: failures.includes('upstream-unavailable'),
    input,
    output: outputSchemaOf(endpoint),
    queryOf: (args) => queryOf(input, ignoredWhen, args),
    summarise: summaryOf(path),
  }
}

/** Told once to a client that connects. */
export const INSTRUCTIONS = [
  'Chasqui responde consultas de registros y cumplimiento del Perú: contribuyentes, personas, inhabilitaciones, SOAT, tipo de cambio, series del banco central y listas de sanciones.',
  'Cada respuesta lleva estado: "ok", "no_encontrado" (un hecho) o "error" (no se pudo consultar; no significa que no exista). Distíngalos al responder.',
  'Nombre siempre la fuente y la edición (fuentes). Una coincidencia de aml la decide una persona.',
  'Los datos de personas son datos personales: consulte solo lo que se pidió y no los repita sin necesidad.',
  'Cada consulta respondida cuesta una unidad de la cuota (proveedor, una por parte revisada); no repita una que ya hizo.',
].join(' ')
