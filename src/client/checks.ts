import { InvalidRequestError } from './errors.ts'

/** Parameters as they are sent: texts, trimmed, in Unicode NFC. */
export type Query = Record<string, string>

const MAX_CHARACTERS = 200
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u
const RUC_PREFIXES = ['10', '15', '16', '17', '20']
const RUC_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

export const invalid = (campo: string, mensaje: string, codigo = 'parametro_invalido'): InvalidRequestError =>
  new InvalidRequestError(mensaje, { codigo, status: 400, campo })

const missing = (campo: string, names = campo): InvalidRequestError =>
  invalid(campo, `Falta el parámetro ${names}`, 'parametro_faltante')

/**
 * The parameters of a question that was given as its main value alone, or by name. Of `ignored`, a parameter (key) does not
 * count when the other one (value) was given.
 */
export const toQuery = (main: string, given: unknown, ignored: Readonly<Record<string, string>> = {}): Query => {
  const named = isNamed(given) ? given : { [main]: given }
  const query: Query = {}
  for (const [name, value] of Object.entries(named)) {
    if (value === undefined || value === null) continue
    const text = textOf(value)
    const problem = text === null ? 'debe ser un texto' : problemIn(text)
    const decisive = (named as Record<string, unknown>)[ignored[name] ?? '']
    if (text !== null && !problem) query[name] = text.trim().normalize('NFC')
    else if (decisive === undefined || decisive === null) throw invalid(name, `El parámetro ${name} ${problem}`)
  }
  return query
}

// A Date or a list has no parameters by name: what was meant by it would be left out.
const isNamed = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && !Array.isArray(given) && !(given instanceof Date)

const textOf = (value: unknown): string | null => {
  if (typeof value === 'boolean') return String(Number(value))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : null
}

const problemIn = (text: string): string | null => {
  if (CONTROL.test(text)) return 'contiene caracteres de control'
  return [...text.trim().normalize('NFC')].length > MAX_CHARACTERS ? `supera los ${MAX_CHARACTERS} caracteres` : null
}

/** What is known of a value without asking the service. */
interface ValueFacts {
  required?: boolean
  digits?: number
  ruc?: 'issued' | 'listed'
  date?: boolean
  flag?: boolean
  /** The largest number that it may be; the least is 1. */
  most?: number
  /** The fewest characters. */
  least?: number
  form?: string
  refuses?: string
  /** The end of the sentence about a value that has not the form, or has the refused one. */
  says?: string
}

/** One question: what it is called, and what can be checked of it before it is sent. */
export interface Question {
  title: string
  /** The parameter that a value without a name is. */
  main: string
  parameters: Readonly<Record<string, ValueFacts>>
  exactamenteUno?: readonly string[]
  alMenosUno?: readonly string[]
  comoMaximoUno?: readonly string[]
  enOrden?: readonly string[]
  /** A parameter (key) does not count when the other one (value) was given. */
  ignored?: Readonly<Record<string, string>>
  /** Other names (key) of a parameter (value). */
  aliases?: Readonly<Record<string, string>>
}

/** Refuses what the service would refuse, or what cannot exist, in the service's own words. */
export const checkQuestion = (question: Question, query: Query, isStrict: boolean): void => {
  for (const [name, isNeeded] of namesToCheck(question, query)) {
    const facts = question.parameters[name] ?? {}
    if (isNeeded || facts.required || (query[name] !== undefined && (facts.digits || facts.least))) need(query, name)
    if (query[name] !== undefined) checkValue(query[name], name, facts, isStrict)
  }
  checkRelations(question, query)
  if (query.constancia !== undefined && !/^[01]$/.test(query.constancia))
    throw invalid('constancia', 'constancia acepta 1 o 0')
}

