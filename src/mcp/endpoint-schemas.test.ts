import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { Failure } from '../kernel/errors.ts'
import { inputSchemaOf, outputSchemaOf, queryOf, type ToolEndpoint } from './endpoint-schemas.ts'

const Thing = Type.Object({ numero: Type.String({ $id: 'no es un nombre' }) }, { $id: 'Cosa' })
const ENDPOINT: ToolEndpoint = {
  parameters: {
    numero: Type.String({ description: 'Número', example: '01' }),
    otro: Type.Optional(Type.String()),
    detalle: Type.Optional(Type.String({ enum: ['1', 'true', '0', 'false'], description: 'Más' })),
  },
  data: Type.Array(Thing),
  extras: { total: Type.Integer(), aviso: Type.Optional(Type.String()) },
  ignoredWhen: { otro: 'numero' },
}
const input = inputSchemaOf(ENDPOINT)
const read = (args: unknown) => queryOf(input, ENDPOINT.ignoredWhen, args)

test('the arguments of a tool are the parameters of its endpoint, flags as booleans', () => {
  assert.deepEqual(input, {
    type: 'object',
    properties: {
      numero: { type: 'string', description: 'Número', examples: ['01'] },
      otro: { type: 'string' },
      detalle: { type: 'boolean', description: 'Más' },
    },
    required: ['numero'],
    additionalProperties: false,
  })
})

test('what no model reads is left out of an argument: long patterns and long enumerations', () => {
  const parameters = {
    q: Type.String({ description: 'Palabras', pattern: `^${'(?!x)\\p{L}'.repeat(20)}$`, minLength: 3 }),
    pais: Type.String({ description: 'Código', enum: Array.from({ length: 200 }, (_, n) => `P${n}`), $comment: 'x' }),
    mes: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' }),
    tipo: Type.String({ enum: ['persona', 'empresa'] }),
  }
  assert.deepEqual(inputSchemaOf({ ...ENDPOINT, parameters }).properties, {
    q: { type: 'string', description: 'Palabras', minLength: 3 },
    pais: { type: 'string', description: 'Código' },
    mes: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}$' },
    tipo: { type: 'string', enum: ['persona', 'empresa'] },
  })
})

test('an answer holds the data of its endpoint under no name that could meet another', () => {
  const { properties, anyOf } = outputSchemaOf(ENDPOINT) as { properties: Record<string, unknown>; anyOf: unknown[] }
  assert.deepEqual(properties.data, {
    type: 'array',
    items: { type: 'object', required: ['numero'], properties: { numero: { type: 'string' } } },
  })
  assert.deepEqual((anyOf[0] as { required: string[] }).required, ['data', 'fuentes', 'total'])
})

const READ: [args: unknown, query: Record<string, string>][] = [
  [{ numero: '01' }, { numero: '01' }],
  [{ numero: 20000000125, otro: null }, { numero: '20000000125' }],
  [{ numero: 0, otro: 'x' }, { numero: '0' }],
  [
    { numero: '1', detalle: true },
    { numero: '1', detalle: '1' },
  ],
  [
    { numero: '1', detalle: 'False' },
    { numero: '1', detalle: '0' },
  ],
]
for (const [args, query] of READ) {
  test(`${JSON.stringify(args)} is read as ${JSON.stringify(query)}`, () => assert.deepEqual(read(args), query))
}

const REFUSED: [args: unknown, kind: string, campo: string][] = [
  [undefined, 'missing-input', 'numero'],
  [{ numero: '' }, 'missing-input', 'numero'],
  [{ numero: '1', detalle: 'quizás' }, 'invalid-input', 'detalle'],
  [{ numero: -1 }, 'invalid-input', 'numero'],
  [{ numero: ['1'] }, 'invalid-input', 'numero'],
  [{ numero: {} }, 'invalid-input', 'numero'],
  [{ numero: true }, 'invalid-input', 'numero'],
  [{ numero: '1', detalle: ['true'] }, 'invalid-input', 'detalle'],
  [{ numero: '1', detalle: {} }, 'invalid-input', 'detalle'],
  [{ toString: '1' }, 'invalid-input', 'toString'],
  [{ ['x'.repeat(50)]: '1' }, 'invalid-input', 'arguments'],
]
for (const [args, kind, campo] of REFUSED) {
  test(`${JSON.stringify(args)} is ${kind} of ${campo}`, () => assert.throws(() => read(args), { kind, campo }))
}

test('whatever the arguments, they are read as known parameters or refused with the name of one', () => {
  fc.assert(
    fc.property(fc.oneof(fc.object(), fc.anything()), (args) => {
      try {
        const query = read(args)
        assert.ok(Object.keys(query).every((name) => name in input.properties))
        assert.ok(Object.values(query).every((value) => typeof value === 'string'))
      } catch (error) {
        assert.ok(error instanceof Failure && error.campo, String(error))
      }
    }),
  )
})

test('a fraction is told to be no whole number where one is asked for', () => {
  const counting = inputSchemaOf({ ...ENDPOINT, parameters: { limite: Type.Unsafe<string>({ type: 'integer' }) } })
  assert.throws(() => queryOf(counting, undefined, { limite: 3.5 }), { message: 'limite debe ser un número entero' })
})
