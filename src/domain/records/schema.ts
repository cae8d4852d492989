import type { TSchema } from 'typebox'
import { Type } from '../../kernel/schema.ts'

/** A text field with its description for callers. */
export const text = (description: string) => Type.String({ description })

/** One of a closed list of words. An `enum` serialises faster than a union, which is tried branch by branch. */
export const choice = <const Values extends readonly string[]>(values: Values, description?: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...(description && { description }) })

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
