import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Type as TypeBox } from 'typebox'
import { Type } from './schema.ts'

/** A schema as a recipe that either builder can follow. */
type Recipe = (builder: typeof Type) => never

const options = fc.option(fc.record({ description: fc.string(), minLength: fc.nat() }, { requiredKeys: [] }), {
  nil: undefined,
})
const plain = (
  make: (builder: typeof Type, options: Record<string, unknown> | undefined) => unknown,
): fc.Arbitrary<Recipe> => options.map((given) => (builder: typeof Type) => make(builder, given) as never)
const literal = fc.oneof(fc.string(), fc.integer(), fc.boolean())
const names = fc.stringMatching(/^[a-z]{1,6}$/)

const { recipe } = fc.letrec<{ recipe: Recipe; object: Recipe }>((tie) => ({
  recipe: fc.oneof(
    { maxDepth: 3 },
    plain((builder, given) => builder.String(given)),
    plain((builder, given) => builder.Number(given)),
    plain((builder, given) => builder.Integer(given)),
    plain((builder, given) => builder.Boolean(given)),
    plain((builder, given) => builder.Null(given)),
    fc.tuple(literal, options).map(
      ([value, given]) =>
        (builder: typeof Type) =>
          builder.Literal(value, given) as never,
    ),
    tie('recipe').map((inner) => (builder: typeof Type) => builder.Array(inner(builder)) as never),
    tie('recipe').map((inner) => (builder: typeof Type) => builder.Optional(inner(builder)) as never),
    fc
      .array(tie('recipe'), { minLength: 1, maxLength: 3 })
      .map((inner) => (builder: typeof Type) => builder.Union(inner.map((one) => one(builder))) as never),
    tie('object'),
    tie('object').map((inner) => (builder: typeof Type) => builder.Partial(inner(builder)) as never),
  ),
  object: fc.tuple(fc.dictionary(names, tie('recipe'), { maxKeys: 4 }), options).map(
    ([fields, given]) =>
      (builder: typeof Type) =>
        builder.Object(
          Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one(builder)])),
          given,
        ) as never,
  ),
}))

test('a schema is the one that TypeBox would write, with its keys in the same order', () => {
  fc.assert(
    fc.property(recipe, (follow) => {
      assert.equal(JSON.stringify(follow(Type)), JSON.stringify(follow(TypeBox)))
    }),
  )
})

test('what is made optional for one record stays required in another', () => {
  const text = Type.String()
  Type.Object({ text: Type.Optional(text) })
  assert.deepEqual(Type.Object({ text }).required, ['text'])
})
