type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

// Policy and document numbers arrive as JSON numbers from some channels; past 2^53 their digits would be lost.
const asWritten: Reviver = (_key, value, context) =>
  typeof value === 'number' ? (context.source ?? String(value)) : value

/** JSON with its numbers as the text they were written in; `undefined` when it is no JSON. */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), asWritten as Parameters<typeof JSON.parse>[1])
  } catch {
    return undefined
  }
}
