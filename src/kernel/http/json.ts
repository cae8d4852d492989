type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

// Policy and document numbers arrive as JSON numbers from some channels; past 2^53 their digits would be lost.
const asWritten: Reviver = (_key, value, context) =>
  typeof value === 'number' ? (context.source ?? String(value)) : value

/** The value of a JSON text, byte-order mark or not; `undefined` when it is not JSON. */
export const readJson = (text: string, reviver?: Reviver): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), reviver as Parameters<typeof JSON.parse>[1])
  } catch {
    return undefined
  }
}

/** The same, with numbers as the text they were written in. */
export const readJsonDigits = (text: string): unknown => readJson(text, asWritten)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
