import type { TSchemaOptions } from 'typebox'
import { DEFAULT_LISTS, LIST_IDS } from '../../domain/lists.ts'
import { LONE_NUMBER } from '../../domain/names/lone-number.ts'
import { SUPPLIER_PARTS } from '../../domain/records.ts'
import { COUNTRY_ROWS } from '../../domain/screening/facts/country-table.ts'
import { Type } from '../../kernel/schema.ts'

/**
 * A query parameter. Beyond presence its schema is documentation: the lookups check the value and word what is wrong
 * with it (see `presenceValidator` of `http`). It says exactly what they take, so that a tester that reads it finds no difference.
 */
export const parameter = (description: string, limits: TSchemaOptions = {}) => Type.String({ description, ...limits })

/**
 * What a client can check of a value before it sends it, beyond what the schema says. Under a symbol, so that it is in no
 * document.
 */
const CHECK = Symbol('check')

export interface ValueCheck {
  /** A number that was issued, with its prefix and check digit; lists also have those of foreign suppliers. */
  ruc?: 'issued' | 'listed'
  /** What the value must match, or must not, and the end of the sentence when it is otherwise. */
  form?: string
  refuses?: string
  says?: string
}

export const checkOf = (schema: object): ValueCheck => (schema as { [CHECK]?: ValueCheck })[CHECK] ?? {}

const checked = (check: ValueCheck): object => ({ [CHECK]: check })

export const rucParameter = (description = 'RUC de 11 dígitos', ruc: ValueCheck['ruc'] = 'issued') =>
  parameter(description, { pattern: '^[0-9]{11}$', example: '20000000125', ...checked({ ruc }) })

export const dniParameter = (description = 'DNI de 8 dígitos') =>
  parameter(description, { pattern: '^[0-9]{8}$', example: '00000012' })

const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069'
const SPACES = ' \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\ufeff'
const ANY = `[^${CONTROLS}]`
const NO_SPACE = `[^${CONTROLS}${SPACES}]`
// Signs that Unicode calls letters or numbers, and a name is not read by.
const LETTER = '(?![ªº¼½¾ˆ])[\\p{L}\\p{N}]'

/** Text with a letter or a digit in it, without control characters and without spaces around it. */
const NAME = `(?:${LETTER}${ANY}*${NO_SPACE}|${NO_SPACE}${ANY}*${LETTER}|${NO_SPACE}${ANY}*${LETTER}${ANY}*${NO_SPACE})$`
const NAME_PATTERN = `^${NAME}`

/** Any text in one line. */
export const lineParameter = (description: string, example: string, maxLength: number) =>
  parameter(description, { minLength: 1, maxLength, pattern: `^${NO_SPACE}(?:${ANY}*${NO_SPACE})?$`, example })

/** Words to look for. The pattern asks for two characters at least. */
export const wordsParameter = (description: string, example: string, minLength: number) =>
  parameter(description, { minLength, maxLength: 200, pattern: NAME_PATTERN, example })

export const nameParameter = (description: string, example: string) => wordsParameter(description, example, 3)

/** A name that may not be a document. */
export const screenedNameParameter = (description: string, example: string) =>
  parameter(description, {
    minLength: 3,
    maxLength: 200,
    pattern: `^(?!${LONE_NUMBER}$)${NAME}`,
    example,
    ...checked({
      refuses: `^${LONE_NUMBER}$`,
      says: 'es solo un número: si es un documento, envíelo como documento',
    }),
  })

/** How people may type a date in a command. */
export const DATE = 'AAAA-MM-DD o DD/MM/AAAA'

