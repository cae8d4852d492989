import fc from 'fast-check'
import type { DocumentedOperation, DocumentedParameter } from './operations.ts'

/** Parameters by name, as they are sent. */
export type Input = Record<string, string>

interface ParameterSchema {
  type: string
  enum?: string[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

const schemaOf = ({ schema }: DocumentedParameter): ParameterSchema => schema as unknown as ParameterSchema

const isoDate = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

/** Texts of all kinds: plain, of any script, with marks, spaces and signs. */
const anyText = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength }),
    fc.string({ unit: 'grapheme', maxLength }),
    fc.string({ unit: 'binary', maxLength }).filter((text) => text.isWellFormed()),
  )

const lengthOf = (text: string): number => [...text].length

const lettersOf = (value: string): string =>
  value
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** True for a value that the schema of its parameter allows. */
const isAllowed = (parameter: DocumentedParameter, value: string): boolean => {
  const {
    type,
    enum: choices,
    pattern,
    format,
    minLength = 0,
    maxLength = 200,
    minimum = 0,
    maximum = 0,
  } = schemaOf(parameter)
  if (type === 'integer')
    return /^-?(?:0|[1-9][0-9]*)$/.test(value) && Number(value) >= minimum && Number(value) <= maximum
  // Countries are read without case, accents and signs.
  if (choices) return choices.some((choice) => lettersOf(choice) === lettersOf(value))
  if (format === 'date' && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) !== value) return false
  if (lengthOf(value) < minLength || lengthOf(value) > maxLength) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(value)
}

const goodValue = (parameter: DocumentedParameter): fc.Arbitrary<string> => {
  const { type, enum: choices, pattern, format, minLength = 0, maxLength = 200, minimum, maximum } = schemaOf(parameter)
  if (type === 'integer') return fc.integer({ min: minimum as number, max: maximum as number }).map(String)
  if (choices) return fc.constantFrom(...choices)
  if (format === 'date') return isoDate
  const isPlainPattern = pattern !== undefined && !pattern.includes('\\p{')
  const text = isPlainPattern
    ? fc.stringMatching(new RegExp(pattern))
    : fc
        .tuple(anyText(maxLength - minLength), fc.string({ unit: 'grapheme-ascii', minLength, maxLength: minLength }))
        .map(([one, other]) => one + other)
  // Normalised as the service does it, so that its length is the one that counts.
  return text.map((value) => value.normalize('NFC')).filter((value) => isAllowed(parameter, value))
}

/** What the document calls valid: the required parameters, some of the others, and the rules between them kept. */
export const validInput = ({ query, rules }: DocumentedOperation, today: string): fc.Arbitrary<Input> => {
  const values = Object.fromEntries(query.map((parameter) => [parameter.name, goodValue(parameter)]))
  const requiredKeys = query.filter(({ required }) => required).map(({ name }) => name)
  return fc.record(values, { requiredKeys }).filter((input): input is Input => {
    const given = (names: readonly string[] = []): number => names.filter((name) => name in input).length
    const [from, ...later] = (rules.enOrden ?? []).map((name) => (name === 'hoy' ? today : input[name]))
    const bound = later.find((one) => one !== undefined)
    return (
      (!rules.exactamenteUno || given(rules.exactamenteUno) === 1) &&
      (!rules.alMenosUno || given(rules.alMenosUno) > 0) &&
      given(rules.comoMaximoUno) < 2 &&
      (from === undefined || bound === undefined || from <= bound)
    )
  })
}

export interface InvalidInput {
  /** Pairs, because one way to be invalid is to come twice. */
  pairs: [name: string, value: string][]
  wrong: string
}

const breakValue = (parameter: DocumentedParameter, good: string): fc.Arbitrary<string> =>
  fc
    .oneof(
      anyText(30),
      fc.constantFrom(
        '',
        '0',
        '-1',
        'null',
        'true',
        'undefined',
        '[]',
        '{}',
        '%',
        '\u0000',
        '2026-02-30',
        '2026-13-01',
        '２０２６',
      ),
      anyText(3).map((more) => good + more),
      fc.nat({ max: 40 }).map((at) => good.slice(0, at) + good.slice(at + 1)),
      fc.constantFrom('\u0000', '\u001b', '\u0085', '\u202e', '\n').map((control) => `${good}${control}${good}`),
      fc.integer({ min: 201, max: 400 }).map((length) => 'A'.repeat(length)),
    )
    // Spaces around a value are taken off, as the document says.
    .filter((value) => {
      const read = value.trim().normalize('NFC')
      return !isAllowed(parameter, read) && !(parameter.allowEmptyValue && read === '')
    })

/** What the document calls invalid, for one reason: a value that its schema forbids, one that comes twice, or one that lacks. */
export const invalidInput = (operation: DocumentedOperation, today: string): fc.Arbitrary<InvalidInput> => {
  const { query, rules } = operation
  const ignored = rules.seIgnoraCon ?? {}
  return validInput(operation, today).chain((input) => {
    const given = query.filter(({ name }) => name in input && !(ignored[name] && ignored[name] in input))
    const pairs = Object.entries(input)
    const values = given.map((parameter) =>
      breakValue(parameter, input[parameter.name] as string).map(
        (bad): InvalidInput => ({
          pairs: pairs.map(([name, value]) => [name, name === parameter.name ? bad : value]),
          wrong: parameter.name,
        }),
      ),
    )
    const twice = given.map(({ name }) =>
      fc.constant<InvalidInput>({ pairs: [...pairs, [name, input[name] as string]], wrong: name }),
    )
    const lacking = given
      .filter(({ required }) => required)
      .map(({ name }) => fc.constant<InvalidInput>({ pairs: pairs.filter(([one]) => one !== name), wrong: name }))
    const ways = [...values, ...twice, ...lacking]
    return ways.length > 0 ? fc.oneof(...ways) : fc.constant<InvalidInput>({ pairs: [], wrong: '' })
  })
}
