// The methods of the SDK, and what it checks before it sends, from the records of the endpoints.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ENDPOINTS } from '../src/endpoints/index.ts'
import type { Endpoint } from '../src/endpoints/shared/endpoint.ts'
import { checkOf } from '../src/endpoints/shared/parameters.ts'
import { isOptional } from '../src/kernel/schema.ts'

/** Methods whose answers depend on how they are asked, or that have methods of their own: `options.ts` has their types. */
const OWN_TYPES: Readonly<Record<string, string>> = { 'tipo-cambio': 'RateLookup', indicadores: 'SeriesLookup' }

const FLAG = '1,true,0,false'

interface Schema {
  type?: string
  pattern?: string
  format?: string
  minLength?: number
  maximum?: number
  enum?: readonly string[]
}

/** The file with a class that has all methods, and the questions behind them. */
export const clientLookups = (note: string, pascal: (name: string) => string): string => {
  const top = ENDPOINTS.filter(({ path }) => !path.includes('/'))
  const lookups = top.map((endpoint) => ({ endpoint, type: methodType(endpoint, pascal) }))
  const types = lookups.flatMap(({ type }) => type.match(/\w+(?:Parametros|Respuesta)/g) ?? []).sort()
  const own = [...new Set(['Lookup', ...Object.values(OWN_TYPES)])].sort()
  return formatted(`${note}
import type { ${own.join(', ')} } from './options.ts'
import type {
${types.map((type) => `  ${type},\n`).join('')}} from './types.ts'

/** What is asked, by path, and what can be checked of it before it is sent. */
export const QUESTIONS = ${JSON.stringify(Object.fromEntries(ENDPOINTS.map((one) => [one.path, questionOf(one)])))} as const

/** Cómo se llama una consulta, por su ruta; la que esta versión no conoce conserva su nombre. */
export const questionTitle = (path: string): string =>
  Object.hasOwn(QUESTIONS, path) ? QUESTIONS[path as keyof typeof QUESTIONS].title : path

/** Una consulta por método. */
export class Lookups {
${lookups.map(({ endpoint, type }) => `${methodComment(endpoint)}  readonly ${camel(endpoint.path)}: ${type}\n`).join('')}
  constructor(lookup: <Method>(path: keyof typeof QUESTIONS) => Method) {
${lookups.map(({ endpoint: { path }, type }) => `    this.${camel(path)} = ${madeOf(path, type)}\n`).join('')}  }
}
`)
}

const formatted = (code: string): string => {
  const biome = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'))
  const args = [biome, 'format', '--stdin-file-path', 'src/client/lookups.ts']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: code, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

const camel = (path: string): string => path.replace(/[-/](.)/g, (_, letter: string) => letter.toUpperCase())

/** `indicadores/buscar` is a method of the method `indicadores`. */
const innerOf = (path: string): readonly Endpoint[] => ENDPOINTS.filter((one) => one.path.startsWith(`${path}/`))

const innerName = (path: string): string => camel(path.slice(path.indexOf('/') + 1))

const methodType = (endpoint: Endpoint, pascal: (name: string) => string): string =>
  OWN_TYPES[endpoint.path] ??
  [
    lookupType(endpoint, pascal),
    ...innerOf(endpoint.path).map((one) => `{ readonly ${innerName(one.path)}: ${lookupType(one, pascal)} }`),
  ].join(' & ')

const lookupType = ({ path }: Endpoint, pascal: (name: string) => string): string =>
  `Lookup<string | ${pascal(path.replace('/', '-'))}Parametros, ${pascal(path.replace('/', '-'))}Respuesta>`

const methodComment = ({ summary, parameters }: Endpoint): string =>
  `  /** ${summary}. Un texto solo es \`${Object.keys(parameters)[0]}\`. */\n`

const madeOf = (path: string, type: string): string => {
  const inner = innerOf(path).map((one) => `${innerName(one.path)}: lookup('${one.path}')`)
  if (inner.length === 0) return `lookup('${path}')`
  return `Object.assign(lookup<object>('${path}'), { ${inner.join(', ')} }) as ${type}`
}

const questionOf = ({ title, parameters, rules = {}, ignoredWhen, aliases }: Endpoint): object => {
  const facts = Object.entries(parameters).map(([name, schema]) => [
    name,
    { ...(isOptional(schema) ? {} : { required: true }), ...factsOf(schema as Schema) },
  ])
  const { enOrden = [], ...alternatives } = rules
  // Only the service knows today's date.
  const ordered = enOrden.filter((name) => Object.hasOwn(parameters, name))
  return {
    title,
    main: Object.keys(parameters)[0],
    parameters: Object.fromEntries(facts.filter(([, known]) => Object.keys(known as object).length > 0)),
    ...alternatives,
    ...(ordered.length > 1 ? { enOrden: ordered } : {}),
    ignored: ignoredWhen,
    aliases,
  }
}

/** What can be said of a value without the service. A closed set of values is left to the types. */
const factsOf = (schema: Schema): object => {
  const { ruc, form, refuses, says } = checkOf(schema)
  const [, digits] = /^\^\[0-9\]\{([0-9]+)\}\$$/.exec(schema.pattern ?? '') ?? []
  return {
    ...(digits ? { digits: Number(digits) } : {}),
    ...(schema.format === 'date' ? { date: true } : {}),
    ...(schema.enum?.join() === FLAG ? { flag: true } : {}),
    ...(schema.type === 'integer' ? { most: schema.maximum } : {}),
    ...(schema.minLength && schema.minLength > 1 ? { least: schema.minLength } : {}),
    ...(ruc ? { ruc } : {}),
    ...(says ? (refuses ? { refuses, says } : { form: form ?? schema.pattern, says }) : {}),
  }
}
