import {
  createdHeaders,
  fileHeaders,
  headerComponents,
  keptAnswerHeaders,
  ownAnswerHeaders,
  streamHeaders,
} from './answer-headers.ts'
import type { Answer, Document, EndpointFacts, Operation, Parameter } from './document-types.ts'
import { errorAnswers } from './error-answers.ts'
import examples from './examples.json' with { type: 'json' }

/** Example bodies of one answer: by name, with what each shows. */
type Examples = Record<string, { summary: string; value: unknown }>

/** By operation, status and media type; `npm run openapi` takes them from the sandbox. */
const EXAMPLES: Record<string, Record<string, Record<string, Examples>>> = examples

/** What every endpoint with a key can answer, besides its own failures. */
const COMMON: EndpointFacts['failures'] = [
  'unauthenticated',
  'forbidden',
  'rate-limited',
  'internal',
  'overloaded',
  'store-unavailable',
  'starting',
]

const REQUEST_HEADERS: Record<string, Omit<Parameter, 'name'> & { name: string }> = {
  SiNoCoincide: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'ETag de una respuesta anterior: si el cuerpo sigue igual, la respuesta es 304, sin cuerpo y sin costo',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"[^"]*"( *, *(W/)?"[^"]*")*)$' },
    example: '"cA2DSuGRrVqfBz0m5Z0bVw"',
  },
  IdentificadorDePeticion: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description:
      'Identificador propio de la petición; vuelve en la respuesta si tiene de 8 a 128 letras, dígitos, puntos, guiones, guiones bajos o dos puntos',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{8,128}$' },
    example: 'pedido-2026-000123',
  },
}

/** Completes what the routes' schemas say: errors, headers, examples, rules between parameters. */
export const completeDocument = (document: Document): Document => {
  const schemas = (document.components.schemas ??= {})
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  schemas.Campo = campoSchema(operations)
  for (const operation of operations) complete(operation, schemas)
  document.components.schemas = sortedByName(schemas)
  document.components.headers = headerComponents()
  document.components.parameters = REQUEST_HEADERS
  return document
}

const sortedByName = <Value>(entries: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)))

/** What errors call the file of a batch. */
const BODY = 'archivo'

const campoSchema = (operations: readonly Operation[]) => ({
  type: 'string',
  enum: [...new Set([...operations.flatMap(namesIn), BODY])].sort(),
  description: 'Parámetro al que se refiere el error; archivo es el cuerpo',
})

const namesIn = ({ parameters = [], requestBody }: Operation): string[] => [
  ...parameters.map(({ name }) => name),
  ...Object.keys(requestBody?.content['application/json']?.schema.properties ?? {}),
]

const complete = (operation: Operation, schemas: Record<string, unknown>): void => {
  const facts = operation['x-endpoint']
  if (!facts) throw new Error(`the operation ${operation.operationId} does not say how it can fail`)
  delete operation['x-endpoint']
  if (facts.rules) operation['x-reglas'] = facts.rules
  operation.parameters = parametersOf(operation, facts)
  operation.responses = {
    ...successAnswers(operation, facts),
    ...errorAnswers(
      [...facts.failures, ...COMMON.filter((kind) => !(facts.isForEveryKey && kind === 'forbidden'))],
      schemas,
    ),
  }
  addExamples(operation)
}

const successAnswers = ({ responses }: Operation, { success, isLookup }: EndpointFacts): Record<string, Answer> => {
  if (success === 'created') return { 202: { ...(responses[202] as Answer), headers: createdHeaders() } }
  const ok = responses[200] as Answer
  if (success === 'stream') return { 200: { ...ok, headers: streamHeaders() } }
  if (success === 'file') return { 200: { ...ok, headers: fileHeaders() } }
  const headers = isLookup ? keptAnswerHeaders() : ownAnswerHeaders()
  const created = responses[202] as Answer | undefined
  if (success === 'unconditional')
    return { 200: { ...ok, headers }, ...(created && { 202: { ...created, headers: createdHeaders() } }) }
  return {
    200: { ...ok, headers },
    304: { description: 'El cuerpo es el que nombra If-None-Match; no cuesta cuota', headers },
  }
}

/** Aliases are left out, and examples stand beside the schema, where OpenAPI has them. */
const parametersOf = (
  { parameters = [] }: Operation,
  { aliases = {}, rules = {}, success }: EndpointFacts,
): Parameter[] => {
  const required = new Set(Object.values(aliases))
  const { exactamenteUno = [], alMenosUno = [], comoMaximoUno = [] } = rules
  // Pages and testers send all examples at once, so of parameters that exclude each other only the first has one.
  const excluded = [...exactamenteUno.slice(1), ...comoMaximoUno.slice(1)]
  const own = parameters
    .filter(({ name }) => !Object.hasOwn(aliases, name))
    .map(({ schema: { example, ...schema }, description, ...parameter }) => ({
      ...parameter,
      description: excluded.includes(parameter.name) ? `${description}. Por ejemplo: ${example}` : description,
      required: parameter.required || required.has(parameter.name),
      // In place of an alternative: a form sends its empty fields too.
      ...([...exactamenteUno, ...alMenosUno].includes(parameter.name) && { allowEmptyValue: true }),
      ...(excluded.includes(parameter.name)
        ? { schema: { ...schema, examples: [example] } }
        : { schema, ...(example !== undefined && { example }) }),
    }))
  const isConditional = success === undefined
  const headers = Object.keys(REQUEST_HEADERS).filter((id) => isConditional || id !== 'SiNoCoincide')
  const shared = headers.map((id) => ({ $ref: `#/components/parameters/${id}` }))
  return [...own, ...(shared as unknown as Parameter[])]
}

const addExamples = ({ operationId, responses }: Operation): void => {
  for (const [status, { content = {} }] of Object.entries(responses)) {
    for (const [type, media] of Object.entries(content)) {
      const found = EXAMPLES[operationId]?.[status]?.[type]
      if (found) media.examples = found
    }
  }
}
