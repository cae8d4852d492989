import { Failure } from '../../kernel/errors.ts'
import type { Check } from './check.ts'

/** Parameters as the lookups get them: trimmed, Unicode NFC, each at most once. */
export type Query = Record<string, string>

const MAX_CHARACTERS = 200
const MAX_PARAMETERS = 50
// C0, DEL and C1 controls, and the invisible direction and separator marks that only hide what a text says.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const UNPAIRED_SURROGATE = /\p{Surrogate}/u

/** What is wrong with a query string, kept until a check may answer with it: the key is looked at first. */
const problems = Symbol('query problems')

interface ParsedQuery extends Query {
  [problems]?: Failure[]
}

/**
 * Reads a query string without ever throwing: a malformed one carries its failures beside the parameters that are fine.
 * Ours in place of `node:querystring` because it names the bad parameter, and it is on every request's path
 * (`npm run bench -- http`).
 */
export const parseQuery = (text: string): ParsedQuery => {
  const query: ParsedQuery = {}
  if (text === '') return query
  const pairs = text.split('&')
  if (pairs.length > MAX_PARAMETERS) {
    query[problems] = [new Failure('invalid-input', 'La consulta lleva demasiados parámetros')]
    return query
  }
  for (const pair of pairs) {
    try {
      if (pair !== '') readPair(query, pair)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      query[problems] = [...(query[problems] ?? []), error]
    }
  }
  return query
}

/**
 * Refuses a malformed query. A bad parameter does not count when the endpoint has no such parameter, or when another one
 * was given that decides.
 */
export const checkQuery: Check = (request) => {
  const query = request.query as ParsedQuery
  if (!query[problems]) return undefined
  const { parameters = [], ignoredWhen = {} } = request.routeOptions.config
  return query[problems].find(({ campo }) => {
    if (campo === undefined) return true
    const decisive = ignoredWhen[campo]
    return parameters.includes(campo) && !(decisive && Object.hasOwn(query, decisive))
  })
}

/**
 * The validator of query strings: it checks presence only. Every value is a string already, and what a RUC or a date is
 * gets checked by the lookups, which word what is wrong. Patterns in the schemas are for the OpenAPI document.
 */
export const presenceValidator =
  ({ schema }: { schema: unknown }) =>
  (query: unknown): { value: unknown } | { error: Failure } => {
    const { required = [] } = schema as { required?: string[] }
    const campo = required.find((name) => (query as Query)[name] === undefined)
    return campo === undefined
      ? { value: query }
      : { error: new Failure('missing-input', `Falta el parámetro ${campo}`, { campo }) }
  }

/** The same cleaning for parameters that did not come in a query string; throws a Failure. */
export const cleanQuery = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, clean(value, name)]))

const PLAIN_TEXT = /^[ -~]{0,200}$/

/** A small letter; in a value also a capital, a digit or one of `+ - . _`. Such text needs no decoding but spaces. */
const isPlainCode = (code: number, inValue: boolean): boolean =>
  (code >= 97 && code <= 122) ||
  (inValue &&
    ((code >= 48 && code <= 57) ||
      (code >= 65 && code <= 90) ||
      code === 43 ||
      code === 45 ||
      code === 46 ||
      code === 95))

/** The fast way for what most parameters look like; false when the pair looks otherwise. */
const readPlainPair = (query: ParsedQuery, pair: string): boolean => {
  const equals = pair.indexOf('=')
  if (equals < 1 || equals > 20 || pair.length - equals > MAX_CHARACTERS) return false
  for (let i = 0; i < pair.length; i++) {
    if (i !== equals && !isPlainCode(pair.charCodeAt(i), i > equals)) return false
  }
  const name = pair.slice(0, equals)
  if (Object.hasOwn(query, name)) return false
  const value = pair.slice(equals + 1)
  query[name] = value.includes('+') ? value.replaceAll('+', ' ').trim() : value
  return true
}

const readPair = (query: ParsedQuery, pair: string): void => {
  if (readPlainPair(query, pair)) return
  const equals = pair.indexOf('=')
  const name = decode(equals < 0 ? pair : pair.slice(0, equals))
  if (name === null) throw new Failure('invalid-input', 'El nombre de un parámetro está mal codificado')
  // No parameter of ours has another kind of name: such a one is ignored and never becomes a property.
  if (!/^[a-z]{1,20}$/.test(name)) return
  const campo = { campo: name }
  if (Object.hasOwn(query, name)) throw new Failure('invalid-input', `El parámetro ${name} se repite`, campo)
  const raw = decode(equals < 0 ? '' : pair.slice(equals + 1))
  if (raw === null) throw new Failure('invalid-input', `El parámetro ${name} está mal codificado`, campo)
  query[name] = clean(raw, name)
}

const decode = (text: string): string | null => {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return null
  }
}

const clean = (raw: string, campo: string): string => {
  if (PLAIN_TEXT.test(raw)) return raw.trim()
  const value = raw.trim().normalize('NFC')
  if (CONTROL.test(raw) || UNPAIRED_SURROGATE.test(raw)) {
    throw new Failure('invalid-input', `El parámetro ${campo} contiene caracteres de control`, { campo })
  }
  // Characters are counted as people count them, but only when the text is long enough to matter.
  if (value.length > MAX_CHARACTERS && [...value].length > MAX_CHARACTERS) {
    throw new Failure('invalid-input', `El parámetro ${campo} supera los ${MAX_CHARACTERS} caracteres`, { campo })
  }
  return value
}
