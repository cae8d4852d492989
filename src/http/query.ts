import { Failure } from '../kernel/errors.ts'

/** Parameters as the lookups get them: trimmed, Unicode NFC, each at most once. */
export type Query = Record<string, string>

const MAX_CHARACTERS = 200
const MAX_PARAMETERS = 50
// C0, DEL and C1 controls, and the invisible direction and separator marks that only hide what a text says.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const UNPAIRED_SURROGATE = /\p{Surrogate}/u

/** What is wrong with a query string, kept until the edge may answer with it. */
const problems = Symbol('query problems')

export interface ParsedQuery extends Query {
  [problems]?: Failure[]
}

/** Reads a query string without ever throwing; a malformed one carries its Failures, and the parameters that are fine. */
export const parseQuery = (text: string): ParsedQuery => {
  const query: ParsedQuery = Object.create(null)
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

/** The first problem of a query, leaving out those of a parameter that a given one outweighs. */
export const problemOf = (query: ParsedQuery, outweighed: Readonly<Record<string, string>> = {}): Failure | undefined =>
  query[problems]?.find(({ campo }) => {
    const stronger = campo && outweighed[campo]
    return !(stronger && stronger in query)
  })

/** The same cleaning for parameters that did not come in a query string. */
export const cleanQuery = (given: Query): Query =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, clean(value, { campo: name })]))

// What most parameters are: nothing in it to decode but spaces, nothing to refuse.
const PLAIN_PAIR = /^([a-z]{1,20})=([A-Za-z0-9._+-]{0,200})$/
const PLAIN_TEXT = /^[ -~]{0,200}$/

const readPair = (query: ParsedQuery, pair: string): void => {
  const plain = PLAIN_PAIR.exec(pair)
  if (plain && !((plain[1] as string) in query)) {
    const value = plain[2] as string
    query[plain[1] as string] = value.includes('+') ? value.replaceAll('+', ' ').trim() : value
    return
  }
  const equals = pair.indexOf('=')
  const name = decode(equals < 0 ? pair : pair.slice(0, equals))
  if (name === null) throw new Failure('invalid-input', 'El nombre de un parámetro está mal codificado')
  const campo = /^[a-z]{1,20}$/.test(name) ? { campo: name } : {}
  if (name in query) throw new Failure('invalid-input', `${subject(campo)} se repite`, campo)
  const raw = decode(equals < 0 ? '' : pair.slice(equals + 1))
  if (raw === null) throw new Failure('invalid-input', `${subject(campo)} está mal codificado`, campo)
  query[name] = clean(raw, campo)
}

interface Campo {
  campo?: string
}

/** A name that none of our parameters could have is not repeated: it may be anything. */
const subject = ({ campo }: Campo): string => (campo ? `El parámetro ${campo}` : 'Un parámetro')

const decode = (text: string): string | null => {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return null
  }
}

const clean = (raw: string, campo: Campo): string => {
  if (PLAIN_TEXT.test(raw)) return raw.trim()
  const value = raw.trim().normalize('NFC')
  if (CONTROL.test(raw) || UNPAIRED_SURROGATE.test(raw)) {
    throw new Failure('invalid-input', `${subject(campo)} contiene caracteres de control`, campo)
  }
  // Characters are counted as people count them, but only when the text is long enough to matter.
  if (value.length > MAX_CHARACTERS && [...value].length > MAX_CHARACTERS) {
    throw new Failure('invalid-input', `${subject(campo)} supera los ${MAX_CHARACTERS} caracteres`, campo)
  }
  return value
}
