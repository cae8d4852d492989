import type { FAILURES } from '../../src/endpoints/shared/failures.ts'
import { kindOf } from './take-examples.ts'

export type Schema = Record<string, unknown> & { $ref?: string; enum?: string[] }

export interface DocumentedParameter {
  name: string
  in: string
  required: boolean
  schema: Schema
  example?: unknown
  /** An empty value counts as absent. */
  allowEmptyValue?: boolean
}

export interface DocumentedAnswer {
  headers?: Record<string, Schema>
  content?: Record<string, { schema: Schema; examples?: Record<string, { summary: string; value: unknown }> }>
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, RawOperation>>
  components: Record<string, Record<string, Schema>>
}

interface RawOperation {
  operationId: string
  parameters: (DocumentedParameter & { $ref?: string })[]
  responses: Record<string, DocumentedAnswer>
  'x-reglas'?: Rules
}

export interface Rules {
  exactamenteUno?: string[]
  alMenosUno?: string[]
  comoMaximoUno?: string[]
  enOrden?: string[]
  seIgnoraCon?: Record<string, string>
}

export interface DocumentedOperation {
  /** Small letters, as in the document. */
  method: string
  path: string
  operationId: string
  /** The parameters of its query. */
  query: DocumentedParameter[]
  rules: Rules
  answers: Record<string, DocumentedAnswer>
  /** Why it can fail, by the `codigo` values of its errors. */
  kinds: (keyof typeof FAILURES)[]
}

/** What a reference leads to. */
export const resolve = <Part extends object>(document: OpenApiDocument, part: Part & { $ref?: string }): Part => {
  if (!part.$ref) return part
  const [, , room = '', name = ''] = part.$ref.split('/')
  const found = document.components[room]?.[name]
  if (!found) throw new Error(`${part.$ref} leads nowhere`)
  return found as unknown as Part
}

export const operationsOf = (document: OpenApiDocument): DocumentedOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method,
      path,
      operationId: operation.operationId,
      query: operation.parameters.map((one) => resolve(document, one)).filter((one) => one.in === 'query'),
      rules: operation['x-reglas'] ?? {},
      answers: operation.responses,
      kinds: Object.values(operation.responses).flatMap(({ content }) => codesIn(document, content).map(kindOf)),
    })),
  )

const codesIn = (document: OpenApiDocument, content: DocumentedAnswer['content']): string[] => {
  const problem = content?.['application/problem+json']
  if (!problem) return []
  const { properties } = resolve(document, problem.schema) as { properties: { codigo: { enum: string[] } } }
  return properties.codigo.enum
}
