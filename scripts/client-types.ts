// `npm run client-types`: writes the types of the SDK into src/client/ from the OpenAPI document, and its methods from the endpoints. Nothing of the service or of the
// schema library is named there, so that a caller needs neither.
import { writeFileSync } from 'node:fs'
import { DEFAULT_LISTS, LIST_IDS, listRow } from '../src/domain/lists.ts'
import { PROVIDER_IDS } from '../src/domain/records.ts'
import { FAILURES } from '../src/endpoints/shared/failures.ts'
import { clientLookups } from './client-lookups.ts'
import { isProgram } from './is-program.js'
import { openApiText } from './openapi.ts'

const LINE_WIDTH = 120

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

interface Operation {
  operationId: string
  summary?: string
  parameters?: Parameter[]
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** Parameters that callers may give as something better than the text that is sent. */
const FLAG = ['1', '0']
const NUMBERS = ['limite']
/** The document lists every country; a caller may write its name in other ways too, and nobody reads so long a union. */
const LONGEST_UNION = 40

/** Objects that the document writes out wherever they occur, each by a field that no other object has. */
const NAMES: Readonly<Record<string, string>> = { antiguedadHoras: 'EstadoLista', captchaBlocked: 'EstadoFuente' }

const NOTE = '// Written by scripts/client-types.ts; do not edit.'

/** The generated files of `src/client/`, by name. */
export const clientTypes = async (): Promise<Record<string, string>> => {
  const document = JSON.parse(await openApiText()) as Document
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([, methods]) => Object.values(methods))
  const named = new Map<string, Schema>()
  collectNamed(document.paths, named)
  const used = new Set<string>()
  for (const operation of operations) collectUsed(document, answerSchema(document, operation), used)
  const closedSets = [
    NOTE,
    exported('Proveedor', 'Proveedor de una respuesta.', union(PROVIDER_IDS.map(literal))),
    exported('ListaId', 'Lista de sanciones, como la nombra `fuente`.', union(LIST_IDS.map(literal))),
    listTable(),
    exported('CodigoError', 'Código estable de un error del servicio.', union(codes().map(literal))),
  ]
  const types = [
    `${NOTE}\nimport type { Meta } from './meta.ts'`,
    ...Object.entries(document.components.schemas)
      .filter(([name]) => used.has(name))
      .map(([name, schema]) => declaration(name, schema)),
    ...[...named].map(([name, schema]) => declaration(name, schema)),
    ...operations.flatMap((operation) => [parametersOf(document, operation), answerOf(document, operation)]),
  ]
  return { 'closed-sets.ts': fileOf(closedSets), 'types.ts': fileOf(types), 'lookups.ts': clientLookups(NOTE, pascal) }
}

/** What people are told of each list, by the name that the wire has for it. */
const listTable = (): string => {
  const rows = LIST_IDS.map((id) => {
    const { dataset, provider, short, publisher, site, cadenceHours } = listRow(id)
    const fields = Object.entries({
      dataset,
      proveedor: provider,
      nombre: short,
      editor: publisher,
      sitio: site,
      cadenceHours,
      usual: DEFAULT_LISTS.some((usual) => usual === id),
    })
    return `  ${id}: {\n${fields.map(([name, value]) => `    ${name}: ${literal(value)},\n`).join('')}  },\n`
  })
  return `/** Las listas de sanciones: su conjunto de datos, su proveedor y cómo se llaman. */\nexport const LISTAS = {\n${rows.join('')}} as const`
}

const fileOf = (parts: readonly (string | null)[]): string => `${parts.filter((part) => part !== null).join('\n\n')}\n`

/** The name of an object that has none in the document. */
const nameOf = ({ properties = {} }: Schema): string | undefined =>
  Object.entries(NAMES).find(([field]) => field in properties)?.[1]

const collectNamed = (value: unknown, named: Map<string, Schema>): void => {
  if (typeof value !== 'object' || value === null) return
  const name = nameOf(value as Schema)
  if (name) named.set(name, value as Schema)
  for (const part of Object.values(value)) collectNamed(part, named)
}

/** The names of all schemas that a value refers to. Those of errors are none: the client has classes for them. */
const collectUsed = (document: Document, value: unknown, used: Set<string>): void => {
  if (typeof value !== 'object' || value === null) return
  const { $ref } = value as Schema
  const name = $ref?.split('/').at(-1)
  if ($ref && name && !used.has(name)) {
    used.add(name)
    collectUsed(document, resolve(document, value as Schema), used)
  }
  for (const part of Object.values(value)) collectUsed(document, part, used)
}

const answerSchema = (document: Document, { responses }: Operation): Schema => {
  const content = resolve(document, responses['200'] ?? responses['202'] ?? {}).content ?? {}
  return resolve(document, content['application/json']?.schema ?? {})
}

const codes = (): string[] => [...new Set(Object.values(FAILURES).map(({ codigo }) => codigo))]

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const pascal = (name: string): string => name.replace(/(?:^|[-_])([a-z])/g, (_, first: string) => first.toUpperCase())

