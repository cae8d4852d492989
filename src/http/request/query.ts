import { badParameter, clean, MAX_CHARACTERS, problemIn, type Query } from '../../endpoints/shared/clean-query.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Check } from './check.ts'

/**
 * What is wrong with each parameter, kept until a check may answer with it: the key is looked at first. Sentences, since
 * most of thousands of bad parameters would be no endpoint's, and a Failure is costly to make.
 */
const problems = Symbol('query problems')

interface ParsedQuery extends Query {
  [problems]?: Map<string, string>
}

/**
 * Reads a query string without ever throwing: a malformed one carries what is wrong beside the parameters that are fine.
 * The number of parameters has no limit of its own: the 16 KB of an address bound it, and unknown ones must not count.
 * Ours in place of `node:querystring` because it names the bad parameter, and it is on every request's path
 * (`npm run bench -- http`).
 */
export const parseQuery = (text: string): ParsedQuery => {
  const query: ParsedQuery = {}
  if (text === '') return query
  for (const pair of text.split('&')) {
    if (pair !== '' && !readPlainPair(query, pair)) readPair(query, pair)
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
  for (const [campo, problem] of query[problems]) {
    const decisive = ignoredWhen[campo]
    const isIgnored = !parameters.includes(campo) || (decisive && Object.hasOwn(query, decisive))
    if (!isIgnored) return badParameter(campo, problem)
  }
  return undefined
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
  const equals = pair.indexOf('=')
  const name = decode(equals < 0 ? pair : pair.slice(0, equals))
  // No parameter of ours has another kind of name: such a one is ignored and never becomes a property.
  if (name === null || !/^[a-zA-Z]{1,20}$/.test(name)) return
  const raw = decode(equals < 0 ? '' : pair.slice(equals + 1))
  const problem = Object.hasOwn(query, name) ? 'se repite' : raw === null ? 'está mal codificado' : problemIn(raw)
  if (raw !== null && problem === null) {
    query[name] = clean(raw)
  } else {
    query[problems] ??= new Map()
    // The first one is told.
    if (!query[problems].has(name)) query[problems].set(name, problem as string)
  }
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
