import type { Type as TypeBox } from 'typebox'

type Schema = Record<string, unknown>
type Builder = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'String'
  | 'Union'
  | 'Unsafe'
>

const OPTIONAL = '~optional'

export const isOptional = (schema: object): boolean => OPTIONAL in schema

const optional = (schema: Schema): Schema => Object.defineProperty({ ...schema }, OPTIONAL, { value: true })

const object = (properties: Record<string, Schema>, options?: Schema): Schema => {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name] as Schema))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

const partial = ({ properties }: { properties: Record<string, Schema> }, options?: Schema): Schema =>
  object(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, optional(schema)])), options)

/**
 * TypeBox's builder, reduced to what we write schemas with: the same JSON Schema with TypeBox's types. Its own code is
 * loaded whole for the sake of these twelve lines, which takes 8 MB in every HTTP thread.
 */
export const Type = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Literal: (value: string | number | boolean, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Schema) => ({ type: 'null', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object: object,
  Optional: optional,
  Partial: partial,
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Union: (anyOf: Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unsafe: (schema: Schema) => schema,
} as unknown as Builder