/** The parameters that count, in the order in which the service looks at them, and whether they must be there. */
const namesToCheck = (question: Question, query: Query): (readonly [name: string, isNeeded?: boolean])[] => {
  const { exactamenteUno = [], alMenosUno = [], comoMaximoUno = [], ignored, aliases = {} } = question
  const [own = ''] = Object.values(aliases)
  const [alias = ''] = Object.keys(aliases)
  const alternatives = [...exactamenteUno, ...alMenosUno, ...comoMaximoUno, own, alias]
  const others = Object.keys(question.parameters).flatMap((name) =>
    alternatives.includes(name) ? [] : [[name] as const],
  )
  if (exactamenteUno.length > 0) return [...others, [oneOf(exactamenteUno, query)]]
  if (own) return [[query[own] === undefined && query[alias] !== undefined ? alias : own, true], ...others]
  // Of two that exclude each other the second is looked at first, and alone.
  if (comoMaximoUno.length > 0)
    return [[[...comoMaximoUno].reverse().find((name) => query[name] !== undefined) ?? ''], ...others]
  if (alMenosUno.length === 0) return others
  if (ignored) return [[someOf(alMenosUno, query)], ...others]
  const [first = '', ...rest] = alMenosUno
  return [[first, rest.every((name) => query[name] === undefined)], ...rest.map((name) => [name] as const), ...others]
}

const someOf = (names: readonly string[], query: Query): string =>
  names.find((name) => query[name]) ?? raise(missing(names[0] as string, names.join(' o ')))

const oneOf = (names: readonly string[], query: Query): string => {
  if (names.every((name) => query[name]))
    throw invalid(names[0] as string, `${names.join(' y ')} se excluyen: envíe solo uno de los dos`)
  return someOf(names, query)
}

const checkRelations = ({ comoMaximoUno = [], enOrden = [] }: Question, query: Query): void => {
  const [one = '', other = ''] = comoMaximoUno
  if (query[one] !== undefined && query[other] !== undefined)
    throw invalid(other, `${other} y ${one} se excluyen: envíe solo uno`)
  const [first = '', next = ''] = enOrden
  if (query[first] && query[next] && query[first] > query[next])
    throw invalid(first, `${first} no puede ser posterior a ${next}`)
}

const need = (query: Query, campo: string): string => query[campo] || raise(missing(campo))

const raise = (error: Error): never => {
  throw error
}

const checkValue = (text: string, campo: string, facts: ValueFacts, isStrict: boolean): void => {
  const problem = problemOf(text, facts)
  if (problem) throw invalid(campo, `${campo} ${problem}`)
  if (isStrict && facts.ruc) checkRuc(text, campo, facts.ruc)
}

/** The end of a sentence that begins with the parameter; undefined when its value may be one. */
const problemOf = (text: string, { digits, date, flag, most, least, form, refuses, says }: ValueFacts) => {
  if (digits && !(/^[0-9]+$/.test(text) && text.length === digits)) return `debe tener exactamente ${digits} dígitos`
  if (least && [...text].length < least) return `debe tener al menos ${least} caracteres`
  if (date && !isDate(text)) return `debe ser una fecha ${text ? 'real con la forma ' : ''}AAAA-MM-DD`
  if (flag && !/^(?:[01]|true|false)$/.test(text)) return 'acepta 1, true, 0 o false'
  if (most && !(/^[0-9]{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most))
    return `debe ser un número entre 1 y ${most}`
  if (form && !new RegExp(form, 'u').test(text)) return says
  return refuses && new RegExp(refuses, 'u').test(text) ? says : undefined
}

const isDate = (text: string): boolean => {
  const date = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** A list has numbers of other kinds too, for foreign suppliers. */
const checkRuc = (ruc: string, campo: string, kind: 'issued' | 'listed'): void => {
  const isOfPeru = RUC_PREFIXES.includes(ruc.slice(0, 2))
  if ((isOfPeru || kind === 'issued') && !hasCheckDigit(ruc))
    throw invalid(campo, 'El dígito verificador no corresponde: el RUC no existe')
  if (!isOfPeru && kind === 'issued')
    throw invalid(campo, `${campo} debe empezar con ${RUC_PREFIXES.join(', ')}: el RUC no existe`)
}

const hasCheckDigit = (ruc: string): boolean => {
  const sum = RUC_WEIGHTS.reduce((total, weight, at) => total + weight * Number(ruc[at]), 0)
  return (11 - (sum % 11)) % 10 === Number(ruc[10])
}
