import type { TProperties, TSchema } from 'typebox'
import type { Endpoint } from '../endpoints/shared/endpoint.ts'
import { Failure } from '../kernel/errors.ts'
import { isOptional } from '../kernel/schema.ts'

/** What the arguments and the answer of a tool are made of. */
export type ToolEndpoint = Pick<Endpoint, 'parameters' | 'data' | 'extras' | 'ignoredWhen'>

export type JsonSchema = Record<string, unknown>

interface ObjectSchema extends JsonSchema {
  properties: Record<string, JsonSchema>
  required: string[]
}

const FLAG = ['1', 'true', '0', 'false']
// Longer patterns and enumerations are left out: the description says the same in a few words, and models are shown all
// of it. Long patterns also use lookarounds and classes of Unicode, which the clients of Python and Rust refuse.
const LONGEST_PATTERN = 80
const MOST_VALUES = 20

/** Values as they stand in an answer, whatever the endpoint. */
const OUTCOME_SCHEMA = {
  estado: {
    type: 'string',
    enum: ['ok', 'no_encontrado', 'error'],
    description:
      'ok: hay respuesta en data. no_encontrado: todas las fuentes respondieron y ninguna lo tiene. error: no se pudo consultar, no dice nada sobre lo preguntado',
  },
  fuentes: {
    type: 'array',
    description: 'De dónde proviene la respuesta',
    items: {
      type: 'object',
      properties: {
        proveedor: { type: 'string', description: 'Proveedor o lista' },
        canal: {
          type: 'string',
          description: 'register: copia local del padrón; list: lista local; live: en vivo; cache',
        },
        edicion: { type: 'string', description: 'Fecha de la edición o publicación' },
        sinFecha: { type: 'boolean', description: 'true si el editor no la fecha: edicion es la fecha de la copia' },
        clase: {
          type: 'string',
          description:
            'De la lista de inhabilitados: open-data (datos abiertos, sin multas) o export (exportación del tribunal)',
        },
      },
      required: ['proveedor', 'canal'],
    },
  },
  mensaje: { type: 'string', description: 'Con no_encontrado: qué no se encontró' },
  error: {
    type: 'object',
    description: 'Con error: por qué no se pudo consultar',
    properties: {
      codigo: { type: 'string', description: 'Código estable del error' },
      mensaje: { type: 'string', description: 'Explicación' },
      campo: { type: 'string', description: 'Parámetro al que se refiere' },
      reintentarEn: { type: 'integer', description: 'Segundos tras los que conviene reintentar' },
    },
    required: ['codigo', 'mensaje'],
  },
}

/** The arguments of a tool: the parameters of its endpoint, with booleans for the flags. */
export const inputSchemaOf = ({ parameters }: ToolEndpoint): ObjectSchema => {
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([name, schema]) => {
      const plain = readable(plainSchema(schema))
      return [name, isFlag(plain) ? { type: 'boolean', description: plain.description } : plain]
    }),
  )
  return { type: 'object', properties, required: requiredOf(parameters), additionalProperties: false }
}

const readable = ({ $comment, pattern, enum: values, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  ...(typeof pattern === 'string' && pattern.length <= LONGEST_PATTERN && { pattern }),
  ...(Array.isArray(values) && values.length <= MOST_VALUES && { enum: values }),
})

/** What a tool answers: the fields of its endpoint's answer, or why there are none. */
export const outputSchemaOf = ({ data, extras = {} }: ToolEndpoint): JsonSchema => ({
  type: 'object',
  properties: { ...OUTCOME_SCHEMA, data: plainSchema(data), ...mapValues(extras, plainSchema) },
  required: ['estado'],
  anyOf: [
    stateSchema('ok', ['data', 'fuentes', ...requiredOf(extras)]),
    stateSchema('no_encontrado', ['mensaje']),
    stateSchema('error', ['error']),
  ],
})

const stateSchema = (estado: string, required: string[]): JsonSchema => ({
  type: 'object',
  properties: { estado: { type: 'string', enum: [estado] } },
  required,
})

const requiredOf = (properties: TProperties): string[] =>
  Object.entries(properties)
    .filter(([, schema]) => !isOptional(schema))
    .map(([name]) => name)

const isFlag = ({ enum: values }: JsonSchema): boolean => Array.isArray(values) && values.join() === FLAG.join()

/** As plain JSON: without names of schemas, which must be unique in a document, and with JSON Schema's word for examples. */
const plainSchema = (schema: TSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), function (this: unknown, key, value) {
    if (key === '$id') return undefined
    if (value && typeof value === 'object' && !Array.isArray(value) && typeof value.type === 'string') {
      const { example, ...rest } = value
      return example === undefined ? value : { ...rest, examples: [example] }
    }
    return value
  })

const mapValues = <Value, Mapped>(
  values: Record<string, Value>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

/** The arguments of a call as the parameters of its endpoint; throws a Failure that names the bad one. */
export const queryOf = (
  input: ObjectSchema,
  ignoredWhen: ToolEndpoint['ignoredWhen'],
  args: unknown,
): Record<string, string> => {
  const given = Object.entries((args ?? {}) as object).filter(([, value]) => isGiven(value))
  const query: Record<string, string> = {}
  for (const [campo, value] of given) {
    const schema = Object.hasOwn(input.properties, campo) ? input.properties[campo] : undefined
    if (!schema) throw unknownArgument(campo, Object.keys(input.properties))
    query[campo] = textOf(campo, value, schema)
  }
  for (const [campo, decisive] of Object.entries(ignoredWhen ?? {}))
    if (Object.hasOwn(query, decisive)) delete query[campo]
  const missing = input.required.find((campo) => !Object.hasOwn(query, campo))
  if (missing) throw new Failure('missing-input', `Falta el parámetro ${missing}`, { campo: missing })
  return query
}

// Models fill in parameters that they do not mean with null or nothing.
const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

const textOf = (campo: string, value: unknown, schema: JsonSchema): string => {
  if (schema.type === 'boolean') {
    const flag = typeof value === 'object' ? '' : String(value).toLowerCase()
    if (FLAG.includes(flag)) return flag === '1' || flag === 'true' ? '1' : '0'
    throw new Failure('invalid-input', `${campo} debe ser true o false`, { campo })
  }
  const text = plainText(value)
  if (text !== null) return text
  throw new Failure('invalid-input', `${campo} debe ser un ${schema.type === 'integer' ? 'número entero' : 'texto'}`, {
    campo,
  })
}

/** A text, or a number that stands for one; null for what would be asked about as `[object Object]` or the like. */
export const plainText = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  // A number with leading zeros cannot come as a number: its digits are then too few, and are refused.
  return Number.isSafeInteger(value) && (value as number) >= 0 ? String(value) : null
}

const unknownArgument = (campo: string, known: readonly string[]): Failure =>
  new Failure(
    'invalid-input',
    known.length === 0
      ? 'No lleva parámetros'
      : `No hay un parámetro de ese nombre; los que hay son ${known.join(', ')}`,
    // The name comes from the caller: one that is no name is not repeated.
    { campo: /^\w{1,40}$/.test(campo) ? campo : 'arguments' },
  )
