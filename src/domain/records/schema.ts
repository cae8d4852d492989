import type { Static, TSchema } from 'typebox'
import { Type } from '../../kernel/schema.ts'

/** A text field with its description for callers. */
export const text = (description: string) => Type.String({ description })

/** A date, YYYY-MM-DD. */
export const day = (description: string) => Type.String({ format: 'date', description })

/** The same, or an empty text where there is none. */
export const dayOrEmpty = (description: string) =>
  Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$', description })

/** A time, ISO 8601 in UTC. */
export const moment = (description: string) => Type.String({ format: 'date-time', description })

/** A number that is a text: so many digits, or an empty text where it may be absent. */
export const digits = (count: number, description: string) => Type.String({ pattern: `^[0-9]{${count}}$`, description })

export const digitsOrEmpty = (count: number, description: string) =>
  Type.String({ pattern: `^([0-9]{${count}})?$`, description })

/** A text that is nearly always one of some known ones; others pass as they are. */
export const knownText = (known: readonly string[], description: string) =>
  Type.String({ description, examples: [...known] })

/** One of a closed list of words. An `enum` serialises faster than a union, which is tried branch by branch. */
export const choice = <const Values extends readonly string[]>(values: Values, description?: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...(description && { description }) })

/** The same, or null. One more type and no union: the first answer with a union has its branches compiled while it waits. */
export const nullable = <Schema extends TSchema>(schema: Schema) => {
  const { type, enum: choices } = schema as { type?: string; enum?: string[] }
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [type, 'null'],
    ...(choices && { enum: [...choices, null] }),
  })
}