export const dateParameter = (description: string, example = '2026-11-13') =>
  parameter(description, { format: 'date', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', example })

export const monthParameter = (description: string) =>
  parameter(description, {
    pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
    example: '2026-10',
    ...checked({ says: 'debe ser un mes AAAA-MM' }),
  })

// Days that exist, leap years included. That a birth is not in the future is a rule of its endpoint.
const BIRTH_YEAR = '(?:18[5-9][0-9]|(?:19|20)[0-9]{2})'
const LEAP_YEAR =
  '(?:18(?:5[26]|[68][048]|[79][26])|19(?:0[48]|[2468][048]|[13579][26])|20(?:[02468][048]|[13579][26]))'
const MONTH_AND_DAY =
  '(?:(?:0[13578]|1[02])(?:-(?:0[1-9]|[12][0-9]|3[01]))?|(?:0[469]|11)(?:-(?:0[1-9]|[12][0-9]|30))?|02(?:-(?:0[1-9]|1[0-9]|2[0-8]))?)'

export const birthParameter = (description: string) =>
  parameter(description, {
    pattern: `^(?:${BIRTH_YEAR}(?:-${MONTH_AND_DAY})?|${LEAP_YEAR}-02-29)$`,
    example: '1960-01-20',
  })

export const plateParameter = (description: string) =>
  parameter(description, {
    pattern: '^[ -]*[A-Za-z0-9](?:[ -]*[A-Za-z0-9]){5,6}[ -]*$',
    maxLength: 200,
    example: 'ABC-123',
    ...checked({
      form: '^[\\s-]*[A-Za-z0-9](?:[\\s-]*[A-Za-z0-9]){5,6}[\\s-]*$',
      says: 'debe tener 6 o 7 caracteres alfanuméricos',
    }),
  })

/** A value of one form. The rule ends the sentence when it has another. */
export const formParameter = (
  description: string,
  [pattern, rule]: readonly [pattern: string, rule: string],
  example: string,
) => parameter(description, { pattern, example, ...checked({ says: rule }) })

export const flagParameter = (description: string) =>
  parameter(description, { enum: ['1', 'true', '0', 'false'], example: '1' })

/** A number of results. It is a text until its lookup reads it, as all parameters are. */
export const limitParameter = (most: number, usual = 50) =>
  Type.Unsafe<string>({
    type: 'integer',
    minimum: 1,
    maximum: most,
    default: usual,
    description: `Máximo de resultados, de 1 a ${most}; ${usual} si se omite`,
    example: 10,
  })

const ANY_LIST = `(?:${LIST_IDS.join('|')})`

/** Lists of sanctions, by the names that answers have for them. */
export const listsParameter = (description: string) =>
  parameter(`${description}: ${LIST_IDS.join(', ')}, separadas por comas; ${DEFAULT_LISTS.join(',')} si se omite`, {
    pattern: `^${ANY_LIST}(?:,${ANY_LIST})*$`,
    example: DEFAULT_LISTS.join(','),
    ...checked({ says: `debe nombrar listas separadas por comas: ${LIST_IDS.join(', ')}` }),
  })

const COUNTRIES = COUNTRY_ROWS.trim()
  .split('\n')
  .map((row) => row.split('|'))

export const COUNTRY_CODES = COUNTRIES.map(([code]) => code as string)

export const countryParameter = (description: string) =>
  parameter(description, {
    enum: [...COUNTRY_CODES, ...COUNTRIES.map(([, names]) => names?.split(';')[0] as string)],
    example: 'PE',
  })

export const providerParameter = (providers: readonly string[]) =>
  parameter('Proveedor al que se limita la consulta; si se omite se pregunta a todos, por turno', {
    enum: [...providers],
    example: providers[0],
  })

export const documentParameter = (description: string) =>
  parameter(description, {
    pattern: '^[A-Za-z0-9-]{5,20}$',
    example: '00000012',
    ...checked({ says: 'debe tener de 5 a 20 letras, dígitos o guiones' }),
  })

export const partsParameter = (description: string) => {
  const one = `(?:${SUPPLIER_PARTS.join('|')})`
  return parameter(description, {
    pattern: `^${one}(?:,${one})*$`,
    maxLength: 200,
    example: 'registro,sanciones',
    ...checked({ says: `admite, separadas por comas: ${SUPPLIER_PARTS.join(', ')}` }),
  })
}

/** Of every lookup. */
export const certificateParameter = () =>
  parameter(
    '1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da como 304; 0 es lo mismo que omitirlo. ' +
      'Las claves públicas están en `/.well-known/jwks.json`',
    { enum: ['0', '1'], example: '0' },
  )