const comment = (text: string | undefined, indent = ''): string => {
  const clean = (text ?? '').replaceAll('*/', '*\\/').trim()
  if (clean === '') return ''
  const lines: string[] = ['']
  for (const word of clean.split(/\s+/)) {
    const last = lines.at(-1) as string
    if (last && indent.length + 3 + last.length + 1 + word.length > LINE_WIDTH - 4) lines.push(word)
    else lines[lines.length - 1] = last ? `${last} ${word}` : word
  }
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}

const exported = (name: string, description: string | undefined, type: string): string => {
  const line = `export type ${name} = ${type}`
  if (line.length <= LINE_WIDTH) return comment(description) + line
  return `${comment(description)}export type ${name} =\n${type
    .split(' | ')
    .map((one) => `  | ${one}`)
    .join('\n')}`
}

const declaration = (name: string, schema: Schema): string =>
  schema.properties && !schema.allOf
    ? `${comment(schema.description)}export interface ${name} ${fieldsOf(schema, '')}`
    : exported(name, schema.description, typeOf(schema, ''))

/** A schema as a type; `indent` is that of the line it stands in. */
const typeOf = (schema: Schema, indent: string): string => {
  if (schema.$ref) return schema.$ref.split('/').at(-1) as string
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map((one) => typeOf(one, indent)))
  if (schema.allOf) return schema.allOf.map((one) => typeOf(one, indent)).join(' & ')
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)))
  if (schema.type === 'array') return arrayOf(typeOf(schema.items ?? {}, indent))
  if (schema.type === 'object' || (!schema.type && schema.properties)) return object(schema, indent)
  if (schema.type === 'integer') return 'number'
  return schema.type ?? 'unknown'
}

const arrayOf = (type: string): string => (/^[\w']+$/.test(type) ? `${type}[]` : `Array<${type}>`)

const object = (schema: Schema, indent: string): string => nameOf(schema) ?? fieldsOf(schema, indent)

const fieldsOf = (schema: Schema, indent: string): string => {
  const { properties = {}, required = [], additionalProperties } = schema
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, field]) =>
    property(name, typeOf(field, inner), {
      optional: !required.includes(name),
      description: field.description,
      inner,
    }),
  )
  if (typeof additionalProperties === 'object')
    fields.push(`${inner}[name: string]: ${typeOf(additionalProperties, inner)}\n`)
  return fields.length === 0 ? 'Record<string, unknown>' : `{\n${fields.join('')}${indent}}`
}

interface Property {
  optional: boolean
  description: string | undefined
  inner: string
}

const property = (name: string, type: string, { optional, description, inner }: Property): string => {
  const key = /^\w+$/.test(name) ? name : `'${name}'`
  const line = `${inner}${key}${optional ? '?' : ''}: ${type}`
  const broken = `${inner}${key}${optional ? '?' : ''}:\n${type
    .split(' | ')
    .map((one) => `${inner}  | ${one}\n`)
    .join('')}`
  return comment(description, inner) + (line.length > LINE_WIDTH && !type.includes('\n') ? broken : `${line}\n`)
}

const resolve = <Value extends { $ref?: string }>(document: Document, value: Value): Value => {
  let found = value
  while (found.$ref)
    found = found.$ref
      .slice(2)
      .split('/')
      .reduce((part, name) => (part as Record<string, unknown>)[name] as object, document as object) as Value
  return found
}

/** The parameters of an operation by name, as callers may give them; null when it has none. */
const parametersOf = (document: Document, { operationId, summary, parameters = [] }: Operation): string | null => {
  const fields = parameters
    .map((one) => resolve(document, one))
    .filter((one) => one.in === 'query')
    .map(({ name, required, description, schema }) =>
      property(name, parameterType(name, schema) + (required ? '' : ' | undefined'), {
        ...{ optional: !required, description, inner: '  ' },
      }),
    )
  if (fields.length === 0) return null
  return `${comment(summary)}export interface ${pascal(operationId)}Parametros {\n${fields.join('')}}`
}

const parameterType = (name: string, schema: Schema): string => {
  if (NUMBERS.includes(name)) return 'number'
  if (schema.enum && FLAG.every((value) => schema.enum?.includes(value))) return 'boolean'
  const type = typeOf(schema, '')
  return type.split(' | ').length > LONGEST_UNION ? 'string' : type
}

/** What a method answers: the body without `ok`, and `meta` in place of `proveedor`; null when it is no such body. */
const answerOf = (document: Document, operation: Operation): string | null => {
  const { operationId, summary } = operation
  const { properties, required = [] } = answerSchema(document, operation)
  // A file is given as it is.
  if (!properties) return null
  const { ok, proveedor, ...rest } = properties
  const who = proveedor ? `Meta<${typeOf(proveedor, '')}>` : 'Meta'
  const fields = Object.entries(rest).map(([name, field]) =>
    property(name, typeOf(field, '  '), {
      ...{ optional: !required.includes(name), description: field.description, inner: '  ' },
    }),
  )
  return `${comment(summary)}export interface ${pascal(operationId)}Respuesta {\n${fields.join('')}  meta: ${who}\n}`
}

if (isProgram(import.meta.url)) {
  for (const [name, text] of Object.entries(await clientTypes()))
    writeFileSync(new URL(`../src/client/${name}`, import.meta.url), text)
}
