import { endpointsFrom } from '../endpoints/index.ts'
import type { Endpoint } from '../endpoints/shared/endpoint.ts'
import { isOptional } from '../kernel/schema.ts'
import { type Completes, FREE_TEXT, oneOf } from './completes.ts'
import type { ShownAnswer } from './render/layout.ts'
import { rendererOf } from './render/renderers.ts'

type Argument = NonNullable<Endpoint['command']['argument']>

export interface LookupArgument extends Argument {
  label: string
  required: boolean
  completes: Completes
}

export interface LookupOption {
  flag: string
  field: string
  description: string
  completes: Completes
}

/** One endpoint as a command. */
export interface LookupSpec {
  endpoint: Endpoint
  name: string
  argument: LookupArgument | undefined
  options: readonly LookupOption[]
  /** Commands inside this one: `indicadores buscar` is the endpoint `indicadores/buscar`. */
  inner: readonly LookupSpec[]
  render(answer: ShownAnswer<unknown>): string
}

/** Those that `--help` lists first. */
const FRONT = ['ruc', 'ruc/historia', 'dni', 'persona', 'nombre', 'tipo-cambio', 'indicadores']

const specsBelow = (parent: string): LookupSpec[] =>
  endpointsFrom(FRONT)
    .filter(({ path, command: { name } }) =>
      name ? parent === '' : path.startsWith(parent) && !path.slice(parent.length).includes('/'),
    )
    .map((endpoint) => ({
      endpoint,
      name: endpoint.command.name ?? endpoint.path.slice(parent.length),
      argument: argumentOf(endpoint),
      options: optionsOf(endpoint),
      inner: specsBelow(`${endpoint.path}/`),
      render: rendererOf(endpoint.path, endpoint.title),
    }))

const argumentOf = ({ command: { argument }, parameters, aliases = {} }: Endpoint): LookupArgument | undefined => {
  if (!argument) return undefined
  const { field, values, label = field } = argument
  // Where a parameter has another name, either of them is enough for HTTP; here there is one.
  const required = !isOptional(parameters[field] ?? {}) || Object.values(aliases).includes(field)
  return { ...argument, label, required, completes: values ? oneOf(values) : FREE_TEXT }
}

const optionsOf = ({ command, parameters }: Endpoint): LookupOption[] =>
  command.options.map(([flag, description, values]) => {
    const [, field = '', value] = /^--(\w+)( .*)?$/.exec(flag) ?? []
    const { enum: known } = (parameters[field] ?? {}) as { enum?: readonly string[] }
    const offered = values ?? (value ? known : undefined)
    return { flag, field, description, completes: offered ? oneOf(offered) : FREE_TEXT }
  })

/** The lookups, in the order in which `--help` lists them. */
export const LOOKUPS: readonly LookupSpec[] = specsBelow('')

const DATE_EXAMPLE = /^[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?$/

/** Such a parameter may be typed as people write dates. */
export const isDate = ({ parameters }: Endpoint, field: string): boolean =>
  DATE_EXAMPLE.test(String((parameters[field] as { example?: string } | undefined)?.example))
