import { FAILURES } from '../../endpoints/shared/failures.ts'
import type { FailureKind } from '../../kernel/errors.ts'
import { CERTIFICATE_SCHEMA } from './about.ts'
import { errorHeaders } from './answer-headers.ts'
import type { Answer, Schema } from './document-types.ts'

type Kind = FailureKind | 'internal'

/** The parameters that an error can name; `components` holds their list. */
const CAMPO = { $ref: '#/components/schemas/Campo' }

/** The error answers of an operation, one per status of its failures. The schemas they need are added to `schemas`. */
export const errorAnswers = (failures: readonly Kind[], schemas: Record<string, unknown>): Record<string, Answer> => {
  const byStatus = Map.groupBy(failures, (kind) => FAILURES[kind].status)
  const sorted = [...byStatus].sort(([one], [other]) => one - other)
  return Object.fromEntries(sorted.map(([status, kinds]) => [status, errorAnswer(status, kinds, schemas)]))
}

const errorAnswer = (status: number, kinds: readonly Kind[], schemas: Record<string, unknown>): Answer => {
  const name = `${status}${isWholeStatus(status, kinds) ? '' : kinds.map((kind) => pascal(FAILURES[kind].codigo)).join('')}`
  schemas[`Error${name}`] = errorSchema(kinds)
  schemas[`Problema${name}`] = problemSchema(status, kinds)
  return {
    description: kinds.map((kind) => FAILURES[kind].title).join('; '),
    headers: errorHeaders(kinds),
    content: {
      'application/json': { schema: { $ref: `#/components/schemas/Error${name}` } },
      'application/problem+json': { schema: { $ref: `#/components/schemas/Problema${name}` } },
    },
  }
}

const isWholeStatus = (status: number, kinds: readonly Kind[]): boolean =>
  Object.entries(FAILURES).every(([kind, row]) => row.status !== status || kinds.includes(kind as Kind))

const pascal = (codigo: string): string =>
  codigo.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const codigoOf = (kinds: readonly Kind[]): Schema => ({
  type: 'string',
  enum: kinds.map((kind) => FAILURES[kind].codigo),
  description: `Código estable del error: ${kinds.map((kind) => `\`${FAILURES[kind].codigo}\` (${FAILURES[kind].title})`).join(', ')}`,
})

/** Our own shape, as `errorBody` writes it. */
const errorSchema = (kinds: readonly Kind[]): Schema => ({
  type: 'object',
  required: ['ok', 'error'],
  properties: {
    ok: { type: 'boolean', enum: [false] },
    error: {
      type: 'object',
      required: ['codigo', 'mensaje'],
      properties: {
        codigo: codigoOf(kinds),
        mensaje: { type: 'string', description: 'Explicación en español, para personas' },
        campo: CAMPO,
      },
    },
    ...certificateOf(kinds),
  },
})

/** Only what was looked for and is not there can be certified. */
const certificateOf = (kinds: readonly Kind[]): Record<string, Schema> =>
  kinds.includes('not-found') ? { constancia: CERTIFICATE_SCHEMA } : {}

/** RFC 9457, as `problemBody` writes it. */
const problemSchema = (status: number, kinds: readonly Kind[]): Schema => ({
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'codigo'],
  properties: {
    type: { type: 'string', enum: kinds.map((kind) => `urn:chasqui:error:${FAILURES[kind].codigo}`) },
    title: { type: 'string', enum: kinds.map((kind) => FAILURES[kind].title) },
    status: { type: 'integer', enum: [status] },
    detail: { type: 'string', description: 'Explicación en español, para personas' },
    codigo: codigoOf(kinds),
    campo: CAMPO,
    ...certificateOf(kinds),
  },
})
