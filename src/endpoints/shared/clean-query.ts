import { Failure } from '../../kernel/errors.ts'

/** Parameters as the lookups get them: trimmed, Unicode NFC, each at most once. */
export type Query = Record<string, string>

export const MAX_CHARACTERS = 200
// C0, DEL and C1 controls, and the invisible direction and separator marks that only hide what a text says.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const UNPAIRED_SURROGATE = /\p{Surrogate}/u

const PLAIN_TEXT = /^[ -~]{0,200}$/

/** Cleans parameters that did not come in a query string; throws a Failure. */
export const cleanQuery = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).map(([name, raw]) => {
      const problem = problemIn(raw)
      if (problem) throw badParameter(name, problem)
      return [name, clean(raw)]
    }),
  )

export const badParameter = (campo: string, problem: string): Failure =>
  new Failure('invalid-input', `El parámetro ${campo} ${problem}`, { campo })

/** A text that has no problem, as the lookups get it. */
export const clean = (raw: string): string => (PLAIN_TEXT.test(raw) ? raw.trim() : raw.trim().normalize('NFC'))

/** The end of a sentence that begins with the parameter; null when its text is fine. */
export const problemIn = (raw: string): string | null => {
  if (PLAIN_TEXT.test(raw)) return null
  if (CONTROL.test(raw) || UNPAIRED_SURROGATE.test(raw)) return 'contiene caracteres de control'
  const value = clean(raw)
  // Characters are counted as people count them, but only when the text is long enough to matter.
  if (value.length <= MAX_CHARACTERS || [...value].length <= MAX_CHARACTERS) return null
  return `supera los ${MAX_CHARACTERS} caracteres`
}
