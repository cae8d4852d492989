import type { ParameterRules } from '../../endpoints/shared/endpoint.ts'
import type { FailureKind } from '../../kernel/errors.ts'

/** The parts of an OpenAPI document that are put together here; everything else of it passes as it is. */
export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

export interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema & { properties?: object } }> }
  responses: Record<string, Answer>
  'x-endpoint'?: EndpointFacts
  'x-reglas'?: ParameterRules
}

export interface Parameter {
  name: string
  in: string
  required: boolean
  description: string
  schema: Schema & { example?: unknown }
  example?: unknown
  allowEmptyValue?: boolean
}

export type Schema = Record<string, unknown>

export interface Answer {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, { schema: Schema; examples?: Record<string, unknown> }>
}

/** What an endpoint tells of itself beyond its schemas. */
export interface EndpointFacts {
  failures: readonly (FailureKind | 'internal')[]
  rules?: ParameterRules | undefined
  /** Other names of a parameter: they are taken, and told in the description of their parameter alone. */
  aliases?: Readonly<Record<string, string>> | undefined
  /**
   * What a success is, when it is not a body that can be asked for again by its ETag: a 202 with its address, a body
   * without condition, one that is sent while it is read, or a file.
   */
  success?: 'created' | 'unconditional' | 'stream' | 'file'
  /** Costs a unit, and so has a source, an ETag and the quota's failures. */
  isLookup: boolean
  /** Keys of every scope may use it. */
  isForEveryKey?: boolean
}
